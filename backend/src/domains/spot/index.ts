import type { Output } from '@tessera/api/contract';
import { spotContract } from '@tessera/api/spot/contract';
import { amendmentFromWire, orderToWire, type SpotOrder, type WireSpotOrder } from '@tessera/api/spot/wire';
import { defineDomain } from '../../platform/domain.ts';
import type { KeyUse } from '../../platform/http/idempotency.ts';
import { cancelEach } from '../../platform/market/cancel-each.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { placementOf } from './door.ts';
import { firstFill, marketFills, tradeEvents } from './fills.ts';
import { spotListings } from './listing.ts';
import { type SpotCommand, spotMarketClient } from './market-client.ts';
import { openOrdersIn, openOrdersOf } from './open-orders.ts';
import { spotOrderOf } from './order.ts';
import { listOrders, OPEN_RESERVES } from './store.ts';
import { askForTrades, serveTrades } from './trades-csv/index.ts';

export { type OrderDoor, type OrderInput, orderDoor } from './door.ts';
export { spotListings } from './listing.ts';
export { availableOf, isOpenOrder, lastFillPrices, type OrderSums, openCount, sumsOfOrders } from './store.ts';

type CancelledAll = Output<'POST /coin/cancel_all'>;

const STATUSES: Readonly<Record<string, readonly SpotOrder['status'][]>> = {
  pending: ['pending'],
  filled: ['filled'],
  cancelled: ['cancelled'],
  history: ['filled', 'cancelled'],
};
const ALL = ['pending', 'filled', 'cancelled'] as const;

/** Spot trading: orders, which meet each other and the house's quotes in the market's book. */
export const spot = defineDomain(spotContract, ({ database, catalogue, market, ports, now }) => {
  const submit = async <Result = WireSpotOrder>(command: SpotCommand, use: KeyUse): Promise<Result> =>
    (await market.submit('spot', command, use)) as Result;
  return {
    name: 'spot',
    userData: {
      spot_order: OWN_ROWS,
      spot_fill: { rows: 'order_id in (select id from spot_order where user_id = $1)' },
    },
    routes: serveTrades({ database, now }),
    marketClient: spotMarketClient(catalogue, ports.vip),
    recordKinds: ['order_freeze', 'order_release', 'trade_buy', 'trade_sell', 'trade_fee'],
    trades: { first: firstFill, fills: marketFills, events: tradeEvents },
    openOrders: openOrdersIn,
    closingObstacles: async (sql, userId) => [{ kind: 'order', count: (await openOrdersOf(sql, userId)).length }],
    onFreeze: async (userId) =>
      cancelEach({ userId, ids: await openOrdersOf(database, userId), callId: 'spot.freeze' }, (id, use) =>
        submit({ kind: 'cancel', userId, id }, use),
      ),
    currencyUses: async () => (code) => ({ symbols: spotListings(catalogue.current()).symbolsOf(code) }),
    reserves: OPEN_RESERVES,
    calls: {
      'POST /coin/trade': {
        keyed: async ({ user: { id: userId, level }, use }, input) => {
          const command = await placementOf(database, catalogue.current(), { id: userId, level }, input);
          return submit(command, use);
        },
      },
      'PUT /coin/trade': { keyed: ({ user, use }, { id }) => submit({ kind: 'cancel', userId: user.id, id }, use) },
      'POST /coin/amend': {
        keyed: ({ user: { id: userId, level }, use }, input) =>
          submit({ kind: 'amend', userId, level, changes: amendmentFromWire(input) }, use),
      },
      'POST /coin/cancel_all': {
        keyed: ({ user, use }, { symbol = null }) =>
          submit<CancelledAll>({ kind: 'cancel_all', userId: user.id, symbol }, use),
      },
      'POST /coin/trades/export': ({ database: sql, user, language }, input) =>
        askForTrades({ sql, user, language, now: now() }, input),
      'GET /coin/list': async ({ database: sql, user }, { page, limit, status, symbol, type }) => {
        const { rows, total } = await listOrders(sql, {
          userId: user.id,
          statuses: (status && STATUSES[status]) ?? ALL,
          symbol: symbol ?? null,
          side: type ?? null,
          page,
          limit,
        });
        const snapshot = catalogue.current();
        const list = rows.map(({ order, fills }) => orderToWire(spotOrderOf(order, fills, snapshot)));
        return { list, page, limit, total };
      },
    },
  };
});
