export { type Arranging, useArranging } from './arranging.ts';
export type { WatchlistContract, WatchlistGroup } from './contract.ts';
export { useWatchlist, type Watchlist } from './queries.ts';
export { watchlistRoutes } from './routes.ts';
export * from './rules.ts';
