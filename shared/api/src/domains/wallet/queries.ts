// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf, serverTime } from '@tessera/api';
import { cmp, mul } from '@tessera/money';
import type { Input, Output } from '../../kit/contract.ts';
import type { WalletContract } from './contract.ts';
import { walletRoutes } from './routes.ts';
import { type Period, periodStart } from './rules.ts';
import { transferFromWire, transferToWire } from './wire.ts';

const { call, command, query, list } = callsOf<WalletContract>(walletRoutes);

const useSpending = query('GET /wallet/spending', { quiet: true });

type Spending = {
  /** In USDT or any other currency; null while nothing is entered. */
  readonly amount: string | null;
  /** What is bought ends in a debt's way: money that is owed may not go into it. */
  readonly keeps?: boolean;
  /** The user's own limits hold for it. */
  readonly braked?: boolean;
  /** The limit of one order holds for it. */
  readonly limited?: boolean;
};

/**
 * What is known to keep the signed-in user from paying with a currency now, in the reader's language, so that it is said
 * before a payment password is asked for: `refused` whatever the amount, `overLimit` for this amount. Null where nothing is
 * known against it, for guests, and while it is on its way: the exchange judges each order all the same.
 */
export function useSpendingRefusal(
  currency: string,
  { amount, keeps = true, braked = false, limited = true }: Spending,
): { readonly refused: string | null; readonly overLimit: string | null } {
  const { data } = useSpending({ currency });
  if (!data) return { refused: null, overLimit: null };
  const { price, order_limit } = data;
  const over = limited && amount !== null && price !== null && cmp(mul(amount, price), order_limit) > 0;
  return {
    refused: (keeps ? data.kept : null) ?? (braked ? data.braked : null),
    overLimit: over ? data.over_limit : null,
  };
}

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
    const from = periodStart(period, serverTime());
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
export const beginWay = call('POST /wallet/way/begin');

/** Names the recipient of a payment, and what approves it. */
export const beginPayment = call('POST /wallet/zhuanzhan/begin');

/** Sends to another user; after silence it offers to repeat exactly that. */
export const useSendPayment = command('POST /wallet/zhuanzhan');

/** What was sent and received, newest first. */
export const usePayments = list('GET /wallet/zhuanzhan/list');

/** What may leave an account now. */
export const useTransferable = query('GET /wallet/transferable', { staleTime: 0, quiet: true });
