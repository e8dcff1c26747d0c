import type { OutcomeReport, TelemetryBatch } from '@tessera/manifest';
import { describe, expect, test } from 'vitest';
import { look, type RampedSlot, type RampStage, rampStageSchema, record, stageOf } from './ramp-stage.ts';
import { eValue, shouldHalt } from './ramp-test.ts';

const slot: RampedSlot = { name: 'markets', stable: '1.2.0', ramp: { version: '1.3.0', weight: 1000, since: 7 } };
const stage = stageOf(slot) as RampStage;

const use = (version: string, remote = 'markets'): OutcomeReport => ({ type: 'use', remote, version });
const failure = (version: string): OutcomeReport => ({ type: 'failure', remote: 'markets', version, kind: 'load' });
const batch = (epoch: number, ...reports: OutcomeReport[]): TelemetryBatch => ({ epoch, reports });

const recordAll = (batches: readonly TelemetryBatch[]) => batches.reduce(record, stage);

describe('a stage of a ramp', () => {
  test('starts with the share of its weight and no evidence', () => {
    expect(stage).toMatchObject({ remote: 'markets', candidate: '1.3.0', stable: '1.2.0', since: 7 });
    expect(stage.evidence.share).toBe(0.1);
    expect(eValue(stage.evidence)).toBe(1);
  });

  test('does not exist without a ramp', () => {
    expect(stageOf({ name: 'markets', stable: '1.2.0' }, stage)).toBeUndefined();
  });

  test('continues while its versions and its weight are unchanged', () => {
    const running = look(record(stage, batch(7, use('1.3.0'))));
    expect(stageOf(slot, running)).toBe(running);
  });

  test.each<{ what: string; next: RampedSlot }>([
    { what: 'its weight', next: { ...slot, ramp: { version: '1.3.0', weight: 2500, since: 8 } } },
    { what: 'its candidate', next: { ...slot, ramp: { version: '1.4.0', weight: 1000, since: 7 } } },
    { what: 'the stable version', next: { ...slot, stable: '1.1.0' } },
    { what: 'the remote', next: { ...slot, name: 'nft' } },
  ])('restarts with $what', ({ next }) => {
    const running = look(record(stage, batch(7, use('1.3.0'))));
    expect(stageOf(next, running)).toEqual(stageOf(next));
  });

  test('counts the outcomes of its two versions and weighs them at the next evaluation', () => {
    const reported = recordAll([
      batch(7, use('1.3.0')),
      batch(7, use('1.3.0'), failure('1.3.0'), use('1.2.0')),
      batch(9, use('1.2.0'), use('1.1.0'), use('1.3.0', 'nft')),
    ]);
    expect(reported.pending).toEqual({ candidate: { uses: 2, failures: 1 }, stable: { uses: 2, failures: 0 } });
    expect(reported.evidence).toBe(stage.evidence);
    const looked = look(reported);
    expect(looked.evidence.atRisk).toEqual({ candidate: 1, stable: 2 });
    expect(look(looked).evidence).toEqual(looked.evidence);
  });

  test('ignores reports of an earlier epoch', () => {
    expect(record(stage, batch(6, use('1.3.0'), failure('1.3.0')))).toBe(stage);
  });

  test('ends when only its candidate fails', () => {
    const users = look(
      recordAll([...Array(20).fill(batch(7, use('1.3.0'))), ...Array(180).fill(batch(7, use('1.2.0')))]),
    );
    const broken = Array.from({ length: 5 }, () => batch(7, failure('1.3.0')));
    expect(shouldHalt(look(broken.slice(1).reduce(record, users)).evidence)).toBe(false);
    expect(shouldHalt(look(broken.reduce(record, users)).evidence)).toBe(true);
  });

  test('survives a round trip through JSON', () => {
    const running = record(
      look(recordAll([batch(7, use('1.3.0')), batch(8, use('1.2.0'))])),
      batch(8, failure('1.2.0')),
    );
    expect(rampStageSchema.parse(JSON.parse(JSON.stringify(running)))).toEqual(running);
  });
});
