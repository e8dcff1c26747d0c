import type { Page, Route } from '@playwright/test';

/** Ms: longer than the page waits before it tries a failed file again. */
const SLOW = 1_500;

/** Ms: longer than a page is looked at. */
export const NEVER = 600_000;

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

/** As above, for good: what is slow then never comes, as on a connection that has died unnoticed. */
const LASTING: Readonly<Record<SpoilingWay, (route: Route) => Promise<unknown>>> = {
  ...WAYS,
  slow: () => new Promise(() => undefined),
};

/** Name of a file in all versions of a remote: a page that avoids a version takes the one before it. */
export const fileIn = (path: string): string => path.replace(/(\/remotes\/[^/]+\/)[^/]+/, '$1*');

export type Network = {
  /** Files that the page has asked for, by `fileIn`. */
  readonly asked: ReadonlySet<string>;
  /** Spoils these files alone from now on. */
  spoil(files: Readonly<Record<string, SpoilingWay>>): void;
};

/** Takes over how the files of a page arrive: whole, until some are spoiled. */
export async function networkOf(page: Page): Promise<Network> {
  const asked = new Set<string>();
  let spoiled: Readonly<Record<string, SpoilingWay>> = {};
  await page.route(FILES, (route) => {
    const file = fileIn(new URL(route.request().url()).pathname);
    asked.add(file);
    const way = spoiled[file];
    return way ? LASTING[way](route) : route.continue();
  });
  return {
    asked,
    spoil(files) {
      spoiled = files;
    },
  };
}

/**
 * From the next load on the page waits a twentieth of the time for a file: until it tries again, and until it gives up. It
 * gives up after `least` ms at the earliest, so that a slow machine is no file that never comes; `giveUpAfter` changes that.
 */
export const hurry = (page: Page, least: number): Promise<unknown> =>
  page.addInitScript((leastWait) => {
    const { setTimeout } = window;
    const shorter = (ms: number) => {
      const least = Number(Reflect.get(window, 'leastWait') ?? leastWait);
      // A screen is given up after its files, which take three waits: one that came first would be asked for again while
      // the old request goes on, and fail with it.
      if (ms >= 60_000) return Math.max(ms / 20, 4 * least);
      if (ms >= 9_000) return Math.max(ms / 20, least);
      return ms === 300 || ms === 1_200 ? ms / 20 : ms;
    };
    const wait = (run: () => void, ms = 0) => setTimeout(run, shorter(ms));
    window.setTimeout = wait as typeof window.setTimeout;
  }, least);

const setLeastWait = (ms: number) => void Reflect.set(window, 'leastWait', ms);

/** Ms after which a hurried page gives up a file, until its next load. */
export const giveUpAfter = (page: Page, ms: number): Promise<unknown> => page.evaluate(setLeastWait, ms);

/** A hurried page gives up no file any more: all of them come. */
export async function neverGiveUp(page: Page): Promise<void> {
  await page.addInitScript(setLeastWait, NEVER);
  await giveUpAfter(page, NEVER);
}

type Report = {
  readonly type: string;
  readonly remote: string;
  readonly version: string;
  readonly kind?: string;
};

/** Runs in the page: prints what it reports, since the driver does not see what a beacon carries. */
function printReports(): void {
  const { sendBeacon } = navigator;
  navigator.sendBeacon = (url, body) => {
    new Response(body).text().then((text) => console.debug(`reports ${text}`), console.error);
    return sendBeacon.call(navigator, url, body);
  };
}

/** Calls with each failure that a page reports, from its next load on. */
export function followFailures(page: Page, heard: (failure: Report) => void): Promise<unknown> {
  page.on('console', (message) => {
    const [, text] = /^reports (.*)$/s.exec(message.text()) ?? [];
    if (text === undefined) return;
    const { reports } = JSON.parse(text) as { readonly reports: readonly Report[] };
    for (const report of reports) if (report.type === 'failure') heard(report);
  });
  return page.addInitScript(printReports);
}

/** Versions that the page holds failures against: `name@version` of those it reported, and avoids from now on. */
export async function blames(page: Page): Promise<() => Promise<readonly string[]>> {
  const reported: string[] = [];
  await followFailures(page, ({ remote, version }) => reported.push(`${remote}@${version}`));
  return async () => [
    ...reported,
    ...Object.keys(await page.evaluate(() => JSON.parse(localStorage.getItem('tessera.host.quarantine') ?? '{}'))),
  ];
}
