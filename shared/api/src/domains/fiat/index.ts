import type { Output } from '../../kit/contract.ts';
import type { FiatContract } from './contract.ts';

export type { FiatContract } from './contract.ts';
export * from './queries.ts';
export { fiatRoutes } from './routes.ts';
export * from './rules.ts';

export type FiatRates = Output<FiatContract['GET /fiat/rates']>;
