export type { LoansContract } from './contract.ts';
export * from './queries.ts';
export { loansRoutes } from './routes.ts';
export * from './rules.ts';
