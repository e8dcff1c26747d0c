import type { TelemetryBatch } from '@tessera/manifest';
import { MAX_REPORTS, telemetryBatchSchema } from '@tessera/registry-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { begin, observe, shouldHalt } from './ramp-test.ts';
import { outcomesOf, REPORT_LIMIT } from './reports.ts';

const use = { type: 'use', remote: 'markets', version: '1.2.0' } as const;
const failure = { ...use, type: 'failure', kind: 'load' } as const;
const vital = { ...use, type: 'vital', vital: 'LCP', value: 1234.5 } as const;
const batch = (...reports: unknown[]) => ({ epoch: 3, reports });

describe('a telemetry batch', () => {
  test('with uses, failures and vitals is accepted as it is', () => {
    const sent = batch(use, failure, vital, { ...vital, vital: 'CLS', value: 0 });
    expect(telemetryBatchSchema.parse(sent)).toEqual(sent);
  });

  test.each([
    ['no reports', batch()],
    ['more reports than a page has', batch(...Array.from({ length: MAX_REPORTS + 1 }, () => use))],
    ['no epoch', { reports: [use] }],
    ['epoch 0', { ...batch(use), epoch: 0 }],
    ['a field that nobody reads', { ...batch(use), client: '42' }],
    ['a report with a field that nobody reads', batch({ ...use, client: '42' })],
    ['a kind of report that there is not', batch({ ...use, type: 'crash' })],
    ['a name that is none', batch({ ...use, remote: '__proto__' })],
    ['a version that is none', batch({ ...use, version: '../1.0.0' })],
    ['a use with a kind', batch({ ...use, kind: 'load' })],
    ['a failure without a kind', batch({ ...failure, kind: undefined })],
    ['a failure of a kind that there is not', batch({ ...failure, kind: 'boredom' })],
    ['a vital that there is not', batch({ ...vital, vital: 'FID' })],
    ['a negative time', batch({ ...vital, value: -1 })],
    ['a time that is no number', batch({ ...vital, value: Number.NaN })],
    ['a time of more than ten minutes', batch({ ...vital, value: 600_001 })],
    ['a layout shift beyond measure', batch({ ...vital, vital: 'CLS', value: 101 })],
  ])('is refused with %s', (_what, sent) => {
    expect(telemetryBatchSchema.safeParse(sent).success).toBe(false);
  });

  test('is refused, never crashed on, whatever somebody sends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (sent) => {
        expect(telemetryBatchSchema.safeParse(sent).success).toBe(false);
      }),
    );
  });

  test('says each outcome of a version once, however often it repeats it', () => {
    const sent: TelemetryBatch = { epoch: 3, reports: [use, failure, use, { ...failure, kind: 'render' }, failure] };
    expect([...outcomesOf(sent)]).toEqual([['markets@1.2.0', { used: true, failed: true, kind: 'load' }]]);
  });
});

test('the failures that one address may bring into a stage halt no ramp, whatever its share', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(10_000), fc.nat(10_000), (share, users, others) => {
      const before = observe(begin(share), {
        candidate: { uses: users, failures: 0 },
        stable: { uses: others, failures: 0 },
      });
      const forged = { candidate: { uses: 1, failures: 1 }, stable: { uses: 0, failures: 0 } };
      const after = Array.from({ length: REPORT_LIMIT.failuresPerStage }, () => forged).reduce(observe, before);
      expect(shouldHalt(after)).toBe(false);
    }),
  );
});
