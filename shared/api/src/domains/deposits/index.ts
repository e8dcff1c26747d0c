export type { DepositsContract } from './contract.ts';
export { depositsRoutes } from './routes.ts';
