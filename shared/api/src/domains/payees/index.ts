export type { PayeesContract } from './contract.ts';
export * from './queries.ts';
export { payeesRoutes } from './routes.ts';
