import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { samples } from '../../../test/samples.ts';
import { House, type HouseTerms } from './house.ts';
import type { Side } from './order-book.ts';
import { type Ended, type Fill, type NewOrder, SymbolMarket } from './symbol-market.ts';

/*
 * The matching of one instrument against a naive model: lists that are sorted anew for every single trade. The house's
 * quotes are those of `House`, which has tests of its own.
 */

const TERMS: HouseTerms = {
  halfSpread: 0.001,
  width: 0.02,
  levels: 5,
  depth: 200,
  cap: 2,
  skew: 0.001,
  refill: 10_000,
};

type Rest = {
  readonly id: string;
  readonly userId: string;
  readonly side: Side;
  readonly price: number;
  lots: number;
  readonly arrived: number;
};
type Standing = { readonly price: number; readonly lots: number; readonly rest: Rest | null };

const other = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
/** Best first for an order that takes from this side. */
const byPrice = (side: Side) => (a: { price: number }, b: { price: number }) =>
  side === 'buy' ? b.price - a.price : a.price - b.price;
const crosses = (buy: number, sell: number): boolean => buy >= sell;

class Model {
  readonly house = new House(TERMS);
  rests: Rest[] = [];
  away: Rest[] = [];
  #arrivals = 0;

  /** From now on these users' orders, and no others, are left out; the others come back with the next move. */
  withhold(users: ReadonlySet<string>): void {
    this.away.push(...this.rests.filter(({ userId }) => users.has(userId)));
    this.rests = this.rests.filter(({ userId }) => !users.has(userId));
  }

  readmit(users: ReadonlySet<string>): void {
    const back = this.away.filter(({ userId }) => !users.has(userId));
    this.away = this.away.filter(({ userId }) => users.has(userId));
    this.rests = [...this.rests, ...back].sort((a, b) => a.arrived - b.arrived);
  }

  /** Users whose orders cross, one lot at a time: the best of both sides, unless the house stands before one of them. */
  #uncross(): Fill[] {
    const fills: Fill[] = [];
    for (;;) {
      const [buy] = this.rests.filter((rest) => rest.side === 'buy').sort(byPrice('buy'));
      const [sell] = this.rests.filter((rest) => rest.side === 'sell').sort(byPrice('sell'));
      if (!buy || !sell || buy.price < sell.price) return fills;
      const [first, second] = buy.arrived < sell.arrived ? [buy, sell] : [sell, buy];
      const before = [
        { rest: buy, quote: this.house.quotes('sell')[0], over: sell },
        { rest: sell, quote: this.house.quotes('buy')[0], over: buy },
      ].find(({ quote, over }) => quote && byPrice(over.side)(quote, over) < 0);
      const fill: Fill = before
        ? {
            taker: null,
            maker: { id: before.rest.id, userId: before.rest.userId },
            side: other(before.rest.side),
            price: before.rest.price,
            lots: 1,
          }
        : {
            taker: { id: second.id, userId: second.userId },
            maker: { id: first.id, userId: first.userId },
            takerRested: true,
            side: second.side,
            price: first.price,
            lots: 1,
          };
      if (before) this.house.take(fill.side, 1);
      for (const rest of before ? [before.rest] : [buy, sell]) this.#reduce(rest, 1);
      fills.push(fill);
    }
  }

  /** All that stands on a side; a stable sort keeps users before the house and the order of arrival. */
  #standing(side: Side): Standing[] {
    const users = this.rests
      .filter((rest) => rest.side === side)
      .map((rest) => ({ price: rest.price, lots: rest.lots, rest }));
    const quotes = this.house.quotes(side).map(({ price, lots }) => ({ price, lots, rest: null }));
    return [...users, ...quotes].sort(byPrice(side));
  }

  #reduce(rest: Rest, lots: number): void {
    rest.lots -= lots;
    if (rest.lots === 0) this.rests = this.rests.filter((one) => one !== rest);
  }

  move(mid: number, at: number): Fill[] {
    this.house.move(mid, at);
    return [...this.#uncross(), ...this.#reached()];
  }

  #reached(): Fill[] {
    const fills: Fill[] = [];
    for (const side of ['buy', 'sell'] as const) {
      for (;;) {
        const best = this.rests.filter((rest) => rest.side === side).sort(byPrice(side))[0];
        const quote = this.house.quotes(other(side))[0];
        if (!best || !quote) break;
        if (!(side === 'buy' ? crosses(best.price, quote.price) : crosses(quote.price, best.price))) break;
        const lots = Math.min(best.lots, quote.lots);
        const maker = { id: best.id, userId: best.userId };
        fills.push({ taker: null, maker, side: other(side), price: best.price, lots });
        this.house.take(other(side), lots);
        this.#reduce(best, lots);
      }
    }
    return fills;
  }

  place(order: NewOrder): { fills: Fill[]; left: number; ended: Ended | null } {
    const { id, userId, side, price } = order;
    const standing = this.#standing(other(side)).filter(
      (one) => price === null || (side === 'buy' ? crosses(price, one.price) : crosses(one.price, price)),
    );
    const taken: { readonly from: Standing; readonly lots: number }[] = [];
    let left = order.lots;
    let ended: Ended | null = null;
    let budget = order.budget ?? BigInt(Number.MAX_SAFE_INTEGER) ** 2n;
    if (order.postOnly && standing.length > 0) ended = 'post_only';
    for (const from of ended ? [] : standing) {
      if (left === 0) break;
      if (from.rest?.userId === userId) {
        ended = 'own_order';
        break;
      }
      const wanted = Math.min(left, from.lots);
      let lots = 0;
      // One lot after the other.
      while (lots < wanted && budget >= BigInt(from.price)) {
        budget -= BigInt(from.price);
        lots++;
      }
      if (lots > 0) taken.push({ from, lots });
      left -= lots;
      if (lots < wanted) {
        ended = 'budget';
        break;
      }
    }
    if (left > 0 && order.timeInForce === 'FOK') return { fills: [], left: order.lots, ended: 'all_or_nothing' };
    const fills: Fill[] = [];
    for (const { from, lots } of taken) {
      const maker = from.rest && { id: from.rest.id, userId: from.rest.userId };
      fills.push({ taker: { id, userId }, maker, side, price: from.price, lots });
      if (from.rest) this.#reduce(from.rest, lots);
      else this.house.take(other(side), lots);
    }
    if (left === 0) ended = null;
    else if (ended === null && price === null) ended = 'market';
    else if (ended === null && order.timeInForce === 'IOC') ended = 'immediate';
    if (left > 0 && ended === null) {
      this.rests.push({ id, userId, side, price: price as number, lots: left, arrived: this.#arrivals++ });
    }
    const reached = this.#reached();
    for (const fill of reached) if (fill.maker?.id === id) left -= fill.lots;
    return { fills: [...fills, ...reached], left, ended };
  }

  cancel(id: string): number | null {
    const found = [...this.rests, ...this.away].find((rest) => rest.id === id);
    this.rests = this.rests.filter((rest) => rest !== found);
    this.away = this.away.filter((rest) => rest !== found);
    return found?.lots ?? null;
  }

  book(side: Side): [number, number][] {
    const levels = new Map<number, number>();
    for (const { price, lots } of this.#standing(side)) levels.set(price, (levels.get(price) ?? 0) + lots);
    return [...levels];
  }
}

const side = fc.constantFrom<Side>('buy', 'sell');
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        userId: fc.constantFrom('ann', 'ben', 'cid'),
        side,
        price: fc.option(fc.integer({ min: 970, max: 1_030 }), { freq: 5 }),
        lots: fc.integer({ min: 1, max: 120 }),
        budget: fc.option(fc.bigInt({ min: 1n, max: 100_000n }), { freq: 5, nil: undefined }),
        timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
        postOnly: fc.boolean(),
      })
      .map(({ budget, postOnly, ...order }) => ({
        ...order,
        ...(budget !== undefined && order.side === 'buy' && { budget }),
        ...(order.price !== null && order.timeInForce === 'GTC' && { postOnly }),
      })),
  },
  { weight: 2, arbitrary: fc.nat(60) },
  { weight: 2, arbitrary: fc.subarray(['ann', 'ben', 'cid']).map((users) => ({ held: new Set(users) })) },
  {
    weight: 3,
    arbitrary: fc.record({
      mid: fc.double({ min: 980, max: 1_020, noNaN: true }),
      after: fc.integer({ min: 0, max: 30_000 }),
    }),
  },
);

/** Fills of the same orders at the same price, one after the other, as one. */
function together(fills: readonly Fill[]): Fill[] {
  const all: Fill[] = [];
  for (const { lots, ...fill } of fills) {
    const last = all.at(-1);
    const { lots: before = 0, ...same } = last ?? {};
    if (last && isDeepStrictEqual(same, fill)) all[all.length - 1] = { ...last, lots: before + lots };
    else all.push({ ...fill, lots });
  }
  return all;
}

test('matches as the naive model does: the same trades in the same order, the same book after each step', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 80, size: 'max' }), (steps) => {
      const market = new SymbolMarket(TERMS);
      const model = new Model();
      let at = 0;
      let orders = 0;
      let held: ReadonlySet<string> = new Set();
      for (const one of steps) {
        if (typeof one === 'number') expect(market.cancel(`o${one}`)).toBe(model.cancel(`o${one}`));
        else if ('held' in one) {
          held = one.held;
          for (const each of [market, model]) each.withhold(held);
        } else if ('mid' in one) {
          at += one.after;
          for (const each of [market, model]) each.readmit(held);
          expect(together(market.move(one.mid, at))).toEqual(together(model.move(one.mid, at)));
        } else if (!held.has(one.userId) && model.away.every(({ userId }) => userId !== one.userId)) {
          const order: NewOrder = { ...one, id: `o${orders++}` };
          expect(market.place(order)).toEqual(model.place(order));
        }
        const { bids, asks } = market.snapshot(1_000);
        expect(market.size).toBe(model.rests.length + model.away.length);
        expect(bids).toEqual(model.book('buy'));
        expect(asks).toEqual(model.book('sell'));
        expect(market.inventory).toBe(model.house.inventory);
      }
    }),
    { numRuns: samples(50, 150) },
  );
});
