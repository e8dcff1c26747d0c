import { add, cmp, mul, sub } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  averageBalance,
  countedVolume,
  discountedRate,
  MOST_DISCOUNT,
  missingTo,
  nextGoal,
  progressOf,
  STANDARD_RATE,
  VIP_DAYS,
  type VipGoal,
  vipLevelOf,
} from './rules.ts';

const cents = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((value) => (value / 100).toFixed(2));
const ratio = (max: number) => fc.integer({ min: 0, max: max * 10_000 }).map((value) => (value / 10_000).toFixed(4));

/** A table in which a higher level asks for no less. */
const goals: fc.Arbitrary<VipGoal[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 9_999 })), {
    minLength: 0,
    maxLength: 6,
  })
  .map((steps) => {
    const table: VipGoal[] = [{ level: 0, volume: '0', balance: '0' }];
    for (const [volume, balance] of steps) {
      const below = table.at(-1) as VipGoal;
      table.push({
        level: below.level + 1,
        volume: add(below.volume, String(volume)),
        balance: add(below.balance, String(balance)),
      });
    }
    return table;
  });
const standing = fc.record({ volume: cents(60_000), balance: cents(60_000) });

test('a level is held by volume or by balance, whichever is higher, and no level above it is reached', () => {
  fc.assert(
    fc.property(goals, standing, (table, has) => {
      const level = vipLevelOf(table, has);
      const byVolume = vipLevelOf(table, { ...has, balance: '0' });
      const byBalance = vipLevelOf(table, { ...has, volume: '0' });
      expect(level).toBe(Math.max(byVolume, byBalance));
      for (const goal of table) {
        const reached = cmp(has.volume, goal.volume) >= 0 || cmp(has.balance, goal.balance) >= 0;
        expect(reached).toBe(goal.level <= level);
      }
      expect(nextGoal(table, level)?.level ?? null).toBe(level + 1 < table.length ? level + 1 : null);
    }),
  );
});

test('more volume or balance never lowers a level', () => {
  fc.assert(
    fc.property(goals, standing, cents(1_000), (table, has, more) => {
      const before = vipLevelOf(table, has);
      expect(vipLevelOf(table, { ...has, volume: add(has.volume, more) })).toBeGreaterThanOrEqual(before);
      expect(vipLevelOf(table, { ...has, balance: add(has.balance, more) })).toBeGreaterThanOrEqual(before);
    }),
  );
});

test('a fill counts its value at most, and no more than the fees that it paid', () => {
  fc.assert(
    fc.property(cents(1_000_000), ratio(0.01), (value, rate) => {
      const counted = countedVolume(value, rate);
      expect(cmp(counted, value)).toBeLessThanOrEqual(0);
      expect(cmp(mul(counted, STANDARD_RATE), mul(value, rate))).toBeLessThanOrEqual(0);
    }),
  );
  expect(countedVolume('1000', '0.001')).toBe('1000');
  expect(countedVolume('1000', '0.0005')).toBe('500');
  expect(countedVolume('1000', '0.005')).toBe('1000');
  expect(countedVolume('1000', '0')).toBe('0');
});

/*
 * Trading with oneself: a user who needs volume V for a discount d and really trades R < V adds W by two accounts of
 * their own. Fees paid in all are at least the standard rate on V, and R without the level would have cost less.
 */
test('no volume made with oneself earns more than its fees cost', () => {
  fc.assert(
    fc.property(cents(1_000_000), cents(1_000_000), ratio(0.5), ratio(0.01), (goal, own, discount, rate) => {
      fc.pre(cmp(own, goal) < 0);
      const paid = (value: string) => mul(value, discountedRate(STANDARD_RATE, discount));
      const counted = countedVolume(own, discountedRate(STANDARD_RATE, discount));
      const missing = sub(goal, counted);
      // Whatever it trades at, what counts has cost the standard rate at least.
      const perUnit = countedVolume('1', rate);
      fc.pre(cmp(perUnit, '0') > 0);
      const wash = mul(missing, STANDARD_RATE);
      expect(cmp(add(paid(own), wash), mul(own, STANDARD_RATE))).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('a discount lowers a fee and never takes more than half of it', () => {
  fc.assert(
    fc.property(ratio(0.01), ratio(Number(MOST_DISCOUNT)), (rate, discount) => {
      const paid = discountedRate(rate, discount);
      expect(cmp(paid, rate)).toBeLessThanOrEqual(0);
      expect(cmp(mul(paid, '2'), rate)).toBeGreaterThanOrEqual(0);
    }),
  );
  expect(discountedRate('0.001', '0.1')).toBe('0.0009');
  expect(discountedRate('0.0005', '0')).toBe('0.0005');
});

test('a day without a balance counts as none', () => {
  expect(averageBalance([])).toBe('0');
  expect(averageBalance(['3000'])).toBe('100');
  expect(averageBalance(Array.from({ length: VIP_DAYS }, () => '70'))).toBe('70');
});

test('the progress to a goal is between nothing and all of it', () => {
  expect(progressOf('25', '100')).toBe(0.25);
  expect(progressOf('250', '100')).toBe(1);
  expect(progressOf('0', '0')).toBe(1);
  expect(missingTo('25', '100')).toBe('75');
  expect(missingTo('250', '100')).toBe('0');
});
