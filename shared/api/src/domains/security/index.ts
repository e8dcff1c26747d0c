import type { Output } from '../../kit/contract.ts';
import type { SecurityContract } from './contract.ts';

export type { SecurityContract } from './contract.ts';
export * from './queries.ts';
export { securityRoutes } from './routes.ts';

export type Device = Output<SecurityContract['GET /safe/sessions']>['list'][number];
