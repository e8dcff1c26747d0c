export type { ContentContract } from './contract.ts';
export { contentRoutes } from './routes.ts';
