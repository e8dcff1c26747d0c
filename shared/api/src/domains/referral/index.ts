export type { ReferralContract } from './contract.ts';
export { referralRoutes } from './routes.ts';
