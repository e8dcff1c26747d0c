export type { SupportContract } from './contract.ts';
export * from './queries.ts';
export { supportRoutes } from './routes.ts';
export * from './rules.ts';
