import { crossEquity, type PositionSide } from '@tessera/api/leverage/rules';
import { add, cmp, div, mul, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Position, riskOf } from './position.ts';
import { CrossBook, gainsFirst, verdictOn } from './risk.ts';

type Rated = Parameters<typeof riskOf>[0] & Pick<Position, 'userId' | 'symbol' | 'currency' | 'rate'>;

let ids = 0;
/** The accounts that a book of these open cross positions doubts. */
function bookOf(open: readonly Rated[]): CrossBook {
  const book = new CrossBook();
  for (const position of open) {
    ids++;
    book.hold({ ...position, id: String(ids), mode: 'cross', status: 'open' } as Position, position.rate);
  }
  return book;
}
const doubtful = (open: readonly Rated[], markOf: (symbol: string) => number | null) => bookOf(open).doubtful(markOf);

const base: Rated = {
  userId: 'ann',
  symbol: 'A',
  currency: 'USDT',
  side: 'long',
  rate: '1',
  threshold: '0.5',
  closingFeeRate: '0.0005',
  quantity: '1',
  entryExact: '100',
  margin: '10',
  required: '10',
  shortfall: '0',
};

const steps = (step: string, max: number, min = 1) => fc.integer({ min, max }).map((count) => mul(String(count), step));

const held = fc
  .record({
    userId: fc.constantFrom('ann', 'bob'),
    symbol: fc.constantFrom('A', 'B'),
    currency: fc.constantFrom('USDT', 'BTC'),
    side: fc.constantFrom<PositionSide>('long', 'short'),
    rate: steps('0.0001', 20_000),
    threshold: steps('0.01', 95, 5),
    closingFeeRate: steps('0.0001', 10),
    quantity: steps('0.001', 100_000),
    price: steps('0.01', 100_000),
    multiple: fc.integer({ min: 1, max: 200 }),
    shortfall: fc.constantFrom('0', '0', '3'),
  })
  .map(({ price, multiple, ...drawn }): Rated => {
    const entryExact = mul(drawn.quantity, price);
    const required = div(mul(entryExact, drawn.rate), String(multiple));
    return { ...drawn, entryExact, margin: required, required };
  });

const keyOf = ({ userId, currency }: Pick<Rated, 'userId' | 'currency'>) => `${userId} ${currency}`;

describe('cross accounts near their liquidation', () => {
  it('are all found that are under water, whatever their balance, and those that would be with a tenth less margin', () => {
    const marks = fc.record({ A: steps('0.01', 100_000), B: steps('0.01', 100_000) });
    fc.assert(
      fc.property(fc.array(held, { maxLength: 12 }), marks, steps('0.01', 10_000), (open, at, available) => {
        const mark = (symbol: string) => at[symbol as 'A'];
        const found = new Set(doubtful(open, (symbol) => Number(mark(symbol))).map(keyOf));
        for (const [key, own] of Map.groupBy(open, keyOf)) {
          const risks = own.map((position) => riskOf(position, mark(position.symbol), position.rate));
          if (verdictOn(risks, available, '0') !== null) expect(found).toContain(key);
          const far = sum(risks.map(({ required, threshold }) => mul(required, add(threshold, '0.101'))));
          if (cmp(crossEquity('0', risks), far) > 0) expect(found).not.toContain(key);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('count a position without a mark at its entry', () => {
    expect(doubtful([base], () => null)).toEqual([]);
    expect(doubtful([{ ...base, margin: '5' }], () => null)).toMatchObject([{ userId: 'ann' }]);
  });
});

describe('the verdict on an account', () => {
  const at = (mark: string, more: Partial<Rated> = {}) => [riskOf({ ...base, ...more }, mark, '1')];

  test('is to close at the threshold, not before it', () => {
    expect(verdictOn(at('95.06'), '0', '0')).toBeNull();
    expect(verdictOn(at('95.05'), '0', '0')).toBe('close');
    expect(verdictOn(at('95.05'), '0.01', '0')).toBeNull();
  });

  test('spares one that what its pending orders hold would cover', () => {
    expect(verdictOn(at('95'), '0', '1')).toBe('relieve');
    expect(verdictOn(at('95'), '0', '0.05')).toBe('close');
  });

  test('counts what the insurance account has paid for it as owed', () => {
    expect(verdictOn(at('99'), '0', '0')).toBeNull();
    expect(verdictOn(at('99', { shortfall: '5' }), '0', '0')).toBe('close');
  });

  test('gains are closed before losses', () => {
    expect(gainsFirst([{ pnl: '-5' }, { pnl: '7' }, { pnl: '0' }]).map(({ pnl }) => pnl)).toEqual(['7', '0', '-5']);
  });
});

test('a position that was closed, or is isolated, counts no more', () => {
  const book = new CrossBook();
  const position = { ...base, id: '1', mode: 'cross', status: 'open', margin: '5' } as Position;
  book.hold(position, '1');
  expect(book.doubtful(() => null)).toHaveLength(1);
  book.hold({ ...position, status: 'closing' }, '1');
  expect(book.doubtful(() => null)).toHaveLength(1);
  book.hold({ ...position, status: 'closed' }, '1');
  expect(book.doubtful(() => null)).toEqual([]);
  book.hold({ ...position, mode: 'isolated' }, '1');
  expect(book.doubtful(() => null)).toEqual([]);
  book.hold(position, '1');
  book.clear();
  expect(book.doubtful(() => null)).toEqual([]);
});

test('looking at 100,000 cross positions takes less than 40 ms of processor time', () => {
  const book = bookOf(
    Array.from({ length: 100_000 }, (_, index) => ({
      ...base,
      userId: String(index % 20_000),
      symbol: `S${index % 200}`,
    })),
  );
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage().user;
    expect(book.doubtful(() => 99)).toEqual([]);
    return (process.cpuUsage().user - before) / 1_000;
  });
  // The best of them: the collector runs beside others.
  expect(Math.min(...times)).toBeLessThan(40);
});
