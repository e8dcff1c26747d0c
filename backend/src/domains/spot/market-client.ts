import type { WireSpotOrder } from '@tessera/api/spot/wire';
import type { Catalogue, CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { postJournals } from '../../platform/ledger/index.ts';
import type { MarketClient } from '../../platform/market/desk-types.ts';
import type { MarketEngine, SymbolPrices } from '../../platform/market/engine-types.ts';
import { reaches } from '../../platform/market/order-book.ts';
import { PriceIndex } from '../../platform/market/price-index.ts';
import { NO_VIP, type Vip } from '../../platform/ports.ts';
import { readConfiguration } from '../site/index.ts';
import { type AmendOrder, amendOrder } from './amend.ts';
import { Batch, type BatchReads, bookId, type Units } from './batch.ts';
import { type CancelAll, type CancelOrder, cancelAll, cancelOrder } from './cancel.ts';
import { spotListings } from './listing.ts';
import { isTriggered, isWaiting, type Order } from './order.ts';
import { type PlaceOrder, placeOrder } from './place.ts';
import { executeStops, placeNow } from './stops.ts';
import { availableOf, lastIds, ordersByIds, type Wanted, writeOrders } from './store.ts';
import { restingOf, warmOrders } from './warm-orders.ts';

export type SpotCommand = PlaceOrder | AmendOrder | CancelOrder | CancelAll;
/** What a command returns. */
export type SpotResult = WireSpotOrder | ReturnType<ReturnType<typeof cancelAll>['result']>;

/** Triggered orders that wait for others to trade with and are tried in one step; the rest waits for the next one. */
const MOST_TRIED = 100;

const nothing: BatchReads = { available: new Map(), stored: new Map(), configuration: null };

type Spending = PlaceOrder | AmendOrder;

/** Both currencies of each order, because what one order of a user brings in another may spend. */
function wantedBy(
  spending: readonly Spending[],
  catalogue: CatalogueSnapshot,
  orderOf: (id: string) => Order | undefined,
): Wanted[] {
  const wanted = new Map<string, Wanted>();
  const listings = spotListings(catalogue);
  for (const command of spending) {
    const { userId } = command;
    const listing =
      command.kind === 'place'
        ? listings.ofPair(command.order.currency_id, command.order.legal_id)
        : listings.bySymbol.get(orderOf(command.changes.id)?.symbol ?? '');
    for (const { code } of listing ? [listing.base, listing.quote] : []) {
      wanted.set(`${userId} ${code}`, { userId, currency: code });
    }
  }
  return [...wanted.values()];
}

async function read(
  sql: Sql,
  commands: readonly SpotCommand[],
  catalogue: CatalogueSnapshot,
  orderOf: (id: string) => Order | undefined,
): Promise<BatchReads> {
  if (commands.length === 0) return nothing;
  const spending = commands.filter((command) => command.kind === 'place' || command.kind === 'amend');
  const named = commands.flatMap((command) =>
    command.kind === 'cancel' ? [command.id] : command.kind === 'amend' ? [command.changes.id] : [],
  );
  const [available, configuration, stored] = await Promise.all([
    spending.length > 0 ? availableOf(sql, wantedBy(spending, catalogue, orderOf)) : [],
    spending.length > 0 ? readConfiguration(sql) : null,
    named.length > 0 ? ordersByIds(sql, named) : [],
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
): MarketClient<SpotCommand, Batch, SpotResult> {
  let orders = new Map<string, Order>();
  const open = new Map<string, number>();
  /** Open orders that are not in the book: carried over, or of a symbol without a market. */
  const outside = new Set<string>();
  /** Trigger prices in the quote currency, of the orders that wait for them. */
  const stops = new PriceIndex();
  const last = { order: 0, fill: 0 };
  const warm = warmOrders((symbol) => catalogue.current().instrument(symbol));

  function watch(order: Order): void {
    const { id, symbol, stop, status } = order;
    if (stop && status === 'pending' && isWaiting(order)) {
      stops.set(id, symbol, { when: stop.when, price: Number(stop.price) });
    } else {
      stops.delete(id);
    }
  }

  return {
    name: 'spot',
    warm: async (sql) => void (await warm.read(sql)),
    async restore(sql, engine) {
      for (const each of [open, outside, stops]) each.clear();
      await vip().refresh();
      const [ids, taken] = await Promise.all([lastIds(sql), warm.take(sql)]);
      Object.assign(last, ids);
      orders = taken.byId;
      const pricesOf = new Map<string, SymbolPrices | null>();
      for (const { order, grid, resting: ready } of taken.open) {
        open.set(order.userId, (open.get(order.userId) ?? 0) + 1);
        if (isWaiting(order)) {
          watch(order);
          if (order.progress.limit === null) continue;
        }
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
      const orderOf = (id: string) => (before ? before.order(id) : orders.get(id));
      const reads = await read(sql, commands, snapshot, orderOf);
      return new Batch({ orders, open, last }, reads, snapshot, vip(), before);
    },
    isFollowed: () => true,
    apply(engine, command, batch, at) {
      switch (command.kind) {
        case 'place':
          return placeOrder(engine, command, batch, at);
        case 'amend':
          return amendOrder(engine, command, batch, at);
        case 'cancel':
          return cancelOrder(engine, command, batch, at);
        case 'cancel_all':
          return cancelAll(engine, command, batch, at);
      }
    },
    settle(engine, fills, batch, at) {
      batch.settle(fills, unitsOf(engine), at);
      batch.concludePlaced(at);
      for (const { symbol, id } of batch.takeOutgrown()) engine.cancel(symbol, bookId(id));
    },
    traders: () => open.keys(),
    ticked(engine, batch, at) {
      const { fills, triggered } = executeStops(engine, batch, stops, at);
      for (const id of outside) {
        if (triggered.has(id)) continue;
        const order = batch.order(id);
        if (order?.status !== 'pending' || engine.refusal(order.symbol, at) !== null) continue;
        if (engine.isWithheld(order.userId)) continue;
        const prices = engine.prices(order.symbol);
        if (!prices || prices.last === null) continue;
        if (order.carried && isTriggered(order)) {
          if (batch.tried.length === MOST_TRIED) continue;
          batch.tried.push(id);
          fills.push(...placeNow(engine, batch, order, at));
          continue;
        }
        if (order.parentId !== null) {
          // It protects what was filled: where the market has passed it, it takes.
          batch.admit(order);
          fills.push(...placeNow(engine, batch, batch.order(id) as Order, at));
          continue;
        }
        const resting = restingOf(order, prices);
        if (!resting || isPassed(resting.side, resting.price, prices)) {
          batch.cancel(order, 'reopened', at);
        } else {
          engine.restore(order.symbol, resting);
          batch.admit(order);
        }
      }
      if (fills.length === 0) batch.concludePlaced(at);
      return fills;
    },
    journals: (batch) => batch.journals,
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
        watch(order);
        if (order.carried) outside.add(order.id);
        else outside.delete(order.id);
      }
      // What was tried longest ago is tried first.
      for (const id of batch.tried) if (outside.delete(id)) outside.add(id);
    },
  };
}
