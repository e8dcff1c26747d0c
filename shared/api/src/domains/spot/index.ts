export type { SpotContract } from './contract.ts';
export * from './queries.ts';
export { spotRoutes } from './routes.ts';
export * from './rules.ts';
export type { Fill, OrderFilter, Placement, SpotOrder } from './wire.ts';
