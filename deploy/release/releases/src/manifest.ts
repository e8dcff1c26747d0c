import type { Manifest, ReleasedRemote, RemoteSlot } from '@tessera/manifest';
import { type Announced, announcedSchema } from './descriptor.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseState, SlotState } from './state.ts';

const DAY = 24 * 3_600_000;

/**
 * Validity of a manifest. The registry renews it much earlier; pages that cannot reach the registry keep working this
 * long.
 */
export const HOLDS_FOR = 30 * DAY;
/** Age at which it is renewed. */
export const RENEWED_AFTER = 7 * DAY;

export type ReleaseLimits = Pick<Manifest, 'limits' | 'telemetry'>;

/**
 * A swapped version leaves about 280 KiB behind, so twenty cost about 6 MiB; more than 200 MiB is too much for a phone.
 * Every client reports outcomes, one in ten its web vitals.
 */
export const DEFAULT_LIMITS: ReleaseLimits = {
  limits: { swaps: 20, heapMiB: 200 },
  telemetry: { outcomes: 10_000, vitals: 1_000 },
};

/** Every version in a slot of a manifest. */
export const versionsOf = ({ stable, ramp, previous }: RemoteSlot): readonly ReleasedRemote[] =>
  [stable, ramp?.candidate, previous].filter((remote) => remote !== undefined);

const NOTHING = '0.0.0-none';

/**
 * What clients outside the ramp of a new remote get: a version without screens, which nothing loads. Of one that is
 * announced it has the tab and the screens, which pages show as being built.
 */
const nothingOf = (name: string, announced?: Announced): ReleasedRemote => ({
  name,
  version: NOTHING,
  entry: '',
  integrity: '',
  ...(announced?.tab ? { tab: announced.tab } : {}),
  routes: announced?.routes ?? [],
  assets: [],
  swap: 'allow',
});

/** A version as manifests list it. */
export type FindReleased = (name: string, version: string) => Promise<ReleasedRemote>;

async function slotFor(
  { name, stable, announced, ramp, previous }: SlotState,
  find: FindReleased,
  tabs: readonly string[] | undefined,
): Promise<RemoteSlot> {
  const released = async (version: string) => inBar(await find(name, version), tabs);
  return {
    name,
    stable: stable === null ? inBar(nothingOf(name, announced), tabs) : await released(stable),
    ...(ramp ? { ramp: { candidate: await released(ramp.version), weight: ramp.weight, salt: ramp.salt } } : {}),
    ...(previous ? { previous: await released(previous) } : {}),
  };
}

const announcedIn = ({ version, tab, routes }: ReleasedRemote): Pick<SlotState, 'announced'> =>
  version === NOTHING && routes.length > 0
    ? { announced: announcedSchema.parse({ tab, routes: routes.map(({ path, access }) => ({ path, access })) }) }
    : {};

/** Both have the same fields; those of a state may be changed. */
const compromisedOf = ({ earlier, ...newest }: NonNullable<Manifest['compromised']>) => ({
  ...newest,
  ...(earlier ? { earlier: earlier.map((each) => ({ ...each })) } : {}),
});

/** The state that a manifest was made of. A weight is taken to be as old as the manifest. */
export const stateOf = ({ epoch, issuedAt, host, remotes, withdrawn, tabs, compromised }: Manifest): ReleaseState => ({
  epoch,
  at: issuedAt,
  host: host?.version ?? null,
  remotes: remotes.map(({ name, stable, ramp, previous }) => ({
    name,
    stable: stable.version === NOTHING ? null : stable.version,
    ...announcedIn(stable),
    ...(ramp ? { ramp: { version: ramp.candidate.version, weight: ramp.weight, salt: ramp.salt, since: epoch } } : {}),
    ...(previous ? { previous: previous.version } : {}),
  })),
  withdrawn: [...withdrawn],
  ...(tabs ? { tabs: [...tabs] } : {}),
  ...(compromised ? { compromised: compromisedOf(compromised) } : {}),
});

/**
 * A version with its place in the bottom bar as operations arranged it, without a tab where they left it out. Written into
 * the manifest itself, so that hosts of any version follow.
 */
export function inBar(remote: ReleasedRemote, tabs: readonly string[] | undefined): ReleasedRemote {
  const { tab, ...rest } = remote;
  if (!tabs || !tab) return remote;
  const place = tabs.indexOf(remote.name);
  return place < 0 ? rest : { ...rest, tab: { ...tab, order: place + 1 } };
}

/** Two remotes cannot serve the same route or hold the same place in the bottom bar. */
export function rejectClashes(slots: readonly RemoteSlot[]): void {
  const holders = new Map<string, string>();
  const claim = (what: string, name: string, words: string) => {
    const holder = holders.get(what);
    if (holder && holder !== name) {
      throw new ReleaseError('route_taken', `${words} of ${name} is already served by ${holder}.`);
    }
    holders.set(what, name);
  };
  for (const { name, stable, ramp } of slots) {
    for (const { routes, tab } of ramp ? [stable, ramp.candidate] : [stable]) {
      for (const { path } of routes) claim(path, name, path);
      if (tab) claim(`tab ${tab.order}`, name, `tab ${tab.order}`);
    }
  }
}

/** The manifest of a state, as sent to pages. `issuedAt` is Unix milliseconds. */
export async function manifestOf(
  state: ReleaseState,
  find: FindReleased,
  issuedAt: number,
  limits: ReleaseLimits = DEFAULT_LIMITS,
): Promise<Manifest> {
  const remotes = await Promise.all(state.remotes.map((slot) => slotFor(slot, find, state.tabs)));
  rejectClashes(remotes);
  return {
    schema: 2,
    epoch: state.epoch,
    issuedAt,
    expiresAt: issuedAt + HOLDS_FOR,
    host: state.host === null ? null : { version: state.host },
    remotes,
    withdrawn: state.withdrawn,
    ...(state.tabs ? { tabs: state.tabs } : {}),
    ...(state.previews ? { previews: state.previews.map(({ id }) => id) } : {}),
    ...(state.compromised ? { compromised: state.compromised } : {}),
    ...limits,
  };
}
