import type { Output } from '../../kit/contract.ts';
import type { AccountName } from '../../kit/rules/vocabulary.ts';
import type { WalletContract } from './contract.ts';

export type { WalletContract } from './contract.ts';
export * from './queries.ts';
export { walletRoutes } from './routes.ts';
export * from './rules.ts';
export type { Transfer, TransferInput } from './wire.ts';

export type { AccountName };
export type Wallets = Output<WalletContract['POST /wallet/list']>;
export type Account = Wallets['accounts'][number];
export type Holding = Account['currencies'][number];
export type AccountRecord = Output<WalletContract['POST /wallet/legal_log']>['list'][number];
export type FundsHistory = Output<WalletContract['GET /wallet/history']>['list'];
export type Profit = Output<WalletContract['GET /wallet/profit']>;
export type ProfitPeriod = Profit['periods'][number];
