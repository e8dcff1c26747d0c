export type { PayeesContract } from './contract.ts';
export { payeesRoutes } from './routes.ts';
