import type { LanguageCode } from '@tessera/bus';

export type Access = 'guest' | 'user' | 'verified';

export type RemoteRoute = {
  /** Path behind the hash, without parameters. */
  readonly path: string;
  readonly access: Access;
};

export type RemoteTab = {
  /** Place in the bottom bar; Home, the host's own, is 0. */
  readonly order: number;
  readonly path: string;
  readonly label: Readonly<Record<LanguageCode, string>>;
  /** SVG path data on a 24 × 24 grid. */
  readonly icon: string;
};

export type ReleasedRemote = {
  readonly name: string;
  readonly version: string;
  /** Path of the entry script, relative to the host's base path. */
  readonly entry: string;
  readonly title: Readonly<Record<LanguageCode, string>>;
  readonly tab?: RemoteTab;
  readonly routes: readonly RemoteRoute[];
};

/** Which version of which remote is live: all that the host knows about remotes. */
export type ReleaseManifest = {
  readonly schema: 1;
  /** Grows by one with every move of operations. */
  readonly epoch: number;
  readonly remotes: readonly ReleasedRemote[];
};

const BASE = '/h5/';
const INLINED = 'tessera-manifest';

/** The manifest is missing or is not one; the message says what is wrong. */
export class ManifestError extends Error {
  override name = 'ManifestError';
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function checkRemote(value: unknown): ReleasedRemote {
  if (!isObject(value) || typeof value.name !== 'string') throw new ManifestError('a remote has no name');
  for (const field of ['version', 'entry'] as const) {
    if (typeof value[field] !== 'string') throw new ManifestError(`${value.name} has no ${field}`);
  }
  if (!Array.isArray(value.routes)) throw new ManifestError(`${value.name} has no routes`);
  return value as unknown as ReleasedRemote;
}

/** Refuses what is not a manifest, so that a bad answer never replaces a good one. */
export function parseManifest(value: unknown): ReleaseManifest {
  if (!isObject(value)) throw new ManifestError('the manifest is not an object');
  if (value.schema !== 1) throw new ManifestError(`manifest schema ${String(value.schema)} is not known`);
  if (!Number.isSafeInteger(value.epoch)) throw new ManifestError('the manifest has no epoch');
  if (!Array.isArray(value.remotes)) throw new ManifestError('the manifest has no remotes');
  return { schema: 1, epoch: value.epoch as number, remotes: value.remotes.map(checkRemote) };
}

/** The manifest that came with the page; null when the page carries none. */
export function inlinedManifest(page: Document): ReleaseManifest | null {
  const content = page.getElementById(INLINED)?.textContent;
  return content ? parseManifest(JSON.parse(content)) : null;
}

export async function fetchManifest(request: typeof fetch = fetch): Promise<ReleaseManifest> {
  const answer = await request(`${BASE}manifest.json`, { cache: 'no-cache' });
  if (!answer.ok) throw new ManifestError(`the manifest answered ${answer.status}`);
  return parseManifest(await answer.json());
}

/** Absolute path of a remote's entry script. */
export const entryUrl = (remote: ReleasedRemote): string => BASE + remote.entry;
