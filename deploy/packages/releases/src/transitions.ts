import { HOST } from '@tessera/registry-api';
import { ReleaseError } from './release-error.ts';
import type { Draft, ReleaseEvent } from './release-event.ts';
import { describeSlot, type ReleaseState, type SlotState, slotOf } from './state.ts';

/* The rules of releases: pure functions from the state or the history to the next event. */

/** Number of withdrawn versions kept: pages with older ones have been reloaded long since. */
const WITHDRAWN_KEPT = 50;

const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);

function changesBetween(before: ReleaseState | undefined, after: ReleaseState): ReleaseEvent['changes'] {
  const names = new Set([...(before?.remotes ?? []), ...after.remotes].map(({ name }) => name));
  const changes = [...names].map((name) => ({
    name,
    from: describeSlot(slotOf(before, name)),
    to: describeSlot(slotOf(after, name)),
  }));
  const host = { name: HOST, from: before?.host ?? null, to: after.host };
  return [...changes, host].filter(({ from, to }) => from !== to).sort(byName);
}

/** Changes between two states, by remote. */
export const diffStates = changesBetween;

type Next = {
  readonly host?: string | null;
  readonly remotes?: readonly SlotState[];
  readonly withdraw?: readonly string[];
};

const liveReferences = (remotes: readonly SlotState[]) =>
  new Set(
    remotes.flatMap(({ name, stable, ramp }) => [`${name}@${stable}`, ...(ramp ? [`${name}@${ramp.version}`] : [])]),
  );

function draft(before: ReleaseState | undefined, kind: ReleaseEvent['kind'], at: number, next: Next): Draft {
  const remotes = [...(next.remotes ?? before?.remotes ?? [])].sort(byName);
  const live = liveReferences(remotes);
  const withdrawn = [...(before?.withdrawn ?? []), ...(next.withdraw ?? [])].filter(
    (reference, index, all) => !live.has(reference) && all.lastIndexOf(reference) === index,
  );
  const state: ReleaseState = {
    epoch: (before?.epoch ?? 0) + 1,
    at,
    host: next.host === undefined ? (before?.host ?? null) : next.host,
    remotes,
    withdrawn: withdrawn.slice(-WITHDRAWN_KEPT),
  };
  return { kind, changes: changesBetween(before, state), state };
}

const withSlot = (before: ReleaseState | undefined, slot: SlotState): SlotState[] => [
  ...(before?.remotes ?? []).filter(({ name }) => name !== slot.name),
  slot,
];

const withoutRamp = ({ ramp: _ended, ...slot }: SlotState): SlotState => slot;

type Reference = { readonly name: string; readonly version: string };

/** Promotes a published version to stable. Ends a ramp of the remote. */
export function promote(before: ReleaseState | undefined, { name, version }: Reference, at: number): Draft {
  const slot = slotOf(before, name);
  if (slot?.stable === version) {
    const how = slot.ramp ? ` End the ramp of ${slot.ramp.version} with \`tessera rollback ${name}\`.` : '';
    throw new ReleaseError('already_live', `${name}@${version} is live already.${how}`);
  }
  const previous = slot?.stable;
  return draft(before, 'promote', at, {
    remotes: withSlot(before, { name, stable: version, ...(previous ? { previous } : {}) }),
  });
}

/** Releases a build in one event: a host, versions of remotes, or both. Undefined if all of it is live. */
export function takeOver(
  before: ReleaseState | undefined,
  what: { readonly host?: string | undefined; readonly remotes: readonly Reference[] },
  at: number,
): Draft | undefined {
  const fresh = what.remotes.filter(({ name, version }) => slotOf(before, name)?.stable !== version);
  const slots = fresh.map(({ name, version }): SlotState => {
    const previous = slotOf(before, name)?.stable;
    return { name, stable: version, ...(previous ? { previous } : {}) };
  });
  const kept = (before?.remotes ?? []).filter((slot) => !slots.some(({ name }) => name === slot.name));
  const decided = draft(before, slots.length > 0 ? 'promote' : 'host', at, {
    remotes: [...kept, ...slots],
    ...(what.host === undefined ? {} : { host: what.host }),
  });
  return decided.changes.length > 0 ? decided : undefined;
}

/** Drops the previous version of some remotes: pages cannot fall back to a version that does not fit the host. */
export const withoutPrevious = (decided: Draft, names: ReadonlySet<string>): Draft => ({
  ...decided,
  state: {
    ...decided.state,
    remotes: decided.state.remotes.map((slot) => {
      const { previous: _unfit, ...rest } = slot;
      return names.has(slot.name) ? rest : slot;
    }),
  },
});

/** Converts a percentage with at most two decimals to a weight per 10,000 clients. */
export function weightOf(percent: number): number {
  const weight = Math.round(percent * 100);
  if (!(percent >= 0 && percent <= 100) || Math.abs(weight - percent * 100) > 1e-6) {
    throw new ReleaseError('value_invalid', 'A ramp goes from 0 to 100 percent, with two decimals at most.');
  }
  return weight;
}

/**
 * Ramps a published version to a share of the clients. Another weight for the same version keeps the salt: a higher one
 * only adds clients, a lower one only removes them. `salt` is used when the ramp starts.
 */
export function ramp(
  before: ReleaseState | undefined,
  { name, version }: Reference,
  weight: number,
  salt: string,
  at: number,
): Draft {
  const slot = slotOf(before, name);
  if (!slot) {
    throw new ReleaseError('nothing_stable', `${name} has no stable version to ramp against: promote one first.`);
  }
  if (slot.stable === version) throw new ReleaseError('already_live', `${name}@${version} is the stable version.`);
  if (slot.ramp && slot.ramp.version !== version) {
    throw new ReleaseError(
      'ramp_running',
      `${slot.ramp.version} of ${name} is being ramped: promote it or roll it back before ramping another one.`,
    );
  }
  if (slot.ramp?.weight === weight) {
    throw new ReleaseError('already_live', `${name}@${version} is at that weight already.`);
  }
  const since = (before?.epoch ?? 0) + 1;
  return draft(before, 'ramp', at, {
    remotes: withSlot(before, { ...slot, ramp: { version, weight, salt: slot.ramp?.salt ?? salt, since } }),
  });
}

/** Halts the ramp of a remote because its candidate is worse. */
export function halt(before: ReleaseState, name: string, at: number): Draft {
  const slot = slotOf(before, name);
  if (!slot?.ramp) throw new ReleaseError('nothing_to_undo', `No version of ${name} is being ramped.`);
  return draft(before, 'halt', at, {
    remotes: withSlot(before, withoutRamp(slot)),
    withdraw: [`${name}@${slot.ramp.version}`],
  });
}

/** The slot as it was before the last event that changed the remote's stable version. */
function slotBefore(history: readonly ReleaseEvent[], name: string): SlotState | undefined {
  const now = slotOf(history.at(-1)?.state, name)?.stable;
  const earlier = history.findLast(({ state }) => slotOf(state, name)?.stable !== now);
  const slot = slotOf(earlier?.state, name);
  return slot && withoutRamp(slot);
}

const wasEverLive = (history: readonly ReleaseEvent[], name: string) =>
  history.some(({ state }) => slotOf(state, name) !== undefined);

/** The remotes changed by the last event that changed any. */
const lastChanged = (history: readonly ReleaseEvent[]): string[] =>
  (history.findLast(({ changes }) => changes.some(({ name }) => name !== HOST))?.changes ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== HOST);

/**
 * Undoes one step of the named remote, or of those that the last event changed: a running ramp ends, otherwise the
 * previous stable version comes back. A rollback is an event like the others, so a second one undoes the first. The
 * host's build is unchanged: it is what the gateway serves. `history` is ordered oldest first.
 */
export function rollback(history: readonly ReleaseEvent[], name: string | undefined, at: number): Draft {
  const before = history.at(-1)?.state;
  const names = name === undefined ? lastChanged(history) : [name];
  if (!before || names.length === 0) {
    throw new ReleaseError('nothing_to_undo', 'There is nothing to undo: no remote was ever promoted.');
  }
  let remotes: readonly SlotState[] = before.remotes;
  const withdraw: string[] = [];
  for (const each of names) {
    if (!wasEverLive(history, each)) {
      throw new ReleaseError('nothing_to_undo', `There is nothing to undo: ${each} was never promoted.`);
    }
    const slot = slotOf(before, each);
    const left = slot?.ramp?.version ?? slot?.stable;
    if (left) withdraw.push(`${each}@${left}`);
    const restored = slot?.ramp ? withoutRamp(slot) : slotBefore(history, each);
    remotes = [...remotes.filter((other) => other.name !== each), ...(restored ? [restored] : [])];
  }
  return draft(before, 'rollback', at, { remotes, withdraw });
}

/** Restores the stable versions of an earlier epoch without ramps; the host's build is unchanged. */
export function revert(history: readonly ReleaseEvent[], epoch: number, at: number): Draft {
  const before = history.at(-1)?.state;
  const target = history.find(({ state }) => state.epoch === epoch)?.state;
  if (!before || !target) throw new ReleaseError('epoch_unknown', `There is no epoch ${epoch}.`);
  const next = draft(before, 'revert', at, {
    remotes: target.remotes.map(withoutRamp),
    withdraw: [...liveReferences(before.remotes)],
  });
  if (next.changes.length === 0) {
    throw new ReleaseError('already_live', `Epoch ${epoch} has the same stable versions as now.`);
  }
  return next;
}
