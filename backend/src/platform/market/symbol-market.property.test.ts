import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HouseTerms } from './house.ts';
import { reaches, type Side } from './order-book.ts';
import { type Fill, type NewOrder, SymbolMarket } from './symbol-market.ts';

const TERMS: HouseTerms = {
  halfSpread: 0.001,
  width: 0.02,
  levels: 5,
  depth: 200,
  cap: 2,
  skew: 0.001,
  refill: 10_000,
};
const USERS = ['ann', 'ben', 'cid'];

type Step =
  | { readonly kind: 'move'; readonly mid: number; readonly after: number }
  | { readonly kind: 'cancel'; readonly order: number }
  | { readonly kind: 'place'; readonly order: Omit<NewOrder, 'id'> };

const side = fc.constantFrom<Side>('buy', 'sell');
const place = fc
  .record({
    userId: fc.constantFrom(...USERS),
    side,
    price: fc.option(fc.integer({ min: 960, max: 1_040 }), { freq: 5 }),
    lots: fc.integer({ min: 1, max: 300 }),
    budget: fc.option(fc.bigInt({ min: 1n, max: 200_000n }), { freq: 5, nil: undefined }),
    timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
    postOnly: fc.boolean(),
  })
  .map(({ budget, postOnly, ...order }) => ({
    kind: 'place' as const,
    order: {
      ...order,
      ...(budget !== undefined && order.side === 'buy' && { budget }),
      ...(order.price !== null && order.timeInForce === 'GTC' && { postOnly }),
    },
  }));
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: place },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: fc.nat(60) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        mid: fc.double({ min: 950, max: 1_050, noNaN: true }),
        after: fc.integer({ min: 0, max: 60_000 }),
      }),
    },
  ),
  { minLength: 1, maxLength: 60 },
);

/** What each party holds, lots; the house by the fills alone. */
type Holdings = Map<string, number>;

function book(holdings: Holdings, { taker, maker, side: taking, lots }: Fill): void {
  const sign = taking === 'buy' ? 1 : -1;
  const add = (party: string, amount: number) => void holdings.set(party, (holdings.get(party) ?? 0) + amount);
  add(taker?.userId ?? 'house', sign * lots);
  add(maker?.userId ?? 'house', -sign * lots);
}

/** Plays the steps and checks after each what must hold always. */
function play(all: readonly Step[]): void {
  const market = new SymbolMarket(TERMS);
  const orders = new Map<string, NewOrder>();
  const filled = new Map<string, number>();
  const spent = new Map<string, bigint>();
  const resting = new Map<string, { lots: number; arrived: number }>();
  const holdings: Holdings = new Map();
  let at = 0;
  let arrivals = 0;

  const check = (fills: readonly Fill[]): void => {
    for (const fill of fills) {
      const { taker, maker, price, lots } = fill;
      expect(lots).toBeGreaterThan(0);
      expect(taker === null && maker === null).toBe(false);
      // No user trades with themselves.
      if (taker && maker) expect(taker.userId).not.toBe(maker.userId);
      for (const party of [taker, maker]) {
        if (!party) continue;
        const order = orders.get(party.id);
        if (!order) throw new Error(`a fill of an unknown order ${party.id}`);
        // Never outside a limit, never more than was ordered or than the budget holds.
        if (order.price !== null) expect(reaches(order.side, order.price, price)).toBe(true);
        filled.set(party.id, (filled.get(party.id) ?? 0) + lots);
        expect(filled.get(party.id)).toBeLessThanOrEqual(order.lots);
        spent.set(party.id, (spent.get(party.id) ?? 0n) + BigInt(price) * BigInt(lots));
        if (order.budget !== undefined && order.id === taker?.id) {
          expect((spent.get(party.id) ?? 0n) <= order.budget).toBe(true);
        }
      }
      if (maker) {
        const rest = resting.get(maker.id);
        if (!rest) throw new Error(`${maker.id} did not rest`);
        // Priority: no order of the same side with a better price, or the same and earlier, was passed over.
        const mine = orders.get(maker.id) as NewOrder;
        for (const [id, other] of resting) {
          const order = orders.get(id) as NewOrder;
          if (id === maker.id || order.side !== mine.side || order.userId === taker?.userId) continue;
          const better = order.price !== mine.price && reaches(mine.side, order.price as number, mine.price as number);
          if (better || (order.price === mine.price && other.arrived < rest.arrived)) {
            throw new Error(`${maker.id} was filled before ${id}`);
          }
        }
        // A resting order trades at its own price.
        expect(price).toBe(mine.price);
        rest.lots -= lots;
        if (rest.lots === 0) resting.delete(maker.id);
      }
      book(holdings, fill);
    }
  };

  for (const step of all) {
    if (step.kind === 'move') {
      at += step.after;
      check(market.move(step.mid, at));
    } else if (step.kind === 'cancel') {
      const id = `o${step.order}`;
      expect(market.cancel(id)).toBe(resting.get(id)?.lots ?? null);
      resting.delete(id);
    } else {
      const order: NewOrder = { ...step.order, id: `o${orders.size}` };
      orders.set(order.id, order);
      const { fills, left, ended } = market.place(order);
      const taken = fills.filter(({ taker }) => taker?.id === order.id);
      if (ended === 'post_only') expect(taken).toEqual([]);
      if (order.timeInForce === 'FOK' && order.price !== null) {
        expect([0, order.lots]).toContain(taken.reduce((sum, { lots }) => sum + lots, 0));
      }
      const rests = order.lots - taken.reduce((sum, { lots }) => sum + lots, 0);
      if (ended === null && rests > 0) resting.set(order.id, { lots: rests, arrived: arrivals++ });
      check(fills);
      expect(order.lots - (filled.get(order.id) ?? 0)).toBe(left);
    }
    // Bought and sold are equal, the house included.
    expect([...holdings.values()].reduce((sum, lots) => sum + lots, 0)).toBe(0);
    expect(market.inventory).toBe(holdings.get('house') ?? 0);
    expect(Math.abs(market.inventory)).toBeLessThanOrEqual(TERMS.cap * TERMS.depth);
    expect(market.size).toBe(resting.size);
    const { bids, asks } = market.snapshot(50);
    if (bids[0] && asks[0]) expect(bids[0][0]).toBeLessThan(asks[0][0]);
    for (const [price, lots] of [...bids, ...asks]) {
      expect(price).toBeGreaterThan(0);
      expect(lots).toBeGreaterThan(0);
    }
  }
}

test('whatever is placed, moved and cancelled: priority, limits, conservation, no self-trade, no crossed book', () => {
  fc.assert(fc.property(steps, play), { numRuns: 400, verbose: 1 });
});
