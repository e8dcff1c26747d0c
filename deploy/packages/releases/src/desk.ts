import { acceptManifest, type Manifest, openSigned } from '@tessera/manifest';
import { DEFAULT_LIMITS, HOLDS_FOR, manifestOf, RENEWED_AFTER, type ReleaseLimits } from './manifest.ts';
import {
  brokenAt,
  chainMove,
  type Draft,
  diffStates,
  halt,
  type Move,
  promote,
  ramp,
  revert,
  rollback,
  takeOver,
  weightOf,
  withoutPrevious,
} from './moves.ts';
import { type Reason, ReleaseError } from './release-error.ts';
import { type Pruned, pruneStore } from './retention/index.ts';
import { publicKeyOf, type SigningKey, sign } from './signing.ts';
import type { ReleaseState } from './state.ts';
import { epochTaken, type HostRecord, type ReleaseStore } from './store.ts';
import { releasedRemote, type VersionRecord } from './version-record.ts';

/** Who moves and why. */
export type Act = {
  readonly who: string;
  readonly why: string;
  /** Epoch that the mover saw; a move by somebody else since then is told instead of overridden. */
  readonly expectedEpoch?: number | undefined;
  /** Overrides what speaks against it; what was overridden is written into the history. */
  readonly force?: boolean | undefined;
};

export type Reference = { readonly name: string; readonly version: string };

/** What speaks against giving a version to clients beside all that is live. */
export type Gate = {
  /** `after` is what would be live, the candidate included. */
  remote(candidate: VersionRecord, before: ReleaseState | undefined, after: ReleaseState): Promise<readonly Reason[]>;
  host(candidate: HostRecord, after: ReleaseState): Promise<readonly Reason[]>;
};

export type DeskOptions = {
  readonly store: ReleaseStore;
  readonly keys: () => Promise<readonly SigningKey[]>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** A text that nobody can guess, of at least 16 characters of `a-z0-9`. */
  readonly random: () => string;
  readonly gate: Gate;
  readonly limits?: ReleaseLimits;
};

const HOUR = 3_600_000;
const SHORTEST_PREVIEW = 60_000;
const LONGEST_PREVIEW = 7 * 24 * HOUR;

const requireReason = ({ why }: Act): void => {
  if (why.trim() === '') throw new ReleaseError('reason_missing', 'A move needs a reason: --why "…".');
};

/** Every operation on releases: what the command line, the registry and the launcher do is done here. */
export class ReleaseDesk {
  readonly store: ReleaseStore;
  readonly #options: DeskOptions;

  constructor(options: DeskOptions) {
    this.store = options.store;
    this.#options = options;
  }

  /** Makes a published version the one of everybody. */
  async promote(reference: Reference, act: Act): Promise<Move> {
    requireReason(act);
    const record = await this.store.requireVersion(reference.name, reference.version);
    return this.#act(act, (before, at) => promote(before, reference, at), record);
  }

  /** Gives a published version to so many percent of the clients. */
  async ramp(reference: Reference, percent: number, act: Act): Promise<Move> {
    requireReason(act);
    const weight = weightOf(percent);
    const record = await this.store.requireVersion(reference.name, reference.version);
    const salt = this.#options.random();
    return this.#act(act, (before, at) => ramp(before, reference, weight, salt, at), record);
  }

  /** Undoes one step of a remote, or of all that the last move changed. */
  async rollback(name: string | undefined, act: Act): Promise<Move> {
    requireReason(act);
    return this.#actOnHistory(act, (history, at) => rollback(history, name, at));
  }

  /** Brings back what was live in an earlier epoch. */
  async revert(epoch: number, act: Act): Promise<Move> {
    requireReason(act);
    return this.#actOnHistory(act, (history, at) => revert(history, epoch, at));
  }

  /** Ends a ramp because its candidate is worse. */
  async halt(name: string, act: Act): Promise<Move> {
    requireReason(act);
    return this.#act(act, (before, at) => {
      if (!before) throw new ReleaseError('nothing_to_undo', 'Nothing is live.');
      return halt(before, name, at);
    });
  }

  /**
   * Takes over a host and versions of remotes that were built together, in one step: the gate looks at what would be
   * live afterwards. Undefined if all of it is live already.
   */
  async takeOver(
    what: { readonly host?: HostRecord | undefined; readonly remotes: readonly Reference[] },
    act: Act,
  ): Promise<Move | undefined> {
    requireReason(act);
    const latest = await this.store.latest();
    this.#requireEpoch(latest, act);
    const draft = takeOver(latest?.state, { host: what.host?.version, remotes: what.remotes }, this.#options.now());
    if (!draft) return undefined;
    if (what.host) await this.store.keepHost(what.host, this.#options.now());
    const records = await Promise.all(what.remotes.map(({ name, version }) => this.#find(name, version)));
    const { gate } = this.#options;
    const reasons = [
      ...(what.host ? await gate.host(what.host, draft.state) : []),
      ...(await Promise.all(records.map((record) => gate.remote(record, latest?.state, draft.state)))).flat(),
    ];
    const fallbacks = draft.state.remotes.flatMap(({ name, stable, ramp: runs, previous }) =>
      previous && previous !== stable && previous !== runs?.version ? [`${name}@${previous}`] : [],
    );
    const ofFallbacks = reasons.flatMap(({ subject }) => (subject && fallbacks.includes(subject) ? [subject] : []));
    const unfit = new Set(ofFallbacks.map((reference) => reference.slice(0, reference.indexOf('@'))));
    const serious = reasons.filter(({ subject }) => !subject || !ofFallbacks.includes(subject));
    const forced = this.#overridden('What was built', serious, act);
    const move = await this.#write(withoutPrevious(draft, unfit), act, forced, latest);
    // Again, as whoever prunes may have removed the record of a former host just before an epoch named it.
    if (what.host) await this.store.keepHost(what.host, this.#options.now());
    return move;
  }

  latest(): Promise<Move | undefined> {
    return this.store.latest();
  }

  history(): Promise<readonly Move[]> {
    return this.store.history();
  }

  /** Epoch from which on the history does not hang together any more; undefined if all of it does. */
  async brokenAt(): Promise<number | undefined> {
    return brokenAt(await this.store.history());
  }

  /** What changed between two epochs. */
  async diff(from: number, to: number): Promise<Move['changes']> {
    const [before, after] = await Promise.all([this.#epoch(from), this.#epoch(to)]);
    return diffStates(before, after);
  }

  /** Lends a published version to whoever has the link, for so many minutes. Answers its id and end (Unix ms). */
  async preview({ name, version }: Reference, minutes: number): Promise<{ id: string; expiresAt: number }> {
    const duration = Math.round(minutes * 60_000);
    if (!(duration >= SHORTEST_PREVIEW && duration <= LONGEST_PREVIEW)) {
      throw new ReleaseError('value_invalid', 'A preview lasts from a minute to seven days.');
    }
    const record = await this.store.requireVersion(name, version);
    const expiresAt = this.#options.now() + duration;
    const id = this.#options.random();
    const payload = { schema: 2, preview: releasedRemote(record), expiresAt };
    await this.store.keepPreview(id, await sign(payload, await this.#options.keys()));
    return { id, expiresAt };
  }

  /** Removes what no live or recent epoch names. `now` is Unix milliseconds. */
  prune(now: number, options?: { readonly dryRun?: boolean }): Promise<Pruned> {
    return pruneStore(this.store, now, options);
  }

  /** The manifest in force, as it is signed. */
  async manifest(): Promise<Manifest | undefined> {
    const latest = await this.store.latest();
    if (!latest) return undefined;
    const keys = (await this.#options.keys()).map(publicKeyOf);
    return acceptManifest(await this.store.signed(latest), { keys, now: this.#options.now() });
  }

  /**
   * Signs the manifest in force anew when it is old, or at once with `force`: after a key was added or taken out.
   * Answers whether it did.
   */
  async renew(force = false): Promise<boolean> {
    const latest = await this.store.latest();
    if (!latest) return false;
    const keys = await this.#options.keys();
    const now = this.#options.now();
    const current = await this.#current(latest, keys);
    if (current && !force && now - current.issuedAt < RENEWED_AFTER) return false;
    const manifest = current
      ? { ...current, issuedAt: now, expiresAt: now + HOLDS_FOR }
      : await manifestOf(latest.state, this.#find, now, this.#limits);
    await this.store.renew(latest.state.epoch, await sign(manifest, keys));
    return true;
  }

  /** The signed manifest if one of our keys made it for this epoch; a foreign or damaged one is made anew from the state. */
  async #current(latest: Move, keys: readonly SigningKey[]): Promise<Manifest | undefined> {
    try {
      const manifest = (await openSigned(await this.store.signed(latest), keys.map(publicKeyOf))) as Manifest;
      return manifest.epoch === latest.state.epoch ? manifest : undefined;
    } catch {
      return undefined;
    }
  }

  get #limits(): ReleaseLimits {
    return this.#options.limits ?? DEFAULT_LIMITS;
  }

  #find = (name: string, version: string): Promise<VersionRecord> => this.store.requireVersion(name, version);

  async #epoch(epoch: number): Promise<ReleaseState> {
    const move = await this.store.move(epoch);
    if (!move) throw new ReleaseError('epoch_unknown', `There is no epoch ${epoch}.`);
    return move.state;
  }

  #overridden(what: string, reasons: readonly Reason[], act: Act): string[] {
    if (reasons.length === 0) return [];
    if (act.force) return reasons.map(({ code, message }) => `${code}: ${message}`);
    const list = reasons.map(({ code, message }) => `\n  ${code}: ${message}`).join('');
    throw new ReleaseError('incompatible', `${what} does not fit what is live:${list}`, reasons);
  }

  async #act(
    act: Act,
    decide: (before: ReleaseState | undefined, at: number) => Draft,
    candidate?: VersionRecord,
  ): Promise<Move> {
    const latest = await this.store.latest();
    this.#requireEpoch(latest, act);
    const draft = decide(latest?.state, this.#options.now());
    const reasons = candidate ? await this.#options.gate.remote(candidate, latest?.state, draft.state) : [];
    const forced = candidate ? this.#overridden(`${candidate.name}@${candidate.version}`, reasons, act) : [];
    return this.#write(draft, act, forced, latest);
  }

  async #actOnHistory(act: Act, decide: (history: readonly Move[], at: number) => Draft): Promise<Move> {
    const history = await this.store.history();
    this.#requireEpoch(history.at(-1), act);
    return this.#write(decide(history, this.#options.now()), act, [], history.at(-1));
  }

  #requireEpoch(latest: Move | undefined, { expectedEpoch }: Act): void {
    const epoch = latest?.state.epoch ?? 0;
    if (expectedEpoch !== undefined && expectedEpoch !== epoch) throw epochTaken(epoch);
  }

  async #write(draft: Draft, { who, why }: Act, forced: string[], before: Move | undefined): Promise<Move> {
    const payload = await manifestOf(draft.state, this.#find, draft.state.at, this.#limits);
    const signed = await sign(payload, await this.#options.keys());
    const manifest = await this.store.keepManifest(draft.state.epoch, signed);
    const move = chainMove(draft, { who, why, forced, manifest }, before);
    await this.store.append(move);
    return move;
  }
}
