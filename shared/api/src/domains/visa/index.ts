export type { VisaContract } from './contract.ts';
export * from './queries.ts';
export { visaRoutes } from './routes.ts';
export * from './rules.ts';
