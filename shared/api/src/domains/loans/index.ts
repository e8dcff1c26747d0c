export type { LoansContract } from './contract.ts';
export { loansRoutes } from './routes.ts';
