export type { PortfolioContract } from './contract.ts';
export * from './queries.ts';
export { portfolioRoutes } from './routes.ts';
export * from './rules.ts';
