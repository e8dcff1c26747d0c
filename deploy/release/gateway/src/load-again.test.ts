// @vitest-environment jsdom
import { codeByTag } from '@tessera/releases';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadAgain } from './load-again.ts';

/*
 * Every kind of file in every way in which it can be spoiled, once and for good. The browser's part is played: it asks
 * the worker or its cache for what an element names, holds the bytes to the element's hash, and fires `load` or `error`.
 */

/** How an answer is spoiled. `slow` arrives whole, later; of `silent` nothing comes, and the request does not end. */
const WAYS = ['reset', 'slow', 'silent', '404', '500', 'HTML', 'truncated', 'other bytes'] as const;
type Way = (typeof WAYS)[number];
/** Code asks for entries, chunks, shared modules and texts by the same elements; the page for the files of its start. */
const KINDS = ['script of the start', 'style of the start', 'script of code', 'style of code'] as const;
type Kind = (typeof KINDS)[number];

const isOfCode = (kind: Kind): boolean => kind.endsWith('code');

const TEXTS = {
  en: ['', '', '', '', 'Did not open', 'A file is missing', 'Try again'],
  de: ['', '', '', '', 'Nicht geöffnet', 'Eine Datei fehlt', 'Nochmals'],
  hk: ['', '', '', '', '未能開啟', '缺少檔案', '重試'],
};

type Outcome = { readonly what: 'ran' | 'failed' | 'notice'; readonly asked: number; readonly ms: number };

beforeEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = `<div id="root"></div><div id="start"></div><div id="start-failed" hidden><h1></h1><p></p><button></button></div>
    <script type="application/json" id="tessera-start-texts">${JSON.stringify(TEXTS)}</script>`;
});

/** A page whose network spoils the answers to a file from the `first` to before the `last`. */
function browserWith(
  way: Way,
  from: number,
  to: number,
  { keeps = false, stored = 'en' as string | null | Error, language = 'en', onLine = true } = {},
) {
  const url = 'https://app.test/h5/file';
  let asked = 0;
  let now = 0;
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  const later = (run: () => void, ms = 0) => timers.push({ at: now + ms, run });
  /** What a cache of the browser holds: it keeps what came with 200 and whole, whatever it is. */
  let cached: 'right' | 'wrong' | null = null;
  const network = (): 'right' | 'wrong' | 'none' | 'late' | 'never' => {
    asked += 1;
    if (asked <= from || asked > to) return 'right';
    if (way === 'slow') return 'late';
    if (way === 'silent') return 'never';
    return way === 'HTML' || way === 'other bytes' ? 'wrong' : 'none';
  };
  const answer = (past: boolean, done: (got: 'right' | 'wrong' | 'none') => void) => {
    if (cached && !past) return later(() => done(cached as 'right' | 'wrong'), 1);
    const got = network();
    // Longer than anything waits: it may come after all.
    if (got === 'never') return later(() => done('right'), 600_000);
    const arrived = got === 'late' ? 'right' : got;
    if (arrived !== 'none' && (keeps || past)) cached = arrived;
    later(() => done(arrived), got === 'late' ? 5_000 : 20);
    return undefined;
  };
  const listeners: ((event: Event) => void)[] = [];
  const window = document.defaultView as Window;
  const reload = vi.fn();
  const browser: Parameters<typeof loadAgain>[1] = {
    addEventListener: ((type: string, listener: (event: Event) => void, options: object) => {
      window.addEventListener(type, listener, options);
      listeners.push(() => window.removeEventListener(type, listener, options));
    }) as Window['addEventListener'],
    setTimeout: later as unknown as Window['setTimeout'],
    fetch: ((_url: string, { cache, signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        answer(cache === 'reload', (got) => {
          if (got === 'none' && way !== '404' && way !== '500') reject(new TypeError());
          else resolve(new Response('', { status: got === 'none' ? Number(way) : 200 }));
        });
      })) as typeof fetch,
    localStorage: {
      getItem() {
        if (stored instanceof Error) throw stored;
        return stored;
      },
    } as unknown as Storage,
    navigator: { onLine, language },
    MutationObserver,
    AbortController,
    location: { reload },
  };
  loadAgain(document, browser, codeByTag());
  let ran = false;
  const load = (element: Element) => {
    answer(false, (got) => {
      // A script runs wherever it is in the document that began it, removed or not.
      if (element.ownerDocument !== document) return;
      if (got === 'right') {
        expect(ran, 'runs once').toBe(false);
        ran = true;
      }
      element.dispatchEvent(new Event(got === 'right' ? 'load' : 'error'));
    });
  };
  const seen = new Set<Element>();
  const turn = async () => {
    for (const element of document.head.querySelectorAll('script[src],link[rel=stylesheet]'))
      if (!seen.has(element)) {
        seen.add(element);
        load(element);
      }
    await new Promise(setImmediate);
  };
  return {
    url,
    reload,
    loaded: () => browser.tesseraLoaded,
    async until(done: () => boolean): Promise<Outcome> {
      for (let step = 0; step < 60 && !done() && !ran; step += 1) {
        await turn();
        timers.sort((a, b) => a.at - b.at);
        const next = timers.shift();
        if (!next) continue;
        now = next.at;
        next.run();
        await turn();
      }
      if (ran) for (const { run } of timers.splice(0)) run();
      for (const stop of listeners) stop(new Event('end'));
      const notice = document.getElementById('start-failed') as HTMLElement;
      return { what: ran ? 'ran' : notice.hidden ? 'failed' : 'notice', asked, ms: now };
    },
  };
}

/** Asks for a file as the page does, or as the federation runtime, the bundler and its style plugin do. */
function ask(kind: Kind, url: string): { readonly failures: Event[] } {
  const failures: Event[] = [];
  const style = kind.startsWith('style');
  const element = document.createElement(style ? 'link' : 'script') as HTMLScriptElement & HTMLLinkElement;
  if (style) element.rel = 'stylesheet';
  element.setAttribute('integrity', 'sha256-right');
  if (style) element.href = url;
  else element.src = url;
  if (isOfCode(kind))
    element.onload = element.onerror = (event) => {
      if (typeof event !== 'string' && event.type === 'error') failures.push(event);
      element.onload = element.onerror = null;
      element.remove();
    };
  document.head.append(element);
  return { failures };
}

async function played(kind: Kind, way: Way, to: number, more: Parameters<typeof browserWith>[3] = {}) {
  const page = browserWith(way, 0, to, more);
  const { failures } = ask(kind, page.url);
  const isOver = () => failures.length > 0 || !(document.getElementById('start-failed') as HTMLElement).hidden;
  return { ...(await page.until(isOver)), failures, reload: page.reload, loaded: page.loaded() };
}

const left = () => document.head.querySelectorAll('script[src]').length;

describe.each(KINDS)('a %s', (kind) => {
  test.each(WAYS)('that is spoiled once (%s) costs at most a delay', async (way) => {
    for (const keeps of [false, true]) {
      document.head.innerHTML = '';
      const { what, failures, ms, loaded } = await played(kind, way, 1, { keeps });
      expect([what, failures]).toEqual(['ran', []]);
      // What the worker is told to keep: what came, with its hash, and nothing that did not.
      expect(loaded).toEqual([['https://app.test/h5/file', 'sha256-right']]);
      if (way !== 'slow' && way !== 'silent') expect(ms).toBeLessThan(1_000);
    }
  });

  test('that is silent once comes by a second request, in less time than a user waits', async () => {
    expect((await played(kind, 'silent', 1)).ms).toBeLessThan(20_000);
  });

  test('that is silent for good fails before its screen is given up, and names the file', async () => {
    const { what, failures, ms } = await played(kind, 'silent', Number.POSITIVE_INFINITY);
    expect(what).toBe(isOfCode(kind) ? 'failed' : 'notice');
    expect(failures.map(({ target }) => (target as HTMLScriptElement).src || (target as HTMLLinkElement).href)).toEqual(
      isOfCode(kind) ? ['https://app.test/h5/file'] : [],
    );
    expect(ms).toBeLessThan(kind === 'style of the start' ? 20_000 : 60_000);
    // What is left would be waited for by the next caller.
    expect(document.head.querySelectorAll('script[src],link[rel=stylesheet]').length).toBe(0);
  });

  test.each(WAYS.filter((way) => way !== 'slow' && way !== 'silent'))(
    'that is spoiled for good (%s) fails within 3 s',
    async (way) => {
      const { what, failures, asked, ms } = await played(kind, way, Number.POSITIVE_INFINITY);
      expect(what).toBe(isOfCode(kind) ? 'failed' : 'notice');
      expect(failures).toHaveLength(isOfCode(kind) ? 1 : 0);
      // Bytes that are wrong past all caches are not asked for again from the same place.
      expect(asked).toBe(way === 'HTML' || way === 'other bytes' ? 2 : 3);
      expect(ms).toBeLessThan(3_000);
      // An element that is left would be taken for a load under way by the next caller.
      expect(left()).toBe(0);
    },
  );
});

test('twice is once too often for none', async () => {
  expect(await played('script of code', 'reset', 2)).toMatchObject({ what: 'ran', asked: 3, failures: [] });
});

test('an error names the file, as the one of the first element does', async () => {
  const { failures } = await played('script of code', 'reset', Number.POSITIVE_INFINITY);
  expect(failures.map(({ target }) => (target as HTMLScriptElement).src)).toEqual(['https://app.test/h5/file']);
});

test('without a network an element fails at once, for what comes back with it', async () => {
  const { what, asked, failures } = await played('script of code', 'reset', Number.POSITIVE_INFINITY, {
    onLine: false,
  });
  expect([what, asked, failures.length]).toEqual(['failed', 1, 1]);
});

test('the notice speaks the chosen language, and its button loads the page anew', async () => {
  const { reload } = await played('script of the start', '404', Number.POSITIVE_INFINITY, { stored: 'de' });
  const notice = document.getElementById('start-failed') as HTMLElement;
  expect(notice.textContent?.replace(/\s+/g, ' ').trim()).toBe('Nicht geöffnetEine Datei fehltNochmals');
  expect(document.getElementById('start')).toBeNull();
  expect(document.getElementById('root')?.hidden).toBe(true);
  notice.querySelector('button')?.click();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  [null, 'de-AT', 'Nicht geöffnet'],
  [new Error('blocked'), 'zh-Hant-TW', '未能開啟'],
  ['xx', 'de', 'Nicht geöffnet'],
  [null, 'C', 'Did not open'],
  [null, undefined, 'Did not open'],
])('with %s chosen, the notice speaks the language of the browser, %s', async (stored, language, title) => {
  await played('script of the start', '404', Number.POSITIVE_INFINITY, { stored, language: language as string });
  expect(document.querySelector('#start-failed h1')?.textContent).toBe(title);
});
