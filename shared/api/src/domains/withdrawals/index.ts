export type { WithdrawalsContract } from './contract.ts';
export { withdrawalsRoutes } from './routes.ts';
