// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Input, Output } from '../../kit/contract.ts';
import type { WalletContract } from './contract.ts';
import { walletRoutes } from './routes.ts';
import { type Period, periodStart } from './rules.ts';
import { transferFromWire, transferToWire } from './wire.ts';

const { call, command, query, list } = callsOf<WalletContract>(walletRoutes);

/** All accounts with balances and their value. */
export const useWallets = query('POST /wallet/list');

/** What all funds were worth, day by day. */
export const useFundsHistory = query('GET /wallet/history', { quiet: true });

/** Profit and loss of today and of the last days, with what it is made of. */
export const useProfit = query('GET /wallet/profit', { quiet: true });

/** Average cost, realised and unrealised profit of each currency. */
export const usePnl = query('GET /wallet/pnl', { quiet: true });
export type AssetPnl = Output<WalletContract['GET /wallet/pnl']>['list'][number];

/** One currency over all accounts. */
export const useCurrency = query('POST /wallet/detail');

/** The balances of one account, in every currency. */
export const useAccountBalances = query('GET /currency/user_currency_list', { quiet: true });
export type AccountBalance = Output<WalletContract['GET /currency/user_currency_list']>['list'][number];

export type RecordFilter = Pick<
  Input<WalletContract['POST /wallet/legal_log']>,
  'account' | 'currency_id' | 'kind' | 'from' | 'to'
> & {
  readonly period?: Period;
};

/** Changes of accounts, newest first. */
export const useRecords = list('POST /wallet/legal_log', {
  // The time at which a page is fetched is no part of the cache key: the same period is the same list.
  write({ period = 'all', ...filter }: RecordFilter) {
    const from = periodStart(period, Date.now());
    return from === undefined ? filter : { ...filter, from };
  },
});

/** Moves money between two accounts of the user; after silence it offers to repeat exactly that. */
export const useTransfer = command('POST /wallet/change', { write: transferToWire, read: transferFromWire });

/** Transfers, newest first. */
export const useTransfers = list('GET /wallet/hzhistory', { read: transferFromWire });

/** Asks for a statement; its link opens once. */
export const useStatement = command('POST /wallet/statement');

export type PaymentInput = Input<WalletContract['POST /wallet/zhuanzhan']>;
export type Payment = Output<WalletContract['POST /wallet/zhuanzhan']>;
export type BegunPayment = Output<WalletContract['POST /wallet/zhuanzhan/begin']>;

export type ApprovalNeeds = Output<WalletContract['POST /wallet/way/begin']>['approval'];

/** What approves a call by which money goes to another user. */
export const useBeginWay = command('POST /wallet/way/begin', { quiet: true });

/** Names the recipient of a payment, and what approves it. */
export const beginPayment = call('POST /wallet/zhuanzhan/begin');

/** Sends to another user; after silence it offers to repeat exactly that. */
export const useSendPayment = command('POST /wallet/zhuanzhan');

/** What was sent and received, newest first. */
export const usePayments = list('GET /wallet/zhuanzhan/list');

/** What may leave an account now. */
export const useTransferable = query('GET /wallet/transferable', { staleTime: 0, quiet: true });
