import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { healthOf, remoteOf } from '../testing/releases.ts';
import { failureKinds, failureRate, isWorse, ratingOf, versionRows } from './health.ts';

const counts = fc
  .tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }))
  .map(([users, failures]) => ({ users, failures: Math.min(users, failures) }));

describe('a failure rate', () => {
  test('lies within its bounds, and those within 0 and 1', () => {
    fc.assert(
      fc.property(counts, (health) => {
        const rate = failureRate(health);
        if (!rate) throw new Error('it has users');
        expect(rate.rate).toBe(health.failures / health.users);
        expect(rate.low).toBeGreaterThanOrEqual(0);
        expect(rate.low - 1e-12).toBeLessThanOrEqual(rate.rate);
        expect(rate.high + 1e-12).toBeGreaterThanOrEqual(rate.rate);
        expect(rate.high).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('has narrower bounds with more users', () => {
    fc.assert(
      fc.property(counts, ({ users, failures }) => {
        const few = failureRate({ users, failures });
        const many = failureRate({ users: users * 10, failures: failures * 10 });
        expect((many?.high ?? 0) - (many?.low ?? 0)).toBeLessThan((few?.high ?? 0) - (few?.low ?? 0));
      }),
    );
  });

  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i lies between %d and %d', (failures, users, low, high) => {
    const rate = failureRate({ users, failures });
    expect(rate?.low).toBeCloseTo(low, 4);
    expect(rate?.high).toBeCloseTo(high, 4);
  });

  test('is undefined without users, and 100 % if only failures were reported', () => {
    expect(failureRate({ users: 0, failures: 0 })).toBeUndefined();
    expect(failureRate({ users: 0, failures: 3 })?.rate).toBe(1);
  });

  test('is worse only if the bounds do not overlap, and never in both directions', () => {
    const bad = failureRate({ users: 500, failures: 50 });
    const good = failureRate({ users: 5_000, failures: 10 });
    expect(isWorse(bad, good)).toBe(true);
    expect(isWorse(failureRate({ users: 3_000, failures: 9 }), good)).toBe(false);
    expect(isWorse(bad, undefined)).toBe(false);
    fc.assert(
      fc.property(counts, counts, (one, other) => {
        const [first, second] = [failureRate(one), failureRate(other)];
        expect(isWorse(first, second) && isWorse(second, first)).toBe(false);
      }),
    );
  });
});

describe('the versions of a remote', () => {
  test('have shares that sum to 100 %, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (weight) => {
        const ramp = { version: '0.9.0', percent: weight / 100, since: 0, evidence: 1 };
        const [stable, candidate] = versionRows(remoteOf({ ramp }));
        expect(Math.round((stable?.share ?? 0) * 100) + Math.round((candidate?.share ?? 0) * 100)).toBe(10_000);
        expect(stable?.share).toBe((10_000 - weight) / 100);
      }),
    );
  });

  test('are ordered stable, ramp, previous, each with its health and without duplicates', () => {
    const health = [healthOf('0.9.0', 7), healthOf('0.8.0', 70)];
    const ramp = { version: '0.9.0', percent: 10, since: 0, evidence: 1 };
    expect(
      versionRows(remoteOf({ ramp, previous: '0.7.0', health })).map(({ place, version, share, health: known }) => [
        place,
        version,
        share,
        known?.users,
      ]),
    ).toEqual([
      ['stable', '0.8.0', 90, 70],
      ['ramp', '0.9.0', 10, 7],
      ['previous', '0.7.0', null, undefined],
    ]);
    expect(versionRows(remoteOf({ ramp, previous: '0.9.0' })).map(({ place }) => place)).toEqual(['stable', 'ramp']);
  });
});

test('kinds of failures are sorted by frequency, without zero counts', () => {
  expect(failureKinds({ byKind: { load: 2, integrity: 0, evaluation: 1, render: 5 } })).toEqual([
    ['render', 5],
    ['load', 2],
    ['evaluation', 1],
  ]);
});

test.each([
  ['LCP', 2_500, 'good'],
  ['LCP', 2_501, 'fair'],
  ['LCP', 4_001, 'poor'],
  ['INP', 200, 'good'],
  ['INP', 500, 'fair'],
  ['CLS', 0.1, 'good'],
  ['CLS', 0.26, 'poor'],
  ['screen', 90_000, undefined],
])('%s of %d is %s', (vital, value, rating) => {
  expect(ratingOf(vital, value)).toBe(rating);
});
