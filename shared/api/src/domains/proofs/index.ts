export type { BalanceProof, ProofsContract } from './contract.ts';
export * from './queries.ts';
export { proofsRoutes } from './routes.ts';
