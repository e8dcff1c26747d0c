export type { FiatContract } from './contract.ts';
export { fiatRoutes } from './routes.ts';
