// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { CopytradingContract } from './contract.ts';
import { copytradingRoutes } from './routes.ts';
import { copyFromWire, detailFromWire, sourceFromWire, type Trader, type TraderFilter } from './wire.ts';

const { command, query, list } = callsOf<CopytradingContract>(copytradingRoutes);

/** Prices of open positions move; ms. */
const LIVE = 5_000;

/** Rows of a list are told apart by their id; a trader is the user. */
const withId = (trader: Trader) => ({ ...trader, id: trader.trader_user_id });

/** Traders page by page, in the order of `sort`. */
export const useTraders = list('GET /follow/index', { write: (filter: TraderFilter) => filter, read: withId });

/** One trader: `useTrader({ trader_user_id })`. */
export const useTrader = query('GET /follow/traderDetail', { read: detailFromWire, refetchInterval: LIVE });

/** Closed positions of a trader, newest first. */
export const useTraderHistory = list('GET /follow/historyTrade', { quiet: true, read: sourceFromWire });

/** The traders that the user copies or copied. */
export const useFollowing = query('GET /follow/my', { refetchInterval: LIVE });

/** The user's copies by status, of one trader or of all. */
export const useCopies = list('GET /follow/copies', { quiet: true, read: copyFromWire });

/** Weekly settlements of profit shares. */
export const useStatements = list('GET /follow/statements', { quiet: true });

/** The state of the application to be a trader. */
export const useApplication = query('GET /follow/application');

export const useApply = command('POST /follow/apply');

/** Is a trader no more. */
export const useResign = command('POST /follow/resign');

/** Follows a trader, or changes how; its subject is the trader. */
export const useFollow = command('POST /follow/follow');

/** Stops following; its subject is the follow. */
export const useCancelFollow = command('POST /follow/cancel');

/** Turns a copy into a position of the user's own; its subject is the copy. */
export const useSelfHolding = command('POST /follow/selfHolding', { read: copyFromWire });
