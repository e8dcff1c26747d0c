import './provided-later.ts';
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { addTexts, type RemoteModule } from '@tessera/i18n';
import type { ComponentType } from 'react';
import { entryUrl, type ReleasedRemote } from './manifest.ts';

/** Why a page of a remote could not be shown. */
export type PageFailureReason = 'load' | 'timeout' | 'contract';

export class PageFailure extends Error {
  override name = 'PageFailure';
  readonly reason: PageFailureReason;
  readonly remote: string;
  constructor(reason: PageFailureReason, remote: ReleasedRemote, cause: unknown) {
    super(`${remote.name}@${remote.version}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.reason = reason;
    this.remote = remote.name;
  }
}

/** The container's global name; carries the version, as `@tessera/build` gives it. */
const containerName = ({ name, version }: ReleasedRemote) => `tessera_${name}_${version.replace(/[^a-z0-9]/gi, '_')}`;

const modules = new Map<string, Promise<RemoteModule>>();
const attempted = new Set<string>();

async function importRemote(remote: ReleasedRemote): Promise<RemoteModule> {
  const name = containerName(remote);
  // A second attempt is forced, so that it fetches the entry again instead of the failure it remembers.
  registerRemotes([{ name, entry: entryUrl(remote), type: 'global' }], { force: attempted.has(name) });
  attempted.add(name);
  const loaded = await loadRemote<{ default?: RemoteModule }>(`${name}/remote`);
  if (!loaded?.default?.pages) throw new PageFailure('contract', remote, new Error('./remote exports no pages'));
  return loaded.default;
}

/** A remote's exposed module, fetched once per version; a failed fetch is forgotten so that a retry can succeed. */
function remoteModule(remote: ReleasedRemote): Promise<RemoteModule> {
  const key = containerName(remote);
  const known = modules.get(key);
  if (known) return known;
  const loading = importRemote(remote);
  modules.set(key, loading);
  loading.catch(() => modules.delete(key));
  return loading;
}

async function load(remote: ReleasedRemote, path: string): Promise<ComponentType> {
  const module = await remoteModule(remote);
  const page = module.pages[path];
  if (!page) throw new PageFailure('contract', remote, new Error(`no page for ${path}`));
  const [{ default: component }] = await Promise.all([page(), addTexts(module.name, module.texts)]);
  return component;
}

/** Fetches what a remote's page needs and answers its component. Rejects with PageFailure. */
export async function loadRemotePage(remote: ReleasedRemote, path: string): Promise<ComponentType> {
  try {
    return await load(remote, path);
  } catch (error) {
    throw error instanceof PageFailure ? error : new PageFailure('load', remote, error);
  }
}

/** Forgets a version that left, so that coming back to it evaluates it, styles included, from the start. */
export function forgetRemote(remote: ReleasedRemote): void {
  modules.delete(containerName(remote));
}
