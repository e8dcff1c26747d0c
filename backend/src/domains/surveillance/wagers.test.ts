import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../platform/market/random.ts';
import { type BetResult, endBet, evidenceIn, FULL_PURSE, type Purse, stakeOn } from './wagers.ts';

/** Bets that overlap, each decided by `wins`; the highest evidence. */
function highest(bets: number, open: number, wins: () => boolean): number {
  let purse: Purse = FULL_PURSE;
  let most = 1;
  for (let bet = 0; bet < bets + open; bet++) {
    if (bet >= open) purse = endBet(purse, String(bet - open), wins() ? 'won' : 'lost');
    if (bet < bets) purse = stakeOn(purse, String(bet), 1);
    most = Math.max(most, evidenceIn(purse));
  }
  return most;
}

test('wealth is fair: what a win adds is what a loss takes, and a tie or a return is nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }), (weights) => {
      const purse = weights.reduce((before, weight, id) => stakeOn(before, String(id), weight), FULL_PURSE);
      expect(evidenceIn(purse)).toBeCloseTo(1, 12);
      const after = (result: BetResult) => evidenceIn(endBet(purse, '0', result));
      expect((after('won') + after('lost')) / 2).toBeCloseTo(1, 12);
      expect([after('tied'), after('returned')]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
      expect(endBet(purse, 'unknown', 'won')).toEqual(purse);
    }),
  );
});

test('of accounts without knowledge no more than one in c reaches c, with bets that overlap', () => {
  const random = seededRandom('wagers');
  const reached = Array.from({ length: 600 }, () => highest(200, 8, () => random.unit() < 0.5));
  for (const bound of [10, 50]) {
    expect(reached.filter((most) => most >= bound).length / 600).toBeLessThan(1.6 / bound);
  }
});

test('an account that wins 70 of 100 is past one in a million within 400 options', () => {
  const random = seededRandom('knows');
  const reached = Array.from({ length: 50 }, () => highest(400, 2, () => random.unit() < 0.7));
  expect(reached.filter((most) => most >= 1e6).length).toBeGreaterThan(45);
});
