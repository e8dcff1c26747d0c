export type { SiteConfig, SiteContract } from './contract.ts';
export * from './queries.ts';
export { siteRoutes } from './routes.ts';
