import {
  type Generation,
  type HostVersion,
  hostReference,
  type LiveRemote,
  type RemoteVersion,
  remoteReference,
  type Screens,
} from './generation.ts';
import type { CompatibilityReason } from './verdict.ts';

/** Who serves screens: a version of a remote, or of the host. */
export type Side = {
  readonly reference: string;
  readonly screens: Screens | undefined;
  readonly serves: readonly string[];
};

export const sideOf = (remote: RemoteVersion): Side => ({
  reference: remoteReference(remote),
  screens: remote.screens,
  serves: remote.routes,
});

/** The screens of a host; undefined of one that was built before it listed them. */
export function sideOfHost(host: HostVersion): Side | undefined {
  const screens = host.contract?.screens;
  return screens && { reference: hostReference(host), screens, serves: Object.keys(screens) };
}

/** The faults of a link to a screen of that side, one for each parameter; none if its parameters are unknown. */
export function misfits(path: string, given: readonly string[], { screens }: Side): readonly string[] {
  const declared = screens?.[path];
  if (!declared) return [];
  const unknown = given.filter((name) => !Object.hasOwn(declared, name));
  const missing = Object.keys(declared).filter((name) => !declared[name]?.endsWith('?') && !given.includes(name));
  return [...unknown.map((name) => `does not know ${name}`), ...missing.map((name) => `needs ${name}`)];
}

function unfit(from: RemoteVersion, to: Side, subject: string): CompatibilityReason[] {
  return Object.entries(from.contract?.links ?? {}).flatMap(([path, given]) => {
    const wrong = to.serves.includes(path) ? misfits(path, given, to) : [];
    if (wrong.length === 0) return [];
    const link = given.length > 0 ? `${path} (${given.join(', ')})` : path;
    const message = `${remoteReference(from)} links to ${link}; the screen of ${to.reference} ${wrong.join(', ')}.`;
    return [{ code: 'link_unfit', subject, message }];
  });
}

/**
 * Checks links of a candidate against the live screens, and links of live versions against the candidate's screens. A
 * remote that is live for the first time may be released before its link targets, so a missing screen counts only
 * against a version that replaces another. Versions without a record of links pass.
 */
export function linkRules(candidate: RemoteVersion, { host, remotes }: Generation): CompatibilityReason[] {
  const others = remotes.filter(({ name, role }) => name !== candidate.name && role !== 'previous');
  const ofHost = [host && sideOfHost(host)].filter((side) => !!side);
  const own = sideOf(candidate);
  const sides = [own, ...others.map(sideOf), ...ofHost];
  const name = remoteReference(candidate);
  const follows = remotes.some((remote: LiveRemote) => remote.name === candidate.name);
  const dead =
    follows && ofHost.length > 0
      ? Object.keys(candidate.contract?.links ?? {}).filter(
          (path) => !sides.some(({ serves }) => serves.includes(path)),
        )
      : [];
  return [
    ...dead.map((path) => ({
      code: 'link_dead' as const,
      subject: name,
      message: `${name} links to ${path}, which no live remote serves.`,
    })),
    ...sides.flatMap((side) => unfit(candidate, side, side.reference)),
    ...others.flatMap((other) => unfit(other, own, remoteReference(other))),
  ];
}
