import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { coin, scriptedMarket } from '../../../test/scripted-market.ts';
import { createEngine } from './engine.ts';
import { MarkWindow, markOf, marksOf } from './mark.ts';
import type { Tick } from './tick-record.ts';
import { UndoLog } from './undo-log.ts';

const SECOND = 1_000;
const tick = (at: number, index: number, bid: number, ask: number): Tick => ({
  ...{ at, index, bid, ask, last: index, high: index, low: index },
  lots: 0,
});

/** The definition, over all ticks of the 60 seconds that end with that of the last tick. */
function defined(ticks: readonly Tick[]): number {
  const { at, index } = ticks.at(-1) as Tick;
  const from = (Math.floor(at / SECOND) - 59) * SECOND;
  const basis = ticks.flatMap((one) => {
    if (one.at < from) return [];
    if (one.basis !== undefined) return [one.basis / 2];
    return one.bid > 0 && one.ask > 0 ? [(one.bid + one.ask) / 2 - one.index] : [];
  });
  const mean = basis.length === 0 ? 0 : basis.reduce((sum, one) => sum + one, 0) / basis.length;
  return Math.min(index * 1.005, Math.max(index * 0.995, index + mean));
}

describe('the mark price', () => {
  it('is the index and the mean over 60 s of the basis; of ticks without one, of mid − index within 0.5 %', () => {
    const ticks = fc.array(
      fc.record({
        wait: fc.integer({ min: 1, max: 20_000 }),
        index: fc.integer({ min: 10_000, max: 11_000 }),
        away: fc.integer({ min: -200, max: 200 }),
        gap: fc.integer({ min: 0, max: 50 }),
        empty: fc.constantFrom('none', 'none', 'none', 'bid', 'ask'),
        basis: fc.option(fc.integer({ min: -80, max: 80 }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(ticks, (drawn) => {
        let at = Date.UTC(2026, 10, 23);
        const made = drawn.map(({ wait, index, away, gap, empty, basis }): Tick => {
          at += wait;
          const bare = tick(at, index, empty === 'bid' ? 0 : index + away, empty === 'ask' ? 0 : index + away + gap);
          return basis === undefined ? bare : { ...bare, basis };
        });
        const marks = marksOf(made);
        marks.forEach((mark, index) => {
          expect(Math.abs(mark - defined(made.slice(0, index + 1)))).toBeLessThanOrEqual(1);
          expect(Number.isSafeInteger(mark)).toBe(true);
          expect(Math.abs(mark - (made[index] as Tick).index) / (made[index] as Tick).index).toBeLessThanOrEqual(0.005);
        });
        // A window that goes on from a stored state finds the same.
        const half = Math.floor(made.length / 2);
        const first = new MarkWindow();
        for (const one of made.slice(0, half)) first.add(one);
        const second = new MarkWindow(first.state());
        expect(made.slice(half).map((one) => second.add(one))).toEqual(marks.slice(half));
      }),
    );
  });

  test('is the index where nothing stands on a side, and never zero', () => {
    expect(markOf(10_000, 0, 0)).toBe(10_000);
    expect(markOf(1, -500, 1)).toBe(1);
    expect(markOf(10_000, 2 * 5 * 20, 5)).toBe(10_020);
    expect(markOf(10_000, 2 * 5 * 500, 5)).toBe(10_050);
  });

  test('goes back with a batch that is rolled back', () => {
    const undo = new UndoLog();
    const window = new MarkWindow([], undo);
    window.add(tick(0, 10_000, 10_010, 10_030));
    const before = window.state();
    undo.begin();
    window.add(tick(100, 10_000, 9_000, 9_900));
    window.add(tick(60_000, 10_000, 9_000, 9_900));
    undo.rollback();
    expect(window.state()).toEqual(before);
  });
});

describe('the engine', () => {
  test('publishes index and mark; a batch that fails moves neither', () => {
    const m = scriptedMarket();
    expect(m.engine.prices('A')).toMatchObject({ index: null, mark: null });
    m.step(300);
    expect(m.engine.prices('A')).toMatchObject({ index: 10_000, mark: 10_000 });
    m.source.set('A', 10_100.4);
    m.step();
    expect(m.engine.prices('A')).toMatchObject({ index: 10_100, mark: 10_100 });
    expect(m.frame('A')).toMatchObject({ index: 10_100.4, mark: 10_100 });
    m.engine.begin();
    m.source.set('A', 10_200);
    m.after(200);
    m.engine.tick(m.now());
    expect(m.engine.prices('A')?.mark).toBe(10_200);
    m.engine.rollback();
    expect(m.engine.prices('A')?.mark).toBe(10_100);
  });

  test('orders that rest move the mark by their size and their time in the minute, to the quote of the house', () => {
    // The house quotes 10 % away, 40 lots count on each side: what users place makes the mid.
    const wide = coin('A', { house: { ...coin('A').house, halfSpread: 0.1 } });
    const marks = (lots: number, steps: number) => {
      const m = scriptedMarket([wide]);
      m.step(300);
      m.place('A', { userId: 'eve', side: 'buy', price: 10_200, lots, timeInForce: 'GTC' });
      m.place('A', { userId: 'bob', side: 'sell', price: 10_210, lots, timeInForce: 'GTC' });
      m.step(steps);
      expect(m.engine.prices('A')?.index).toBe(10_000);
      return m.engine.prices('A')?.mark ?? 0;
    };
    expect(marks(1, 150)).toBeLessThanOrEqual(10_005);
    expect(marks(40, 1)).toBeLessThan(10_005);
    expect(marks(40, 150)).toBeGreaterThan(10_024);
    expect(marks(40, 300)).toBe(10_050);
    expect(marks(4_000, 900)).toBe(10_050);
  });

  test('counts a full house where its side is swept, and orders no further than its quote across', () => {
    const m = scriptedMarket([coin('A')]);
    m.step(300);
    const { halfSpread, skew } = coin('A').house;
    m.place('A', { userId: 'eve', side: 'buy', price: 10_400, lots: 100_000, timeInForce: 'GTC' });
    m.place('A', { userId: 'bob', side: 'sell', price: 10_450, lots: 1, timeInForce: 'GTC' });
    m.step(400);
    expect(m.engine.prices('A')).toMatchObject({ bid: 10_400, ask: 10_450, index: 10_000 });
    const most = 10_000 * (1 + skew) * (1 + halfSpread + 0.001);
    expect(m.engine.prices('A')?.mark).toBeGreaterThan(10_010);
    expect(m.engine.prices('A')?.mark).toBeLessThanOrEqual(most);
  });

  test('is no further from the index than its band', () => {
    const m = scriptedMarket([coin('A', { markBand: 0.0005 })]);
    m.step(300);
    m.place('A', { userId: 'eve', side: 'buy', price: 10_400, lots: 100_000, timeInForce: 'GTC' });
    m.step(400);
    expect(m.engine.prices('A')?.mark).toBe(10_005);
  });

  test('goes on from the record with the same mark, also of a symbol that is closed since', () => {
    const m = scriptedMarket();
    m.step(200);
    m.place('A', { userId: 'eve', side: 'buy', price: 10_008, lots: 1, timeInForce: 'GTC' });
    const window = new MarkWindow();
    let mark = 0;
    let last: Tick | null = null;
    for (let step = 0; step < 120; step++) {
      m.step();
      last = m.engine.ticks().get('A') ?? null;
      mark = window.add(last as Tick);
    }
    // Ticks before those that were seen here are in the engine's minute too.
    m.step(300);
    last = m.engine.ticks().get('A') ?? null;
    const recorded = { A: { number: 1, last, mark, inventory: 0, basis: window.state() } };
    const other = createEngine({ terms: [coin('A')], source: m.source, overallCap: 1e9, recorded });
    expect(other.prices('A')).toMatchObject({ index: last?.index, mark });
  });
});
