export type { LeverageContract } from './contract.ts';
export { leverageRoutes } from './routes.ts';
