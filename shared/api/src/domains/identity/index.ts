import type { Input, Output } from '../../kit/contract.ts';
import type { IdentityContract } from './contract.ts';

export type { IdentityContract } from './contract.ts';
export * from './queries.ts';
export { identityRoutes } from './routes.ts';

export type UserInfo = Output<IdentityContract['GET /user/info']>;
/** What a successful log-in or registration returns. */
export type SignedIn = Output<IdentityContract['POST /user/login']>;
/** The last copy of all data of the account. */
export type DataExport = Output<IdentityContract['GET /user/export']>;
export type ClosingObstacle = Output<IdentityContract['GET /user/closing']>['obstacles'][number];
export type Preferences = Input<IdentityContract['POST /user/preferences']>;
