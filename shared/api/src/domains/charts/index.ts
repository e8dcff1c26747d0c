export type { ChartsContract } from './contract.ts';
export { type KeptList, useDrawings, useIndicatorSettings } from './queries.ts';
export { chartsRoutes } from './routes.ts';
export * from './rules.ts';
