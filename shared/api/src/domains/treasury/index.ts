export type { TreasuryContract } from './contract.ts';
export { treasuryRoutes } from './routes.ts';
