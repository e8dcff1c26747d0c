import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveVersion, type Manifest, manifestSchema } from './manifest.ts';
import { type Act, adoptHost, HOST, type Move, promote, rollback } from './moves.ts';
import { descriptorOf, recordOf } from './testing.ts';

const act: Act = { who: 'ops', why: 'because', at: 1_763_673_482_000 };
const names = ['markets', 'trading', 'finance'] as const;
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('promote' as const), name: fc.constantFrom(...names), patch: fc.nat(4) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rollback' as const),
      name: fc.option(fc.constantFrom(...names), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('host' as const), patch: fc.nat(4) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The move that a step asks for, or undefined where the rules refuse it. */
function take(history: readonly Move[], asked: Step): Move | undefined {
  const now = history.at(-1)?.manifest;
  try {
    if (asked.kind === 'promote') return promote(now, recordOf(asked.name, `1.0.${asked.patch}`), act);
    if (asked.kind === 'host') return adoptHost(now, `2.0.${asked.patch}`, act);
    return rollback(history, asked.name, act);
  } catch {
    return undefined;
  }
}

function play(steps: readonly Step[]): Move[] {
  const history: Move[] = [];
  for (const asked of steps) {
    const move = take(history, asked);
    if (move) history.push(move);
  }
  return history;
}

const versions = (manifest: Manifest | undefined) => names.map((name) => liveVersion(manifest, name));

describe('a history of moves', () => {
  test('counts its epochs up by one, whatever is asked', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        expect(play(steps).map((move) => move.manifest.epoch)).toEqual(play(steps).map((_, index) => index + 1));
      }),
    );
  });

  test('holds nothing but valid manifests', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        for (const { manifest } of play(steps)) expect(manifestSchema.safeParse(manifest).success).toBe(true);
      }),
    );
  });

  test('is undone in one step: a rollback after any promotion restores what was live', () => {
    fc.assert(
      fc.property(fc.array(step), fc.constantFrom(...names), fc.nat(4), (steps, name, patch) => {
        const before = play(steps);
        const move = take(before, { kind: 'promote', name, patch });
        fc.pre(move !== undefined);
        const undone = rollback([...before, move as Move], undefined, act);
        expect(versions(undone.manifest)).toEqual(versions(before.at(-1)?.manifest));
      }),
    );
  });

  test('is undone twice to no effect: a rollback is a move too', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1 }),
        fc.option(fc.constantFrom(...names), { nil: undefined }),
        (steps, name) => {
          const history = play(steps);
          const first = take(history, { kind: 'rollback', name });
          fc.pre(first !== undefined);
          const second = rollback([...history, first as Move], name, act);
          expect(versions(second.manifest)).toEqual(versions(history.at(-1)?.manifest));
        },
      ),
    );
  });

  test('leaves every other remote alone when one is rolled back', () => {
    fc.assert(
      fc.property(fc.array(step), fc.constantFrom(...names), (steps, name) => {
        const history = play(steps);
        const undone = take(history, { kind: 'rollback', name });
        fc.pre(undone !== undefined);
        const others = names.filter((other) => other !== name);
        for (const other of others) {
          expect(liveVersion(undone?.manifest, other)).toBe(liveVersion(history.at(-1)?.manifest, other));
        }
      }),
    );
  });
});

describe('a promotion', () => {
  test('names what changed', () => {
    const first = promote(undefined, recordOf('markets', '1.0.0'), act);
    const second = promote(first.manifest, recordOf('markets', '1.0.1'), act);
    expect(second.changes).toEqual([{ name: 'markets', from: '1.0.0', to: '1.0.1' }]);
  });

  test('points at the immutable entry of its version', () => {
    const { manifest } = promote(undefined, recordOf('markets', '1.0.0'), act);
    expect(manifest.remotes[0]?.entry).toBe('remotes/markets/1.0.0/remoteEntry.js');
  });

  test('is refused for the version that is live', () => {
    const first = promote(undefined, recordOf('markets', '1.0.0'), act);
    expect(() => promote(first.manifest, recordOf('markets', '1.0.0'), act)).toThrow('is live already');
  });

  test('is refused without a reason', () => {
    expect(() => promote(undefined, recordOf('markets', '1.0.0'), { ...act, why: ' ' })).toThrow('needs a reason');
  });

  test('is refused when another remote serves one of its routes', () => {
    const first = promote(undefined, recordOf('markets', '1.0.0'), act);
    const thief = recordOf('trading', '1.0.0', { descriptor: { ...descriptorOf('markets'), name: 'trading' } });
    expect(() => promote(first.manifest, thief, act)).toThrow(
      '/pages/markets/markets of trading is already served by markets',
    );
  });
});

describe('a rollback', () => {
  test('is refused where there is nothing to undo', () => {
    expect(() => rollback([], undefined, act)).toThrow('Nothing has been promoted yet');
    const first = promote(undefined, recordOf('markets', '1.0.0'), act);
    expect(() => rollback([first], 'trading', act)).toThrow('trading was never promoted');
  });

  test('passes over a change of the host, whose build is what the gateway serves', () => {
    const first = promote(undefined, recordOf('markets', '1.0.0'), act);
    const second = promote(first.manifest, recordOf('markets', '1.0.1'), act);
    const host = adoptHost(second.manifest, '2.0.0', act) as Move;
    const undone = rollback([first, second, host], undefined, act);
    expect(liveVersion(undone.manifest, 'markets')).toBe('1.0.0');
    expect(undone.manifest.host).toEqual({ version: '2.0.0' });
    expect(host.changes[0]?.name).toBe(HOST);
  });
});
