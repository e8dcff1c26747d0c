import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coin, ScriptedSource } from '../../../test/scripted-market.ts';
import { CarriedBatch } from './carried-batch.ts';
import { CarriedSums, type Standing } from './carried-sums.ts';
import { createEngine } from './engine.ts';
import type { SymbolFill } from './engine-types.ts';
import { PairSums } from './pair-sums.ts';

/*
 * Whatever users place, whichever of them are paused, withheld or not known, and whatever is undone: after each batch trades have carried
 * no more than the bound from any of them, to one other and to all, as summed here from the fills that are committed.
 */

const INDEX = 10_000;
const USERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
/** The house holds next to nothing, so that users meet each other anywhere in the band. */
const HOUSE = { halfSpread: 0.001, width: 0.01, levels: 2, depth: 10, cap: 1, skew: 0, refill: 1 };
/** USDT that a fill carries. */
const carriedBy = ({ price, lots }: SymbolFill, index: number): number => Math.abs(price - index) * lots * 0.01 * 0.1;

const anyone = fc.constantFrom(...USERS);
const user = fc.oneof({ weight: 2, arbitrary: fc.constant('a') }, { weight: 3, arbitrary: anyone });
const order = fc.record({
  kind: fc.constant('order' as const),
  userId: user,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  // At the market, anywhere in the band, or where most is carried.
  price: fc.option(fc.oneof(fc.integer({ min: 9_500, max: 10_500 }), fc.constantFrom(9_600, 10_400)), { nil: null }),
  lots: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 100, max: 2_000 })),
  timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
  postOnly: fc.constantFrom(false, false, false, true),
  /** Undone after it was placed, as a command is that is rejected. */
  undone: fc.constantFrom(false, false, false, true),
});
/** One user buys dearly, at once or in advance, and others sell to it. */
const drain = fc
  .tuple(order, fc.boolean(), fc.constantFrom(...USERS.slice(1)), fc.integer({ min: 300, max: 700 }))
  .map(([each, loses, other, lots]) => ({
    ...each,
    ...{ userId: loses ? 'a' : other, side: loses ? ('buy' as const) : ('sell' as const), postOnly: false },
    ...{ price: loses ? 10_400 : 10_390, lots: loses ? lots * 3 : lots },
  }));
const batch = fc.record({
  /** The index of a step before the orders; null without one. */
  step: fc.option(
    fc.integer({ min: 9_900_000, max: 10_100_000 }).map((fine) => fine / 1_000),
    { nil: null },
  ),
  orders: fc.oneof(
    fc.array(order, { maxLength: 14 }),
    fc.array(fc.oneof(order, drain, drain), { minLength: 15, maxLength: 30 }),
  ),
  paused: fc.array(anyone, { maxLength: 2 }),
  unread: fc.array(anyone, { maxLength: 2 }),
  withheld: fc.array(anyone, { maxLength: 3 }),
  rolledBack: fc.constantFrom(false, false, false, true),
});
type Batch = typeof batch extends fc.Arbitrary<infer B> ? B : never;

const seen = { cut: 0, toAll: 0, takerRested: 0, whole: 0, paused: 0 };

function play(batches: readonly Batch[]): void {
  const source = new ScriptedSource();
  source.set('A', INDEX);
  const terms = coin('A', { house: HOUSE, breaker: { jump: 0.05, spread: 0.02, age: 60_000, pause: 0 } });
  const engine = createEngine({ terms: [terms], source, overallCap: 1e9 });
  const sums = new CarriedSums();
  const placed = new Map<string, { readonly lots: number; filled: number }>();
  /** Net loss by payer and payee. */
  const lost = new Map<string, number>();
  const lossTo = (one: string, other: string) => lost.get(`${one} ${other}`) ?? 0;
  const lossToAll = (one: string) => USERS.reduce((sum, other) => sum + Math.max(0, lossTo(one, other)), 0);
  let [now, index, ids] = [Date.UTC(2026, 10, 28, 12), INDEX, 0];
  /** Lots of the house: as its fills say, and as it says. */
  let [held, inventory] = [0, 0];
  for (const { step, orders, paused, unread, withheld, rolledBack } of [
    { step: INDEX, orders: [], paused: [], unread: [], withheld: [], rolledBack: false },
    ...batches,
  ]) {
    now += 200;
    const standings = new Map<string, Standing>(
      USERS.filter((each) => !unread.includes(each)).map((each) => [
        each,
        { paused: paused.includes(each), excused: new PairSums().of(each) },
      ]),
    );
    sums.excuse(standings);
    const carried = new CarriedBatch(engine, sums, standings, now);
    const fills: SymbolFill[] = [];
    const arrived: (readonly [string, number])[] = [];
    engine.begin();
    engine.watch(carried);
    engine.withhold(new Set(withheld));
    if (step !== null) {
      source.set('A', step);
      fills.push(...engine.tick(now));
    }
    const indexNow = step ?? index;
    for (const { kind: _, undone, postOnly, ...wanted } of orders) {
      if (withheld.includes(wanted.userId)) continue;
      const id = `o${ids++}`;
      const undo = engine.savepoint();
      const rests = wanted.price !== null && wanted.timeInForce === 'GTC';
      const timeInForce = wanted.price === null ? ('IOC' as const) : wanted.timeInForce;
      const result = engine.place('A', { ...wanted, id, timeInForce, ...(postOnly && rests && { postOnly }) });
      if (undone) {
        undo();
        continue;
      }
      arrived.push([id, wanted.lots]);
      fills.push(...result.fills.map((fill) => ({ ...fill, symbol: 'A' })));
      if (timeInForce === 'FOK' && result.left === 0) seen.whole++;
      if (result.barred) seen.cut++;
    }
    engine.watch(null);
    if (rolledBack) {
      engine.rollback();
      continue;
    }
    inventory = engine.inventories().get('A') ?? inventory;
    engine.commit();
    carried.keep();
    index = indexNow;
    const before = new Map(USERS.map((each) => [each, { all: lossToAll(each), to: new Map(lost) }]));
    for (const [id, lots] of arrived) placed.set(id, { lots, filled: 0 });
    for (const fill of fills) {
      for (const party of [fill.taker, fill.maker]) {
        const found = party && placed.get(party.id);
        if (found) found.filled += fill.lots;
      }
      if (!fill.taker || !fill.maker) {
        held += fill.lots * ((fill.taker === null) === (fill.side === 'buy') ? 1 : -1);
        continue;
      }
      expect(fill.taker.userId).not.toBe(fill.maker.userId);
      if (fill.takerRested) seen.takerRested++;
      const [buyer, seller] = fill.side === 'buy' ? [fill.taker, fill.maker] : [fill.maker, fill.taker];
      const [payer, payee] = fill.price > index ? [buyer.userId, seller.userId] : [seller.userId, buyer.userId];
      const value = carriedBy(fill, index);
      lost.set(`${payer} ${payee}`, lossTo(payer, payee) + value);
      lost.set(`${payee} ${payer}`, lossTo(payee, payer) - value);
    }
    expect(held).toBe(inventory);
    for (const [id, { lots, filled }] of placed) {
      expect(filled).toBeLessThanOrEqual(lots);
      expect([null, lots - filled]).toContain(engine.left('A', id));
    }
    for (const userId of USERS) {
      const strict = paused.includes(userId) || unread.includes(userId);
      const [one, all] = strict ? [20, 100] : [200, 1_000];
      const { all: toAll = 0, to } = before.get(userId) ?? {};
      // What was carried before a pause stays.
      expect(lossToAll(userId)).toBeLessThanOrEqual(Math.max(all, toAll) + 1e-4);
      for (const other of USERS) {
        const former = to?.get(`${userId} ${other}`) ?? 0;
        expect(lossTo(userId, other)).toBeLessThanOrEqual(Math.max(one, former) + 1e-4);
      }
      if (strict && lossToAll(userId) > 10) seen.paused++;
      if (lossToAll(userId) > 900) seen.toAll++;
    }
  }
}

test('no batch carries more than the bound from one user to another, nor to all', () => {
  fc.assert(fc.property(fc.array(batch, { minLength: 4, maxLength: 12 }), play), { numRuns: 60 });
  for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).toBeGreaterThan(10);
});
