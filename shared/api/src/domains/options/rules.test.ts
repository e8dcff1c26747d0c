import { add, cmp, div, mul, sub } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakEvenRate,
  CURRENT_RULES,
  countedOf,
  expectedResult,
  feeOf,
  type IndexTick,
  indexOf,
  payoutOf,
  priceStep,
  RULES,
  resultOf,
  scheduleOf,
  settlementPrice,
  settlementTicksOf,
  stakeProblem,
  strikeOf,
  verdictOf,
  winOf,
} from './rules.ts';

const AT = Date.UTC(2026, 10, 20, 15);
const terms = {
  rules: 2,
  direction: 'up',
  stake: '100',
  fee: '1',
  ratio: '0.85',
  scale: 8,
  ...scheduleOf(AT, 60),
  maxAgeMs: 5_000,
} as const;

/** Prices a fifth of a second apart, the last at `at`. */
const until = (at: number, indexes: readonly number[]): IndexTick[] =>
  indexes.map((index, place) => ({ number: place + 1, at: at - (indexes.length - 1 - place) * 200, index }));
const index = fc.integer({ min: 1, max: 2 ** 45 });
const twentyFive = fc.array(index, { minLength: 25, maxLength: 25 });

describe('the vectors of the product', () => {
  it('a stake of 100 at 0.85 pays 185 on a win, half of that on a tie, and nothing on a loss', () => {
    expect(payoutOf(terms, 'won')).toBe('185');
    expect(payoutOf(terms, 'tied')).toBe('92.5');
    expect(payoutOf(terms, 'lost')).toBe('0');
    expect(payoutOf(terms, null)).toBe('101');
  });

  it('an option of the first rules gets its stake back on a tie', () => {
    const former = { ...terms, rules: 1 } as const;
    expect(payoutOf(former, 'tied')).toBe('100');
    for (const result of ['won', 'lost', null] as const) expect(payoutOf(former, result)).toBe(payoutOf(terms, result));
  });

  it('a tick of 0.01 has a thousand price steps, and had one', () => {
    expect([priceStep('0.01', 2), priceStep('0.01', 1)]).toEqual(['0.00001', '0.01']);
    expect([indexOf(6_300_012, -499, 2), indexOf(6_300_012, -499, 1)]).toEqual([6_300_011_501, 6_300_012]);
    expect(indexOf(6_300_012, undefined, 2)).toBe(6_300_012_000);
  });

  it('at 0.85 a user who wins 54.05 % of the time loses nothing, and fair odds cost 7.5 % of the stake', () => {
    expect(breakEvenRate('0.85', '0')).toBe('0.540541');
    expect(expectedResult('0.85', '0')).toBe('-0.075');
    expect(breakEvenRate('0.85', '0.01')).toBe('0.545946');
  });
});

describe('the settlement price', () => {
  it('leaves out the five highest and the five lowest of 25, whatever their order', () => {
    fc.assert(
      fc.property(twentyFive, (indexes) => {
        const counted = countedOf(indexes);
        const kept = indexes.filter((_, place) => counted[place]).toSorted((a, b) => a - b);
        expect(kept).toEqual(indexes.toSorted((a, b) => a - b).slice(5, 20));
      }),
    );
  });

  it('moves nowhere by five prices, however far off they are', () => {
    fc.assert(
      fc.property(index, fc.array(index, { minLength: 5, maxLength: 5 }), (price, odd) => {
        expect(settlementPrice([...Array<number>(20).fill(price), ...odd], '1')).toBe(String(price));
      }),
    );
  });

  it('decides exactly: up and down are opposite, and a tie is one for both', () => {
    fc.assert(
      fc.property(twentyFive, index, fc.boolean(), (indexes, other, own) => {
        const strike = own ? (indexes[7] as number) : other;
        const [up, down] = [resultOf('up', strike, indexes), resultOf('down', strike, indexes)];
        expect([up, down]).toEqual(up === 'tied' ? ['tied', 'tied'] : up === 'won' ? ['won', 'lost'] : ['lost', 'won']);
        const counted = countedOf(indexes);
        const sum = indexes.reduce((total, each, place) => (counted[place] ? total + BigInt(each) : total), 0n);
        expect(up === 'won').toBe(sum > 15n * BigInt(strike));
      }),
    );
  });

  it('differs from the strike for the eye, too, where it is no tie', () => {
    const indexes = [...Array<number>(19).fill(6_000_000), ...Array<number>(6).fill(6_000_001)];
    expect(resultOf('up', 6_000_000, indexes)).toBe('won');
    expect(settlementPrice(indexes, '0.01')).toBe('60000.000666');
  });
});

describe('the prices that count', () => {
  it('the strike is the first price at or after the entry, and none that was known before', () => {
    const ticks = until(
      terms.entryAt + 4_000,
      Array.from({ length: 60 }, (_, place) => place + 1),
    );
    expect(strikeOf(ticks, terms)?.at).toBe(terms.entryAt);
    expect(
      strikeOf(
        ticks.filter(({ at }) => at < terms.entryAt),
        terms,
      ),
    ).toBeNull();
    expect(strikeOf(until(terms.entryAt + 5_000, [9]), terms)?.index).toBe(9);
    expect(strikeOf(until(terms.entryAt + 5_001, [9]), terms)).toBeNull();
  });

  it('are the last 25 up to the expiry, of the last minute, the newest not older than a price may be', () => {
    const whole = until(
      terms.expiresAt + 2_000,
      Array.from({ length: 40 }, (_, place) => place + 1),
    );
    expect(settlementTicksOf(whole, terms)?.map(({ index: of }) => of)).toEqual(
      Array.from({ length: 25 }, (_, place) => place + 6),
    );
    expect(settlementTicksOf(until(terms.expiresAt, Array(24).fill(1)), terms)).toBeNull();
    expect(settlementTicksOf(until(terms.expiresAt - 5_000, Array(25).fill(1)), terms)).toHaveLength(25);
    expect(settlementTicksOf(until(terms.expiresAt - 5_001, Array(25).fill(1)), terms)).toBeNull();
    const before = until(terms.expiresAt - 60_001, Array(24).fill(1));
    expect(settlementTicksOf([...before, ...until(terms.expiresAt, [1])], terms)).toBeNull();
    // Prices before the entry are none of a short option.
    const short = { ...terms, ...scheduleOf(AT, 10) };
    expect(
      settlementTicksOf(until(short.entryAt + 4_600, Array(25).fill(1)), { ...short, maxAgeMs: 9_000 }),
    ).toBeNull();
    expect(
      settlementTicksOf(until(short.entryAt + 4_800, Array(25).fill(1)), { ...short, maxAgeMs: 9_000 }),
    ).toHaveLength(25);
  });

  it('a verdict is settled or returned, and pays what the rules say', () => {
    fc.assert(
      fc.property(twentyFive, index, fc.constantFrom('up', 'down'), (indexes, strike, direction) => {
        const own = { ...terms, direction } as const;
        const entered = until(own.entryAt, [strike]);
        const expiring = until(own.expiresAt, indexes);
        const verdict = verdictOf(own, entered, expiring);
        expect(verdict).toMatchObject({ status: 'settled', strike: { index: strike } });
        expect(cmp(verdict.payout, '185') <= 0 && cmp(verdict.payout, '0') >= 0).toBe(true);
        expect(verdictOf(own, [], expiring)).toMatchObject({ reason: 'no_strike', payout: '101' });
        expect(verdictOf(own, entered, expiring.slice(1))).toMatchObject({ reason: 'no_ticks', payout: '101' });
      }),
    );
  });
});

describe('money', () => {
  const cents = fc.integer({ min: 1, max: 10 ** 12 }).map((value) => div(String(value), '100'));
  const ratio = fc.integer({ min: 1, max: 200 }).map((value) => div(String(value), '100'));

  it('is rounded for the house, and a win never pays more than its ratio', () => {
    fc.assert(
      fc.property(cents, ratio, fc.integer({ min: 0, max: 8 }), (stake, of, scale) => {
        const win = winOf({ stake, ratio: of, scale });
        expect(cmp(win, mul(stake, of)) <= 0).toBe(true);
        expect(cmp(sub(mul(stake, of), win), div('1', `1${'0'.repeat(scale)}`)) < 0).toBe(true);
        expect(cmp(feeOf(stake, of, scale), mul(stake, of)) >= 0).toBe(true);
      }),
    );
  });

  it('whoever buys both directions loses the margin of the house, whatever happens', () => {
    fc.assert(
      fc.property(cents, ratio, fc.constantFrom('won', 'tied'), (stake, of, result) => {
        const own = { ...terms, stake, ratio: of, fee: '0', scale: 8 };
        const both = add(payoutOf(own, result), payoutOf(own, result === 'won' ? 'lost' : result));
        // Whether it is a tie makes no difference: a tie is no try for nothing.
        expect(cmp(both, add(stake, mul(stake, of))) <= 0).toBe(true);
        expect(cmp(sub(add(stake, mul(stake, of)), both), '0.00000003') < 0).toBe(true);
      }),
    );
    expect(RULES[CURRENT_RULES].tie).toBe('half a win');
  });

  it('the break-even rate neither earns nor loses, as far as its digits go', () => {
    fc.assert(
      fc.property(ratio, fc.integer({ min: 0, max: 20 }), (of, percent) => {
        const fee = div(String(percent), '100');
        const p = breakEvenRate(of, fee);
        const expected = sub(sub(mul(p, of), sub('1', p)), fee);
        expect(cmp(expected, '0') >= 0 && cmp(expected, mul('0.000001', add('1', of))) <= 0).toBe(true);
      }),
    );
  });

  it('a stake has bounds and the digits of its currency', () => {
    const bounds = { min: '5', max: '5000', scale: 2 };
    expect(stakeProblem('5', bounds)).toBeNull();
    expect(stakeProblem('0', bounds)?.code).toBe('field_must_be_positive');
    expect(stakeProblem('4.99', bounds)?.code).toBe('amount_too_small');
    expect(stakeProblem('5000.01', bounds)?.code).toBe('amount_too_large');
    expect(stakeProblem('5.001', bounds)?.code).toBe('field_too_precise');
  });
});
