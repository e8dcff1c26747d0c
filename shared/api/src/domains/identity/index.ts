export type { IdentityContract } from './contract.ts';
export { identityRoutes } from './routes.ts';
