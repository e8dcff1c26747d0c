import type { HostContract, RemoteContract } from './contract.ts';

/** By path: the kind of each parameter, `number?`. */
export type Screens = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The parts of a remote's version that others depend on. */
export type RemoteVersion = {
  readonly name: string;
  readonly version: string;
  readonly routes: readonly string[];
  /** Parameters of its screens by path; undefined if it was published before screens declared them. */
  readonly screens?: Screens | undefined;
  /** Place in the bottom bar. */
  readonly tab?: number | undefined;
  /** Undefined if it was published without one. */
  readonly contract: RemoteContract | undefined;
};

/** `previous` keeps running in open pages, and is what a rollback restores. */
export type LiveRemote = RemoteVersion & { readonly role: 'stable' | 'ramp' | 'previous' };

export type HostVersion = { readonly version: string; readonly contract: HostContract | undefined };

/** Every version that a client may run now. */
export type Generation = { readonly host: HostVersion | null; readonly remotes: readonly LiveRemote[] };

export const remoteReference = ({ name, version }: RemoteVersion): string => `${name}@${version}`;
export const hostReference = ({ version }: HostVersion): string => `host@${version}`;
