import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Candle } from './candles.ts';
import { DayFigures, type FiguresSince, tripleTurnoverOf } from './day-figures.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 10, 18, 9, 17);

/** All minutes of the window, one after the other. */
function oneByOne(minutes: readonly Candle[], from: number): FiguresSince {
  let [high, low, lots, triple] = [0, Number.POSITIVE_INFINITY, 0, 0];
  let reference: number | null = null;
  for (const bar of minutes) {
    if (bar.opening < from) {
      reference = bar.close;
      continue;
    }
    reference ??= bar.open;
    high = Math.max(high, bar.high);
    low = Math.min(low, bar.low);
    lots += bar.lots;
    triple += tripleTurnoverOf(bar);
  }
  return { high, low, lots, triple, reference };
}

const minute = fc.record({
  /** To the next minute that has a trade: a market may be closed for days. */
  gap: fc.oneof(
    { weight: 40, arbitrary: fc.constant(1) },
    { weight: 4, arbitrary: fc.integer({ min: 2, max: 90 }) },
    { weight: 1, arbitrary: fc.integer({ min: 91, max: 4_000 }) },
  ),
  price: fc.integer({ min: 10, max: 10_000_000 }),
  lots: fc.integer({ min: 0, max: 10_000 }),
});

it('are those of all minutes of the window, added one by one', () => {
  fc.assert(
    fc.property(
      fc.array(minute, { minLength: 200, maxLength: 2_000, size: 'max' }),
      fc.integer({ min: 300, max: 1_600 }),
      fc.integer({ min: 1, max: 40 }),
      (made, kept, every) => {
        const figures = new DayFigures();
        const minutes: Candle[] = [];
        let opening = START;
        made.forEach(({ gap, price, lots }, index) => {
          opening += gap * MINUTE;
          minutes.push({ opening, open: price, high: price + 7, low: price - 9, close: price + 2, lots });
          // As many as 24 hours have stay.
          while (minutes.length > kept && (minutes[0] as Candle).opening < opening - DAY) minutes.shift();
          if (index % every !== 0) return;
          const from = opening + 2 * MINUTE - DAY;
          expect(figures.since(minutes, from)).toEqual(oneByOne(minutes, from));
        });
        // After a weekend without a minute.
        const later = opening + 3 * DAY;
        expect(figures.since(minutes, later)).toEqual(oneByOne(minutes, later));
      },
    ),
    { numRuns: 15 },
  );
});

it('add whole hours up once: a minute later they look at the edges alone', () => {
  const figures = new DayFigures();
  let looked = 0;
  const minutes = Array.from({ length: 1_600 }, (_, index): Candle => {
    const bar = { opening: START + index * MINUTE, open: 5, high: 6, low: 4, close: 5 };
    return Object.defineProperty(bar as Candle, 'lots', {
      get() {
        looked++;
        return 1;
      },
    });
  });
  const from = START + 1_600 * MINUTE - DAY;
  expect(figures.since(minutes, from).lots).toBe(1_440);
  const first = looked;
  figures.since(minutes, from + MINUTE);
  expect(looked - first).toBeLessThan(first / 10);
});
