export type { WalletContract } from './contract.ts';
export { walletRoutes } from './routes.ts';
