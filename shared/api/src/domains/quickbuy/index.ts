export type { QuickbuyContract } from './contract.ts';
export * from './queries.ts';
export { quickbuyRoutes } from './routes.ts';
export * from './rules.ts';
