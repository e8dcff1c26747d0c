import type { TelemetryBatch } from '@tessera/manifest';
import { FAILURE_KINDS, VITALS } from '@tessera/registry-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addBatch, emptyTally, healthOf, keepLive, type Tally, tallySchema } from './tally.ts';

const live = new Set(['markets@1.2.0', 'markets@1.3.0', 'nft@2.0.0']);

const remote = fc.constantFrom('markets', 'nft', 'wallet');
const version = fc.constantFrom('1.2.0', '1.3.0', '2.0.0', '9.9.9');
const report = fc.oneof(
  fc.record({ type: fc.constant<'use'>('use'), remote, version }),
  fc.record({ type: fc.constant<'failure'>('failure'), remote, version, kind: fc.constantFrom(...FAILURE_KINDS) }),
  fc.record({
    type: fc.constant<'vital'>('vital'),
    remote,
    version,
    vital: fc.constantFrom(...VITALS),
    value: fc.double({ min: 0, max: 100, noNaN: true }),
  }),
);
const batch: fc.Arbitrary<TelemetryBatch> = fc.record({
  epoch: fc.integer({ min: 1, max: 9 }),
  reports: fc.array(report, { minLength: 1, maxLength: 50 }),
});
const batches = fc.array(batch, { maxLength: 20 });

const tallyOf = (sent: readonly TelemetryBatch[]): Tally =>
  sent.reduce((tally, each) => addBatch(tally, each, { live }).tally, emptyTally);

const markets = { remote: 'markets', version: '1.2.0' } as const;

describe('a tally', () => {
  test('counts users, failures by kind and vitals of each version', () => {
    const tally = tallyOf([
      { epoch: 1, reports: [{ type: 'use', ...markets }] },
      {
        epoch: 1,
        reports: [
          { type: 'use', ...markets },
          { type: 'failure', ...markets, kind: 'render' },
        ],
      },
      {
        epoch: 2,
        reports: [
          { type: 'vital', ...markets, vital: 'LCP', value: 2000 },
          { type: 'vital', ...markets, vital: 'LCP', value: 1000 },
          { type: 'use', remote: 'markets', version: '1.3.0' },
          { type: 'use', remote: 'nft', version: '2.0.0' },
        ],
      },
    ]);
    const [older, newer, ...others] = healthOf(tally, 'markets');
    expect(older).toMatchObject({
      version: '1.2.0',
      users: 2,
      failures: 1,
      byKind: { load: 0, integrity: 0, evaluation: 0, render: 1 },
      vitals: { LCP: { count: 2 } },
    });
    expect(older?.vitals.LCP?.p75).toBeGreaterThan(1900);
    expect(older?.vitals.LCP?.p75).toBeLessThan(2100);
    expect(newer).toMatchObject({ version: '1.3.0', users: 1, failures: 0, vitals: {} });
    expect(others).toEqual([]);
  });

  test('ignores versions that are not live, and returns their references', () => {
    fc.assert(
      fc.property(batch, (sent) => {
        const { tally, unknown } = addBatch(emptyTally, sent, { live });
        const named = new Set(sent.reports.map((each) => `${each.remote}@${each.version}`));
        expect(new Set([...Object.keys(tally), ...unknown])).toEqual(named);
        expect(Object.keys(tally).every((reference) => live.has(reference))).toBe(true);
        expect(unknown.some((reference) => live.has(reference))).toBe(false);
      }),
    );
  });

  test('counts at most one user and one failure of a version per batch', () => {
    fc.assert(
      fc.property(batches, batch, (sent, last) => {
        const before = tallyOf(sent);
        const after = addBatch(before, last, { live }).tally;
        for (const [reference, { users, failures }] of Object.entries(after)) {
          expect(users - (before[reference]?.users ?? 0)).toBeLessThanOrEqual(1);
          expect(failures - (before[reference]?.failures ?? 0)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('does not mutate the previous tally', () => {
    fc.assert(
      fc.property(batches, batch, (sent, last) => {
        const before = tallyOf(sent);
        const copy = structuredClone(before);
        addBatch(before, last, { live });
        expect(before).toEqual(copy);
      }),
    );
  });

  test('survives a round trip through JSON; failures are the sum of their kinds', () => {
    fc.assert(
      fc.property(batches, (sent) => {
        const tally = tallyOf(sent);
        expect(tallySchema.parse(JSON.parse(JSON.stringify(tally)))).toEqual(tally);
        for (const { failures, byKind } of Object.values(tally)) {
          expect(Object.values(byKind).reduce((sum, each) => sum + each, 0)).toBe(failures);
        }
      }),
    );
  });

  test('drops versions that are no longer live', () => {
    const tally = tallyOf([
      {
        epoch: 1,
        reports: [
          { type: 'use', ...markets },
          { type: 'use', remote: 'nft', version: '2.0.0' },
        ],
      },
    ]);
    expect(Object.keys(keepLive(tally, { live: new Set(['nft@2.0.0']) }))).toEqual(['nft@2.0.0']);
  });

  test.each([
    ['a key that is not a version', { 'markets@': { users: 0 } }],
    ['a negative count', { 'markets@1.2.0': { users: -1, failures: 0, byKind: {}, vitals: {} } }],
  ])('is not read from JSON with %s', (_what, json) => {
    expect(tallySchema.safeParse(json).success).toBe(false);
  });
});
