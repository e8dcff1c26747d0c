// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { LeverageContract } from './contract.ts';
import { leverageRoutes } from './routes.ts';
import {
  type Deal,
  dealFromWire,
  leverOrderFromWire,
  leverPlacementToWire,
  type Position,
  type PositionFilter,
  positionFilterToWire,
  positionFromWire,
  type WirePosition,
} from './wire.ts';

const { command, query, list } = callsOf<LeverageContract>(leverageRoutes);

/** Opens a position, or places an order for one; after silence it offers to repeat exactly that one. */
export const useOpenPosition = command('POST /lever/submit', { write: leverPlacementToWire, read: positionFromWire });

/** Moves the price of a pending order; its subject is the position's id. */
export const useAmendOrder = command('POST /lever/amend', { read: positionFromWire });

/** Cancels what of an order is not filled; its subject is the position's id. */
export const useCancelLeverOrder = command('POST /lever/cancel', { read: positionFromWire });

/** Closes all or some of a position; its subject is the position's id. */
export const useClosePosition = command('POST /lever/close', { read: positionFromWire });

/** Closes all positions, or one side. */
export const useClosePositions = command('POST /lever/batch_close');

/** Closes a position and opens the opposite. */
export const useReversePosition = command('POST /lever/reverse', {
  read: ({ closed, opened }: { readonly closed: WirePosition; readonly opened: WirePosition }) => ({
    closed: positionFromWire(closed),
    opened: positionFromWire(opened),
  }),
});

/** Adds margin to an isolated position, or takes some out. */
export const useChangeMargin = command('POST /lever/margin', { read: positionFromWire });

/** Sets take profit and stop loss of all of a position. */
export const useSetStops = command('POST /lever/setstop', { read: positionFromWire });

export const useAddTrigger = command('POST /lever/trigger');
export const useMoveTrigger = command('PUT /lever/trigger');
export const useCancelTrigger = command('POST /lever/trigger/cancel');

/** All that the order form of an instrument needs. */
export const useDeal = query('POST /lever/deal', { quiet: true, read: dealFromWire });

/** Open positions per page. */
const OPEN_LIMIT = 100;

const useOpenPage = query('POST /lever/dealall', {
  quiet: true,
  write: (filter: Pick<PositionFilter, 'symbol' | 'category'>) => ({ ...filter, limit: OPEN_LIMIT }),
  read: ({
    list: rows,
    accounts,
    total,
  }: {
    readonly list: readonly WirePosition[];
    readonly accounts: readonly Deal['account'][];
    readonly total: number;
  }) => ({ rows: rows.map((row): Position => positionFromWire(row)), accounts, total }),
});

/** Open positions with the state of each account. */
export const useOpenPositions = (filter: Pick<PositionFilter, 'symbol' | 'category'> = {}) => useOpenPage(filter);

/** Positions page by page, newest first: `usePositions({ status: 'closed' })` is the history. */
export const usePositions = list('POST /lever/my_trade', {
  quiet: true,
  write: positionFilterToWire,
  read: positionFromWire,
});

/** Entrusts page by page, newest first. */
export const useLeverOrders = list('GET /lever/orders', { quiet: true, read: leverOrderFromWire });
