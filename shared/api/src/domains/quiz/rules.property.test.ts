import { add, cmp, isZero, mul, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexTick } from '../options/rules.ts';
import {
  boundsOf,
  chancesOf,
  dailySchedule,
  estimateOf,
  hidesAt,
  leftOverOf,
  payoutOf,
  phaseAt,
  prizeOf,
  rangeOf,
  realtimeSchedule,
  shareOf,
  stakeProblem,
  verdictOf,
} from './rules.ts';

const SCALE = 2;
const amount = fc.integer({ min: 1, max: 10_000_000 }).map((units) => add((units / 100).toFixed(2), '0'));
const rake = fc.integer({ min: 0, max: 200 }).map((mille) => add((mille / 1000).toFixed(3), '0'));
const bets = fc.array(fc.record({ outcome: fc.integer({ min: 1, max: 4 }), stake: amount }), { maxLength: 40 });

const poolsOf = (all: readonly { outcome: number; stake: string }[]) =>
  [1, 2, 3, 4].map((outcome) => sum(all.filter((bet) => bet.outcome === outcome).map(({ stake }) => stake)));

/** What every bet is paid, as the settlement pays them. */
function paidOut(all: readonly { outcome: number; stake: string }[], outcome: number, rate: string) {
  const verdict = prizeOf(poolsOf(all), outcome, rate, SCALE);
  if (verdict.returned) return { verdict, paid: all.map(({ stake }) => stake) };
  const division = { ...verdict, scale: SCALE };
  const winners = all.filter((bet) => bet.outcome === outcome);
  const leftOver = winners.length === 0 ? 0 : leftOverOf(winners, division);
  let rank = 0;
  const paid = all.map((bet) =>
    bet.outcome === outcome ? payoutOf(bet.stake, ++rank, { ...division, leftOver }) : '0',
  );
  return { verdict, paid, leftOver, winners };
}

describe('a pool', () => {
  it('is paid out to the last unit: payouts and rake are the stakes', () => {
    fc.assert(
      fc.property(bets, fc.integer({ min: 1, max: 4 }), rake, (all, outcome, rate) => {
        const { verdict, paid } = paidOut(all, outcome, rate);
        expect(cmp(add(sum(paid), verdict.rake), sum(all.map(({ stake }) => stake)))).toBe(0);
      }),
    );
  });

  it('pays no winner less than the stake, and no rake where stakes go back', () => {
    fc.assert(
      fc.property(bets, fc.integer({ min: 1, max: 4 }), rake, (all, outcome, rate) => {
        const { verdict, paid } = paidOut(all, outcome, rate);
        all.forEach((bet, place) => {
          if (verdict.returned || bet.outcome === outcome) {
            expect(cmp(paid[place] as string, bet.stake)).toBeGreaterThanOrEqual(0);
          } else expect(paid[place]).toBe('0');
        });
        if (verdict.returned) expect(verdict.rake).toBe('0');
        expect(cmp(verdict.rake, mul(verdict.pool, rate))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('leaves fewer units than there are winners, and gives them to the first', () => {
    fc.assert(
      fc.property(bets, fc.integer({ min: 1, max: 4 }), (all, outcome) => {
        const { winners = [], leftOver = 0, verdict } = paidOut(all, outcome, '0');
        if (verdict.returned || winners.length === 0) return;
        expect(leftOver).toBeLessThan(winners.length);
        expect(leftOver).toBeGreaterThanOrEqual(0);
      }),
    );
    // 100 to three stakes of 10 each: 33.34, 33.33, 33.33.
    const { paid } = paidOut(
      [...[1, 1, 1].map((outcome) => ({ outcome, stake: '10' })), { outcome: 2, stake: '70' }],
      1,
      '0',
    );
    expect(paid).toEqual(['33.34', '33.33', '33.33', '0']);
  });

  it('returns the stakes where no user guessed right, or all did', () => {
    expect(prizeOf(['0', '40'], 1, '0.1', SCALE)).toMatchObject({ returned: 'no_winners', rake: '0', prize: '40' });
    expect(prizeOf(['40', '0'], 1, '0.1', SCALE)).toMatchObject({ returned: 'one_sided', rake: '0', prize: '40' });
    expect(prizeOf(['0', '0'], 1, '0.1', SCALE)).toMatchObject({ returned: null, prize: '0' });
  });

  it('keeps at most what was staked on other outcomes', () => {
    expect(prizeOf(['98', '2'], 1, '0.1', SCALE)).toMatchObject({ rake: '2', prize: '98' });
    expect(prizeOf(['50', '50'], 1, '0.1', SCALE)).toMatchObject({ rake: '10', prize: '90' });
  });

  it('does not pay more to a stake that is split into many, beyond a unit each', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 2, maxLength: 10 }), amount, amount, (parts, others, losing) => {
        const winning = add(sum(parts), others);
        const division = { prize: add(winning, losing), winning, scale: SCALE };
        const split = sum(parts.map((part) => shareOf(part, division)));
        expect(cmp(split, shareOf(sum(parts), division))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('what is shown', () => {
  it('estimates what a stake is paid from the pool that it joins', () => {
    // 100 up, 300 down, and 100 more on up: 500 × 100 / 200.
    expect(estimateOf(['100', '300'], 1, '100', '0', SCALE)).toBe('250');
    expect(estimateOf(['0', '0'], 1, '100', '0', SCALE)).toBe('100');
    expect(estimateOf(['100', '300'], 1, '100', '0.1', SCALE)).toBe('225');
  });

  it('shows chances that are shares of the pool, together at most one', () => {
    expect(chancesOf(['0', '0'])).toBeNull();
    expect(chancesOf(['100', '300'])).toEqual(['0.25', '0.75']);
    fc.assert(
      fc.property(fc.array(amount, { minLength: 2, maxLength: 6 }), (pools) => {
        expect(cmp(sum(chancesOf(pools) ?? []), '1')).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('names the phase by the clock, and what is decided by its state', () => {
    const times = { opensAt: 100, closesAt: 200, decidesAt: 300 };
    expect([99, 100, 199, 200, 299, 300].map((now) => phaseAt(times, 'open', now))).toEqual([
      'not_started',
      'guessing',
      'guessing',
      'cut_off',
      'cut_off',
      'unsettled',
    ]);
    expect(phaseAt(times, 'paying', 250)).toBe('unsettled');
    expect([phaseAt(times, 'over', 0), phaseAt(times, 'void', 0)]).toEqual(['over', 'void']);
  });

  it('tells why a stake cannot be taken', () => {
    const limits = { min: '1', max: '100', left: '50', scale: 2, available: '40' };
    expect(stakeProblem('10', limits)).toBeNull();
    for (const [stake, code] of [
      ['0', 'field_must_be_positive'],
      ['1.001', 'field_too_precise'],
      ['0.5', 'amount_too_small'],
      ['101', 'amount_too_large'],
      ['60', 'quiz_user_cap'],
      ['45', 'insufficient_balance'],
    ] as const) {
      expect(stakeProblem(stake, limits)?.code).toBe(code);
    }
  });
});

const flat = (from: number, index: number, count = 30): IndexTick[] =>
  Array.from({ length: count }, (_, place) => ({ number: place + 1, at: from + place * 200, index }));

describe('prices', () => {
  it('decide by the first one a second after guesses end, which cannot be known before', () => {
    const { closesAt, entryAt, decidesAt, opensAt } = realtimeSchedule(600_000);
    expect([opensAt, entryAt, decidesAt]).toEqual([300_000, 601_000, 901_000]);
    const terms = { rules: 2 as const, ranges: 2 as const, entryAt, decidesAt, maxAgeMs: 5_000, offsets: null };
    const known = flat(closesAt, 9_000, 5);
    const entered = [...known, { number: 6, at: entryAt + 100, index: 1_000 }];
    const verdict = verdictOf(terms, entered, flat(decidesAt - 6_000, 1_001));
    expect(verdict).toMatchObject({ outcome: 1, strike: { index: 1_000 } });
    expect(verdictOf(terms, entered, flat(decidesAt - 6_000, 999)).outcome).toBe(2);
    expect(verdictOf(terms, entered, flat(decidesAt - 6_000, 1_000))).toMatchObject({ outcome: null, reason: 'tied' });
    expect(verdictOf(terms, known, flat(decidesAt - 6_000, 999))).toMatchObject({ outcome: null, reason: 'no_strike' });
    expect(verdictOf(terms, entered, flat(decidesAt - 6_000, 999, 24)).reason).toBe('no_ticks');
    expect(verdictOf(terms, entered, flat(decidesAt - 20_000, 999)).reason).toBe('no_ticks');
  });

  it('lie in exactly one range, and a bound belongs to the range above it', () => {
    const bounds = boundsOf(100_000, ['-0.01', '0', '0.01'], { rules: 1, ranges: 1 });
    expect(bounds).toEqual([99_000, 100_000, 101_000]);
    // In thousandths of a tick too they are whole ticks.
    for (const ranges of [1, 2] as const) {
      expect(boundsOf(100_000_499, ['-0.01', '0', '0.01'], { rules: 2, ranges })).toEqual([
        99_000_000, 100_000_000, 101_000_000,
      ]);
    }
    const ranges = [98_999, 99_000, 99_999, 100_000, 101_000].map((index) =>
      rangeOf(
        Array.from({ length: 25 }, () => index),
        bounds,
      ),
    );
    expect(ranges).toEqual([1, 2, 2, 3, 4]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 25, maxLength: 25 }), (indexes) => {
        const range = rangeOf(indexes, bounds);
        expect(range).toBeGreaterThanOrEqual(1);
        expect(range).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('that meet in one tick stay empty where the round was opened so, and are in steps in rounds of now', () => {
    const offsets = ['-0.002', '-0.001', '0', '0.001'];
    expect(boundsOf(200_000, offsets, { rules: 2, ranges: 1 })).toEqual([199_000, 199_000, 200_000, 200_000]);
    expect(boundsOf(200_000, offsets, { rules: 2, ranges: 2 })).toEqual([199_600, 199_800, 200_000, 200_200]);
    const terms = { rules: 2 as const, entryAt: 1_000, decidesAt: 100_000, maxAgeMs: 5_000, offsets };
    const entered = [{ number: 1, at: 1_000, index: 200_000 }];
    const deciding = Array.from({ length: 25 }, (_, place) => ({
      number: 2 + place,
      at: 75_500 + place * 1_000,
      index: 199_700,
    }));
    expect(verdictOf({ ...terms, ranges: 1 }, entered, deciding).outcome).toBe(3);
    expect(verdictOf({ ...terms, ranges: 2 }, entered, deciding).outcome).toBe(2);
  });

  it('of a daily round are around a price that follows its guesses, twelve hours before its end', () => {
    const midnight = Date.UTC(2026, 10, 21);
    const { opensAt, closesAt, entryAt, decidesAt } = dailySchedule(midnight);
    expect([opensAt, closesAt, entryAt, decidesAt]).toEqual([
      Date.UTC(2026, 10, 20, 0, 5),
      Date.UTC(2026, 10, 20, 12),
      Date.UTC(2026, 10, 20, 12, 0, 1),
      midnight,
    ]);
    const terms = {
      rules: 2 as const,
      ranges: 2 as const,
      entryAt,
      decidesAt,
      maxAgeMs: 5_000,
      offsets: ['-0.01', '0.01'],
    };
    const strike = { number: 1, at: entryAt + 200, index: 100_000_000 };
    expect(verdictOf(terms, [strike], flat(midnight - 6_000, 101_000_000)).outcome).toBe(3);
    expect(verdictOf(terms, [strike], flat(midnight - 6_000, 100_999_999)).outcome).toBe(2);
  });
});

describe('stakes', () => {
  it('are hidden in the last tenth of the time for guesses', () => {
    expect(hidesAt({ opensAt: 0, closesAt: 300_000 })).toBe(270_000);
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), (opensAt, lasts) => {
        const hides = hidesAt({ opensAt, closesAt: opensAt + lasts });
        expect(hides).toBeLessThan(opensAt + lasts);
        expect(opensAt + lasts - hides).toBeGreaterThanOrEqual(lasts / 10);
        expect(opensAt + lasts - hides).toBeLessThan(lasts / 10 + 1);
      }),
    );
  });
});

describe('a bettor with two accounts', () => {
  it('gains nothing by betting both ways: together they get what they staked, less the rake', () => {
    fc.assert(
      fc.property(amount, amount, rake, fc.integer({ min: 1, max: 2 }), (up, down, rate, outcome) => {
        const { paid } = paidOut(
          [
            { outcome: 1, stake: up },
            { outcome: 2, stake: down },
          ],
          outcome,
          rate,
        );
        expect(cmp(sum(paid), add(up, down))).toBeLessThanOrEqual(0);
        expect(isZero(rate) ? cmp(sum(paid), add(up, down)) : 0).toBe(0);
        expect(cmp(sub(add(up, down), sum(paid)), mul(add(up, down), rate))).toBeLessThanOrEqual(0);
      }),
    );
  });
});
