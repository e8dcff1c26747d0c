// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { SpotContract } from './contract.ts';
import { spotRoutes } from './routes.ts';
import {
  amendmentToWire,
  filterToWire,
  type OrderFilter,
  orderFromWire,
  placementToWire,
  type WireSpotOrder,
} from './wire.ts';

const { command, query, list } = callsOf<SpotContract>(spotRoutes);

/** Places an order; after silence it offers to repeat exactly that one. */
export const usePlaceOrder = command('POST /coin/trade', { write: placementToWire, read: orderFromWire });

/** Cancels an open order; its subject is the order's id. */
export const useCancelOrder = command('PUT /coin/trade', { read: orderFromWire });

/** Changes an open order; its subject is the order's id. */
export const useAmendOrder = command('POST /coin/amend', { write: amendmentToWire, read: orderFromWire });

/** Cancels all open orders, of one pair or of every one. */
export const useCancelAll = command('POST /coin/cancel_all');

/** Asks for the trades as CSV; the link opens once. */
export const useTradesExport = command('POST /coin/trades/export');

/** Orders page by page, newest first: `useOrders({ status: 'history', symbol })`. */
export const useOrders = list('GET /coin/list', { quiet: true, write: filterToWire, read: orderFromWire });

/** Open orders per page. */
const OPEN_LIMIT = 100;

const useOpenPage = query('GET /coin/list', {
  quiet: true,
  write: (filter: Pick<OrderFilter, 'symbol'>) => ({ ...filter, status: 'pending' as const, limit: OPEN_LIMIT }),
  read: (page: { readonly list: readonly WireSpotOrder[]; readonly total: number }) => ({
    rows: page.list.map(orderFromWire),
    total: page.total,
  }),
});

/** Orders that rest in the book; of every pair unless one is named. */
export const useOpenOrders = (symbol?: string) => useOpenPage({ symbol });
