import type { ReleaseEventSummary, ReleaseResult, Status, VersionHealth, VersionSummary } from '@tessera/registry-api';
import { HOLDS_FOR } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseEvent } from './release-event.ts';
import type { ReleaseService } from './release-service.ts';
import { type SlotState, slotOf, versionsIn } from './state.ts';

/** Health counted by the registry; empty on the command line without a registry. */
export type Figures = {
  health(name: string, version: string): VersionHealth | undefined;
  evidence(name: string): number;
};

const NO_FIGURES: Figures = { health: () => undefined, evidence: () => 1 };

export const percentOfWeight = (weight: number): number => weight / 100;

/** Live versions, their share of the clients, and their health. */
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

/** An event as shown to operators. */
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
export const historyOf = async (service: ReleaseService, limit: number): Promise<ReleaseEventSummary[]> =>
  (await service.history()).slice(-limit).reverse().map(summaryOf);

function placeOf(slot: SlotState | undefined, version: string): VersionSummary['live'] {
  if (slot?.stable === version) return 'stable';
  if (slot?.ramp?.version === version) return 'ramp';
  return slot?.previous === version ? 'previous' : null;
}

/** The published versions of a remote, newest first. */
export async function versionsOf(service: ReleaseService, name: string): Promise<VersionSummary[]> {
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

/** Result of a release. */
export const resultOf = ({ state, changes }: ReleaseEvent): ReleaseResult => ({ epoch: state.epoch, changes });

/** Path of the page that shows a preview, on the platform's origin. */
export const previewPath = (id: string): string => `/h5/?preview=${id}`;
