/**
 * Runs in the page before any bundle: starts fetching what the hash route needs, the entry of the remote that serves it
 * or the files of the index page, so that they travel beside the host's scripts instead of after them. It is sent as
 * its own source text and must not refer to anything outside itself.
 */
export function preloadRoute(page: Document, hash: string, home: readonly string[]): void {
  const path = (hash.slice(1).split('?')[0] || '/').replace(/(.)\/+$/, '$1');
  const content = page.getElementById('tessera-manifest')?.textContent;
  const remotes = content
    ? (JSON.parse(content) as { remotes: { entry: string; routes: { path: string }[] }[] }).remotes
    : [];
  const entries = remotes.filter(({ routes }) => routes.some((route) => route.path === path));
  const files = path === '/' ? home : entries.map(({ entry }) => `/h5/${entry}`);
  for (const file of files) {
    const link = page.createElement('link');
    link.rel = 'preload';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    // Without CORS, as the loaders on the page's own origin ask: a preload that does not match is fetched twice.
    link.href = file;
    page.head.append(link);
  }
}

/** The script as it stands in the page. */
export const routePreloadScript = (home: readonly string[]): string =>
  `(${preloadRoute.toString()})(document,location.hash,${JSON.stringify(home)})`;
