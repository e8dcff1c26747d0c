export type { VipContract } from './contract.ts';
export * from './queries.ts';
export { vipRoutes } from './routes.ts';
