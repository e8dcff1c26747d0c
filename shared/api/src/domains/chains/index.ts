export type { ChainsContract } from './contract.ts';
export { chainsRoutes } from './routes.ts';
