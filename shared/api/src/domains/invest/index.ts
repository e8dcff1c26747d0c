export type { InvestContract } from './contract.ts';
export { investRoutes } from './routes.ts';
