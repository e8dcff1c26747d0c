import { expect, test } from 'vitest';
import { changeOf, eventOf, remoteOf } from '../testing/releases.ts';
import { findUndo, undoOf } from './undo.ts';

/* Consistency with the registry's rules is tested in `deploy/apps/registry/test/console.test.ts`. */

const ramp = { version: '0.9.0', percent: 12.5, since: 0, evidence: 1 };
const other = (epoch: number) => eventOf(epoch, { changes: [changeOf('markets', '0.7.0', '0.8.0')] });

test('a running ramp ends, whatever the history contains', () => {
  expect(undoOf(remoteOf({ ramp }), [])).toEqual({ kind: 'ramp', version: '0.9.0', percent: 12.5, stable: '0.8.0' });
});

test('the stable version before its last change is restored, skipping ramps and releases of other remotes', () => {
  const events = [
    eventOf(5, { kind: 'halt', changes: [changeOf('finance', '0.8.0, 0.9.0 at 10 %', '0.8.0')] }),
    eventOf(4, { kind: 'ramp', changes: [changeOf('finance', '0.8.0', '0.8.0, 0.9.0 at 10 %')] }),
    other(3),
    eventOf(2, { changes: [changeOf('finance', '0.7.0, 0.8.0 at 50 %', '0.8.0')] }),
  ];
  expect(undoOf(remoteOf(), events)).toEqual({ kind: 'version', from: '0.8.0', to: '0.7.0' });
});

test('undoing a first promotion restores nothing', () => {
  expect(undoOf(remoteOf(), [eventOf(1, { changes: [changeOf('finance', null, '0.8.0')] })])).toEqual({
    kind: 'withdrawal',
    from: '0.8.0',
  });
});

const long = Array.from({ length: 1_200 }, (_, index) => other(1_200 - index));
const askedOf = (events: readonly ReturnType<typeof eventOf>[]) => {
  const limits: number[] = [];
  const history = async (limit: number) => {
    limits.push(limit);
    return events.slice(0, limit);
  };
  return { limits, history };
};

test('the history is read only as far back as needed', async () => {
  const found = eventOf(0, { changes: [changeOf('finance', '0.7.0', '0.8.0')] });
  const { limits, history } = askedOf([...long.slice(0, 120), found]);
  expect((await findUndo(remoteOf(), history)).undo).toEqual({ kind: 'version', from: '0.8.0', to: '0.7.0' });
  expect(limits).toEqual([50, 200]);
});

test('it never requests more than the registry returns', async () => {
  const { limits, history } = askedOf(long);
  expect((await findUndo(remoteOf(), history)).undo).toEqual({ kind: 'beyond', from: '0.8.0' });
  expect(limits).toEqual([50, 200, 800, 1_000]);
});

test('a complete history is not requested again', async () => {
  const { limits, history } = askedOf([other(1)]);
  expect((await findUndo(remoteOf(), history)).undo).toEqual({ kind: 'beyond', from: '0.8.0' });
  expect(limits).toEqual([50]);
});
