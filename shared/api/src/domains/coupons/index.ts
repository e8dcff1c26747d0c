export type { CouponsContract } from './contract.ts';
export * from './queries.ts';
export { couponsRoutes } from './routes.ts';
export * from './rules.ts';
