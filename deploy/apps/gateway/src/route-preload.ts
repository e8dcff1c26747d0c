import type { HostFile, HostFiles } from './shell-source.ts';

/**
 * Runs in the page before any bundle: preloads what the hash route needs (entry and screen of the remote that serves
 * it, or the files of the index page, and the texts) so that they load in parallel with the host's scripts. It is sent
 * as source text and must not refer to anything outside itself.
 */
export function preloadRoute(
  page: Document,
  { hash, search }: Pick<Location, 'hash' | 'search'>,
  { home, texts, provided }: HostFiles,
  storage?: Storage,
): void {
  type Remote = {
    version: string;
    entry: string;
    integrity: string;
    routes: { path: string; needs?: number[]; provided?: string[] }[];
    assets: [string, string][];
    texts?: Record<string, number>;
  };
  type Slot = { name: string; stable: Remote; ramp?: { candidate: Remote }; previous?: Remote };
  const start = ([href, integrity]: HostFile) => {
    const link = page.createElement('link');
    link.rel = 'preload';
    link.as = href.endsWith('.css') ? 'style' : 'script';
    // After the host's scripts: these load while those run.
    link.fetchPriority = 'low';
    // A preload is used only by a request with the same integrity and CORS mode.
    link.setAttribute('integrity', integrity);
    link.href = href;
    page.head.append(link);
  };
  const stored = (name: string) => {
    try {
      return storage?.getItem(`tessera.host.${name}`) ?? null;
    } catch {
      return null;
    }
  };
  const path = (hash.slice(1).split('?')[0] || '/').replace(/(.)\/+$/, '$1');
  const language = stored('language') || 'en';
  texts[language]?.forEach(start);
  if (path === '/') {
    home.forEach(start);
    return;
  }
  const content = page.getElementById('tessera-manifest')?.textContent;
  // Overridden remotes load from other origins, and which ones is not known yet.
  if (!content || /[?&](override|preview)=/.test(search)) return;
  const { remotes } = JSON.parse(JSON.parse(content).payload) as { remotes: Slot[] };
  // The version that this browser ran last; a wrong guess costs bytes, never correctness.
  const last = JSON.parse(stored('versions') || '{}') as Record<string, string>;
  for (const { name, stable, ramp, previous } of remotes) {
    const remote =
      [stable, ramp?.candidate, previous].find((version) => version && version.version === last[name]) ?? stable;
    const route = remote.routes.find((candidate) => candidate.path === path);
    if (!route) continue;
    start([`/h5/${remote.entry}`, remote.integrity]);
    const folder = `/h5/${remote.entry.replace(/[^/]+$/, '')}`;
    const text = remote.texts?.[language];
    for (const need of (route.needs ?? []).concat(text ?? [])) {
      const [file, integrity] = remote.assets[need] as [string, string];
      start([folder + file, integrity]);
    }
    for (const request of route.provided ?? []) provided[request]?.forEach(start);
  }
}

/** The script as inlined in the page. */
export const routePreloadScript = (files: HostFiles): string =>
  `(${preloadRoute.toString()})(document,location,${JSON.stringify(files)},self.localStorage)`;
