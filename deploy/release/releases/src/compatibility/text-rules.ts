import {
  type Generation,
  type HostVersion,
  hostReference,
  type LiveRemote,
  type RemoteVersion,
  remoteReference,
} from './generation.ts';
import type { CompatibilityReason } from './verdict.ts';

const ownedBy = ({ name, contract }: RemoteVersion): readonly string[] => contract?.texts ?? [name];

function taken(
  claims: readonly string[],
  claimant: string,
  held: readonly string[],
  holder: string,
  subject: string,
): CompatibilityReason[] {
  return claims
    .filter((namespace) => held.includes(namespace))
    .map((namespace) => ({
      code: 'text_namespace_taken',
      subject,
      message: `${holder} owns the texts ${namespace}, which ${claimant} claims: whichever is opened last replaces them.`,
    }));
}

/** Namespaces of texts have one owner: what a candidate claims against what the host and other remotes hold. */
export function textRules(candidate: RemoteVersion, { host, remotes }: Generation): CompatibilityReason[] {
  const claims = ownedBy(candidate);
  const name = remoteReference(candidate);
  const others = remotes.filter((other) => other.name !== candidate.name && other.role !== 'previous');
  return [
    ...(host ? taken(claims, name, host.contract?.texts ?? [], hostReference(host), hostReference(host)) : []),
    ...others.flatMap((other) => taken(claims, name, ownedBy(other), remoteReference(other), remoteReference(other))),
  ];
}

/** The same for a host that replaces another. */
export const hostTextRules = (candidate: HostVersion, live: readonly LiveRemote[]): CompatibilityReason[] =>
  live.flatMap((remote) =>
    taken(
      candidate.contract?.texts ?? [],
      hostReference(candidate),
      ownedBy(remote),
      remoteReference(remote),
      remoteReference(remote),
    ),
  );
