export type { CopytradingContract } from './contract.ts';
export { copytradingRoutes } from './routes.ts';
