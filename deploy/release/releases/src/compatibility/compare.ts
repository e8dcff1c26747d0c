import {
  type Generation,
  type HostVersion,
  hostReference,
  type LiveRemote,
  type RemoteVersion,
  remoteReference,
} from './generation.ts';
import { linkRules } from './link-rules.ts';
import { type Finding, moduleRules } from './module-rules.ts';
import { droppedScreens, routeRules } from './route-rules.ts';
import { hostTextRules, textRules } from './text-rules.ts';
import { type TypedRemote, type TypeSources, typeRules } from './type-rules.ts';
import type { CompatibilityReason, Verdict } from './verdict.ts';

const isTyped = (remote: RemoteVersion): remote is RemoteVersion & Pick<TypedRemote, 'contract'> =>
  remote.contract !== undefined;

const withoutContract = (subject: string, what: 'provides' | 'uses'): CompatibilityReason => ({
  code: 'contract_missing',
  subject,
  message: `${subject} was published without saying what it ${what}: build and publish it again.`,
});

/** Incompatibilities between remotes and a host; `subjectOf` selects the side that a reason names. */
async function meet(
  remotes: readonly RemoteVersion[],
  host: HostVersion,
  sources: TypeSources,
  subjectOf: (remote: RemoteVersion) => string,
): Promise<CompatibilityReason[]> {
  const hostName = hostReference(host);
  const { contract } = host;
  if (!contract) return [withoutContract(hostName, 'provides')];
  const typed = remotes.filter(isTyped).map((remote) => ({ ...remote, reference: remoteReference(remote) }));
  const types = await typeRules(typed, contract, hostName, sources);
  return remotes.flatMap((remote) => {
    const reference = remoteReference(remote);
    if (!remote.contract) return [withoutContract(reference, 'uses')];
    const findings: Finding[] = [
      ...moduleRules(remote.contract, contract, { remote: reference, host: hostName }),
      ...(types.get(reference) ?? []),
    ];
    return findings.map((finding) => ({ ...finding, subject: subjectOf(remote) }));
  });
}

/** Checks a version of a remote against the live host and the other live remotes. */
export async function compareRemote(
  candidate: RemoteVersion,
  live: Generation,
  sources: TypeSources,
): Promise<Verdict> {
  const { host, remotes } = live;
  const routes = [...routeRules(candidate, remotes), ...linkRules(candidate, live), ...textRules(candidate, live)];
  const shared = host ? await meet([candidate], host, sources, () => hostReference(host)) : [];
  return { reasons: [...shared, ...routes] };
}

/** Checks a build of the host against every live version of every remote, and against the host that it replaces. */
export async function compareHost(candidate: HostVersion, live: Generation, sources: TypeSources): Promise<Verdict> {
  const remotes = distinct(live.remotes);
  return {
    reasons: [
      ...(await meet(remotes, candidate, sources, remoteReference)),
      ...droppedScreens(candidate, live),
      ...hostTextRules(
        candidate,
        remotes.filter(({ role }) => role !== 'previous'),
      ),
    ],
  };
}

const distinct = (remotes: readonly LiveRemote[]): LiveRemote[] => [
  ...new Map(remotes.map((remote) => [remoteReference(remote), remote])).values(),
];
