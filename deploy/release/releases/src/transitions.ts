import { HOST_NAME } from '@tessera/manifest';
import { BAR, HOST, MOST_STEPS, type PlannedStep, type Reason } from '@tessera/registry-api';
import type { Announced } from './descriptor.ts';
import { MOST_PREVIEWS, openPreviews } from './previews.ts';
import { ReleaseError } from './release-error.ts';
import type { Draft, ReleaseEvent } from './release-event.ts';
import {
  ANNOUNCED,
  describeBar,
  describeSlot,
  type PreviewState,
  type ReleaseState,
  type SlotState,
  type StepsState,
  slotOf,
} from './state.ts';

/* The rules of releases: pure functions from the state or the history to the next event. */

/** Number of withdrawn versions kept: pages with older ones have been reloaded long since. */
const WITHDRAWN_KEPT = 50;
/** ms that a session lasts at most: one that was used before has ended. */
const SESSION_LASTS = 31 * 24 * 3_600_000;
/** Number of former times of compromised code that each manifest names. */
const COMPROMISED_KEPT = 20;

const MINUTE = 60_000;
/** ms that a version stays at one weight at most before the next step. */
const BAKES_AT_MOST = 14 * 24 * 60 * MINUTE;
/** Weight of all clients: as a step it promotes. */
const WHOLE = 10_000;

const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);

function changesBetween(before: ReleaseState | undefined, after: ReleaseState): ReleaseEvent['changes'] {
  const names = new Set([...(before?.remotes ?? []), ...after.remotes].map(({ name }) => name));
  const changes = [...names].map((name) => ({
    name,
    from: describeSlot(slotOf(before, name)),
    to: describeSlot(slotOf(after, name)),
  }));
  // Of a host that is released by pointer the slot tells.
  const isSlot = slotOf(after, HOST_NAME) !== undefined;
  const host = { name: HOST, from: before?.host ?? null, to: isSlot ? (before?.host ?? null) : after.host };
  const bar = { name: BAR, from: describeBar(before?.tabs), to: describeBar(after.tabs) };
  return [...changes, host, bar].filter(({ from, to }) => from !== to).sort(byName);
}

/** Changes between two states, by remote. */
export const diffStates = changesBetween;

type Next = {
  readonly host?: string | null;
  readonly remotes?: readonly SlotState[];
  readonly withdraw?: readonly string[];
  readonly previews?: readonly PreviewState[];
  /** Null leaves the bottom bar to descriptors again. */
  readonly tabs?: readonly string[] | null | undefined;
};

const liveReferences = (remotes: readonly SlotState[]) =>
  new Set(
    remotes.flatMap(({ name, stable, ramp }) =>
      [stable, ramp?.version].flatMap((version) => (version ? [`${name}@${version}`] : [])),
    ),
  );

/** Pages must not fall back to a version that was withdrawn. */
function withoutWithdrawn(slot: SlotState, withdrawn: readonly string[]): SlotState {
  const { previous, ...rest } = slot;
  return previous !== undefined && withdrawn.includes(`${slot.name}@${previous}`) ? rest : slot;
}

function draft(before: ReleaseState | undefined, kind: ReleaseEvent['kind'], at: number, next: Next): Draft {
  const remotes = [...(next.remotes ?? before?.remotes ?? [])].sort(byName);
  const live = liveReferences(remotes);
  const withdrawn = [...(before?.withdrawn ?? []), ...(next.withdraw ?? [])].filter(
    (reference, index, all) => !live.has(reference) && all.lastIndexOf(reference) === index,
  );
  const tabs = next.tabs === undefined ? before?.tabs : next.tabs;
  const ofSlot = remotes.find(({ name }) => name === HOST_NAME)?.stable;
  const state: ReleaseState = {
    epoch: (before?.epoch ?? 0) + 1,
    at,
    host: ofSlot ?? (next.host === undefined ? (before?.host ?? null) : next.host),
    remotes: remotes.map((slot) => withoutWithdrawn(slot, withdrawn)),
    withdrawn: withdrawn.slice(-WITHDRAWN_KEPT),
    ...(tabs ? { tabs: [...tabs] } : {}),
    ...(before?.compromised ? { compromised: before.compromised } : {}),
  };
  const previews = openPreviews({ previews: [...(next.previews ?? before?.previews ?? [])], withdrawn }, at);
  if (previews.length > 0) state.previews = [...previews];
  return { kind, changes: changesBetween(before, state), state };
}

/** The slots with that of one remote replaced; without it if nothing of the remote is live any more. */
const withSlot = (
  remotes: readonly SlotState[] | undefined,
  name: string,
  slot: SlotState | undefined,
): readonly SlotState[] => [...(remotes ?? []).filter((other) => other.name !== name), ...(slot ? [slot] : [])];

/** Without its ramp; undefined if the remote has no other live version, also where it had been announced. */
function withoutRamp({ ramp: _ended, ...slot }: SlotState): SlotState | undefined {
  return slot.stable === null ? undefined : slot;
}

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
    remotes: withSlot(before?.remotes, name, { name, stable: version, ...(previous ? { previous } : {}) }),
  });
}

/** A remote whose first version is on its way. */
export type Announcement = Announced & { readonly name: string };

/**
 * Releases a build in one event: a host, versions of remotes, or both. `announced` replaces what was announced before; what
 * has a version already is not announced. Undefined if all of it is live.
 */
export function takeOver(
  before: ReleaseState | undefined,
  what: {
    readonly host?: string | undefined;
    readonly remotes: readonly Reference[];
    readonly announced?: readonly Announcement[] | undefined;
  },
  at: number,
): Draft | undefined {
  const fresh = what.remotes.filter(({ name, version }) => slotOf(before, name)?.stable !== version);
  const slots = fresh.map(({ name, version }): SlotState => {
    const previous = slotOf(before, name)?.stable;
    return { name, stable: version, ...(previous ? { previous } : {}) };
  });
  const kept = (before?.remotes ?? []).filter(
    (slot) => !slots.some(({ name }) => name === slot.name) && !(what.announced && slot.announced),
  );
  const announced = (what.announced ?? [])
    .filter(({ name }) => ![...kept, ...slots].some((slot) => slot.name === name))
    .map(({ name, ...known }): SlotState => ({ name, stable: null, announced: known }));
  const decided = draft(before, slots.length > 0 || what.host === undefined ? 'promote' : 'host', at, {
    remotes: [...kept, ...slots, ...announced],
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
 * Ramps a published version to a share of the clients; the others have the stable version, or nothing of a new remote.
 * Another weight for the same version keeps the salt: a higher one only adds clients, a lower one only removes them.
 * `salt` is used when the ramp starts.
 * Without `steps` those that were planned before are dropped.
 */
export function ramp(
  before: ReleaseState | undefined,
  { name, version }: Reference,
  weight: number,
  salt: string,
  at: number,
  steps?: StepsState,
): Draft {
  const { announced: _hasVersion, ...slot } = slotOf(before, name) ?? { name, stable: null };
  if (slot.stable === version) throw new ReleaseError('already_live', `${name}@${version} is the stable version.`);
  if (slot.ramp && slot.ramp.version !== version) {
    throw new ReleaseError(
      'ramp_running',
      `${slot.ramp.version} of ${name} is being ramped: promote it or roll it back before ramping another one.`,
    );
  }
  if (slot.ramp?.weight === weight && !steps) {
    throw new ReleaseError('already_live', `${name}@${version} is at that weight already.`);
  }
  const since = (before?.epoch ?? 0) + 1;
  return draft(before, 'ramp', at, {
    remotes: withSlot(before?.remotes, name, {
      ...slot,
      ramp: {
        version,
        weight,
        salt: slot.ramp?.salt ?? salt,
        since: slot.ramp?.weight === weight ? slot.ramp.since : since,
        ...(steps ? { steps } : {}),
      },
    }),
  });
}

type Ramp = NonNullable<SlotState['ramp']>;

/** The ramp of a remote that goes in steps. */
function rampInSteps(before: ReleaseState | undefined, name: string): Ramp & { readonly steps: StepsState } {
  const ramp = slotOf(before, name)?.ramp;
  if (ramp?.steps) return { ...ramp, steps: ramp.steps };
  throw new ReleaseError('no_steps', `No ramp of ${name} has steps to come.`);
}

const withRamp = (before: ReleaseState | undefined, name: string, ramp: Ramp, at: number): Draft => {
  const slot = slotOf(before, name) ?? { name, stable: null };
  return draft(before, 'ramp', at, { remotes: withSlot(before?.remotes, name, { ...slot, ramp }) });
};

/** Takes the next step of a ramp: another weight, or the promotion. */
export function takeStep(before: ReleaseState | undefined, name: string, at: number): Draft {
  const { steps, ...ramp } = rampInSteps(before, name);
  const [step, following, ...later] = steps.next;
  if (!step || steps.held || at < steps.due) throw new ReleaseError('no_steps', `No step of ${name} is due.`);
  if (step.weight === WHOLE) return promote(before, { name, version: ramp.version }, at);
  const since = (before?.epoch ?? 0) + 1;
  const rest = following && { ...steps, next: [following, ...later], due: at + following.after };
  return withRamp(before, name, { ...ramp, weight: step.weight, since, ...(rest ? { steps: rest } : {}) }, at);
}

/** Holds the steps of a ramp at the present weight. */
export function holdSteps(before: ReleaseState | undefined, name: string, why: string, at: number): Draft {
  const { steps, ...ramp } = rampInSteps(before, name);
  if (steps.held) throw new ReleaseError('already_live', `The steps of ${name} are held: ${steps.held.why}`);
  const held = { why, left: Math.max(0, steps.due - at) };
  return withRamp(before, name, { ...ramp, steps: { ...steps, held } }, at);
}

/** Lets the steps of a ramp go on, with the time that was left. */
export function resumeSteps(before: ReleaseState | undefined, name: string, at: number): Draft {
  const { steps, ...ramp } = rampInSteps(before, name);
  const { held, ...going } = steps;
  if (!held) throw new ReleaseError('already_live', `The steps of ${name} are not held.`);
  return withRamp(before, name, { ...ramp, steps: { ...going, due: at + held.left } }, at);
}

/** Plans the steps after a first weight, each larger than the one before; the last may be all clients. */
export function planSteps(
  weight: number,
  planned: readonly PlannedStep[],
  { who, why }: { readonly who: string; readonly why: string },
  at: number,
): StepsState {
  const next = planned.map((step) => ({ weight: weightOf(step.percent), after: Math.round(step.after * MINUTE) }));
  const [first] = next;
  const grows = next.every((step, index) => step.weight > (next[index - 1]?.weight ?? weight));
  const bakes = next.every(({ after }) => after >= MINUTE && after <= BAKES_AT_MOST);
  if (!first || next.length > MOST_STEPS || weight === 0 || !grows || !bakes) {
    throw new ReleaseError(
      'value_invalid',
      `Steps grow from one to the next, each after 1 minute to 14 days, ${MOST_STEPS} at most.`,
    );
  }
  return { who, why, next, due: at + first.after };
}

/** Opens a preview; nothing that is live changes. */
export function openPreview(before: ReleaseState | undefined, opened: PreviewState, at: number): Draft {
  const previews = before ? openPreviews(before, at) : [];
  if (previews.length >= MOST_PREVIEWS) {
    throw new ReleaseError('previews_full', `${MOST_PREVIEWS} previews are open: end one first.`);
  }
  const { id, name, version, expiresAt } = opened;
  return {
    ...draft(before, 'preview', at, { previews: [...previews, opened] }),
    preview: { id, name, version, expiresAt },
  };
}

/** Ends a preview before it expires. */
export function endPreview(before: ReleaseState | undefined, id: string, at: number): Draft {
  const previews = before ? openPreviews(before, at) : [];
  const ended = previews.find((each) => each.id === id);
  if (!ended) throw new ReleaseError('preview_unknown', `No preview ${id} is open: \`tessera previews\` lists them.`);
  const { name, version, expiresAt } = ended;
  return {
    ...draft(before, 'end-preview', at, { previews: previews.filter((each) => each !== ended) }),
    preview: { id, name, version, expiresAt },
  };
}

/** Puts these remotes into the bottom bar, in this order; with null it is as descriptors say. */
export function arrangeTabs(before: ReleaseState, tabs: readonly string[] | null, at: number): Draft {
  const decided = draft(before, 'tabs', at, { tabs });
  if (decided.changes.length > 0) return decided;
  throw new ReleaseError('already_live', `The bottom bar is arranged so already: ${describeBar(before.tabs)}.`);
}

/** Halts the ramp of a remote because its candidate is worse. */
export function halt(before: ReleaseState, name: string, at: number): Draft {
  const slot = slotOf(before, name);
  if (!slot?.ramp) throw new ReleaseError('nothing_to_undo', `No version of ${name} is being ramped.`);
  return draft(before, 'halt', at, {
    remotes: withSlot(before.remotes, name, withoutRamp(slot)),
    withdraw: [`${name}@${slot.ramp.version}`],
  });
}

/** Events that undo others. */
const UNDOES: Partial<Record<ReleaseEvent['kind'], string>> = {
  rollback: 'rolled back',
  revert: 'reverted',
  halt: 'halted',
};

/** The remotes of which an event made another version live; an announcement and the first host are nothing to undo. */
const changedBy = ({ changes }: ReleaseEvent): string[] =>
  changes
    .filter(({ name, from }) => name !== HOST && name !== BAR && !(name === HOST_NAME && from === null))
    .filter(({ from, to }) => [from, to].some((slot) => slot !== null && slot !== ANNOUNCED))
    .map(({ name }) => name);

/**
 * The slot from before the last promotion or ramp of a remote; undefined if nothing of it was live. If the last change
 * of the remote undid something itself, another operator, or the registry, was faster, or a command was repeated: one
 * more step back must be named. A history whose beginning is lost does not tell what was live before its first event.
 */
function slotBefore(history: readonly ReleaseEvent[], name: string): SlotState | undefined {
  const at = history.findLastIndex((event) => changedBy(event).includes(name));
  const event = history[at];
  if (!event) throw new ReleaseError('nothing_to_undo', `There is nothing to undo: ${name} was never live.`);
  const how = UNDOES[event.kind];
  if (how) {
    const now = describeSlot(slotOf(history.at(-1)?.state, name)) ?? 'not live';
    throw new ReleaseError(
      'nothing_to_undo',
      `${name} was ${how} in epoch ${event.state.epoch} by ${event.who} and is ${now}. Name the version to go further back to: tessera rollback ${name} --to <version>.`,
    );
  }
  const running = slotOf(event.state, name);
  if (!running?.ramp && at === 0 && event.before !== null) {
    throw new ReleaseError(
      'nothing_to_undo',
      `What was live of ${name} before epoch ${event.state.epoch} is not known: the events before it were changed or lost. Name the version: tessera promote ${name}@<version>.`,
    );
  }
  const slot = running?.ramp ? running : slotOf(history[at - 1]?.state, name);
  return slot && withoutRamp(slot);
}

/**
 * The stable version that a rollback without a target restores, null if it removes the remote; undefined if such a
 * rollback is rejected.
 */
export function rollbackTarget(history: readonly ReleaseEvent[], name: string): string | null | undefined {
  try {
    return slotBefore(history, name)?.stable ?? null;
  } catch (error) {
    if (error instanceof ReleaseError) return undefined;
    throw error;
  }
}

/** The slot of a remote when a version was last its stable one. */
function slotWith(history: readonly ReleaseEvent[], { name, version }: Reference): SlotState {
  const target = history.findLast(({ state }) => slotOf(state, name)?.stable === version);
  const slot = slotOf(target?.state, name);
  const restored = slot && withoutRamp(slot);
  if (restored) return restored;
  throw new ReleaseError(
    'nothing_to_undo',
    `${version} was never the stable version of ${name}: promote it, so that it is checked against what is live.`,
  );
}

/** The last event that changed anything, a preview for example does not, if that is the bottom bar. */
function arranged(history: readonly ReleaseEvent[]): ReleaseEvent | undefined {
  const isBar = ({ changes }: ReleaseEvent): boolean => changes.some(({ name }) => name === BAR);
  const last = history.findLast((event) => isBar(event) || changedBy(event).length > 0);
  return last && isBar(last) ? last : undefined;
}

/** What a rollback undoes: of one remote or of all that the last event changed, to a version or by one step. */
type Undoing = { readonly name?: string | undefined; readonly to?: string | undefined };

/**
 * Undoes the last promotion or ramp of the named remote, or of those that the last event changed. With `to` the remote
 * goes back to that earlier stable version. Repeated, either is rejected. `history` is ordered oldest first; `alsoWithdrawn` are versions that are not live any more.
 */
export function rollback(
  history: readonly ReleaseEvent[],
  { name, to }: Undoing,
  at: number,
  alsoWithdrawn: readonly string[] = [],
): Draft {
  const before = history.at(-1)?.state;
  const newest = name === undefined ? arranged(history) : undefined;
  if (newest) {
    const { kind, state, who } = newest;
    const former = history[history.indexOf(newest) - 1]?.state.tabs ?? null;
    if (kind === 'tabs') return draft(before, 'rollback', at, { tabs: former });
    throw new ReleaseError(
      'nothing_to_undo',
      `The bottom bar was ${UNDOES[kind] ?? 'changed'} in epoch ${state.epoch} by ${who}. Name what to undo further: tessera rollback <name>, tessera tabs <name> ….`,
    );
  }
  const last = history.findLast((event) => changedBy(event).length > 0);
  if (!before || !last) throw new ReleaseError('nothing_to_undo', 'There is nothing to undo: no remote was ever live.');
  if (name === undefined && to !== undefined) {
    throw new ReleaseError('value_invalid', 'A version to go back to needs the name of its remote.');
  }
  let remotes: readonly SlotState[] = before.remotes;
  const withdraw: string[] = [...alsoWithdrawn];
  for (const each of name === undefined ? changedBy(last) : [name]) {
    const slot = slotOf(before, each);
    if (to !== undefined && slot?.stable === to && !slot.ramp) {
      throw new ReleaseError('already_live', `${each}@${to} is live already.`);
    }
    const restored = to === undefined ? slotBefore(history, each) : slotWith(history, { name: each, version: to });
    for (const version of [slot?.stable, slot?.ramp?.version]) {
      if (version && version !== restored?.stable) withdraw.push(`${each}@${version}`);
    }
    remotes = withSlot(remotes, each, restored);
  }
  return draft(before, 'rollback', at, { remotes, withdraw });
}

/** Versions of a remote that a browser could run in a state: those that were live, and those that a link opened. */
const runnable = ({ remotes, previews = [] }: ReleaseState, of: string): string[] =>
  [...liveReferences(remotes), ...previews.map(({ name, version }) => `${name}@${version}`)].filter((each) =>
    each.startsWith(`${of}@`),
  );

/**
 * What a rollback, a revert or a halt has already undone of a remote: its versions that this event withdrew. Of one that was
 * never live, the versions that links opened.
 */
function undoneBefore(history: readonly ReleaseEvent[], name: string): readonly string[] {
  const at = history.findLastIndex((event) => changedBy(event).includes(name));
  const event = history[at];
  if (!event) return [...new Set(history.flatMap(({ state }) => runnable(state, name)))];
  if (!UNDOES[event.kind]) return [];
  const known = history[at - 1]?.state.withdrawn ?? [];
  return event.state.withdrawn.filter((reference) => reference.startsWith(`${name}@`) && !known.includes(reference));
}

/** Other versions of a remote that clients had, also by a link, since a version of it was first stable. */
function liveSince(history: readonly ReleaseEvent[], { name, version }: Reference): readonly string[] {
  const first = history.findIndex(({ state }) => slotOf(state, name)?.stable === version);
  if (first < 0) return [];
  const later = history.slice(first).flatMap(({ state }) => runnable(state, name));
  return [...new Set(later)].filter((each) => each !== `${name}@${version}`);
}

/** The times before the newest one in which a session of now could have been used. */
function earlierTimes({ compromised }: ReleaseState, at: number): readonly { from: number; until: number }[] {
  if (!compromised) return [];
  const { from, until, earlier = [] } = compromised;
  return [...earlier, { from, until }].filter((each) => each.until > at - SESSION_LASTS).slice(-COMPROMISED_KEPT);
}

/**
 * A rollback of code that may have done harm: clients clear what they kept, and sessions that were used while it was live
 * end. Of a remote that was rolled back already, or that only links opened, only that; `mark` is unguessable. With `to` all
 * that was live, or that a link opened, since that version first was counts as harmful, also what a later version has replaced.
 */
export function rollbackCompromised(
  history: readonly ReleaseEvent[],
  { name, to }: Undoing,
  mark: string,
  at: number,
): Draft {
  const before = history.at(-1)?.state;
  // It moves no code: what was compromised is what was released before it.
  if (name === undefined && arranged(history)) {
    throw new ReleaseError(
      'nothing_to_undo',
      'The last change arranged the bottom bar, which is no code. Name the remote: tessera rollback <name> --compromised.',
    );
  }
  const goal = name !== undefined && to !== undefined ? { name, version: to } : undefined;
  const undone = name === undefined || goal ? [] : undoneBefore(history, name);
  const later = goal ? liveSince(history, goal) : undone;
  const slot = goal && slotOf(before, goal.name);
  const isBack = undone.length > 0 || (later.length > 0 && slot?.stable === to && !slot?.ramp);
  const decided =
    before && isBack ? draft(before, 'rollback', at, { withdraw: later }) : rollback(history, { name, to }, at, later);
  const withdrawn = decided.state.withdrawn.filter((each) => !before?.withdrawn.includes(each));
  const versions = new Set([...later, ...withdrawn]);
  const names = new Set([...versions].map((each) => each.slice(0, each.indexOf('@'))));
  const first = history.find(({ state }) =>
    [...names].some((each) => runnable(state, each).some((reference) => versions.has(reference))),
  );
  const { epoch } = decided.state;
  const earlier = before ? earlierTimes(before, at) : [];
  const compromised = {
    epoch,
    mark,
    from: first?.state.at ?? at,
    until: at,
    ...(earlier.length > 0 ? { earlier: [...earlier] } : {}),
  };
  return { ...decided, state: { ...decided.state, compromised } };
}

/** Versions that were rolled back or halted and have not been live since, with the event that withdrew each. */
export function withdrawnIn(history: readonly ReleaseEvent[]): ReadonlyMap<string, ReleaseEvent> {
  const withdrawn = new Map<string, ReleaseEvent>();
  let known: readonly string[] = [];
  for (const event of history) {
    for (const reference of event.state.withdrawn) {
      if (!known.includes(reference)) withdrawn.set(reference, event);
    }
    for (const reference of liveReferences(event.state.remotes)) withdrawn.delete(reference);
    known = event.state.withdrawn;
  }
  return withdrawn;
}

/** How a version was withdrawn, as text. */
export const describeWithdrawal = ({ kind, state, who, why }: ReleaseEvent): string =>
  `${UNDOES[kind] ?? kind} in epoch ${state.epoch} by ${who}: ${why}`;

/** Reasons against a state that makes withdrawn versions live again. */
export function reinstated(history: readonly ReleaseEvent[], after: ReleaseState): readonly Reason[] {
  const live = liveReferences(after.remotes);
  return [...withdrawnIn(history)].flatMap(([reference, event]) =>
    live.has(reference)
      ? [{ code: 'version_withdrawn', subject: reference, message: `${reference} was ${describeWithdrawal(event)}` }]
      : [],
  );
}

/** Reasons against a state that leaves a remote of all clients without a version. */
export const removed = (before: ReleaseState | undefined, after: ReleaseState): readonly Reason[] =>
  (before?.remotes ?? []).flatMap(({ name, stable }) =>
    stable === null || slotOf(after, name)
      ? []
      : [
          {
            code: 'remote_removed',
            subject: name,
            message: `${name} has no version to go back to: its screens and its tab would be gone for all clients`,
          },
        ],
  );

/** Restores the stable versions and the bottom bar of an earlier epoch without ramps; of one without a released host, the host stays as it is. */
export function revert(history: readonly ReleaseEvent[], epoch: number, at: number): Draft {
  const before = history.at(-1)?.state;
  const target = history.find(({ state }) => state.epoch === epoch)?.state;
  if (!before || !target)
    throw new ReleaseError('epoch_unknown', `There is no epoch ${epoch}: \`tessera history\` lists them.`);
  const host = slotOf(target, HOST_NAME) ?? slotOf(before, HOST_NAME);
  const remotes = withSlot(target.remotes, HOST_NAME, host);
  const next = draft(before, 'revert', at, {
    remotes: remotes.flatMap((slot) => withoutRamp(slot) ?? []),
    withdraw: [...liveReferences(before.remotes)],
    tabs: target.tabs ?? null,
  });
  if (next.changes.length === 0) {
    throw new ReleaseError('already_live', `Epoch ${epoch} has the same stable versions as now.`);
  }
  return next;
}
