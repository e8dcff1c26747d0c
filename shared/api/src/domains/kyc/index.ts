export type { KycContract } from './contract.ts';
export { kycRoutes } from './routes.ts';
