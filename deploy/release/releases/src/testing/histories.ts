import fc from 'fast-check';
import { ReleaseError } from '../release-error.ts';
import { chainEvent, type Draft, type ReleaseEvent } from '../release-event.ts';
import { type Announcement, halt, promote, ramp, revert, rollback, takeOver } from '../transitions.ts';

/** Reachable histories, for property tests. */

/** Time of every event in these histories, Unix ms. */
export const AT = Date.UTC(2026, 10, 20);
export const names = ['markets', 'trading', 'finance'] as const;
export const name = fc.constantFrom(...names);
export const version = fc.nat(4).map((patch) => `1.0.${patch}`);

export const step = fc.oneof(
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rollback' as const), name, to: version }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revert' as const), epoch: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('host' as const), version, remotes: fc.constant([]) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('announce' as const), names: fc.uniqueArray(name) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('host' as const),
      version: fc.option(version, { nil: undefined }),
      remotes: fc.uniqueArray(fc.record({ name, version }), { selector: (reference) => reference.name }),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The salt drawn for an event of that epoch, unique per epoch. */
export const saltDrawnAt = (epoch: number): string => `drawn in epoch ${epoch}`;

/** Of a remote with one screen. */
export const announcementOf = (remote: string): Announcement => ({
  name: remote,
  routes: [{ path: `/pages/${remote}/${remote}`, access: 'guest' }],
});

function decide(history: readonly ReleaseEvent[], asked: Step): Draft | undefined {
  const now = history.at(-1)?.state;
  if (asked.kind === 'promote') return promote(now, asked, AT);
  if (asked.kind === 'ramp') return ramp(now, asked, asked.weight, saltDrawnAt(history.length + 1), AT);
  if (asked.kind === 'halt') return now && halt(now, asked.name, AT);
  if (asked.kind === 'rollback') return rollback(history, asked, AT);
  if (asked.kind === 'revert') return revert(history, asked.epoch, AT);
  if (asked.kind === 'announce') return takeOver(now, { remotes: [], announced: asked.names.map(announcementOf) }, AT);
  return takeOver(now, { host: asked.version, remotes: asked.remotes }, AT);
}

/** The history after a step; unchanged if the rules reject it. */
export function take(history: readonly ReleaseEvent[], asked: Step): readonly ReleaseEvent[] {
  try {
    const draft = decide(history, asked);
    if (!draft) return history;
    const rest = { who: 'ops', why: 'because', forced: [], manifest: 'manifests/x.json' };
    return [...history, chainEvent(draft, rest, history.at(-1))];
  } catch (error) {
    if (error instanceof ReleaseError) return history;
    throw error;
  }
}

export const play = (steps: readonly Step[]): readonly ReleaseEvent[] =>
  steps.reduce<readonly ReleaseEvent[]>(take, []);
export const history = fc.array(step, { maxLength: 25 }).map(play);

/** Histories that end with every possible remote ramped. */
export const rampedHistory = fc.tuple(history, fc.integer({ min: 1, max: 9_999 })).map(([events, weight]) =>
  names
    .flatMap((each): Step[] => [
      { kind: 'promote', name: each, version: '1.0.0' },
      { kind: 'ramp', name: each, version: '1.0.4', weight },
    ])
    .reduce(take, events),
);
