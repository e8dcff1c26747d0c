import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextLevel, standingOf, type VerificationState } from './rules.ts';

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
