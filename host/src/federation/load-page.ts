import './provided-later.ts';
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { addTexts, type RemoteModule } from '@tessera/i18n';
import type { ReleasedRemote } from '@tessera/manifest';
import type { ComponentType } from 'react';
import { keepSharedModules } from './keep-shared.ts';
import { BASE } from './manifest.ts';

/** A page of a remote could not be loaded: it was not available, or threw during evaluation. */
export class PageFailure extends Error {
  override name = 'PageFailure';
  readonly remote: ReleasedRemote;
  constructor(remote: ReleasedRemote, cause: unknown) {
    super(`${remote.name}@${remote.version}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.remote = remote;
  }
}

/** Absolute URL of a remote's entry script; that of a development server is one already. */
export const entryUrl = ({ entry }: Pick<ReleasedRemote, 'entry'>): string =>
  new URL(entry, location.origin + BASE).href;

/** The container's global name; carries the version, as `@tessera/build` gives it. */
const containerName = ({ name, version }: ReleasedRemote) => `tessera_${name}_${version.replace(/[^a-z0-9]/gi, '_')}`;

/**
 * Ms after which the runtime takes an entry for lost, as a bundle does a chunk (`chunkLoadTimeout`). Its 20 s would end a
 * second request that the page makes after 18 s of silence; the page itself gives up after the third.
 */
const ENTRY_TIMEOUT = 120_000;

/** By URL of the entry: the hash that the signed manifest names. */
const integrities = new Map<string, string>();

keepSharedModules();
registerPlugins([
  {
    name: 'tessera-integrity',
    createScript({ url }) {
      const script = document.createElement('script');
      script.src = url;
      const integrity = integrities.get(url);
      if (integrity === undefined) throw new Error(`${url} is not an entry that the release names`);
      if (integrity) script.integrity = integrity;
      if (!url.startsWith(`${location.origin}/`)) script.crossOrigin = 'anonymous';
      return { script, timeout: ENTRY_TIMEOUT };
    },
  },
]);

const modules = new Map<string, Promise<RemoteModule>>();
const attempted = new Set<string>();

async function importRemote(remote: ReleasedRemote): Promise<RemoteModule> {
  const name = containerName(remote);
  const entry = entryUrl(remote);
  integrities.set(entry, remote.integrity);
  // A second attempt is forced, so that it fetches the entry again instead of the failure it remembers.
  registerRemotes([{ name, entry, type: 'global' }], { force: attempted.has(name) });
  attempted.add(name);
  const loaded = await loadRemote<{ default?: RemoteModule }>(`${name}/remote`);
  if (!loaded?.default?.pages) throw new Error('./remote exports no pages');
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

/** Whether this page has loaded, or is loading, a version. */
export const isLoaded = (remote: ReleasedRemote): boolean => modules.has(containerName(remote));

const moduleOf = (remote: ReleasedRemote, path: string): string =>
  remote.routes.find((route) => route.path === path)?.module ?? path;

/** Fetches what a remote's page needs and returns its component. Rejects with PageFailure. */
export async function loadRemotePage(remote: ReleasedRemote, path: string): Promise<ComponentType> {
  try {
    const module = await remoteModule(remote);
    // Versions published before name their pages by path.
    const page = module.pages[moduleOf(remote, path)] ?? module.pages[path];
    if (!page) throw new Error(`no page for ${path}`);
    const [{ default: component }] = await Promise.all([page(), addTexts(module.name, module.texts)]);
    return component;
  } catch (error) {
    throw new PageFailure(remote, error);
  }
}

/** Forgets a version that left, so that coming back to it evaluates it, styles included, from the start. */
export function forgetRemote(remote: ReleasedRemote): void {
  modules.delete(containerName(remote));
}
