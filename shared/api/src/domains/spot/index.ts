export type { SpotContract } from './contract.ts';
export { spotRoutes } from './routes.ts';
