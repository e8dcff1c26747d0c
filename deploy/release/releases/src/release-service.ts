import { acceptManifest, HOST_NAME, type Manifest, type Preview, referenceOf } from '@tessera/manifest';
import { grantText, isLoopback, type OverrideGrant } from '@tessera/manifest/grant';
import { MOST_TABS, type PlannedStep, type Reason } from '@tessera/registry-api';
import { examine, type Finding } from './doctor.ts';
import { signFormerRecords, wasSigned } from './former-records.ts';
import {
  DEFAULT_LIMITS,
  type FindReleased,
  HOLDS_FOR,
  inBar,
  manifestOf,
  RENEWED_AFTER,
  type ReleaseLimits,
  stateOf,
  versionsOf,
} from './manifest.ts';
import { movedRoutes, type RoutesOf } from './moved-routes.ts';
import { remoteName } from './names.ts';
import { openPreviews, previewDuration, previewIdOf } from './previews.ts';
import type { ProvenEvent } from './proof.ts';
import { ReleaseError } from './release-error.ts';
import {
  brokenAt,
  chainEvent,
  type Draft,
  epochIn,
  headOfDraft,
  provenTail,
  type ReleaseEvent,
  warningOf,
} from './release-event.ts';
import { againstPolicy, liveVersions } from './release-policy.ts';
import { type Pruned, pruneStore } from './retention/index.ts';
import type { SeenEpoch } from './seen-epoch.ts';
import { sign } from './signing.ts';
import { type PreviewState, type ReleaseState, slotOf } from './state.ts';
import { epochTaken, type HostRecord, type ReleaseStore } from './store.ts';
import { completed, unlessDamaged } from './stored-object.ts';
import {
  type Announcement,
  arrangeTabs,
  describeWithdrawal,
  diffStates,
  endPreview,
  halt,
  holdSteps,
  openPreview,
  planSteps,
  promote,
  ramp,
  reinstated,
  removed,
  resumeSteps,
  revert,
  rollback,
  rollbackCompromised,
  takeOver,
  takeStep,
  weightOf,
  withdrawnIn,
  withoutPrevious,
} from './transitions.ts';
import { releasedRemote, type VersionRecord } from './version-record.ts';

/** Who makes a release and why: the audit entry of its event. */
export type AuditEntry = { readonly who: string; readonly why: string };

/** What a release would do, before it is done. */
export type Intended = {
  readonly before: ReleaseState | undefined;
  readonly after: ReleaseState;
  readonly changes: ReleaseEvent['changes'];
};

/** Options of every release. */
export type ReleaseRequest = AuditEntry & {
  /** Throws where the caller may not do what is about to be written: nothing is written then. */
  readonly allow?: ((intended: Intended) => void) | undefined;
  /** Epoch that the caller saw. A later one rejects the request with `epoch_taken` instead of being overwritten. */
  readonly expectedEpoch?: number | undefined;
  /** Overrides the compatibility gate and withdrawals; overridden reasons are recorded in the history. */
  readonly force?: boolean | undefined;
};

/** Options of what the gate does not judge. */
type Gentle = Omit<ReleaseRequest, 'force'>;

export type OpenedPreview = Pick<PreviewState, 'id' | 'expiresAt'> & {
  /** Unguessable: its holder may open the preview. */
  readonly link: string;
  readonly screen: string;
  readonly event: ReleaseEvent;
};

type TakenOver = {
  readonly host?: HostRecord | undefined;
  readonly remotes: readonly Reference[];
  readonly announced?: readonly Announcement[] | undefined;
};

export type Reference = { readonly name: string; readonly version: string };

/** The compatibility checks of a version against everything live. */
export type Gate = {
  /** `after` is the resulting state, including the candidate. */
  remote(candidate: VersionRecord, before: ReleaseState | undefined, after: ReleaseState): Promise<readonly Reason[]>;
  host(candidate: HostRecord, after: ReleaseState, before?: ReleaseState): Promise<readonly Reason[]>;
  /** Links of the backend that led to a screen before and would not after. */
  links(before: ReleaseState | undefined, after: ReleaseState): Promise<readonly Reason[]>;
};

export type ReleaseServiceOptions = {
  readonly store: ReleaseStore;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** An unguessable text of at least 16 characters of `a-z0-9`. */
  readonly random: () => string;
  readonly gate: Gate;
  /** Notices a store that went back; left out, it is not noticed. */
  readonly seen?: SeenEpoch;
  readonly limits?: ReleaseLimits;
};

const HOUR = 3_600_000;
/** ms. `tessera dev` has it renewed while it runs. */
const GRANT_HOLDS = 15 * 60_000;

/** Greater than any epoch in force at a time (Unix ms), unless there were 100 releases each hour. */
const restoredEpoch = (now: number): number => Math.floor(now / HOUR) * 100;

const inWords = ({ code, message }: Reason): string => `${code}: ${message}`;

const requireReason = ({ why }: AuditEntry): void => {
  if (why.trim() === '') throw new ReleaseError('reason_missing', 'A release needs a reason: --why "…".');
};

/** Rejects what cannot be the bottom bar. */
function requireBar(tabs: readonly string[], known: readonly string[]): void {
  if (tabs.length === 0 || tabs.length > MOST_TABS || new Set(tabs).size < tabs.length) {
    throw new ReleaseError(
      'value_invalid',
      `The bottom bar has five places, and Home the first: name one to ${MOST_TABS} different remotes.`,
    );
  }
  const others = tabs.filter((name) => !known.includes(name));
  if (others.length > 0) {
    throw new ReleaseError(
      'remote_unknown',
      `No live version of ${others.join(', ')} has a tab. Remotes with one: ${known.join(', ')}.`,
    );
  }
}

/** Every operation on releases; used by the command line, the registry and the launcher. */
export class ReleaseService {
  readonly store: ReleaseStore;
  readonly #options: ReleaseServiceOptions;

  constructor(options: ReleaseServiceOptions) {
    this.store = options.store;
    this.#options = options;
  }

  /** Promotes a published version to stable. */
  async promote(reference: Reference, request: ReleaseRequest): Promise<ReleaseEvent> {
    requireReason(request);
    const record = await this.#requireIntact(reference);
    return this.#release(request, (before, at) => promote(before, reference, at), record);
  }

  /**
   * Promotes published versions of several remotes in one event, judged by the state that results: a route that moves from
   * one to another is served by exactly one of them in every epoch.
   */
  async promoteTogether(references: readonly Reference[], request: ReleaseRequest): Promise<ReleaseEvent> {
    requireReason(request);
    const names = references.map(({ name }) => name);
    if (new Set(names).size < names.length)
      throw new ReleaseError('value_invalid', 'Only one version of a remote can be promoted.');
    await Promise.all(references.map((reference) => this.#requireIntact(reference)));
    const event = await this.#takeOver({ remotes: references }, request, true);
    if (!event) throw new ReleaseError('already_live', 'All of these versions are live already.');
    return event;
  }

  /** Ramps a published version to a percentage of the clients; `steps` are those that follow by themselves. */
  async ramp(
    reference: Reference,
    percent: number,
    request: ReleaseRequest,
    steps?: readonly PlannedStep[],
  ): Promise<ReleaseEvent> {
    requireReason(request);
    const weight = weightOf(percent);
    const record = await this.#requireIntact(reference);
    const salt = this.#options.random();
    return this.#release(
      request,
      (before, at) => ramp(before, reference, weight, salt, at, steps && planSteps(weight, steps, request, at)),
      record,
    );
  }

  /** Takes the step of a ramp that is due, in the name of who planned it. The gate judges it as any release. */
  async takeStep(name: string, { expectedEpoch }: Pick<ReleaseRequest, 'expectedEpoch'>): Promise<ReleaseEvent> {
    const ramp = slotOf((await this.latest())?.state, name)?.ramp;
    if (!ramp?.steps) throw new ReleaseError('no_steps', `No ramp of ${name} has steps to come.`);
    const { who, why } = ramp.steps;
    const record = await this.#requireIntact({ name, version: ramp.version });
    return this.#release({ who, why, expectedEpoch }, (before, at) => takeStep(before, name, at), record);
  }

  /** Holds the steps of a ramp: it stays at its weight. */
  async holdSteps(name: string, request: Gentle): Promise<ReleaseEvent> {
    requireReason(request);
    return this.#release(request, (before, at) => holdSteps(before, name, request.why, at));
  }

  /** Lets the steps of a ramp go on that were held. */
  async resumeSteps(name: string, request: Gentle): Promise<ReleaseEvent> {
    requireReason(request);
    return this.#release(request, (before, at) => resumeSteps(before, name, at));
  }

  /**
   * Undoes the last promotion or ramp of a remote, or of all remotes changed by the last event; with `to`, goes back to
   * that earlier stable version of the remote. Links of the backend that lead nowhere then are warnings of the event. With `compromised` clients clear what they kept, and the sessions end that
   * were used while it was live.
   */
  async rollback(
    name: string | undefined,
    { compromised, ...request }: ReleaseRequest & { readonly compromised?: boolean | undefined },
    to?: string,
  ): Promise<ReleaseEvent> {
    requireReason(request);
    const mark = this.#options.random();
    return this.#releaseFromHistory('The rollback', request, (history, at) =>
      compromised ? rollbackCompromised(history, { name, to }, mark, at) : rollback(history, { name, to }, at),
    );
  }

  /** Restores the stable versions of an earlier epoch. Links of the backend count as in a rollback. */
  async revert(epoch: number, request: ReleaseRequest): Promise<ReleaseEvent> {
    requireReason(request);
    return this.#releaseFromHistory('The revert', request, (history, at) => revert(history, epoch, at));
  }

  /**
   * Puts these remotes into the bottom bar behind Home, in this order, for all clients; with null it is as the descriptors
   * say. Of another remote the tab is gone, its screens stay. No version changes.
   */
  async arrangeTabs(tabs: readonly string[] | null, request: Gentle): Promise<ReleaseEvent> {
    requireReason(request);
    const { tip } = await this.#start();
    this.#requireEpoch(tip?.event, request);
    if (!tip) throw new ReleaseError('nothing_stable', 'Nothing is live yet.');
    const { state } = tip.event;
    if (tabs)
      requireBar(
        tabs,
        [...(await this.#tabs(state, tip.manifest))].map(([name]) => name),
      );
    return this.#write(arrangeTabs(state, tabs, this.#options.now()), request, [], tip);
  }

  /** The remotes in the bottom bar in their order, and those with a tab that is not in it. */
  async bar(): Promise<{ readonly shown: readonly string[]; readonly hidden: readonly string[] }> {
    const tip = await this.#tip();
    if (!tip) return { shown: [], hidden: [] };
    const { state } = tip.event;
    const tabs = await this.#tabs(state, tip.manifest);
    const shown = state.tabs?.filter((name) => tabs.has(name)) ?? [...tabs.keys()];
    return { shown, hidden: [...tabs.keys()].filter((name) => !shown.includes(name)) };
  }

  /** The places that descriptors of live versions ask for in the bottom bar, by remote, in their order. */
  async #tabs(state: ReleaseState, manifest: Manifest): Promise<ReadonlyMap<string, number>> {
    const released = this.#released(manifest);
    const found = await Promise.all(
      state.remotes.map(async ({ name, stable, ramp: runs, announced }) => {
        const version = stable ?? runs?.version;
        const { tab } = version ? await released(name, version) : { tab: announced?.tab };
        return tab ? [[name, tab.order] as const] : [];
      }),
    );
    return new Map(found.flat().toSorted(([, left], [, right]) => left - right));
  }

  /** Halts a ramp because its candidate is worse. */
  async halt(name: string, request: ReleaseRequest): Promise<ReleaseEvent> {
    requireReason(request);
    return this.#release(request, (before, at) => {
      if (!before) throw new ReleaseError('nothing_to_undo', 'Nothing is live.');
      return halt(before, name, at);
    });
  }

  /**
   * Releases a host and remotes that were built together in one event: the gate checks the resulting state. `announced`
   * replaces the remotes whose first version is on its way. Undefined if all of it is live already. Who has the sources and
   * the keys is not asked by the policies of remotes.
   */
  takeOver(what: TakenOver, request: ReleaseRequest): Promise<ReleaseEvent | undefined> {
    return this.#takeOver(what, request, false);
  }

  async #takeOver(what: TakenOver, request: ReleaseRequest, byPolicy: boolean): Promise<ReleaseEvent | undefined> {
    requireReason(request);
    const { tip, history } = await this.#start();
    const latest = tip?.event;
    this.#requireEpoch(latest, request);
    const draft = takeOver(latest?.state, { ...what, host: what.host?.version }, this.#options.now());
    if (!draft) return undefined;
    if (what.host) await this.store.keepHost(what.host, this.#options.now());
    const found = await Promise.all(what.remotes.map(({ name, version }) => this.#find(name, version)));
    const records = found.filter(({ name }) => !what.host || name !== HOST_NAME);
    const { gate } = this.#options;
    const reasons = [
      ...reinstated(history, draft.state),
      ...(what.host ? await gate.host(what.host, draft.state, latest?.state) : []),
      ...(await Promise.all(records.map((record) => gate.remote(record, latest?.state, draft.state)))).flat(),
      ...(await gate.links(latest?.state, draft.state)),
      ...(byPolicy ? await this.#policies(records, history, draft.state, request) : []),
    ];
    const fallbacks = draft.state.remotes.flatMap(({ name, stable, ramp: runs, previous }) =>
      previous && previous !== stable && previous !== runs?.version ? [`${name}@${previous}`] : [],
    );
    const ofFallbacks = reasons.flatMap(({ subject }) => (subject && fallbacks.includes(subject) ? [subject] : []));
    const unfit = new Set(ofFallbacks.map((reference) => reference.slice(0, reference.indexOf('@'))));
    const serious = reasons.filter(({ subject }) => !subject || !ofFallbacks.includes(subject));
    const forced = this.#overridden('What was built', serious, request);
    const event = await this.#write(withoutPrevious(draft, unfit), request, forced, tip);
    // Written again: a concurrent prune may have removed the record of a former host just before an epoch named it.
    if (what.host) await this.store.keepHost(what.host, this.#options.now());
    return event;
  }

  latest(): Promise<ReleaseEvent | undefined> {
    return this.store.latest();
  }

  history(): Promise<readonly ReleaseEvent[]> {
    return this.store.history();
  }

  /** Epoch of the first event that is broken or not proven by what was signed; undefined if the history is intact. */
  async brokenAt(): Promise<number | undefined> {
    const { newest, strays } = await this.store.tip();
    const broken = brokenAt(await this.store.history(newest?.event));
    return broken ?? strays.findLast(({ junk }) => !junk)?.epoch ?? (await this.#missing(newest));
  }

  /** Changes between two epochs. */
  async diff(from: number, to: number): Promise<ReleaseEvent['changes']> {
    const [before, after] = await Promise.all([this.#epoch(from), this.#epoch(to)]);
    return diffStates(before, after);
  }

  /**
   * Makes a published version available by a link for some minutes, unless it is withdrawn: a link runs it with the session
   * of who opens it. Returns its public id, the unguessable part of its link, and the path of its first screen.
   */
  async preview({ name, version }: Reference, minutes: number, request: Gentle): Promise<OpenedPreview> {
    requireReason(request);
    if (name === HOST_NAME)
      throw new ReleaseError('value_invalid', 'A host has no preview: ramp it to a small part of the clients.');
    const duration = previewDuration(minutes);
    const record = await this.store.requireVersion(name, version);
    const { tip, history } = await this.#start();
    this.#requireEpoch(tip?.event, request);
    const withdrawal = withdrawnIn(history).get(`${name}@${version}`);
    if (withdrawal) {
      const message = `${name}@${version} was ${describeWithdrawal(withdrawal)}`;
      throw new ReleaseError('incompatible', `A withdrawn version has no preview: ${message}`, [
        { code: 'version_withdrawn', subject: `${name}@${version}`, message },
      ]);
    }
    const { who, why } = request;
    const at = this.#options.now();
    const link = this.#options.random();
    const opened = { id: previewIdOf(link), name, version, who, why, at, expiresAt: at + duration };
    const decided = openPreview(tip?.event.state, opened, at);
    const { id, expiresAt } = opened;
    const payload: Preview = {
      schema: 2,
      id,
      preview: inBar(releasedRemote(record), tip?.event.state.tabs),
      who,
      why,
      expiresAt,
    };
    // Before the event, which makes the link work.
    await this.store.keepPreview(link, await sign(payload, await this.store.keys.signing()));
    try {
      const event = await this.#write(decided, request, [], tip);
      const { tab, routes } = record.descriptor;
      return { id, link, screen: tab?.path ?? routes[0]?.path ?? '/', expiresAt, event };
    } catch (error) {
      await this.store.removePreview(id);
      throw error;
    }
  }

  /** Previews that work now, newest first. */
  async previews(): Promise<readonly PreviewState[]> {
    const latest = await this.store.latest();
    return latest ? openPreviews(latest.state, this.#options.now()).toReversed() : [];
  }

  /** Ends a preview: its link works no more, and open pages go back to the stable version. */
  async endPreview(id: string, request: Gentle): Promise<ReleaseEvent> {
    requireReason(request);
    const { tip } = await this.#start();
    this.#requireEpoch(tip?.event, request);
    const event = await this.#write(endPreview(tip?.event.state, id, this.#options.now()), request, [], tip);
    await this.store.removePreview(id);
    return event;
  }

  /**
   * Signs a grant to run a remote from a development server: `grant` is the value of a page's parameter `override`,
   * valid until `expiresAt` (Unix ms).
   */
  async grantOverride(override: {
    readonly name: string;
    readonly origin: string;
  }): Promise<{ grant: string; expiresAt: number }> {
    const { name, origin } = override;
    if (!remoteName.safeParse(name).success || !isLoopback(origin)) {
      throw new ReleaseError('value_invalid', 'An override is of a remote by a loopback origin with a port.');
    }
    const expiresAt = this.#options.now() + GRANT_HOLDS;
    const payload: OverrideGrant = { schema: 2, override: { name, origin }, expiresAt };
    return { grant: grantText(await sign(payload, await this.store.keys.signing())), expiresAt };
  }

  /**
   * Signs the records and the history of a store whose version signed manifests only, once: the event it writes has its
   * head in the manifest, and from then on only signed records count. Undefined if there is nothing to do.
   */
  async signFormer({ who }: Pick<AuditEntry, 'who'>): Promise<ReleaseEvent | undefined> {
    const tip = await this.#tip();
    if (!tip || tip.manifest.head !== undefined || (await wasSigned(this.store))) return undefined;
    const { state } = tip.event;
    const { signed, left } = await signFormerRecords(this.store, state.host);
    const why = [
      `The history and ${signed.length} record(s) of the former version are signed.`,
      ...(left.length > 0
        ? [`Not signed, because no signed manifest lists them as they are: ${left.join(', ')}.`]
        : []),
    ].join(' ');
    const draft: Draft = {
      kind: 'sign',
      changes: [],
      state: { ...state, epoch: state.epoch + 1, at: this.#options.now() },
    };
    return this.#write(draft, { who, why }, [], tip);
  }

  /** What is damaged in the store, and what to do about it. */
  async examine(): Promise<readonly Finding[]> {
    const findings = await examine(this.store);
    const { newest, strays } = await this.store.tip();
    const missing = strays.length === 0 ? await this.#missing(newest) : undefined;
    if (missing === undefined) return findings;
    return [
      {
        what: `epoch ${missing}`,
        problem: 'It was in force, and the store does not have it: events were deleted, or an older backup restored.',
        remedy: 'Restore the files of its events; or go on with what the store holds: `tessera restore --why "…"`.',
        repair: 'none',
      },
      ...findings,
    ];
  }

  /**
   * Moves out of the way what cannot be read. If events of the history are damaged, writes an event that says so and
   * goes on from what was signed last: from the signed manifest of the newest damaged event, if there is exactly one,
   * otherwise from the newest proven event. Returns what was repaired.
   */
  async repair(request: AuditEntry): Promise<readonly Finding[]> {
    requireReason(request);
    await this.#signFormerRecords(request);
    const findings = await this.examine();
    const ofHistory = findings.filter(({ repair }) => repair === 'history');
    if (ofHistory.length > 0) await this.#goOn(request, ofHistory);
    for (const { what, repair } of findings) if (repair === 'set aside') await this.store.setAside(what);
    return findings.filter(({ repair }) => repair !== 'none');
  }

  /** Before unsigned records are moved away: those of a former version may be signed. */
  async #signFormerRecords(request: AuditEntry): Promise<void> {
    const { newest, strays } = await this.store.tip();
    const [last] = strays.filter(({ junk }) => !junk);
    if (!last) {
      await this.signFormer(request);
      return;
    }
    if ((await this.#missing(newest)) !== undefined || (await wasSigned(this.store))) return;
    const manifest = newest?.manifest ?? (await this.store.onlyManifest(last.epoch));
    if (manifest && manifest.head === undefined) await signFormerRecords(this.store, manifest.host?.version ?? null);
  }

  async #goOn({ who, why }: AuditEntry, findings: readonly Finding[]): Promise<ReleaseEvent> {
    const { newest, strays } = await this.store.tip();
    const now = this.#options.now();
    const [last] = strays.filter(({ junk }) => !junk);
    const signed = last && (await this.store.onlyManifest(last.epoch));
    const before = newest?.event.state;
    const base = signed ? stateOf(signed) : before;
    if (!base) throw new ReleaseError('nothing_stable', 'No signed manifest is left to go on from: restore a backup.');
    // A stray of a later epoch was never in force, and would use up the epochs.
    const possible = strays.map(({ epoch }) => epoch).filter((epoch) => epoch < restoredEpoch(now + HOUR));
    const state: ReleaseState = { ...base, epoch: Math.max(before?.epoch ?? 0, ...possible) + 1, at: now };
    const draft: Draft = { kind: 'repair', changes: diffStates(before, state), state };
    const event = await this.#write(
      draft,
      { who, why },
      findings.map(({ what, problem }) => `${what}: ${problem}`),
      newest,
      signed,
    );
    for (const { what } of findings) {
      const lost = strays.some(({ key }) => key === what) || !(await unlessDamaged(this.store.event(epochIn(what))));
      if (lost) await this.store.setAside(what);
    }
    return event;
  }

  /**
   * Goes on with a store that was restored from an older backup. Pages never go back to an older epoch, so they would
   * keep what they have until the epochs had caught up. The signed event that this writes, and every later one, has a
   * greater epoch than any page can have seen, without knowing it: 100 for each hour since 1970, and more than
   * was seen here.
   */
  async restore({ who, why }: AuditEntry): Promise<ReleaseEvent> {
    requireReason({ who, why });
    const tip = await this.#tip({ behind: true });
    if (!tip) throw new ReleaseError('nothing_stable', 'Nothing is live in this store: restore a backup first.');
    const now = this.#options.now();
    // Some may have been ended since the backup.
    const { previews: _former, ...state } = tip.event.state;
    const seen = (await this.#options.seen?.read()) ?? 0;
    const epoch = Math.max(state.epoch + 1, seen + 1, restoredEpoch(now));
    return this.#write({ kind: 'restore', changes: [], state: { ...state, epoch, at: now } }, { who, why }, [], tip);
  }

  /** Removes everything that no live or recent epoch names. `now` is Unix milliseconds. */
  prune(now: number, options?: { readonly dryRun?: boolean }): Promise<Pruned> {
    return pruneStore(this.store, now, options);
  }

  /** The signed manifest in force. */
  async manifest(): Promise<Manifest | undefined> {
    const { newest } = await this.store.tip();
    return newest && acceptManifest(newest.signed, { keys: await this.store.keys.public(), now: this.#options.now() });
  }

  /**
   * Signs the manifest in force again if it is old or lacks the signature of a key, or always with `force` (after adding
   * or retiring a key). Only its time changes: what was signed stays signed. Returns whether it signed. Rejects with
   * `store_damaged` if the newest move has no manifest that we signed.
   */
  async renew(force = false): Promise<boolean> {
    const newest = await this.#tip();
    if (!newest) return false;
    const { manifest, signed } = newest;
    const keys = await this.store.keys.signing();
    const now = this.#options.now();
    const complete = (await completed(signed, keys)) === undefined;
    if (complete && !force && now - manifest.issuedAt < RENEWED_AFTER) return false;
    if (!complete || force) await this.store.completeSignatures();
    await this.store.renew(
      manifest.epoch,
      await sign({ ...manifest, issuedAt: now, expiresAt: now + HOLDS_FOR }, keys),
    );
    return true;
  }

  /**
   * The newest proven event: what a release starts from. Junk in the place of the next move is moved out of the way; a
   * damaged move rejects with `store_damaged`, because releasing without it would undo it.
   */
  async #tip({ behind = false } = {}): Promise<ProvenEvent | undefined> {
    const { newest, strays } = await this.store.tip();
    for (const { key, reason, junk } of strays) {
      if (!junk)
        throw new ReleaseError('store_damaged', `${key} is later than the last move that is proven. ${reason}`);
      await this.store.setAside(key);
    }
    const missing = behind ? undefined : await this.#missing(newest);
    if (missing !== undefined) {
      throw new ReleaseError(
        'store_damaged',
        newest
          ? `The newest event of the store is of epoch ${newest.manifest.epoch}, but epoch ${missing} was in force: events were deleted, or an older backup was restored. \`tessera restore\` goes on with what the store holds.`
          : `The store has no event, but epoch ${missing} was in force: restore a backup. To start anew, for new pages only, delete registry/newest-epoch.json in the data folder.`,
      );
    }
    if (newest) await this.#options.seen?.note(newest.manifest.epoch);
    return newest;
  }

  /** The newest epoch that was seen here, if the store does not have it. */
  async #missing(newest: ProvenEvent | undefined): Promise<number | undefined> {
    const seen = (await this.#options.seen?.read()) ?? 0;
    return seen > (newest?.manifest.epoch ?? 0) ? seen : undefined;
  }

  /** What a release starts from, with the events before it as far as each is proven by the next. */
  async #start(): Promise<{ readonly tip: ProvenEvent | undefined; readonly history: readonly ReleaseEvent[] }> {
    const tip = await this.#tip();
    return { tip, history: tip ? provenTail(await this.store.history(tip.event)) : [] };
  }

  get #limits(): ReleaseLimits {
    return this.#options.limits ?? DEFAULT_LIMITS;
  }

  /** The signed record of a version that is about to reach clients, if every file of it is as recorded. */
  async #requireIntact({ name, version }: Reference): Promise<VersionRecord> {
    const record = await this.store.requireVersion(name, version);
    const damage = await this.store.damagedFiles(record);
    if (damage.length === 0) return record;
    throw new ReleaseError(
      'store_damaged',
      `${name}@${version} is damaged: ${damage.join(', ')}. Publishing the same content again restores it.`,
    );
  }

  async #unfit(
    reference: Reference,
    before: ReleaseState | undefined,
    after: ReleaseState,
  ): Promise<readonly Reason[]> {
    return this.#options.gate.remote(await this.#requireIntact(reference), before, after);
  }

  #find = (name: string, version: string): Promise<VersionRecord> => this.store.requireVersion(name, version);

  /** Versions that are in the last signed manifest stay as they were signed; others come from their signed record. */
  #released(before: Manifest | undefined): FindReleased {
    const signed = new Map(before?.remotes.flatMap(versionsOf).map((remote) => [referenceOf(remote), remote]));
    return async (name, version) => {
      const known = signed.get(`${name}@${version}`);
      if (!known) return releasedRemote(await this.store.requireVersion(name, version));
      if (!before?.tabs) return known;
      // What operations arranged is in it; its own place is in the record.
      const tab = (await unlessDamaged(this.store.version(name, version)))?.descriptor.tab;
      return tab ? { ...known, tab } : known;
    };
  }

  /** Routes of versions that are live or were; none of a version whose record is damaged or was pruned. */
  #routesOf(before: Manifest | undefined): RoutesOf {
    const signed = new Map(before?.remotes.flatMap(versionsOf).map((remote) => [referenceOf(remote), remote.routes]));
    const known = new Map<string, Promise<readonly string[]>>();
    return (name, version) => {
      const reference = `${name}@${version}`;
      const found = known.get(reference);
      if (found) return found;
      const reading = (async () => {
        const routes =
          signed.get(reference) ?? (await unlessDamaged(this.store.version(name, version)))?.descriptor.routes ?? [];
        return routes.map(({ path }) => path);
      })();
      known.set(reference, reading);
      return reading;
    };
  }

  async #epoch(epoch: number): Promise<ReleaseState> {
    const event = await this.store.event(epoch);
    if (!event) throw new ReleaseError('epoch_unknown', `There is no epoch ${epoch}.`);
    return event.state;
  }

  /** Reasons of the remotes' own policies against these versions. */
  async #policies(
    candidates: readonly VersionRecord[],
    history: readonly ReleaseEvent[],
    after: ReleaseState,
    { who }: AuditEntry,
  ): Promise<readonly Reason[]> {
    const found = await Promise.all(
      candidates.map(async (candidate) => {
        const [stable, ...before] = await Promise.all(
          liveVersions(history, candidate.name).map(
            async (version) => (await unlessDamaged(this.store.version(candidate.name, version))) ?? 'damaged',
          ),
        );
        // Those of before may have been pruned.
        const live = [...(stable ? [stable] : []), ...before.filter((each) => each !== 'damaged')];
        return againstPolicy(candidate, live, { history, after, who });
      }),
    );
    return found.flat();
  }

  #overridden(what: string, reasons: readonly Reason[], request: ReleaseRequest): string[] {
    if (reasons.length === 0) return [];
    if (request.force) return reasons.map(inWords);
    const list = reasons.map((reason) => `\n  ${inWords(reason)}`).join('');
    throw new ReleaseError('incompatible', `${what} is rejected:${list}\n--force overrides this.`, reasons);
  }

  async #release(
    request: ReleaseRequest,
    decide: (before: ReleaseState | undefined, at: number) => Draft,
    candidate?: VersionRecord,
  ): Promise<ReleaseEvent> {
    const { tip, history } = await this.#start();
    const latest = tip?.event;
    this.#requireEpoch(latest, request);
    const draft = decide(latest?.state, this.#options.now());
    const reasons = candidate
      ? [
          ...reinstated(history, draft.state),
          ...(await this.#options.gate.remote(candidate, latest?.state, draft.state)),
          ...(await this.#options.gate.links(latest?.state, draft.state)),
          ...(await this.#policies([candidate], history, draft.state, request)),
        ]
      : [];
    const forced = candidate ? this.#overridden(`${candidate.name}@${candidate.version}`, reasons, request) : [];
    return this.#write(draft, request, forced, tip);
  }

  async #releaseFromHistory(
    what: string,
    request: ReleaseRequest,
    decide: (history: readonly ReleaseEvent[], at: number) => Draft,
  ): Promise<ReleaseEvent> {
    const { tip, history } = await this.#start();
    this.#requireEpoch(tip?.event, request);
    const draft = decide(history, this.#options.now());
    const moved = await movedRoutes(history, draft.state, this.#routesOf(tip?.manifest));
    const host = slotOf(draft.state, HOST_NAME)?.stable;
    const isRestored = host && host !== slotOf(tip?.event.state, HOST_NAME)?.stable;
    const reasons = [
      ...reinstated(history, draft.state),
      ...moved,
      ...removed(tip?.event.state, draft.state),
      // Remotes may have been released since that need the later one.
      ...(isRestored ? await this.#unfit({ name: HOST_NAME, version: host }, tip?.event.state, draft.state) : []),
    ];
    const forced = this.#overridden(what, reasons, request);
    // The way back from a fault is not refused for links that lead nowhere then: those who go it are told of them.
    const links = await this.#options.gate.links(tip?.event.state, draft.state);
    return this.#write(draft, request, [...forced, ...links.map((reason) => warningOf(inWords(reason)))], tip);
  }

  #requireEpoch(latest: ReleaseEvent | undefined, { expectedEpoch }: ReleaseRequest): void {
    const epoch = latest?.state.epoch ?? 0;
    if (expectedEpoch !== undefined && expectedEpoch !== epoch) throw epochTaken(epoch);
  }

  async #write(
    draft: Draft,
    { who, why, allow }: ReleaseRequest,
    forced: string[],
    before: ProvenEvent | undefined,
    last: Manifest | undefined = before?.manifest,
  ): Promise<ReleaseEvent> {
    allow?.({ before: before?.event.state, after: draft.state, changes: draft.changes });
    const audit = { who, why, forced };
    const live = await manifestOf(draft.state, this.#released(last), draft.state.at, this.#limits);
    const payload: Manifest = { ...live, head: headOfDraft(draft, audit, before?.event) };
    const manifest = await this.store.keepManifest(
      draft.state.epoch,
      await sign(payload, await this.store.keys.signing()),
    );
    const event = chainEvent(draft, { ...audit, manifest }, before?.event);
    await this.store.append(event);
    await this.#options.seen?.note(event.state.epoch);
    return event;
  }
}
