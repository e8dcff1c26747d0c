export type { SecurityContract } from './contract.ts';
export { securityRoutes } from './routes.ts';
