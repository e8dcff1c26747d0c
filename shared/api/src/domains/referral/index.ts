export type { ReferralContract } from './contract.ts';
export * from './queries.ts';
export { referralRoutes } from './routes.ts';
export * from './rules.ts';
