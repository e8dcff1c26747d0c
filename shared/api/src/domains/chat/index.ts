export type { ChatContract } from './contract.ts';
export * from './queries.ts';
export { chatRoutes } from './routes.ts';
export * from './rules.ts';
