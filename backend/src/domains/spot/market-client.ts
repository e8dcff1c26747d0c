import type { WireSpotOrder } from '@tessera/api/spot/wire';
import type { Catalogue, CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { postJournals } from '../../platform/ledger/index.ts';
import type { MarketClient } from '../../platform/market/desk-types.ts';
import type { MarketEngine, SymbolPrices } from '../../platform/market/engine-types.ts';
import { reaches } from '../../platform/market/order-book.ts';
import { NO_VIP, type Vip } from '../../platform/ports.ts';
import { readConfiguration } from '../site/index.ts';
import { Batch, type BatchReads, type Units } from './batch.ts';
import { type CancelOrder, cancelOrder } from './cancel.ts';
import { spotListings } from './listing.ts';
import type { Order } from './order.ts';
import { type PlaceOrder, placeOrder } from './place.ts';
import { availableOf, lastIds, ordersByIds, type Wanted, writeOrders } from './store.ts';
import { restingOf, warmOrders } from './warm-orders.ts';

export type SpotCommand = PlaceOrder | CancelOrder;

const nothing: BatchReads = { available: new Map(), stored: new Map(), configuration: null };

/** Both currencies of each order, because what one order of a user brings in another may spend. */
function wantedBy(places: readonly PlaceOrder[], catalogue: CatalogueSnapshot): Wanted[] {
  const wanted = new Map<string, Wanted>();
  const listings = spotListings(catalogue);
  for (const { userId, order } of places) {
    const listing = listings.ofPair(order.currency_id, order.legal_id);
    for (const { code } of listing ? [listing.base, listing.quote] : []) {
      wanted.set(`${userId} ${code}`, { userId, currency: code });
    }
  }
  return [...wanted.values()];
}

async function read(sql: Sql, commands: readonly SpotCommand[], catalogue: CatalogueSnapshot): Promise<BatchReads> {
  if (commands.length === 0) return nothing;
  const places = commands.filter((command) => command.kind === 'place');
  const cancels = commands.filter((command) => command.kind === 'cancel');
  const [available, configuration, stored] = await Promise.all([
    places.length > 0 ? availableOf(sql, wantedBy(places, catalogue)) : [],
    places.length > 0 ? readConfiguration(sql) : null,
    cancels.length > 0
      ? ordersByIds(
          sql,
          cancels.map(({ id }) => id),
        )
      : [],
  ]);
  return {
    available: new Map(available.map(({ user, currency, amount }) => [`${user} ${currency}`, amount])),
    configuration,
    stored: new Map(stored.map((each) => [each.order.id, each])),
  };
}

const unitsOf =
  (engine: MarketEngine) =>
  (symbol: string): Units => {
    const prices = engine.prices(symbol);
    if (!prices) throw new Error(`${symbol} trades and is not listed`);
    return prices;
  };

/** Whether an order would be filled by what stands now or was traded last: a price that it was never quoted. */
const isPassed = (side: 'buy' | 'sell', price: number, { bid, ask, last }: SymbolPrices): boolean =>
  [side === 'buy' ? ask : bid, last].some((met) => met !== null && reaches(side, price, met));

/**
 * Spot trading where the market is: all open orders in memory, and the commands that place and cancel them. `vip` is asked
 * for the discount of each fill's user.
 */
export function spotMarketClient(
  catalogue: Catalogue,
  vip: () => Vip = () => NO_VIP,
): MarketClient<SpotCommand, Batch, WireSpotOrder> {
  let orders = new Map<string, Order>();
  const open = new Map<string, number>();
  /** Open orders that are not in the book: carried over, or of a symbol without a market. */
  const outside = new Set<string>();
  const last = { order: 0, fill: 0 };
  const warm = warmOrders((symbol) => catalogue.current().instrument(symbol));

  return {
    name: 'spot',
    warm: async (sql) => void (await warm.read(sql)),
    async restore(sql, engine) {
      for (const map of [open, outside]) map.clear();
      await vip().refresh();
      const [ids, taken] = await Promise.all([lastIds(sql), warm.take(sql)]);
      Object.assign(last, ids);
      orders = taken.byId;
      const pricesOf = new Map<string, SymbolPrices | null>();
      for (const { order, grid, resting: ready } of taken.open) {
        open.set(order.userId, (open.get(order.userId) ?? 0) + 1);
        let prices = pricesOf.get(order.symbol);
        if (prices === undefined) {
          prices = engine.prices(order.symbol);
          pricesOf.set(order.symbol, prices);
        }
        const fits = prices && prices.tick === grid?.tick && prices.lot === grid.lot;
        const resting = prices && !order.carried ? (fits ? ready : restingOf(order, prices)) : null;
        if (resting) engine.restore(order.symbol, resting);
        else outside.add(order.id);
      }
    },
    async prepare(sql, commands, _stepping, before) {
      const snapshot = catalogue.current();
      const reads = await read(sql, commands, snapshot);
      return new Batch({ orders, open, last }, reads, snapshot, vip(), before);
    },
    isFollowed: () => true,
    apply: (engine, command, batch, at) =>
      command.kind === 'place' ? placeOrder(engine, command, batch, at) : cancelOrder(engine, command, batch, at),
    settle: (engine, fills, batch, at) => batch.settle(fills, unitsOf(engine), at),
    ticked(engine, batch, at) {
      for (const id of outside) {
        const order = batch.order(id);
        if (order?.status !== 'pending' || engine.refusal(order.symbol, at) !== null) continue;
        if (engine.isWithheld(order.userId)) continue;
        const prices = engine.prices(order.symbol);
        if (!prices || prices.last === null) continue;
        const resting = restingOf(order, prices);
        if (!resting || isPassed(resting.side, resting.price, prices)) {
          batch.cancel(order, 'reopened', at);
        } else {
          engine.restore(order.symbol, resting);
          batch.admit(order);
        }
      }
      return [];
    },
    users: (batch) => batch.users,
    async write(tx, batch) {
      const { placed, changed, fills, journals } = batch;
      const orders = [...placed, ...changed];
      if (orders.length === 0) return;
      const written = [writeOrders(tx, placed, changed, fills), journals.length > 0 && postJournals(tx, journals)];
      for (const { userId, id, status } of orders) tx.notify(userId, { kind: 'order', id, status });
      for (const userId of new Set(orders.map((order) => order.userId))) tx.notify(userId, { kind: 'balance' });
      await Promise.all(written);
    },
    adopt(batch) {
      batch.adopted();
      last.order = batch.lastOrder;
      last.fill = batch.lastFill;
      for (const order of [...batch.changed, ...batch.placed]) {
        const opened = Number(order.status === 'pending') - Number(orders.has(order.id));
        const count = (open.get(order.userId) ?? 0) + opened;
        if (count > 0) open.set(order.userId, count);
        else open.delete(order.userId);
        if (order.status === 'pending') orders.set(order.id, order);
        else orders.delete(order.id);
        if (!order.carried) outside.delete(order.id);
      }
    },
  };
}
