export type { WatchlistContract } from './contract.ts';
export { watchlistRoutes } from './routes.ts';
