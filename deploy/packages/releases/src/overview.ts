import type { FailureKind } from '@tessera/manifest';
import { HOLDS_FOR } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseEvent } from './release-event.ts';
import type { ReleaseService } from './release-service.ts';
import { type SlotState, slotOf, versionsIn } from './state.ts';

/** How a version fares, from what pages report. */
export type VersionHealth = {
  readonly version: string;
  /** Clients that ran it, each counted once. */
  readonly users: number;
  /** Clients for which it failed, each counted once. */
  readonly failures: number;
  readonly byKind: Readonly<Record<FailureKind, number>>;
  /** By name (`LCP`, `CLS`, `INP`, `screen`): the value that three in four stay within, and of how many. */
  readonly vitals: Readonly<Record<string, { readonly p75: number; readonly count: number }>>;
};

export type RemoteStatus = {
  readonly name: string;
  readonly stable: string;
  readonly previous: string | null;
  readonly newest: string;
  readonly ramp: {
    readonly version: string;
    readonly percent: number;
    /** Unix ms at which this weight came in force. */
    readonly since: number;
    /** How strongly the figures speak against the candidate: halted at 1000. */
    readonly evidence: number;
  } | null;
  readonly health: readonly VersionHealth[];
};

export type Status = {
  readonly epoch: number;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly host: string | null;
  /** Whether the history is as it was written. */
  readonly chain: 'whole' | 'broken';
  readonly remotes: readonly RemoteStatus[];
};

/** What the registry has counted; the command line without a registry knows nothing. */
export type Figures = {
  health(name: string, version: string): VersionHealth | undefined;
  evidence(name: string): number;
};

const NO_FIGURES: Figures = { health: () => undefined, evidence: () => 1 };

export const percentOfWeight = (weight: number): number => weight / 100;

/** What is live, to whom, and how it fares. */
export async function statusOf(service: ReleaseService, figures: Figures = NO_FIGURES): Promise<Status> {
  const history = await service.history();
  const latest = history.at(-1);
  if (!latest) throw new ReleaseError('nothing_stable', 'Nothing is live yet: npm start releases what it builds.');
  const manifest = await service.manifest().catch(() => undefined);
  const { epoch, at, host, remotes } = latest.state;
  const since = (slot: SlotState) => history.find(({ state }) => state.epoch === slot.ramp?.since)?.state.at ?? at;
  return {
    epoch,
    issuedAt: manifest?.issuedAt ?? at,
    expiresAt: manifest?.expiresAt ?? at + HOLDS_FOR,
    host,
    chain: (await service.brokenAt()) === undefined ? 'whole' : 'broken',
    remotes: await Promise.all(
      remotes.map(async (slot) => ({
        name: slot.name,
        stable: slot.stable,
        previous: slot.previous ?? null,
        newest: (await service.store.versions(slot.name)).at(-1)?.version ?? slot.stable,
        ramp: slot.ramp
          ? {
              version: slot.ramp.version,
              percent: percentOfWeight(slot.ramp.weight),
              since: since(slot),
              evidence: figures.evidence(slot.name),
            }
          : null,
        health: versionsIn({ ...latest.state, remotes: [slot] }).flatMap(
          ({ name, version }) => figures.health(name, version) ?? [],
        ),
      })),
    ),
  };
}

export type ReleaseEventSummary = {
  readonly epoch: number;
  readonly at: number;
  readonly kind: ReleaseEvent['kind'];
  readonly who: string;
  readonly why: string;
  readonly forced: readonly string[];
  readonly changes: ReleaseEvent['changes'];
  readonly hash: string;
};

/** An event as operations read it. */
export const summaryOf = ({ state, kind, who, why, forced, changes, hash }: ReleaseEvent): ReleaseEventSummary => ({
  epoch: state.epoch,
  at: state.at,
  kind,
  who,
  why,
  forced,
  changes,
  hash,
});

/** The last events, newest first. */
export const historyOf = async (service: ReleaseService, limit: number): Promise<readonly ReleaseEventSummary[]> =>
  (await service.history()).slice(-limit).reverse().map(summaryOf);

export type VersionSummary = {
  readonly version: string;
  readonly publishedAt: number;
  readonly who: string;
  readonly why: string;
  readonly files: number;
  readonly bytes: number;
  readonly live: 'stable' | 'ramp' | 'previous' | null;
};

function placeOf(slot: SlotState | undefined, version: string): VersionSummary['live'] {
  if (slot?.stable === version) return 'stable';
  if (slot?.ramp?.version === version) return 'ramp';
  return slot?.previous === version ? 'previous' : null;
}

/** The published versions of a remote, newest first. */
export async function versionsOf(service: ReleaseService, name: string): Promise<readonly VersionSummary[]> {
  const records = await service.store.versions(name);
  if (records.length === 0) {
    const known = (await service.store.remotes()).join(', ') || 'none';
    throw new ReleaseError('remote_unknown', `No version of ${name} is published. Published remotes: ${known}.`);
  }
  const slot = slotOf((await service.latest())?.state, name);
  return records.toReversed().map(({ version, publishedAt, who, why, files }) => ({
    version,
    publishedAt,
    who,
    why,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    live: placeOf(slot, version),
  }));
}
