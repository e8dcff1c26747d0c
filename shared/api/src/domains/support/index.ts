export type { SupportContract } from './contract.ts';
export { supportRoutes } from './routes.ts';
