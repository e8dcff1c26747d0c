export type { DepositsContract } from './contract.ts';
export * from './queries.ts';
export { depositsRoutes } from './routes.ts';
export * from './rules.ts';
export type { ClaimInput, DepositAddress, DepositClaim, DepositCoin } from './wire.ts';
