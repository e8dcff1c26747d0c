import { withoutComments } from './inline-source.ts';

/** What of the browser is used besides the document. */
type Browser = Pick<Window, 'addEventListener' | 'setInterval' | 'clearInterval' | 'localStorage' | 'navigator'> & {
  readonly location: Pick<Location, 'protocol' | 'reload'>;
};

/** Seconds for which a host that did not start is avoided, as long as a version of a remote. */
const AVOIDED_FOR = 6 * 3_600;

/**
 * Runs in the page before anything else: counts the starts of this host that did not reach their first screen. After the
 * second in a row the host is named in a cookie, by which the gateway gives the one before, which reports it, and the page
 * is loaded anew. Nothing of the host is needed for it, since that is what fails.
 *
 * A start has failed where the host says so, where its files are all there and nothing is drawn, or no screen comes in
 * time, and where its page hung, so that it ended without a word. It has not where a file did not come, which is the
 * network's, where the user left before, or where the page was hidden or offline meanwhile.
 *
 * It is sent as source text and must not refer to anything outside itself.
 */
export function watchStart(
  page: Document,
  browser: Browser,
  version: string,
  cookie: string,
  avoidedFor: number,
): void {
  const KEY = 'tessera.host.starts';
  /** ms between two looks. */
  const EVERY = 1_000;
  /** ms after the last file in which something is drawn, and after the begin in which a screen comes, or says that it does not. */
  const LIMITS = { drawn: 20_000, screen: 75_000 };
  type Starts = { version: string; failed: number; begun: number };
  const read = (): Starts => {
    const fresh = { version, failed: 0, begun: 0 };
    try {
      const stored = { ...fresh, ...JSON.parse(browser.localStorage.getItem(KEY) ?? '{}') };
      return stored.version === version ? stored : fresh;
    } catch {
      return fresh;
    }
  };
  const write = (starts: Starts): void => {
    try {
      browser.localStorage.setItem(KEY, JSON.stringify(starts));
    } catch {
      // Without storage nothing is counted.
    }
  };
  const avoided = (): string[] => {
    try {
      const found = page.cookie.split('; ').find((each) => each.startsWith(`${cookie}=`));
      return (found?.slice(cookie.length + 1) ?? '').split('~').filter(Boolean);
    } catch {
      // The browser refuses cookies.
      return [];
    }
  };
  const avoid = (list: readonly string[]): void => {
    const secure = browser.location.protocol === 'https:' ? '; Secure' : '';
    try {
      page.cookie = `${cookie}=${list.join('~')}; Path=/; Max-Age=${avoidedFor}; SameSite=Lax${secure}`;
    } catch {
      // The same page would come again.
    }
  };
  const isOffline = (): boolean => {
    try {
      return browser.navigator.onLine === false;
    } catch {
      return false;
    }
  };
  const begun = Date.now();
  let starts = read();
  /** The first screen came, or the start has failed. */
  let over = false;

  const fail = (): void => {
    over = true;
    starts = { ...read(), begun: 0 };
    starts.failed += 1;
    // Where it is avoided already, there is no other one.
    const isKnown = avoided().includes(version);
    if (starts.failed < 2 || isKnown) {
      write(starts);
      return;
    }
    write({ version, failed: 0, begun: 0 });
    avoid(avoided().concat(version).slice(-2));
    // A browser without cookies would get the same page again.
    if (avoided().includes(version)) browser.location.reload();
  };

  // The page before this one neither came to an end nor was left, and is not another tab that is starting now.
  if (starts.begun > 0 && begun - starts.begun > LIMITS.drawn) {
    fail();
    if (starts.failed >= 2) return;
    over = false;
  }
  write({ ...starts, begun });

  const came = new WeakSet<EventTarget>();
  let last = begun;
  page.addEventListener(
    'load',
    ({ target }) => {
      if (target) came.add(target);
      last = Date.now();
    },
    { capture: true },
  );
  const isComing = (): boolean =>
    [...page.querySelectorAll('script[src],link[rel=stylesheet]')].some((file) => !came.has(file));
  const isShown = (id: string): boolean => page.getElementById(id)?.hidden === false;
  const end = (): void => {
    over = true;
    browser.clearInterval(watching);
  };
  /** ms in which the page was hidden, offline or waiting for a file: they do not count. */
  let away = 0;
  const verdict = (): 'waits' | 'no verdict' | 'shown' | 'failed' => {
    const root = page.getElementById('root');
    if (!root || page.readyState === 'loading') return 'waits';
    // A browser that is too old for all of them; a file is missing, or the host has failed, which its event tells.
    if (page.documentElement.dataset.unfit !== undefined || isShown('start-failed')) return 'no verdict';
    if (!page.getElementById('start')) return 'shown';
    const now = Date.now();
    if (page.hidden || isOffline() || isComing()) {
      last = now;
      away += EVERY;
      return 'waits';
    }
    const isDue = !root.firstChild || now - begun - away >= LIMITS.screen;
    return isDue && now - last >= LIMITS.drawn ? 'failed' : 'waits';
  };
  const look = (): void => {
    const found = over ? 'no verdict' : verdict();
    if (found === 'waits') return;
    if (found === 'failed') fail();
    else if (!over) write(found === 'shown' ? { version, failed: 0, begun: 0 } : { ...read(), begun: 0 });
    end();
  };
  const watching = browser.setInterval(look, EVERY);
  browser.addEventListener('tessera-start-failed', (event) => {
    const { detail } = event as CustomEvent<{ readonly name?: string } | null>;
    // A part that did not come.
    if (!over && detail?.name !== 'ChunkLoadError') fail();
    end();
  });
  /** The page is left, or may be ended by the system: that says nothing of the host. */
  const leave = (): void => {
    look();
    if (!over) write({ ...read(), begun: 0 });
  };
  browser.addEventListener('pagehide', leave);
  page.addEventListener('visibilitychange', () => {
    if (page.hidden) leave();
  });
}

/** The script as inlined in the page of a released host; `cookie` is the name of the one that the gateway reads. */
export const startWatchScript = (version: string, cookie: string): string =>
  `(${withoutComments(watchStart.toString())})(document,self,${JSON.stringify(version)},${JSON.stringify(cookie)},${AVOIDED_FOR})`;
