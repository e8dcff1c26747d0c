import type { Output } from '../../kit/contract.ts';
import type { SecurityContract } from './contract.ts';

export type { SecurityContract } from './contract.ts';
export * from './queries.ts';
export { securityRoutes } from './routes.ts';

export type Device = Output<SecurityContract['GET /safe/sessions']>['list'][number];
export type LogIn = Output<SecurityContract['GET /safe/log_ins']>['list'][number];
/** The second factors of an account. */
export type SecondFactors = Output<SecurityContract['GET /safe/factors']>;
export type Passkey = SecondFactors['passkeys'][number];
