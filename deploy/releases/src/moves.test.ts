import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brokenAt,
  chainMove,
  type Draft,
  halt,
  type Move,
  moveSchema,
  promote,
  ramp,
  revert,
  rollback,
  takeOver,
  weightOf,
} from './moves.ts';
import { ReleaseError } from './release-error.ts';
import { releaseStateSchema, type SlotState, slotOf, versionsIn } from './state.ts';

const AT = Date.UTC(2026, 10, 20);
const names = ['markets', 'trading', 'finance'] as const;
const name = fc.constantFrom(...names);
const version = fc.nat(4).map((patch) => `1.0.${patch}`);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('promote' as const), name, version }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('ramp' as const), name, version, weight: fc.nat(10_000) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('halt' as const), name }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('rollback' as const), name: fc.option(name, { nil: undefined }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revert' as const), epoch: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('host' as const), version }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function decide(history: readonly Move[], asked: Step): Draft | undefined {
  const now = history.at(-1)?.state;
  if (asked.kind === 'promote') return promote(now, asked, AT);
  if (asked.kind === 'ramp') return ramp(now, asked, asked.weight, `salt of ${asked.version}`, AT);
  if (asked.kind === 'halt') return now && halt(now, asked.name, AT);
  if (asked.kind === 'rollback') return rollback(history, asked.name, AT);
  if (asked.kind === 'revert') return revert(history, asked.epoch, AT);
  return takeOver(now, { host: asked.version, remotes: [] }, AT);
}

/** The history after a step; the same where the rules refuse it. */
function take(history: readonly Move[], asked: Step): readonly Move[] {
  try {
    const draft = decide(history, asked);
    if (!draft) return history;
    const rest = { who: 'ops', why: 'because', forced: [], manifest: 'manifests/x.json' };
    return [...history, chainMove(draft, rest, history.at(-1))];
  } catch (error) {
    if (error instanceof ReleaseError) return history;
    throw error;
  }
}

const play = (steps: readonly Step[]): readonly Move[] => steps.reduce<readonly Move[]>(take, []);
const history = fc.array(step, { maxLength: 25 }).map(play);
const stable = (move: Move | undefined) => names.map((each) => slotOf(move?.state, each)?.stable);

const promoted = (...versions: string[]) =>
  play(versions.map((each) => ({ kind: 'promote', name: 'markets', version: each })));

describe('a history of moves', () => {
  test('counts its epochs up by one and holds valid states alone, whatever is asked', () => {
    fc.assert(
      fc.property(history, (moves) => {
        expect(moves.map(({ state }) => state.epoch)).toEqual(moves.map((_, index) => index + 1));
        for (const { state } of moves) expect(releaseStateSchema.safeParse(state).error).toBeUndefined();
      }),
    );
  });

  test('says of every move what changed, and every move changes something', () => {
    fc.assert(
      fc.property(history, (moves) => {
        for (const { changes } of moves) {
          expect(changes.length).toBeGreaterThan(0);
          for (const { from, to } of changes) expect(from).not.toBe(to);
        }
      }),
    );
  });

  test('never calls withdrawn what is live', () => {
    fc.assert(
      fc.property(history, (moves) => {
        for (const { state } of moves) {
          const live = state.remotes.flatMap(({ name: each, stable: is, ramp: runs }) => [
            `${each}@${is}`,
            ...(runs ? [`${each}@${runs.version}`] : []),
          ]);
          expect(state.withdrawn.filter((reference) => live.includes(reference))).toEqual([]);
        }
      }),
    );
  });
});

describe('a rollback', () => {
  test('undoes a promotion, and a second one undoes the first', () => {
    fc.assert(
      fc.property(history, name, version, (moves, which, next) => {
        const before = slotOf(moves.at(-1)?.state, which);
        const after = take(moves, { kind: 'promote', name: which, version: next });
        fc.pre(after.length > moves.length && before !== undefined && !before.ramp);
        const back = take(after, { kind: 'rollback', name: which });
        expect(slotOf(back.at(-1)?.state, which)?.stable).toBe(before?.stable);
        expect(back.at(-1)?.state.withdrawn).toContain(`${which}@${next}`);
        const again = take(back, { kind: 'rollback', name: which });
        expect(slotOf(again.at(-1)?.state, which)?.stable).toBe(next);
      }),
    );
  });

  test('of a remote that was new takes it away', () => {
    const back = take(promoted('1.0.0'), { kind: 'rollback', name: 'markets' });
    expect(back.at(-1)?.state.remotes).toEqual([]);
  });

  test('ends a running ramp and leaves the stable version alone', () => {
    const ramped = take(promoted('1.0.0', '1.0.1'), { kind: 'ramp', name: 'markets', version: '1.0.2', weight: 10 });
    const slot = slotOf(take(ramped, { kind: 'rollback', name: 'markets' }).at(-1)?.state, 'markets');
    expect(slot).toEqual({ name: 'markets', stable: '1.0.1', previous: '1.0.0' });
  });

  test('without a name undoes what the last move changed, and never the host', () => {
    const both = play([
      { kind: 'promote', name: 'markets', version: '1.0.0' },
      { kind: 'promote', name: 'trading', version: '1.0.0' },
      { kind: 'promote', name: 'trading', version: '1.0.1' },
      { kind: 'host', version: '1.0.4' },
    ]);
    const back = take(both, { kind: 'rollback', name: undefined }).at(-1);
    expect(stable(back)).toEqual(['1.0.0', '1.0.0', undefined]);
    expect(back?.state.host).toBe('1.0.4');
  });

  test('of nothing is refused', () => {
    expect(() => rollback([], undefined, AT)).toThrow('no remote was ever promoted');
    expect(() => rollback(promoted('1.0.0'), 'nft', AT)).toThrow('nft was never promoted');
  });
});

describe('a ramp', () => {
  const ramped = (...weights: number[]) =>
    weights.reduce(
      (moves, weight) => take(moves, { kind: 'ramp', name: 'markets', version: '1.0.1', weight }),
      promoted('1.0.0'),
    );
  const slot = (moves: readonly Move[]) => slotOf(moves.at(-1)?.state, 'markets') as SlotState;

  test('keeps its salt while its weight changes, and begins a stage with each', () => {
    const begun = slot(ramped(1_000)).ramp;
    const raised = slot(ramped(1_000, 5_000)).ramp;
    expect(raised?.salt).toBe(begun?.salt);
    expect([begun?.since, raised?.since]).toEqual([2, 3]);
  });

  test('ends in a promotion of its version, after which the former one is the one before', () => {
    const full = take(ramped(1_000), { kind: 'promote', name: 'markets', version: '1.0.1' });
    expect(slot(full)).toEqual({ name: 'markets', stable: '1.0.1', previous: '1.0.0' });
  });

  test('that is halted leaves the stable version and names the candidate as withdrawn', () => {
    const halted = take(ramped(1_000), { kind: 'halt', name: 'markets' });
    expect(slot(halted)).toEqual({ name: 'markets', stable: '1.0.0' });
    expect(halted.at(-1)?.state.withdrawn).toEqual(['markets@1.0.1']);
  });

  test.each([
    ['nothing_stable', () => ramp(undefined, { name: 'markets', version: '1.0.1' }, 1, 'a salt of it', AT)],
    [
      'already_live',
      () => ramp(promoted('1.0.0').at(-1)?.state, { name: 'markets', version: '1.0.0' }, 1, 'a salt', AT),
    ],
    [
      'already_live',
      () => ramp(ramped(10).at(-1)?.state, { name: 'markets', version: '1.0.1' }, 10, 'a salt of it', AT),
    ],
    [
      'ramp_running',
      () => ramp(ramped(10).at(-1)?.state, { name: 'markets', version: '1.0.2' }, 10, 'a salt of it', AT),
    ],
  ])('is refused with %s', (code, attempt) => {
    expect(attempt).toThrow(expect.objectContaining({ code }));
  });

  test('takes percentages from 0 to 100 with two decimals', () => {
    fc.assert(fc.property(fc.nat(10_000), (weight) => weightOf(weight / 100) === weight));
    for (const bad of [-1, 100.01, 12.345, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => weightOf(bad)).toThrow('from 0 to 100 percent');
    }
  });
});

describe('a revert', () => {
  test('brings back exactly the stable versions of an epoch', () => {
    fc.assert(
      fc.property(history, fc.nat(30), (moves, at) => {
        const target = moves[at % Math.max(1, moves.length)];
        const after = target ? take(moves, { kind: 'revert', epoch: target.state.epoch }) : moves;
        fc.pre(after.length > moves.length);
        expect(stable(after.at(-1))).toEqual(stable(target));
        expect(after.at(-1)?.state.remotes.some((slot) => slot.ramp)).toBe(false);
      }),
    );
  });

  test('to an epoch that never was, or is now, is refused', () => {
    expect(() => revert(promoted('1.0.0'), 7, AT)).toThrow('There is no epoch 7');
    expect(() => revert(promoted('1.0.0'), 1, AT)).toThrow('is live now');
  });
});

describe('a take-over', () => {
  test('is one step for host and remotes, and none when all of it is live', () => {
    const what = {
      host: '2.0.0',
      remotes: [
        { name: 'markets', version: '1.0.1' },
        { name: 'nft', version: '1.0.0' },
      ],
    };
    const draft = takeOver(promoted('1.0.0').at(-1)?.state, what, AT);
    expect(draft?.state).toMatchObject({ epoch: 2, host: '2.0.0' });
    expect(draft && versionsIn(draft.state).map(({ name: of, version: is }) => `${of}@${is}`)).toEqual([
      'markets@1.0.1',
      'markets@1.0.0',
      'nft@1.0.0',
    ]);
    expect(takeOver(draft?.state, what, AT)).toBeUndefined();
  });
});

describe('the chain of moves', () => {
  test('is whole as it was written', () => {
    fc.assert(fc.property(history, (moves) => brokenAt(moves) === undefined));
  });

  test('breaks where a move was changed, taken out or moved', () => {
    fc.assert(
      fc.property(history, fc.nat(30), fc.constantFrom('who', 'why', 'state', 'gone', 'swapped'), (moves, at, how) => {
        fc.pre(moves.length > 2);
        const index = at % (moves.length - 1);
        const changed = [...moves];
        const move = changed[index] as Move;
        if (how === 'who' || how === 'why') changed[index] = { ...move, [how]: `${move[how]}!` };
        if (how === 'state') changed[index] = { ...move, state: { ...move.state, at: move.state.at + 1 } };
        if (how === 'gone') changed.splice(index, 1);
        if (how === 'swapped') changed.splice(index, 2, changed[index + 1] as Move, move);
        expect(brokenAt(changed)).toBeDefined();
      }),
    );
  });

  test('holds in whatever order the fields of a stored move come', () => {
    const [move] = promoted('1.0.0') as [Move];
    const shuffled = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(move).reverse())));
    expect(brokenAt([moveSchema.parse(shuffled)])).toBeUndefined();
  });
});
