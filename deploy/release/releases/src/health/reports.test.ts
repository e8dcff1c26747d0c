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
  test('with uses, failures and vitals is accepted unchanged', () => {
    const sent = batch(use, failure, vital, { ...vital, vital: 'CLS', value: 0 });
    expect(telemetryBatchSchema.parse(sent)).toEqual(sent);
  });

  test.each([
    ['no reports', batch()],
    ['more reports than allowed', batch(...Array.from({ length: MAX_REPORTS + 1 }, () => use))],
    ['no epoch', { reports: [use] }],
    ['epoch 0', { ...batch(use), epoch: 0 }],
    ['an unknown field', { ...batch(use), client: '42' }],
    ['a report with an unknown field', batch({ ...use, client: '42' })],
    ['an unknown kind of report', batch({ ...use, type: 'crash' })],
    ['an invalid name', batch({ ...use, remote: '__proto__' })],
    ['an invalid version', batch({ ...use, version: '../1.0.0' })],
    ['a use with a kind', batch({ ...use, kind: 'load' })],
    ['a failure without a kind', batch({ ...failure, kind: undefined })],
    ['a failure of an unknown kind', batch({ ...failure, kind: 'boredom' })],
    ['an unknown vital', batch({ ...vital, vital: 'FID' })],
    ['a negative time', batch({ ...vital, value: -1 })],
    ['a time that is not a number', batch({ ...vital, value: Number.NaN })],
    ['a time of more than ten minutes', batch({ ...vital, value: 600_001 })],
    ['a layout shift above the limit', batch({ ...vital, vital: 'CLS', value: 101 })],
  ])('is rejected with %s', (_what, sent) => {
    expect(telemetryBatchSchema.safeParse(sent).success).toBe(false);
  });

  test('is accepted or rejected without crashing, for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (sent) => {
        expect(telemetryBatchSchema.safeParse(sent).success).toBe(false);
      }),
    );
  });

  test('counts each outcome of a version once, however often it repeats it', () => {
    const sent: TelemetryBatch = { epoch: 3, reports: [use, failure, use, { ...failure, kind: 'render' }, failure] };
    expect([...outcomesOf(sent)]).toEqual([['markets@1.2.0', { used: true, failed: true, kind: 'load' }]]);
  });
});

test('the failures that one address may add to a stage halt no ramp, whatever its share', () => {
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
