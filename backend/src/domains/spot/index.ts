import { spotContract } from '@tessera/api/spot/contract';
import { orderToWire, placementFromWire, type SpotOrder } from '@tessera/api/spot/wire';
import { defineDomain } from '../../platform/domain.ts';
import { cancelOrder } from './cancel.ts';
import { marketFills } from './fills.ts';
import { spotSymbolsOf } from './listing.ts';
import { openOrdersIn } from './open-orders.ts';
import { spotOrderOf } from './order.ts';
import { placeOrder } from './place.ts';
import { listOrders, openReserves } from './store.ts';
import { sweepJob } from './sweep.ts';

const STATUSES: Readonly<Record<string, readonly SpotOrder['status'][]>> = {
  pending: ['pending'],
  filled: ['filled'],
  cancelled: ['cancelled'],
  history: ['filled', 'cancelled'],
};
const ALL = ['pending', 'filled', 'cancelled'] as const;

/** Spot trading: orders, the book they take from, and the sweep that fills the resting ones. */
export const spot = defineDomain(spotContract, ({ database, feed, now, log }) => ({
  name: 'spot',
  jobs: [sweepJob({ database, feed, now }, log)],
  recordKinds: ['order_freeze', 'order_release', 'trade_buy', 'trade_sell', 'trade_fee'],
  marketFills,
  currencyUses: async () => (code) => ({ symbols: spotSymbolsOf(code) }),
  openOrders: openOrdersIn,
  reserves: async (sql, userId) =>
    (await openReserves(sql, userId)).map((reserve) => ({ product: 'spot_order', ...reserve })),
  calls: {
    'POST /coin/trade': async ({ tx, user }, input) =>
      orderToWire(await placeOrder({ tx, user, feed, now: now() }, placementFromWire(input))),
    'PUT /coin/trade': async ({ tx, user }, { id }) => orderToWire(await cancelOrder(tx, user.id, id, now())),
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
