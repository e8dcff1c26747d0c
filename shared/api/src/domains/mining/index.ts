export type { MiningContract } from './contract.ts';
export * from './queries.ts';
export { miningRoutes } from './routes.ts';
export * from './rules.ts';
