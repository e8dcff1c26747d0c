export type { MiningContract } from './contract.ts';
export { miningRoutes } from './routes.ts';
