import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CREDIT_PARTS,
  creditOf,
  FULL_AGE_DAYS,
  nextLevel,
  standingOf,
  usedShare,
  type VerificationState,
} from './rules.ts';

/** Possible responses: an application is always for the level above the current one. */
const verification: fc.Arbitrary<VerificationState> = fc.constantFrom<VerificationState>(
  { level: 0, state: 'not_verified', real_type: null },
  { level: 0, state: 'under_review', real_type: 1 },
  { level: 0, state: 'failed', real_type: 1 },
  { level: 1, state: 'verified', real_type: 1 },
  { level: 1, state: 'verified', real_type: null },
  { level: 1, state: 'under_review', real_type: 2 },
  { level: 1, state: 'failed', real_type: 2 },
  { level: 2, state: 'verified', real_type: 2 },
  { level: 2, state: 'verified', real_type: null },
);
const LEVELS = [0, 1, 2] as const;

test('exactly one level is current, all below it are passed, none above it is held', () => {
  fc.assert(
    fc.property(verification, (state) => {
      for (const level of LEVELS) {
        const standing = standingOf(level, state);
        expect(standing === 'current').toBe(level === state.level);
        expect(standing === 'included').toBe(level < state.level);
      }
    }),
  );
});

test('the next level is the one above the current, unless an application is under review or there is none', () => {
  fc.assert(
    fc.property(verification, (state) => {
      const expected = state.state === 'under_review' || state.level === 2 ? null : state.level + 1;
      expect(nextLevel(state)).toBe(expected);
    }),
  );
});

test('a rejected application can be made again', () => {
  expect(standingOf(2, { level: 1, state: 'failed', real_type: 2 })).toBe('failed');
  expect(nextLevel({ level: 1, state: 'failed', real_type: 2 })).toBe(2);
});

const DAY = 86_400_000;
const facts = fc.record({
  level: fc.constantFrom(0 as const, 1 as const, 2 as const),
  since: fc.integer({ min: 0, max: 2_000 * DAY }),
  now: fc.integer({ min: 0, max: 4_000 * DAY }),
  repayment: fc.option(fc.record({ inTime: fc.nat(20), late: fc.nat(20) })),
});

test('the credit score is the sum of its parts, each within its bounds, 0 to 100', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { score, parts } = creditOf(given);
      expect(parts.map(({ name, max }) => [name, max])).toEqual(Object.entries(CREDIT_PARTS));
      for (const { points, max } of parts) {
        expect(Number.isInteger(points) && points >= 0 && points <= max).toBe(true);
      }
      expect(score).toBe(parts.reduce((sum, { points }) => sum + points, 0));
      expect(score).toBeLessThanOrEqual(100);
    }),
  );
});

test('a level, a day and a loan repaid in time never lower the score, a late one never raises it', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { score } = creditOf(given);
      const { repayment } = given;
      if (given.level < 2) {
        expect(creditOf({ ...given, level: given.level === 0 ? 1 : 2 }).score).toBeGreaterThanOrEqual(score);
      }
      expect(creditOf({ ...given, now: given.now + DAY }).score).toBeGreaterThanOrEqual(score);
      const { inTime, late } = repayment ?? { inTime: 0, late: 0 };
      expect(creditOf({ ...given, repayment: { inTime: inTime + 1, late } }).score).toBeGreaterThanOrEqual(score);
      expect(creditOf({ ...given, repayment: { inTime, late: late + 1 } }).score).toBeLessThanOrEqual(score);
    }),
  );
});

test('no loan is neutral: as much as an empty record, half of the points', () => {
  const given = { level: 2, since: 0, now: FULL_AGE_DAYS * DAY } as const;
  expect(creditOf({ ...given, repayment: null })).toEqual(creditOf({ ...given, repayment: { inTime: 0, late: 0 } }));
  expect(creditOf({ ...given, repayment: null }).score).toBe(80);
  expect(creditOf({ ...given, repayment: { inTime: 5, late: 0 } }).score).toBe(100);
});

test('a limit is used by its share, a level that allows nothing is full, and none is null', () => {
  expect(usedShare('50', '200')).toBe(0.25);
  expect(usedShare('300', '200')).toBe(1);
  expect(usedShare('0', '0')).toBe(1);
  expect(usedShare('5', null)).toBeNull();
});
