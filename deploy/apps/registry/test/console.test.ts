import { historyOf, type SlotState, slotOf, statusOf, summaryOf, versionsOf } from '@tessera/releases';
import { OPEN_GATE, testReleases } from '@tessera/releases/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { history, name, take } from '../../../packages/releases/src/testing/histories.ts';
import { undoOf } from '../../console/src/actions/undo.ts';
import { historySchema, type Remote, statusSchema, versionsSchema } from '../../console/src/registry/contract.ts';

/* The staff page reads answers by a contract of its own and foretells what a rollback does: both hold. */

test('the page takes every answer as it is', async () => {
  const { service, publish } = await testReleases(OPEN_GATE);
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await publish('markets', version);
  const audit = { who: 'ada', why: 'to see' };
  await service.promote({ name: 'markets', version: '1.0.0' }, audit);
  await service.promote({ name: 'markets', version: '1.0.1' }, audit);
  await service.ramp({ name: 'markets', version: '1.0.2' }, 12.5, audit);
  const status = await statusOf(service, {
    health: (_, version) => ({
      version,
      users: 7,
      failures: 1,
      byKind: { load: 1, integrity: 0, evaluation: 0, render: 0 },
      vitals: { LCP: { p75: 900, count: 3 } },
    }),
    evidence: () => 3.5,
  });
  expect(status.remotes[0]?.health).toHaveLength(3);
  expect(statusSchema.parse(status)).toEqual(status);
  const page = { moves: await historyOf(service, 50) };
  expect(historySchema.parse(page)).toEqual(page);
  const versions = { versions: await versionsOf(service, 'markets') };
  expect(versionsSchema.parse(versions)).toEqual(versions);
});

const remoteIn = ({ name: which, stable, previous, ramp }: SlotState): Remote => ({
  name: which,
  stable,
  previous: previous ?? null,
  newest: stable,
  ramp: ramp ? { version: ramp.version, percent: ramp.weight / 100, since: 0, evidence: 1 } : null,
  health: [],
});

describe('what the page says that a rollback does', () => {
  test('is what it does, after any history', () => {
    fc.assert(
      fc.property(history, name, (events, which) => {
        const before = slotOf(events.at(-1)?.state, which);
        fc.pre(before !== undefined);
        const after = slotOf(take(events, { kind: 'rollback', name: which }).at(-1)?.state, which);
        const answered = historySchema.parse({ moves: events.map(summaryOf).toReversed() });
        const undo = undoOf(remoteIn(before as SlotState), answered.moves);
        expect(after?.ramp).toBeUndefined();
        switch (undo.kind) {
          case 'ramp':
            expect([undo.version, undo.stable]).toEqual([before?.ramp?.version, after?.stable]);
            break;
          case 'version':
            expect([undo.from, undo.to]).toEqual([before?.stable, after?.stable]);
            break;
          case 'withdrawal':
            expect([undo.from, undefined]).toEqual([before?.stable, after]);
            break;
          case 'beyond':
            throw new Error('the whole history was there');
        }
      }),
      { numRuns: 300 },
    );
  });
});
