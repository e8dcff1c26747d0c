export type { VisaContract } from './contract.ts';
export { visaRoutes } from './routes.ts';
