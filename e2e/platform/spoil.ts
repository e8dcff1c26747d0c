import type { Page, Route } from '@playwright/test';

/** Ms: longer than the page waits before it tries a failed file again. */
const SLOW = 1_500;

/** How the answer to a request is spoiled on its way. */
export const WAYS = {
  reset: (route: Route) => route.abort('connectionreset'),
  'status 404': (route: Route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
  'status 500': (route: Route) => route.fulfill({ status: 500, body: 'fault' }),
  HTML: (route: Route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Log in to the network</title>' }),
  'other bytes': (route: Route) => route.fulfill({ contentType: 'text/javascript', body: 'void 0;' }),
  truncated: async (route: Route) => {
    const response = await route.fetch();
    const body = await response.body();
    const { 'content-length': _length, 'content-encoding': _coding, ...headers } = response.headers();
    return route.fulfill({ status: response.status(), headers, body: body.subarray(0, body.length / 2) });
  },
  slow: async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW));
    return route.continue();
  },
} as const;
export type SpoilingWay = keyof typeof WAYS;

/** Scripts and style sheets of host and remotes. */
export const FILES = /\/h5\/(?:assets|remotes)\/.*\.(?:js|css)$/;

/** Spoils the first answer for each file that matches. Returns the names of those that were. */
export async function spoilOnce(page: Page, files: RegExp, way: SpoilingWay): Promise<Set<string>> {
  const spoiled = new Set<string>();
  await page.route(files, (route) => {
    const { pathname } = new URL(route.request().url());
    if (spoiled.has(pathname)) return route.continue();
    spoiled.add(pathname);
    return WAYS[way](route);
  });
  return spoiled;
}

/** Spoils every answer for files that match, until it is called again. */
export async function spoil(page: Page, files: RegExp, way: SpoilingWay): Promise<() => Promise<void>> {
  await page.route(files, (route) => WAYS[way](route));
  return () => page.unroute(files);
}

/** What the page holds against versions: reports of failures that it sent, and versions that it avoids from now on. */
export function blames(page: Page): () => Promise<readonly unknown[]> {
  const reports: unknown[] = [];
  page.on('request', (request) => {
    const body = request.url().endsWith('/registry/telemetry') ? request.postData() : null;
    if (body?.includes('"failure"')) reports.push(body);
  });
  return async () => [
    ...reports,
    ...Object.keys(await page.evaluate(() => JSON.parse(localStorage.getItem('tessera.host.quarantine') ?? '{}'))),
  ];
}
