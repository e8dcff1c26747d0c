import type {
  OpenPreview,
  RampStatus,
  ReleaseEventSummary,
  ReleaseResult,
  RemoteStatus,
  Status,
  VersionHealth,
  VersionSummary,
} from '@tessera/registry-api';
import { HOLDS_FOR } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import { provenTail, type ReleaseEvent, recordedReasons } from './release-event.ts';
import type { OpenedPreview, ReleaseService } from './release-service.ts';
import { type SlotState, type StepsState, slotOf, versionsIn } from './state.ts';
import { rollbackTarget, withdrawnIn } from './transitions.ts';
import type { VersionRecord } from './version-record.ts';

/** Health counted by the registry; empty on the command line without a registry. */
export type Figures = {
  health(name: string, version: string): VersionHealth | undefined;
  evidence(name: string): number;
};

const MINUTE = 60_000;

const NO_FIGURES: Figures = { health: () => undefined, evidence: () => 1 };

export const percentOfWeight = (weight: number): number => weight / 100;

/** Whose it is, and what they ask of its releases. */
function teamOf(record: VersionRecord | undefined): Pick<RemoteStatus, 'owner' | 'contact' | 'tier' | 'policy'> {
  if (!record) return {};
  const { owner, contact, tier, release } = record.descriptor;
  return {
    ...(owner ? { owner } : {}),
    ...(contact ? { contact } : {}),
    ...(tier ? { tier } : {}),
    ...(release ? { policy: { ramp: release.ramp ?? false, members: release.members ?? 1 } } : {}),
  };
}

const stepsOf = ({ who, next, due, held }: StepsState): NonNullable<RampStatus['steps']> => ({
  who,
  next: next.map(({ weight, after }) => ({ percent: percentOfWeight(weight), after: after / MINUTE })),
  due: held ? null : due,
  held: held?.why ?? null,
});

const nothingOf = (name: string): SlotState => ({ name, stable: null });

/** Live versions, their share of the clients, and their health; remotes that are published but not live as well. */
export async function statusOf(service: ReleaseService, figures: Figures = NO_FIGURES): Promise<Status> {
  // As a rollback sees it: what an altered event says is not shown as its target.
  const history = provenTail(await service.history());
  const latest = history.at(-1);
  if (!latest) {
    const [stray] = (await service.store.tip()).strays;
    if (stray) throw new ReleaseError('store_damaged', `Nothing that was released can be proven. ${stray.reason}`);
    throw new ReleaseError('nothing_stable', 'Nothing is live yet: the first npm start releases what it builds.');
  }
  const manifest = await service.manifest().catch(() => undefined);
  const { epoch, at, host, remotes } = latest.state;
  const since = (slot: SlotState) => history.find(({ state }) => state.epoch === slot.ramp?.since)?.state.at ?? at;
  const withdrawn = withdrawnIn(history);
  const names = new Set([...remotes.map(({ name }) => name), ...(await service.store.remotes())]);
  const statusIn = async (slot: SlotState): Promise<Status['remotes'][number]> => {
    const { name, stable, previous, ramp } = slot;
    const published = await service.store.versions(name);
    const to = rollbackTarget(history, name);
    return {
      name,
      stable,
      previous: previous ?? null,
      newest: published.at(-1)?.version ?? ramp?.version ?? stable ?? '',
      ...teamOf(published.find(({ version }) => version === stable) ?? published.at(-1)),
      withdrawn: published.flatMap(({ version }) => (withdrawn.has(`${name}@${version}`) ? [version] : [])),
      undo: to === undefined ? null : { to },
      ramp: ramp
        ? {
            version: ramp.version,
            percent: percentOfWeight(ramp.weight),
            since: since(slot),
            evidence: figures.evidence(name),
            ...(ramp.steps ? { steps: stepsOf(ramp.steps) } : {}),
          }
        : null,
      health: versionsIn({ ...latest.state, remotes: [slot] }).flatMap(
        ({ version }) => figures.health(name, version) ?? [],
      ),
    };
  };
  return {
    epoch,
    issuedAt: manifest?.issuedAt ?? at,
    expiresAt: manifest?.expiresAt ?? at + HOLDS_FOR,
    host,
    chain: (await service.brokenAt()) === undefined ? 'whole' : 'broken',
    remotes: await Promise.all(
      [...names].sort().map((name) => statusIn(slotOf(latest.state, name) ?? nothingOf(name))),
    ),
    bar: await barOf(service),
  };
}

async function barOf(service: ReleaseService): Promise<Status['bar']> {
  // Of a damaged store the status still says what is live.
  const { shown, hidden } = await service.bar().catch(() => ({ shown: [], hidden: [] }));
  return { shown: [...shown], hidden: [...hidden] };
}

/** An event as shown to operators. */
export const summaryOf = ({
  state,
  kind,
  who,
  why,
  changes,
  hash,
  preview,
  ...event
}: ReleaseEvent): ReleaseEventSummary => {
  const { forced, warnings } = recordedReasons(event);
  return {
    epoch: state.epoch,
    at: state.at,
    kind,
    who,
    why,
    forced,
    ...(warnings.length > 0 ? { warnings } : {}),
    changes,
    hash,
    ...(preview ? { preview } : {}),
  };
};

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
  const history = provenTail(await service.history());
  const slot = slotOf(history.at(-1)?.state, name);
  const withdrawn = withdrawnIn(history);
  return records.toReversed().map(({ version, publishedAt, who, why, files, uses }) => {
    const withdrawal = withdrawn.get(`${name}@${version}`);
    return {
      version,
      publishedAt,
      who,
      why,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      live: placeOf(slot, version),
      ...(uses ? { uses } : {}),
      wasStable: history.some(({ state }) => slotOf(state, name)?.stable === version),
      withdrawn: withdrawal
        ? { epoch: withdrawal.state.epoch, kind: withdrawal.kind, who: withdrawal.who, why: withdrawal.why }
        : null,
    };
  });
}

/** Result of a release. */
export const resultOf = ({ state, changes, ...event }: ReleaseEvent): ReleaseResult => {
  const { epoch, compromised } = state;
  const { warnings } = recordedReasons(event);
  return {
    epoch,
    changes,
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(compromised?.epoch === epoch ? { compromised: { from: compromised.from, until: compromised.until } } : {}),
  };
};

/** Path of the page that opens a preview at one of its screens, on the platform's origin. */
export const previewPath = ({ link, screen }: Pick<OpenedPreview, 'link' | 'screen'>): string =>
  `/h5/?preview=${link}#${screen}`;

/** The previews that work now, newest first. */
export const previewsOf = async (service: ReleaseService): Promise<OpenPreview[]> =>
  (await service.previews()).map((each) => ({ ...each }));
