export type { NftContract } from './contract.ts';
export { nftRoutes } from './routes.ts';
