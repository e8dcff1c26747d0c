export type { WithdrawalsContract } from './contract.ts';
export * from './queries.ts';
export { withdrawalsRoutes } from './routes.ts';
export * from './rules.ts';
