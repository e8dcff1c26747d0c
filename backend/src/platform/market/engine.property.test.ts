import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coin, ScriptedSource } from '../../../test/scripted-market.ts';
import { createEngine, lossBound } from './engine.ts';
import type { MarketEngine, SymbolFill } from './engine-types.ts';
import { fillInBlocks } from './fill-in-blocks.ts';
import type { Side } from './order-book.ts';
import type { NewOrder } from './symbol-market.ts';

const START = Date.UTC(2026, 10, 23, 12);
const SYMBOLS = ['A', 'B', 'C'];
const OVERALL_CAP = 12_000;

type Operation =
  | { readonly kind: 'tick'; readonly moves: readonly number[]; readonly print: number }
  | { readonly kind: 'place'; readonly symbol: string; readonly order: Omit<NewOrder, 'id'> }
  | { readonly kind: 'block'; readonly symbol: string; readonly side: Side; readonly lots: readonly number[] }
  | { readonly kind: 'cancel'; readonly symbol: string; readonly order: number };

const symbol = fc.constantFrom(...SYMBOLS);
const place: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constant('place' as const),
  symbol,
  order: fc
    .record({
      userId: fc.constantFrom('ann', 'ben', 'cid'),
      side: fc.constantFrom<Side>('buy', 'sell'),
      price: fc.option(fc.integer({ min: 9_800, max: 10_200 }), { freq: 5 }),
      lots: fc.integer({ min: 1, max: 400 }),
      budget: fc.option(fc.bigInt({ min: 1n, max: 2_000_000n }), { freq: 8, nil: undefined }),
      timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
      postOnly: fc.boolean(),
    })
    .map(({ budget, postOnly, ...order }) => ({
      ...order,
      ...(budget !== undefined && order.side === 'buy' && { budget }),
      ...(order.price !== null && order.timeInForce === 'GTC' && { postOnly }),
    })),
});
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: place },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('block' as const),
      symbol,
      side: fc.constantFrom<Side>('buy', 'sell'),
      lots: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), symbol, order: fc.nat(40) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      // Now and then beyond the band.
      moves: fc.array(fc.double({ min: 0.97, max: 1.03, noNaN: true }), { minLength: 3, maxLength: 3 }),
      print: fc.nat(3),
    }),
  },
);
const operations = fc.array(operation, { maxLength: 8 });
/** What a batch does, what it does and takes back to a savepoint, and whether it is rolled back as a whole. */
const batch = fc.record({ kept: operations, undone: operations, rolledBack: fc.boolean() });

/** Fills what users want of a side in blocks within 1 % of the index. */
function takeBlocks(
  engine: MarketEngine,
  { symbol: name, side }: { readonly symbol: string; readonly side: Side },
  lots: readonly number[],
  nextId: () => string,
): SymbolFill[] {
  const fills: SymbolFill[] = [];
  const wanted = lots.map((each) => ({ lots: each, within: 0.01, worst: null }));
  fillInBlocks(engine, { symbol: name, side }, wanted, (index, share, price) => {
    fills.push(...engine.takeBlock(name, { id: nextId(), userId: `copy ${index}`, side, lots: share, price }));
  });
  return fills;
}

/** A market with a clock and prices of its own; the same operations do the same. */
class Twin {
  readonly source = new ScriptedSource();
  readonly engine: MarketEngine = createEngine({
    terms: SYMBOLS.map((name) => coin(name)),
    source: this.source,
    overallCap: OVERALL_CAP,
  });
  now = START;
  #mids = new Map(SYMBOLS.map((name) => [name, 10_000]));
  #orders = 0;

  constructor() {
    // A full ladder.
    this.engine.begin();
    for (let step = 0; step < 2; step++) this.run({ kind: 'tick', moves: [1, 1, 1], print: 0 }, 60_000);
    this.engine.commit();
  }

  /** Ids and prices go on from here once a batch is rolled back. */
  mark(): () => void {
    const { now } = this;
    const mids = new Map(this.#mids);
    const orders = this.#orders;
    return () => {
      this.now = now;
      this.#mids = mids;
      this.#orders = orders;
    };
  }

  run(operation: Operation, elapsed = 1_500): unknown {
    const { engine } = this;
    if (operation.kind === 'cancel') return engine.cancel(operation.symbol, `o${operation.order}`);
    if (operation.kind === 'block') {
      if (engine.refusal(operation.symbol, this.now) !== null) return engine.refusal(operation.symbol, this.now);
      return takeBlocks(engine, operation, operation.lots, () => `o${this.#orders++}`);
    }
    if (operation.kind === 'place') {
      if (engine.refusal(operation.symbol, this.now) !== null) return engine.refusal(operation.symbol, this.now);
      return engine.place(operation.symbol, { ...operation.order, id: `o${this.#orders++}` });
    }
    this.now += elapsed;
    SYMBOLS.forEach((name, index) => {
      const mid = (this.#mids.get(name) as number) * (operation.moves[index] as number);
      this.#mids.set(name, mid);
      this.source.set(name, mid, { at: this.now });
      this.source.print(
        name,
        ...Array.from({ length: operation.print }, () => ({ price: null, lots: 5, side: 'buy' as const })),
      );
    });
    return engine.tick(this.now);
  }

  /** All that can be seen from outside. */
  view(): unknown {
    const { engine } = this;
    return {
      ticks: new Map(engine.ticks()),
      inventories: engine.inventories(),
      prices: SYMBOLS.map((name) => [engine.prices(name), engine.refusal(name, this.now)]),
    };
  }
}

const frameOf = (engine: MarketEngine) =>
  engine.takeFrame(0)?.symbols.toSorted((a, b) => a.symbol.localeCompare(b.symbol)) ?? null;

test('what was rolled back, as a whole or to a savepoint, leaves nothing: later operations do the same', () => {
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 8 }), (batches) => {
      const one = new Twin();
      const other = new Twin();
      for (const { kept, undone, rolledBack } of batches) {
        // The other market never sees what the first one takes back.
        one.engine.begin();
        const back = one.mark();
        const results = rolledBack ? [] : kept.map((operation) => one.run(operation));
        const here = one.mark();
        const undo = one.engine.savepoint();
        for (const operation of undone) one.run(operation);
        if (rolledBack) {
          one.engine.rollback();
          back();
          continue;
        }
        undo();
        here();
        other.engine.begin();
        expect(kept.map((operation) => other.run(operation))).toEqual(results);
        expect(other.view()).toEqual(one.view());
        one.engine.commit();
        other.engine.commit();
        expect(frameOf(other.engine)).toEqual(frameOf(one.engine));
      }
    }),
    { numRuns: 150 },
  );
});

test('a batch on top of one that is not committed is the same as after it, and goes with it', () => {
  const pair = fc.record({
    lower: operations,
    upper: operations,
    /** Which of the two the database takes. */
    taken: fc.constantFrom('both', 'lower', 'none'),
    /** Whether a frame of each is taken at its end. */
    shown: fc.tuple(fc.boolean(), fc.boolean()),
  });
  const last = (engine: MarketEngine, seen: Map<string, unknown>) => {
    for (const { prints: _, ...one } of engine.takeFrame(0)?.symbols ?? []) seen.set(one.symbol, one);
    return seen;
  };
  const prints = (frame: ReturnType<MarketEngine['takeFrame']>) =>
    frame?.symbols.flatMap(({ symbol: name, prints }) => prints.map(({ id }) => `${name} ${id}`)) ?? [];
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), (pairs) => {
      const one = new Twin();
      const other = new Twin();
      const [seen, told] = [new Set<string>(), new Set<string>()];
      const tell = (frame: ReturnType<MarketEngine['takeFrame']>, to: Set<string>) => {
        for (const print of prints(frame)) {
          expect(to.has(print)).toBe(false);
          to.add(print);
        }
      };
      for (const { lower, upper, taken, shown } of pairs) {
        const start = one.mark();
        one.engine.begin();
        const results = lower.map((operation) => one.run(operation));
        const moved = new Map(one.engine.inventories());
        const frame = shown[0] ? one.engine.takeFrame(0) : null;
        const between = one.mark();
        one.engine.begin();
        const after = upper.map((operation) => one.run(operation));
        const movedAfter = new Map(one.engine.inventories());
        const frameAfter = shown[1] ? one.engine.takeFrame(0) : null;
        if (taken === 'none') {
          one.engine.rollback();
          one.engine.rollback();
          start();
        } else {
          one.engine.commit();
          tell(frame, seen);
          other.engine.begin();
          expect(lower.map((operation) => other.run(operation))).toEqual(results);
          expect(other.engine.inventories()).toEqual(moved);
          other.engine.commit();
          if (taken === 'both') {
            one.engine.commit();
            tell(frameAfter, seen);
            other.engine.begin();
            expect(upper.map((operation) => other.run(operation))).toEqual(after);
            expect(other.engine.inventories()).toEqual(movedAfter);
            other.engine.commit();
          } else {
            one.engine.rollback();
            between();
          }
        }
        expect(SYMBOLS.map((name) => one.engine.prices(name))).toEqual(
          SYMBOLS.map((name) => other.engine.prices(name)),
        );
      }
      // Frames have told of every trade once, and the last one of every symbol shows it as it is.
      tell(one.engine.takeFrame(0), seen);
      tell(other.engine.takeFrame(0), told);
      expect([...seen].toSorted()).toEqual([...told].toSorted());
      for (const market of [one, other]) market.run({ kind: 'tick', moves: [1, 1, 1], print: 0 });
      expect(last(one.engine, new Map())).toEqual(last(other.engine, new Map()));
    }),
    { numRuns: 150 },
  );
});

/** What a fill does to the house: lots and cash, in tick-lots. */
function houseSide({ taker, maker, side, price, lots }: SymbolFill): { readonly lots: number; readonly cash: number } {
  if (taker && maker) return { lots: 0, cash: 0 };
  const bought = taker ? side === 'sell' : side === 'buy';
  return bought ? { lots, cash: -price * lots } : { lots: -lots, cash: price * lots };
}

test('bought is sold, users and house; the caps hold; no book is crossed; the last price is within the spread', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 80 }), (all) => {
      const market = new Twin();
      const held = new Map(SYMBOLS.map((name) => [name, 0]));
      const stored = new Map(SYMBOLS.map((name) => [name, 0]));
      market.engine.takeFrame(0);
      for (const one of all) {
        market.engine.begin();
        const result = market.run(one);
        const fills: readonly SymbolFill[] =
          one.kind === 'tick' || Array.isArray(result)
            ? (result as readonly SymbolFill[])
            : typeof result === 'object' && result !== null && 'fills' in result
              ? (result.fills as SymbolFill[]).map((fill) => ({ ...fill, symbol: (one as { symbol: string }).symbol }))
              : [];
        for (const fill of fills) held.set(fill.symbol, (held.get(fill.symbol) as number) + houseSide(fill).lots);
        for (const [name, lots] of market.engine.inventories()) stored.set(name, lots);
        market.engine.commit();
        expect(stored).toEqual(held);
        for (const lots of held.values()) expect(Math.abs(lots)).toBeLessThanOrEqual(800);
        for (const { symbol: name, bids, asks, last, halt, prints } of market.engine.takeFrame(0)?.symbols ?? []) {
          if (bids[0] && asks[0]) expect(bids[0][0]).toBeLessThan(asks[0][0]);
          // A fill is on the tape; a trade of the source is no fill.
          const traded = prints.filter(({ origin }) => origin === 'book').reduce((sum, { lots }) => sum + lots, 0);
          expect(traded).toBe(fills.reduce((sum, fill) => sum + (fill.symbol === name ? fill.lots : 0), 0));
          if (halt !== null) continue;
          if (bids[0]) expect(last).toBeGreaterThanOrEqual(bids[0][0]);
          if (asks[0]) expect(last).toBeLessThanOrEqual(asks[0][0]);
        }
      }
    }),
    { numRuns: 150 },
  );
});

/** A trader who knows the next price, and a price that swings to and fro within its band. */
const scheme = fc.record({
  /** Of each swing, in parts of half of the band; every other one goes the other way. */
  swings: fc.array(fc.double({ min: 0.5, max: 1, noNaN: true }), { minLength: 10, maxLength: 80 }),
  /** Steps between two swings. */
  every: fc.integer({ min: 1, max: 20 }),
  /** Part of the book that the trader takes in each step. */
  part: fc.constantFrom(0.2, 0.5, 1, 2),
  /** Whether prices fail now and then, with orders that rest where they went meanwhile. */
  outages: fc.boolean(),
});

/** A ladder that is narrow and comes back at once: the most that can be taken. */
const GENEROUS = coin('A', {
  house: { halfSpread: 0.0001, width: 0.002, levels: 4, depth: 400, cap: 2, skew: 0.001, refill: 500 },
});

test('within a minute the house loses no more than the bound, even to traders who know the next price', () => {
  let largest = 0;
  fc.assert(
    fc.property(scheme, fc.boolean(), ({ swings, every, part, outages }, blocks) => {
      const terms = [GENEROUS];
      const source = new ScriptedSource();
      const engine = createEngine({ terms, source, overallCap: 1e9 });
      const bound = lossBound(terms, () => 102.5);
      const results: { readonly at: number; readonly result: number }[] = [];
      let house = { lots: 0, cash: 0 };
      let mid = 10_000;
      let ids = 0;
      let now = START;
      const book = (fills: readonly SymbolFill[]) => {
        for (const fill of fills) {
          const { lots, cash } = houseSide(fill);
          house = { lots: house.lots + lots, cash: house.cash + cash };
        }
      };
      const step = () => {
        now += 200;
        source.set('A', mid);
        engine.begin();
        book(engine.tick(now));
        engine.commit();
        const result = (house.cash + house.lots * mid) * 0.001;
        results.push({ at: now, result });
        const peak = Math.max(...results.filter(({ at }) => at >= now - 60_000).map((one) => one.result));
        largest = Math.max(largest, (peak - result) / bound);
        expect(peak - result).toBeLessThanOrEqual(bound);
      };
      for (let before = 0; before < 300; before++) step();
      for (const [index, swing] of swings.entries()) {
        const next = 10_000 * (1 + 0.024 * (index % 2 === 0 ? swing : -swing));
        const side = next > mid ? 'buy' : 'sell';
        for (let time = 0; time < every; time++) {
          if (engine.refusal('A', now) === null) {
            const lots = Math.max(1, Math.round(part * 400));
            engine.begin();
            if (time % 2 === 0 && blocks) {
              book(takeBlocks(engine, { symbol: 'A', side }, [lots, lots], () => `o${ids++}`));
            }
            const order = { id: `o${ids++}`, userId: 'ann', side, price: null, lots, timeInForce: 'IOC' } as const;
            book(engine.place('A', order).fills.map((fill) => ({ ...fill, symbol: 'A' })));
            engine.commit();
          }
          if (time === every - 1) mid = next;
          step();
        }
        if (!outages || index % 4 !== 3 || engine.refusal('A', now) !== null) continue;
        engine.begin();
        for (const [side, price] of [
          ['buy', 9_800],
          ['sell', 10_200],
        ] as const) {
          const order = { id: `o${ids++}`, userId: 'ann', side, price, lots: 1_000, timeInForce: 'GTC' } as const;
          book(engine.place('A', order).fills.map((fill) => ({ ...fill, symbol: 'A' })));
        }
        source.lose('A');
        now += 200;
        engine.tick(now);
        engine.commit();
        source.miss('A', { low: 9_760, high: 10_240 });
        step();
        engine.begin();
        for (let id = Math.max(0, ids - 2); id < ids; id++) engine.cancel('A', `o${id}`);
        engine.commit();
      }
    }),
    { numRuns: 80, endOnFailure: true },
  );
  // The traders come near to it: the bound is not a wide one.
  expect(largest).toBeGreaterThan(0.3);
});

test('in all symbols together, within a minute, it loses no more than the overall cap allows', () => {
  let largest = 0;
  fc.assert(
    fc.property(scheme, fc.array(fc.nat(2), { minLength: 20, maxLength: 20 }), ({ swings, every, part }, turns) => {
      const overallCap = 6_000;
      const terms = SYMBOLS.map((name) => ({ ...GENEROUS, symbol: name }));
      const source = new ScriptedSource();
      const engine = createEngine({ terms, source, overallCap });
      const bound = lossBound(terms, () => 102.5, overallCap);
      const houses = new Map(SYMBOLS.map((name) => [name, { lots: 0, cash: 0 }]));
      const results: { readonly at: number; readonly result: number }[] = [];
      const mids = new Map(SYMBOLS.map((name) => [name, 10_000]));
      let now = START;
      let ids = 0;
      const book = (fills: readonly SymbolFill[]) => {
        for (const fill of fills) {
          const house = houses.get(fill.symbol) as { lots: number; cash: number };
          const { lots, cash } = houseSide(fill);
          house.lots += lots;
          house.cash += cash;
        }
      };
      const step = () => {
        now += 200;
        for (const [name, mid] of mids) source.set(name, mid);
        engine.begin();
        book(engine.tick(now));
        engine.commit();
        let result = 0;
        for (const [name, house] of houses) {
          result += (house.cash + house.lots * (mids.get(name) as number)) * 0.001;
        }
        results.push({ at: now, result });
        const peak = Math.max(...results.filter(({ at }) => at >= now - 60_000).map((one) => one.result));
        largest = Math.max(largest, (peak - result) / bound);
        expect(peak - result).toBeLessThanOrEqual(bound);
      };
      for (let before = 0; before < 100; before++) step();
      for (const [index, swing] of swings.entries()) {
        // One symbol moves at a time: the traders load it, take what it gives, and load the next one.
        const name = SYMBOLS[turns[index % turns.length] as number] as string;
        const mid = mids.get(name) as number;
        const next = 10_000 * (1 + 0.024 * (mid > 10_000 ? -swing : swing));
        const side = next > mid ? 'buy' : 'sell';
        for (let time = 0; time < every; time++) {
          for (const each of SYMBOLS) {
            if (engine.refusal(each, now) !== null) continue;
            const { lots } = houses.get(each) as { lots: number };
            const wanted = each === name ? Math.round(part * 400) : Math.abs(lots);
            if (wanted < 1) continue;
            const way = each === name ? side : lots > 0 ? 'buy' : 'sell';
            engine.begin();
            if (index % 3 === 0) {
              book(takeBlocks(engine, { symbol: each, side: way }, [wanted], () => `o${ids++}`));
            }
            const order = {
              id: `o${ids++}`,
              userId: 'ann',
              side: way,
              price: null,
              lots: wanted,
              timeInForce: 'IOC',
            } as const;
            book(engine.place(each, order).fills.map((fill) => ({ ...fill, symbol: each })));
            engine.commit();
          }
          if (time === every - 1) mids.set(name, next);
          step();
        }
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
  expect(largest).toBeGreaterThan(0.2);
});
