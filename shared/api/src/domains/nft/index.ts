export * from './artists-rules.ts';
export type { NftContract } from './contract.ts';
export * from './queries.ts';
export { nftRoutes } from './routes.ts';
export * from './rules.ts';
