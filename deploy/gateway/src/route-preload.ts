/**
 * Runs in the page before any bundle: finds the remote that serves the hash route and starts fetching its entry, so
 * that the entry travels beside the host's scripts instead of after them. It is sent as its own source text and must
 * not refer to anything outside itself.
 */
export function preloadRouteEntry(page: Document, hash: string): void {
  const path = (hash.slice(1).split('?')[0] || '/').replace(/(.)\/+$/, '$1');
  const content = page.getElementById('tessera-manifest')?.textContent;
  const remotes = content
    ? (JSON.parse(content) as { remotes: { entry: string; routes: { path: string }[] }[] }).remotes
    : [];
  for (const { entry, routes } of remotes) {
    if (!routes.some((route) => route.path === path)) continue;
    const link = page.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.crossOrigin = 'anonymous';
    link.href = `/h5/${entry}`;
    page.head.append(link);
  }
}

/** The script as it stands in the page. */
export const ROUTE_PRELOAD_SCRIPT = `(${preloadRouteEntry.toString()})(document,location.hash)`;
