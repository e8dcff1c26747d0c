import { isCrossUnderWater, isUnderWater, liquidationPriceOf } from '@tessera/api/leverage/rules';
import { add, cmp, div, mul } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Held, isCovered, liquidationsOf, type RiskState, riskAt } from './risk.ts';

const base: Held = {
  id: '1',
  userId: 'ann',
  symbol: 'A',
  currency: 'USDT',
  side: 'long',
  mode: 'isolated',
  rate: '1',
  threshold: '0.5',
  closingFeeRate: '0.0005',
  quantity: '1',
  entryExact: '100',
  margin: '10',
  required: '10',
};

const state = (marks: Readonly<Record<string, string>>, available = '0', reserved = '0'): RiskState => ({
  markOf: (symbol) => marks[symbol] ?? null,
  availableOf: () => available,
  reservedOf: () => reserved,
});

const steps = (step: string, max: number) => fc.integer({ min: 1, max }).map((count) => mul(String(count), step));

const held = fc
  .record({
    userId: fc.constantFrom('ann', 'bob'),
    symbol: fc.constantFrom('A', 'B'),
    currency: fc.constantFrom('USDT', 'BTC'),
    side: fc.constantFrom<'long' | 'short'>('long', 'short'),
    mode: fc.constantFrom<'cross' | 'isolated'>('cross', 'isolated'),
    rate: steps('0.0001', 20_000),
    threshold: steps('0.01', 95),
    closingFeeRate: steps('0.0001', 10),
    quantity: steps('0.001', 100_000),
    price: steps('0.01', 100_000),
    multiple: fc.integer({ min: 1, max: 200 }),
  })
  .map(({ price, multiple, ...drawn }, index = 0): Held => {
    const entryExact = mul(drawn.quantity, price);
    const required = div(mul(entryExact, drawn.rate), String(multiple));
    return { ...drawn, id: String(index), entryExact, margin: required, required };
  });

describe('liquidations of a step', () => {
  it('are exactly those that the rules ask for, however close the mark is', () => {
    const marks = fc.record({ A: steps('0.01', 100_000), B: steps('0.01', 100_000) });
    fc.assert(
      fc.property(fc.array(held, { maxLength: 12 }), marks, steps('0.01', 1_000_000), (drawn, at, available) => {
        const open = drawn.map((position, index) => ({ ...position, id: String(index) }));
        const closed = liquidationsOf(open, state(at, available)).flatMap(({ positions }) =>
          positions.map(({ id }) => id),
        );
        const expected = open.filter((position) => {
          const mark = (symbol: string) => at[symbol as 'A'] as string;
          if (position.mode === 'isolated') return isUnderWater(riskAt(position, mark(position.symbol)));
          const account = open.filter(
            ({ userId, currency, mode }) =>
              mode === 'cross' && userId === position.userId && currency === position.currency,
          );
          return isCrossUnderWater(
            available,
            account.map((one) => riskAt(one, mark(one.symbol))),
          );
        });
        expect(closed.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
      }),
      { numRuns: 300 },
    );
  });

  it('begin at the liquidation price itself, and not a tick before', () => {
    fc.assert(
      fc.property(held, (drawn) => {
        const position = { ...drawn, mode: 'isolated' as const };
        const price = liquidationPriceOf(riskAt(position, '1'));
        if (cmp(price, '0.000001') <= 0) return;
        const at = (mark: string) => liquidationsOf([position], state({ A: mark, B: mark })).length;
        const away = position.side === 'long' ? '0.0000001' : '-0.0000001';
        expect(at(add(price, away))).toBe(0);
        expect(at(add(price, position.side === 'long' ? '-0.0000001' : '0.0000001'))).toBe(1);
      }),
    );
  });

  test('of a cross account close gains before losses', () => {
    const loss = { ...base, id: '1', mode: 'cross' as const };
    const gain = { ...base, id: '2', symbol: 'B', mode: 'cross' as const };
    const [found] = liquidationsOf([loss, gain], state({ A: '79', B: '101' }, '0.5'));
    expect(found).toMatchObject({ userId: 'ann', currency: 'USDT', mode: 'cross', action: 'close' });
    expect(found?.positions.map(({ id }) => id)).toEqual(['2', '1']);
  });

  test('spare an account that what its pending orders hold would cover: they are cancelled', () => {
    const position = { ...base, mode: 'cross' as const };
    expect(liquidationsOf([position], state({ A: '95' }, '0', '1'))).toMatchObject([{ action: 'relieve' }]);
    expect(liquidationsOf([position], state({ A: '95' }, '0', '0.01'))).toMatchObject([{ action: 'close' }]);
    expect(liquidationsOf([position], state({ A: '95' }, '0.06', '0'))).toEqual([]);
  });

  test('leave out what has no mark, and judge each account and currency for itself', () => {
    const cross = { ...base, mode: 'cross' as const };
    const open = [cross, { ...cross, id: '2', userId: 'bob' }, { ...cross, id: '3', currency: 'BTC' }];
    const rich: RiskState = { ...state({ A: '50' }), availableOf: (user) => (user === 'bob' ? '1000' : '0') };
    expect(liquidationsOf(open, rich).map(({ userId, currency }) => [userId, currency])).toEqual([
      ['ann', 'USDT'],
      ['ann', 'BTC'],
    ]);
    expect(liquidationsOf(open, state({}))).toEqual([]);
  });
});

test('a close that account, margins and results could not pay for is not covered', () => {
  const risk = riskAt({ ...base, mode: 'cross' }, '60');
  expect(isCovered('30.05', [risk])).toBe(true);
  expect(isCovered('30.04', [risk])).toBe(false);
});

test('sweeping 100,000 open positions at a step takes some tens of ms of processor time', () => {
  const open = Array.from({ length: 100_000 }, (_, index) => ({
    ...base,
    id: String(index),
    userId: String(index % 20_000),
    symbol: `S${index % 200}`,
    mode: index % 2 === 0 ? ('cross' as const) : ('isolated' as const),
  }));
  const at: RiskState = { ...state({}, '5'), markOf: () => '99' };
  liquidationsOf(open, at);
  const before = process.cpuUsage().user;
  expect(liquidationsOf(open, at)).toEqual([]);
  expect((process.cpuUsage().user - before) / 1_000).toBeLessThan(400);
});
