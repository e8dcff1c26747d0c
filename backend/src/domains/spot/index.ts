import { spotContract } from '@tessera/api/spot/contract';
import { orderToWire, placementFromWire, type SpotOrder } from '@tessera/api/spot/wire';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { readConfiguration } from '../site/index.ts';
import { cancelOrder } from './cancel.ts';
import { listingOfPair, spotSymbolsOf } from './listing.ts';
import { listOrders, openReserves, orderById, spotOrderOf } from './orders.ts';
import { placeOrder } from './place.ts';
import { sweepJob } from './sweep-job.ts';

const STATUSES: Readonly<Record<string, readonly SpotOrder['status'][]>> = {
  pending: ['pending'],
  filled: ['filled'],
  cancelled: ['cancelled'],
  history: ['filled', 'cancelled'],
};
const ALL = ['pending', 'filled', 'cancelled'] as const;

const orderOf = async (sql: Sql, id: string): Promise<SpotOrder> => spotOrderOf(await orderById(sql, id));

function announce(tx: Transaction, userId: string, { id, status }: SpotOrder): void {
  tx.notify(userId, { kind: 'order', id, status });
  tx.notify(userId, { kind: 'balance' });
}

/** Spot trading: orders, the book they take from, and the sweep that fills the resting ones. */
export const spot = defineDomain(spotContract, ({ database, feed, now, log }) => ({
  name: 'spot',
  jobs: [sweepJob({ database, feed, now }, log)],
  recordKinds: ['order_freeze', 'order_release', 'trade_buy', 'trade_sell', 'trade_fee'],
  currencyUses: async () => (code) => ({ symbols: spotSymbolsOf(code) }),
  reserves: async (sql, userId) =>
    (await openReserves(sql, userId)).map((reserve) => ({ product: 'spot_order', ...reserve })),
  calls: {
    'POST /coin/trade': async ({ tx, user }, input) => {
      const order = placementFromWire(input);
      const listing = listingOfPair(order.currency_id, order.legal_id);
      if (!listing) throw new DomainError('instrument_unknown', { field: 'currency_id' });
      const configuration = await readConfiguration(tx);
      const { id } = await placeOrder({ tx, user, listing, feed, configuration, now: now() }, order);
      const placed = await orderOf(tx, id);
      announce(tx, user.id, placed);
      return orderToWire(placed);
    },
    'PUT /coin/trade': async ({ tx, user }, { id }) => {
      await cancelOrder(tx, user.id, id, now());
      const cancelled = await orderOf(tx, id);
      announce(tx, user.id, cancelled);
      return orderToWire(cancelled);
    },
    'GET /coin/list': async ({ database: sql, user }, { page, limit, status, symbol, type }) => {
      const { rows, total } = await listOrders(sql, {
        userId: user.id,
        statuses: (status && STATUSES[status]) ?? ALL,
        symbol: symbol ?? null,
        side: type ?? null,
        page,
        limit,
      });
      return { list: rows.map((row) => orderToWire(spotOrderOf(row))), page, limit, total };
    },
  },
}));
