import { add, cmp, isNegative, isPositive, mul, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type ClosedPosition,
  capitalOf,
  copyLots,
  copyRatio,
  figuresOf,
  fitsCap,
  keptLots,
  PROFIT_SHARE,
  type ShareState,
  settleShare,
  shareDue,
  stopReached,
  worstPrice,
} from './rules.ts';

const lots = fc.integer({ min: 1, max: 100_000 });
const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((n) => mul(String(n), '0.01'));
const results = hundredths(-50_000, 50_000);
const positions: fc.Arbitrary<ClosedPosition[]> = fc.array(
  fc
    .record({
      symbol: fc.constantFrom('BTC/USDT-PERP', 'ETH/USDT-PERP', 'XAU/USD'),
      side: fc.constantFrom('long', 'short'),
      margin: hundredths(1, 100_000),
      profit: results,
      openedAt: fc.integer({ min: 0, max: 1_000 }),
      held: fc.integer({ min: 0, max: 500 }),
    })
    .map(({ held, ...position }) => ({ ...position, closedAt: position.openedAt + held })),
  { maxLength: 40 },
);

describe('the size of a copy', () => {
  test.each([
    ['0.5', '0.5'],
    ['0.333', '0.333'],
    ['1', '1'],
    ['3', '3'],
    ['1.234', '1.23'],
    ['1.235', '1.24'],
    ['2.999', '3'],
  ])('a multiple of %s counts as %s', (number, used) => expect(copyRatio(number)).toBe(used));

  it('is whole lots, no more than the multiple, and less than one lot below it', () => {
    fc.assert(
      fc.property(hundredths(1, 10_000), lots, (number, traderLots) => {
        const exact = mul(copyRatio(number), String(traderLots));
        const copied = copyLots({ type: 'multiple', number }, traderLots);
        expect(cmp(String(copied), exact)).toBeLessThanOrEqual(0);
        expect(cmp(exact, String(copied + 1))).toBe(-1);
        expect(copyLots({ type: 'lots', number: '7' }, traderLots)).toBe(7);
      }),
    );
  });

  it('shrinks with its source, in any parts, and ends with it and no sooner', () => {
    fc.assert(
      fc.property(lots, fc.array(lots, { minLength: 1, maxLength: 8 }), (copied, steps) => {
        const levels = [...new Set(steps)].sort((a, b) => b - a);
        let kept = { exact: String(copied), lots: copied };
        const whole = (levels[0] as number) + 1;
        let before = whole;
        for (const after of levels) {
          const next = keptLots(kept.exact, before, after);
          expect(next.lots).toBeGreaterThanOrEqual(1);
          expect(next.lots).toBeLessThanOrEqual(kept.lots);
          // Never less than its share of the whole, never a lot more, however many reductions there were.
          expect(next.lots).toBeGreaterThanOrEqual((copied * after) / whole - 1e-6);
          expect(next.lots).toBeLessThan((copied * after) / whole + 1);
          [kept, before] = [next, after];
        }
        expect(keptLots(kept.exact, before, 0).lots).toBe(0);
      }),
    );
  });
});

describe('the slippage limit', () => {
  const prices = hundredths(100, 1_000_000);
  it('is the first tick at the limit from the index or beyond it, whatever the trader paid', () => {
    fc.assert(
      fc.property(prices, prices, fc.integer({ min: 5, max: 200 }), (source, index, tenthousandths) => {
        const slippage = mul(String(tenthousandths), '0.0001');
        const long = sub(worstPrice('long', { source, index }, slippage, '0.01'), '0.01');
        const short = add(worstPrice('short', { source, index }, slippage, '0.01'), '0.01');
        expect(cmp(long, mul(index, add('1', slippage)))).toBeLessThan(0);
        expect(cmp(long, mul(source, add('1', slippage)))).toBeLessThan(0);
        expect(cmp(short, mul(index, sub('1', slippage)))).toBeGreaterThan(0);
        expect(cmp(short, mul(source, sub('1', slippage)))).toBeGreaterThan(0);
      }),
    );
  });
});

test('the cap and the stop-loss include their ends', () => {
  expect([fitsCap('100', '40', '60'), fitsCap('100', '40', '60.01')]).toEqual([true, false]);
  expect([stopReached('50', '-50'), stopReached('50', '-49.99'), stopReached(null, '-1000000')]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('the profit share', () => {
  /** Weeks of results, each settled; returns what was paid. */
  function settled(weeks: readonly string[], payable: (due: string) => string = (due) => due) {
    let state: ShareState = { realised: '0', highWater: '0' };
    return weeks.map((result) => {
      state = { ...state, realised: add(state.realised, result) };
      const { paid, highWater } = settleShare(state, PROFIT_SHARE, payable(shareDue(state, PROFIT_SHARE)));
      state = { ...state, highWater };
      return { paid, state };
    });
  }

  test('of 10 % over +200, −150, +100, +150 is 20, 0, 0, 10', () => {
    expect(settled(['200', '-150', '100', '150']).map(({ paid }) => paid)).toEqual(['20', '0', '0', '10']);
  });

  it('is in all the rate of the highest total, however the results are cut into weeks', () => {
    fc.assert(
      fc.property(fc.array(results, { minLength: 1, maxLength: 30 }), (weeks) => {
        const rows = settled(weeks);
        const high = rows.reduce((most, { state }) => (cmp(state.realised, most) > 0 ? state.realised : most), '0');
        const paid = sum(rows.map((row) => row.paid));
        expect(cmp(paid, mul(high, PROFIT_SHARE))).toBeLessThanOrEqual(0);
        expect(cmp(paid, sub(mul(high, PROFIT_SHARE), '0.0001'))).toBe(1);
        expect(rows.every((row) => !isNegative(row.paid))).toBe(true);
      }),
    );
  });

  it('that cannot be paid whole stays due, and is never paid twice', () => {
    fc.assert(
      fc.property(
        fc.array(results, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 99 }),
        (weeks, percent) => {
          const rows = settled(weeks, (due) => mul(due, mul(String(percent), '0.01')));
          const high = rows.reduce((most, { state }) => (cmp(state.realised, most) > 0 ? state.realised : most), '0');
          expect(cmp(sum(rows.map((row) => row.paid)), mul(high, PROFIT_SHARE))).toBeLessThanOrEqual(0);
          for (const { state } of rows) {
            const owed = shareDue(state, PROFIT_SHARE);
            const { paid } = settleShare(state, PROFIT_SHARE, owed);
            expect(paid).toBe(owed);
          }
        },
      ),
    );
  });
});

describe('the figures of a trader', () => {
  const position = (changes: Partial<ClosedPosition>): ClosedPosition => ({
    symbol: 'BTC/USDT-PERP',
    side: 'long',
    margin: '100',
    profit: '10',
    openedAt: 0,
    closedAt: 10,
    ...changes,
  });

  test('of nothing are zeros', () => {
    expect(figuresOf([])).toMatchObject({
      total_profit: '0',
      accuracy: '0',
      return_rate: '0',
      max_drawdown: '0',
      curve: [],
    });
  });

  test('count a profit of zero as no success', () => {
    const figures = figuresOf([position({ profit: '0' }), position({ profit: '1', side: 'short' })]);
    expect(figures).toMatchObject({ accuracy: '0.5', long_success_count: 0, short_success_count: 1, short_count: 1 });
  });

  test('relate the profit to the money that was needed, not to what was paid in', () => {
    // One after the other: 100 is enough. After the loss of 50, the second needs 50 more.
    expect(capitalOf([position({}), position({ openedAt: 10, closedAt: 20 })])).toBe('100');
    expect(capitalOf([position({ profit: '-50' }), position({ openedAt: 10, closedAt: 20 })])).toBe('150');
    expect(capitalOf([position({}), position({ openedAt: 5, closedAt: 20 })])).toBe('200');
    // A loss beyond the margin was needed as well.
    expect(capitalOf([position({ profit: '-250' })])).toBe('250');
    const figures = figuresOf([position({ profit: '-50' }), position({ openedAt: 10, closedAt: 20, profit: '80' })]);
    expect(figures).toMatchObject({
      capital: '150',
      return_rate: '0.2',
      margin_return: '0.15',
      max_drawdown: '0.33333333',
    });
    expect(figures.curve.map(({ equity }) => equity)).toEqual(['150', '100', '180']);
  });

  it('hold for any positions: equity never falls below zero, the drawdown is a share, the curve ends at the result', () => {
    fc.assert(
      fc.property(positions, (rows) => {
        const figures = figuresOf(rows);
        for (const { equity } of figures.curve) expect(isNegative(equity)).toBe(false);
        expect(cmp(figures.max_drawdown, '1')).toBeLessThanOrEqual(0);
        expect(isNegative(figures.max_drawdown)).toBe(false);
        expect(cmp(figures.return_rate, '-1')).toBeGreaterThanOrEqual(0);
        expect(figures.long_count + figures.short_count).toBe(rows.length);
        expect(figures.instruments.reduce((count, each) => count + each.count, 0)).toBe(rows.length);
        expect(figures.curve.length).toBeLessThanOrEqual(121);
        const end = figures.curve.at(-1);
        if (end) expect(end.equity).toBe(add(figures.capital, figures.total_profit));
        if (rows.length > 0) expect(isPositive(figures.capital)).toBe(true);
      }),
    );
  });

  it('do not change with the size of the account: all amounts times three leave every ratio', () => {
    fc.assert(
      fc.property(positions, (rows) => {
        const three = rows.map((row) => ({ ...row, margin: mul(row.margin, '3'), profit: mul(row.profit, '3') }));
        const { return_rate, max_drawdown, accuracy, margin_return } = figuresOf(rows);
        expect(figuresOf(three)).toMatchObject({ return_rate, max_drawdown, accuracy, margin_return });
      }),
    );
  });
});
