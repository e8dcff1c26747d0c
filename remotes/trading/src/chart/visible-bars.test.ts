import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINES } from './palette-colors.ts';
import { summaryOf } from './visible-bars.ts';

const bar = (timestamp: number, open: number, close: number) => ({
  timestamp,
  open,
  close,
  high: Math.max(open, close) + 1,
  low: Math.min(open, close) - 1,
});

test('a range is told by its first, highest, lowest and last price, its change and its trend', () => {
  const rising = [bar(1, 100, 104), bar(2, 104, 103), bar(3, 103, 110)];
  expect(summaryOf(rising)).toMatchObject({ count: 3, open: 100, high: 111, low: 99, close: 110, trend: 'rising' });
  expect(summaryOf(rising)?.change).toBeCloseTo(0.1);
  expect(summaryOf([bar(1, 100, 90), bar(2, 90, 80)])?.trend).toBe('falling');
  expect(summaryOf([bar(1, 100, 105), bar(2, 105, 95), bar(3, 95, 105)])?.trend).toBe('sideways');
  expect(summaryOf([])).toBeNull();
});

test('the trend turns around with the prices, and no figure lies outside of them', () => {
  const closes = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 60 });
  fc.assert(
    fc.property(closes, (prices) => {
      const bars = prices.map((price, at) => bar(at, price, price));
      const told = summaryOf(bars);
      const mirrored = summaryOf(prices.map((price, at) => bar(at, 20_000 - price, 20_000 - price)));
      const opposite = { rising: 'falling', falling: 'rising', sideways: 'sideways' } as const;
      expect(mirrored?.trend).toBe(told && opposite[told.trend]);
      expect(told && told.low <= told.close && told.close <= told.high).toBe(true);
    }),
  );
});

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each(['#f2f6f7', '#ffffff', '#0f1012'])('every line can be told from the ground %s', (ground) => {
  for (const line of LINES) {
    const [dark = 0, light = 0] = [luminance(line), luminance(ground)].toSorted((a, b) => a - b);
    expect((light + 0.05) / (dark + 0.05), line).toBeGreaterThanOrEqual(3);
  }
});
