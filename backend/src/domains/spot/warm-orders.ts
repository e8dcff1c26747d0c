import { stepsIn, sub } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { HIGHEST_PRICE, MOST_LOTS, type RestingOrder } from '../../platform/market/order-book.ts';
import { bookId } from './batch.ts';
import type { Order } from './order.ts';
import { type OpenOrder, type OpenSpan, openOrders, openVersions } from './store.ts';

/** Beyond so many rows that changed, all are read: one scan costs less than as many look-ups. */
const MOST_LOOKED_UP = 5_000;
/** Names that are kept: of users, symbols and currencies. */
const MOST_NAMES = 200_000;

/** The steps of a symbol's prices and amounts. */
type Grid = { readonly tick: string; readonly lot: string };

/** What of an order belongs into the book. */
type Resting = Omit<RestingOrder, 'sequence'>;

/** An open order, and what of it belongs into the book in the steps of `grid`. */
type WarmOrder = { readonly order: Order; readonly grid: Grid | null; readonly resting: Resting | null };

type TakenOrders = {
  /** Oldest first. */
  readonly open: readonly WarmOrder[];
  /** The same by id, for the one who takes them to keep. */
  readonly byId: Map<string, Order>;
};

export type WarmOrders = {
  /** Reads what has changed since the last time. */
  read(sql: Sql): Promise<void>;
  /** All open orders of now; from then on nothing is kept. */
  take(sql: Sql): Promise<TakenOrders>;
};

type Row = OpenOrder & WarmOrder;
/** Orders as the texts of a span named them. */
type KnownSpan = OpenSpan & { readonly rows: readonly Row[] };

/**
 * What of an order belongs into the book; null where it does not fit the ticks and lots of now, which staff may have
 * changed.
 */
export function restingOf(order: Order, { tick, lot }: Grid): Resting | null {
  const { side, limit, amount, filledAmount } = order.progress;
  if (limit === null || amount === null) return null;
  const price = stepsIn(limit, tick);
  const lots = stepsIn(filledAmount === '0' ? amount : sub(amount, filledAmount), lot);
  if (price === null || lots === null || price > HIGHEST_PRICE || lots > MOST_LOTS) return null;
  return { id: bookId(order.id), userId: order.userId, side, price, lots };
}

/**
 * The open orders that a node knows before it holds the market. The version of a row changes with every update, so that
 * what is read again is what has changed, exactly. The market stands still while a node takes it over: what belongs into
 * the book is made when a row is read, and a span whose texts are the same is not looked into.
 */
export function warmOrders(gridOf: (symbol: string) => Grid | null): WarmOrders {
  let known = new Map<string, KnownSpan>();
  let byId = new Map<string, Order>();
  /** One text for each name: a row brings its own, and what is looked up by it would hash and compare each. */
  const names = new Map<string, string>();
  /** One read at a time: they change the same maps. */
  let reading: Promise<unknown> = Promise.resolve();

  function nameOf(text: string): string {
    const name = names.get(text);
    if (name === undefined) names.set(text, text);
    return name ?? text;
  }

  function rowOf({ order: read, version }: OpenOrder): Row {
    const [userId, symbol] = [nameOf(read.userId), nameOf(read.symbol)];
    const order: Order = { ...read, userId, symbol, base: nameOf(read.base), quote: nameOf(read.quote) };
    const grid = gridOf(symbol);
    return { order, version, grid, resting: grid && restingOf(order, grid) };
  }

  async function update(sql: Sql): Promise<void> {
    const spans = await openVersions(sql);
    if (names.size > MOST_NAMES) names.clear();
    const former = new Map<string, Row>();
    const ids = new Map<OpenSpan, readonly string[]>();
    const wanted: string[] = [];
    for (const span of spans) {
      const before = known.get(span.span);
      if (before?.ids === span.ids && before.versions === span.versions) continue;
      for (const row of before?.rows ?? []) former.set(row.order.id, row);
      const named = span.ids.split(',');
      const versions = span.versions.split(',');
      ids.set(span, named);
      named.forEach((id, index) => {
        if (former.get(id)?.version !== versions[index]) wanted.push(id);
      });
    }
    const read = wanted.length > 0 ? await openOrders(sql, wanted.length > MOST_LOOKED_UP ? null : wanted) : [];
    const fresh = new Map(read.map((row) => [row.order.id, row]));
    const next = new Map<string, KnownSpan>();
    for (const span of spans) {
      const before = known.get(span.span);
      const named = ids.get(span);
      if (before && !named) {
        next.set(span.span, before);
        continue;
      }
      const rows = (named ?? []).flatMap((id) => {
        // One that has ended between the two statements is missing, or is as it was before.
        const [was, is] = [former.get(id), fresh.get(id)];
        const row = is && is.version !== was?.version ? rowOf(is) : was;
        return row ?? [];
      });
      for (const { order } of before?.rows ?? []) byId.delete(order.id);
      for (const { order } of rows) byId.set(order.id, order);
      next.set(span.span, { ...span, rows });
    }
    for (const [span, { rows }] of known) if (!next.has(span)) for (const { order } of rows) byId.delete(order.id);
    known = next;
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = reading.then(work, work);
    reading = done.catch(() => undefined);
    return done;
  };

  return {
    read: (sql) => inTurn(() => update(sql)),
    take: (sql) =>
      inTurn(async () => {
        await update(sql);
        const taken = { open: [...known.values()].flatMap(({ rows }) => rows), byId };
        [known, byId] = [new Map(), new Map()];
        names.clear();
        return taken;
      }),
  };
}
