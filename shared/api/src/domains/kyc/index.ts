import type { Output } from '../../kit/contract.ts';
import type { KycContract } from './contract.ts';

export type { KycContract } from './contract.ts';
export * from './queries.ts';
export { kycRoutes } from './routes.ts';

export type Verification = Output<KycContract['GET /real/state']>;
export type Limit = Output<KycContract['GET /real/limits']>['list'][number];
export type Credit = Output<KycContract['GET /user/credit']>;
export type VipTerms = Output<KycContract['GET /user/levellist']>['list'][number];
export type LevelLimits = Output<KycContract['GET /user/levellist']>['verification'][number];
