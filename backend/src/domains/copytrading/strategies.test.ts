import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { BARS_NEEDED, type StrategyBar, sideAfter, strategies } from './strategies.ts';

const flat = (close: number): StrategyBar => ({ high: close + 1, low: close - 1, close });
const path = (of: (index: number) => number, count = 30) =>
  Array.from({ length: count }, (_, index) => flat(of(index)));

describe('the rule', () => {
  test('trend is long while the fast mean is above the slow one', () => {
    expect(
      sideAfter(
        'trend',
        path((i) => 100 + i),
        null,
      ),
    ).toBe('long');
    expect(
      sideAfter(
        'trend',
        path((i) => 100 - i),
        null,
      ),
    ).toBe('short');
    expect(
      sideAfter(
        'trend',
        path(() => 100),
        null,
      ),
    ).toBeNull();
  });

  test('reversion goes against a leap, and waits for the mean', () => {
    const leap = path((i) => (i === 29 ? 90 : 100 + (i % 2)));
    expect(sideAfter('reversion', leap, null)).toBe('long');
    expect(sideAfter('reversion', [...leap, flat(97)], { side: 'long', bars: 1 })).toBe('long');
    expect(sideAfter('reversion', [...leap, flat(101)], { side: 'long', bars: 2 })).toBeNull();
  });

  test('breakout follows a new high until the middle is crossed', () => {
    const high = [...path(() => 100), flat(103)];
    expect(sideAfter('breakout', high, null)).toBe('long');
    expect(sideAfter('breakout', [...high, flat(102)], { side: 'long', bars: 1 })).toBe('long');
    expect(sideAfter('breakout', [...high, flat(99.5)], { side: 'long', bars: 1 })).toBeNull();
  });

  test('momentum holds an hour', () => {
    const rise = path((i) => (i < 20 ? 100 : 101));
    expect(sideAfter('momentum', rise, null)).toBe('long');
    expect(
      sideAfter(
        'momentum',
        path(() => 100),
        { side: 'long', bars: 11 },
      ),
    ).toBe('long');
    expect(
      sideAfter(
        'momentum',
        path(() => 100),
        { side: 'long', bars: 12 },
      ),
    ).toBeNull();
  });
});

it('mirrors prices: a rule that is long on a path is short on its mirror image', () => {
  const moves = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: BARS_NEEDED, maxLength: 40 });
  fc.assert(
    fc.property(moves, fc.constantFrom('trend', 'reversion', 'breakout'), (steps, strategy) => {
      let level = 0;
      const levels = steps.map((step) => (level += step));
      const side = sideAfter(
        strategy,
        levels.map((each) => flat(1_000 + each)),
        null,
      );
      const mirrored = sideAfter(
        strategy,
        levels.map((each) => flat(1_000 - each)),
        null,
      );
      expect(mirrored).toBe(side === null ? null : side === 'long' ? 'short' : 'long');
    }),
  );
});

test.each(strategies)('%s waits for enough bars', (strategy) => {
  expect(
    sideAfter(
      strategy,
      path(() => 100, BARS_NEEDED - 1),
      null,
    ),
  ).toBeNull();
});
