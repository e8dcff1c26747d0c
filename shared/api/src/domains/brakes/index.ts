export type { BrakesContract } from './contract.ts';
export * from './queries.ts';
export { brakesRoutes } from './routes.ts';
