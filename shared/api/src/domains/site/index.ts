export type { SiteContract } from './contract.ts';
export { siteRoutes } from './routes.ts';
