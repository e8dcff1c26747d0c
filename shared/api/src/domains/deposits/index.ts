export type { DepositsContract } from './contract.ts';
export * from './queries.ts';
export { depositsRoutes } from './routes.ts';
export * from './rules.ts';
export type { ChainDeposit, ClaimInput, DepositAddress, DepositClaim, DepositCoin } from './wire.ts';
