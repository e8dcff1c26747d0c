export type { InvestContract } from './contract.ts';
export * from './queries.ts';
export { investRoutes } from './routes.ts';
export * from './rules.ts';
export type { DualProof, InvestOrder, InvestProduct } from './wire.ts';
export { dualTermsOf } from './wire.ts';
