import type { RemoteStatus } from '@tessera/registry-api';
import { type SlotState, slotOf, summaryOf } from '@tessera/releases';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { history, name, take } from '../../../packages/releases/src/testing/histories.ts';
import { undoOf } from '../../console/src/actions/undo.ts';

/* The staff page predicts the effect of a rollback: it must match the rules. */

const remoteIn = ({ name: which, stable, previous, ramp }: SlotState): RemoteStatus => ({
  name: which,
  stable,
  previous: previous ?? null,
  newest: stable,
  ramp: ramp ? { version: ramp.version, percent: ramp.weight / 100, since: 0, evidence: 1 } : null,
  health: [],
});

describe('the rollback predicted by the page', () => {
  test('matches the actual one, after any history', () => {
    fc.assert(
      fc.property(history, name, (events, which) => {
        const before = slotOf(events.at(-1)?.state, which);
        fc.pre(before !== undefined);
        const after = slotOf(take(events, { kind: 'rollback', name: which }).at(-1)?.state, which);
        const page = { moves: events.map(summaryOf).toReversed() };
        const undo = undoOf(remoteIn(before as SlotState), page.moves);
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
            throw new Error('the whole history was loaded');
        }
      }),
      { numRuns: 300 },
    );
  });
});
