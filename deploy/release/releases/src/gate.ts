import { HOST_NAME, referenceOf } from '@tessera/manifest';
import type { Reason } from '@tessera/registry-api';
import {
  BACKEND_LINKS,
  type BackendLink,
  backendRules,
  compareHost,
  compareRemote,
  type DeclarationSet,
  type Generation,
  type HostVersion,
  type LiveRemote,
  NOTHING_SERVED,
  parseDeclarations,
  type RemoteVersion,
  type Serving,
  sideOf,
  sideOfHost,
  type TypeSources,
  typeComparer,
} from './compatibility/index.ts';
import { versionsOf } from './manifest.ts';
import type { Gate } from './release-service.ts';
import { type ReleaseState, type SlotState, slotOf } from './state.ts';
import type { HostRecord, ReleaseStore } from './store.ts';
import { unlessDamaged } from './stored-object.ts';
import type { VersionRecord } from './version-record.ts';

const remoteVersion = ({ name, version, descriptor, contract }: VersionRecord): RemoteVersion => ({
  name,
  version,
  routes: descriptor.routes.map(({ path }) => path),
  // Links and declared parameters were added by the same version of the build.
  screens: contract?.links && Object.fromEntries(descriptor.routes.map(({ path, params = {} }) => [path, params])),
  tab: descriptor.tab?.order,
  contract,
});

const hostVersion = ({ version, contract }: HostRecord): HostVersion => ({ version, contract });

/** Every version that clients may run beside a candidate, including the current versions of the same remote. */
function beside(candidate: string | undefined, before: ReleaseState | undefined, after: ReleaseState): SlotState[] {
  const others = after.remotes.filter(({ name }) => name !== candidate);
  const own = candidate === undefined ? undefined : slotOf(before, candidate);
  return own ? [...others, own] : others;
}

/** Hosts that clients run in this state; the previous one is for phones on which the present one does not start. */
function hostsIn(state: ReleaseState): readonly (string | null)[] {
  const { stable, ramp } = slotOf(state, HOST_NAME) ?? {};
  return ramp ? [stable ?? state.host, ramp.version] : [stable ?? state.host];
}

/** The compatibility gate over the records and contracts in a store. `links` are those that the backend sends. */
export function storeGate(store: ReleaseStore, links: readonly BackendLink[] = BACKEND_LINKS): Gate {
  const sources: TypeSources = {
    compareTypes: typeComparer(),
    async declarations(hash): Promise<DeclarationSet | undefined> {
      const text = await store.contract(hash);
      // Damaged types are as good as none: the release is rejected with that reason.
      return text === undefined ? undefined : unlessDamaged((async () => parseDeclarations(text, hash))());
    },
  };

  async function live(slots: readonly SlotState[]): Promise<LiveRemote[]> {
    const remotes = slots.filter(({ name }) => name !== HOST_NAME);
    const asked = remotes.flatMap(({ name, stable, ramp, previous }) => [
      ...(stable ? [{ name, version: stable, role: 'stable' as const }] : []),
      ...(ramp ? [{ name, version: ramp.version, role: 'ramp' as const }] : []),
      ...(previous ? [{ name, version: previous, role: 'previous' as const }] : []),
    ]);
    const found = await Promise.all(
      asked.map(async ({ name, version, role }) => {
        const record = await unlessDamaged(store.version(name, version));
        const known = record ? remoteVersion(record) : await signedVersion(`${name}@${version}`);
        return known && { ...known, role };
      }),
    );
    return found.filter((each) => each !== undefined);
  }

  /** A live version whose record is damaged or lost: what the signed manifest says of it, which is no contract. */
  async function signedVersion(reference: string): Promise<RemoteVersion | undefined> {
    const { newest } = await store.tip();
    const remote = newest?.manifest.remotes.flatMap(versionsOf).find((each) => referenceOf(each) === reference);
    if (!remote) return undefined;
    const { name, version, routes, tab } = remote;
    return { name, version, routes: routes.map(({ path }) => path), tab: tab?.order, contract: undefined };
  }

  const knownHost = async (version: string): Promise<HostVersion> =>
    hostVersion((await unlessDamaged(store.host(version))) ?? { version });

  async function generation(slots: readonly SlotState[], host: string | null): Promise<Generation> {
    return { host: host === null ? null : await knownHost(host), remotes: await live(slots) };
  }

  async function served(state: ReleaseState): Promise<Serving> {
    const remotes = await live(state.remotes);
    const [stable, ...ramped] = await Promise.all(
      hostsIn(state).map(async (version) => (version === null ? undefined : sideOfHost(await knownHost(version)))),
    );
    const ofRole = (wanted: LiveRemote['role']) => remotes.filter(({ role }) => role === wanted).map(sideOf);
    return {
      stable: [...ofRole('stable'), ...(stable ? [stable] : [])],
      ramped: [...ofRole('ramp'), ...ramped.filter((side) => side !== undefined)],
    };
  }

  const host: Gate['host'] = async (candidate, after, before) => {
    const former = slotOf(before, HOST_NAME)?.stable ?? before?.host ?? null;
    const { reasons } = await compareHost(hostVersion(candidate), await generation(after.remotes, former), sources);
    return reasons;
  };

  return {
    async remote(candidate, before, after) {
      const { name, version } = candidate;
      if (name === HOST_NAME) return host((await unlessDamaged(store.host(version))) ?? { version }, after, before);
      const slots = beside(name, before, after);
      const found = new Map<string, Reason>();
      for (const each of hostsIn(after)) {
        const { reasons } = await compareRemote(remoteVersion(candidate), await generation(slots, each), sources);
        // What does not concern the host is found with each.
        for (const reason of reasons) found.set(JSON.stringify(reason), reason);
      }
      return [...found.values()];
    },
    host,
    links: async (before, after) =>
      backendRules(links, before ? await served(before) : NOTHING_SERVED, await served(after)),
  };
}
