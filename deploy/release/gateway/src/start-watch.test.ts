// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startWatchScript, watchStart } from './start-watch.ts';

const BODY = '<div id="root"></div><div id="start-failed" hidden></div><div id="start" hidden></div>';
const COOKIE = 'tessera_unfit';

const forgetCookie = () => Reflect.set(document, 'cookie', `${COOKIE}=; Max-Age=0; Path=/`);

let reloads: number;
const reload = () => {
  reloads += 1;
};
let watching: ReturnType<typeof setInterval> | undefined;
let onLine: boolean;
let hidden: boolean;
/** Listeners of the page that is open, and of its document. */
let listeners: [EventTarget, string, EventListenerOrEventListenerObject, unknown][];

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  forgetCookie();
  [reloads, onLine, hidden, listeners] = [0, true, false, []];
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  for (const target of [document, window] as EventTarget[]) {
    const add = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((kind, listener, options) => {
      if (listener) listeners.push([target, kind, listener, options]);
      add(kind, listener, options);
    });
  }
});

afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The page goes away without a word, as one whose process ends. */
function leave(): void {
  for (const [target, ...listener] of listeners.splice(0))
    target.removeEventListener(listener[0], listener[1], listener[2] as object);
  clearInterval(watching);
}

/** Opens a page of a host in the same browser. */
function open(version = '2.0.0'): void {
  leave();
  document.head.innerHTML = '<link rel="preload" as="script" data-run href="/h5/assets/main.js">';
  document.body.innerHTML = BODY;
  watchStart(
    document,
    {
      addEventListener: window.addEventListener.bind(window),
      setInterval: ((...timer: Parameters<typeof setInterval>) => {
        watching = setInterval(...timer);
        return watching;
      }) as unknown as typeof window.setInterval,
      clearInterval: window.clearInterval.bind(window),
      localStorage,
      navigator: {
        get onLine() {
          return onLine;
        },
      } as Navigator,
      location: { protocol: 'http:', reload },
    },
    version,
    COOKIE,
    21_600,
  );
}

const breakStart = (error: unknown = new TypeError('x is not a function')) =>
  window.dispatchEvent(new CustomEvent('tessera-start-failed', { detail: error }));
const showScreen = () => document.getElementById('start')?.remove();
const passes = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
const avoided = () => new RegExp(`${COOKIE}=([^;]*)`).exec(document.cookie)?.[1];

describe('a host', () => {
  test('that fails to start twice in a row is avoided, and the page is loaded anew', () => {
    open();
    breakStart();
    expect([avoided(), reloads]).toEqual([undefined, 0]);
    open();
    breakStart();
    expect([avoided(), reloads]).toEqual(['2.0.0', 1]);
  });

  test('that started in between is not', async () => {
    open();
    breakStart();
    open();
    showScreen();
    await passes(2);
    open();
    breakStart();
    expect([avoided(), reloads]).toEqual([undefined, 0]);
  });

  test('is not blamed for another version, which failed before', () => {
    open('1.0.0');
    breakStart();
    open('2.0.0');
    breakStart();
    expect(avoided()).toBeUndefined();
  });

  test('that draws nothing in 20 s has failed, and so has one that shows no screen in 75', async () => {
    open();
    await passes(19);
    expect(localStorage.getItem('tessera.host.starts')).toContain('"failed":0');
    await passes(3);
    expect(localStorage.getItem('tessera.host.starts')).toContain('"failed":1');
    open();
    document.getElementById('root')?.append('the shell');
    await passes(70);
    expect(avoided()).toBeUndefined();
    await passes(10);
    expect([avoided(), reloads]).toEqual(['2.0.0', 1]);
  });

  test('whose page hung until it was ended has failed', async () => {
    for (const expected of [undefined, undefined, '2.0.0']) {
      open();
      expect(avoided()).toBe(expected);
      // Nothing of the page runs any more.
      leave();
      vi.setSystemTime(Date.now() + 30_000);
    }
    expect(reloads).toBe(1);
  });

  test('is loaded at most once anew where the gateway has no other, or no cookie is kept', () => {
    for (let start = 0; start < 6; start += 1) {
      open();
      breakStart();
    }
    expect([avoided(), reloads]).toEqual(['2.0.0', 1]);
    forgetCookie();
    vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    for (let start = 0; start < 6; start += 1) {
      open('3.0.0');
      breakStart();
    }
    expect(reloads).toBe(1);
  });

  test('is named beside the one that failed before it, of two', () => {
    for (const version of ['1.0.0', '1.0.0', '2.0.0', '2.0.0', '3.0.0', '3.0.0']) {
      open(version);
      breakStart();
    }
    expect(avoided()).toBe('2.0.0~3.0.0');
  });
});

describe('no failure of the host is', () => {
  const failed = () => JSON.parse(localStorage.getItem('tessera.host.starts') ?? '{}').failed;

  test('a part that the network did not bring', () => {
    open();
    breakStart(Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' }));
    expect(failed()).toBe(0);
  });

  test('a file of the start that is missing, which the page says', async () => {
    open();
    (document.getElementById('start-failed') as HTMLElement).hidden = false;
    document.getElementById('start')?.remove();
    await passes(90);
    expect(failed()).toBe(0);
  });

  test('a file that is still on its way, being offline, and a page that is not looked at', async () => {
    open();
    document.head.append(Object.assign(document.createElement('script'), { src: 'about:blank#main.js', type: 'x' }));
    await passes(90);
    document.head.querySelector('script')?.dispatchEvent(new Event('load'));
    onLine = false;
    await passes(90);
    [onLine, hidden] = [true, true];
    await passes(90);
    hidden = false;
    await passes(18);
    expect(failed()).toBe(0);
    await passes(5);
    expect(failed()).toBe(1);
  });

  test('a page that the user left, or put away before the system ended it', () => {
    for (const end of [
      () => window.dispatchEvent(new Event('pagehide')),
      () => {
        hidden = true;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    ]) {
      hidden = false;
      open();
      end();
      leave();
      vi.setSystemTime(Date.now() + 60_000);
      open();
      expect(failed()).toBe(0);
    }
  });

  test('another tab that is starting at the same time', () => {
    for (let tab = 0; tab < 5; tab += 1) {
      open();
      vi.setSystemTime(Date.now() + 2_000);
    }
    expect([failed(), avoided()]).toEqual([0, undefined]);
  });

  test('a browser that is too old, or keeps nothing', async () => {
    open();
    document.documentElement.dataset.unfit = '';
    await passes(90);
    expect(failed()).toBe(0);
    delete document.documentElement.dataset.unfit;
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied');
    });
    for (let start = 0; start < 3; start += 1) {
      open();
      breakStart();
    }
    expect([avoided(), reloads]).toEqual([undefined, 0]);
  });
});

test('a browser that refuses cookies, and to say whether it is online, keeps its page', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.spyOn(document, 'cookie', 'get').mockImplementation(refuse);
  vi.spyOn(document, 'cookie', 'set').mockImplementation(refuse);
  for (let start = 0; start < 3; start += 1) {
    open();
    breakStart();
  }
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(refuse);
  leave();
  document.body.innerHTML = BODY;
  const parts = { addEventListener: () => undefined, setInterval, clearInterval, localStorage, navigator };
  watchStart(document, { ...parts, location: { protocol: 'http:', reload } } as never, '2.0.0', COOKIE, 1);
  await passes(25);
  expect(reloads).toBe(0);
  expect(localStorage.getItem('tessera.host.starts')).toContain('"begun":0');
});

test('the script runs on its own', () => {
  const run = new Function('document', 'self', startWatchScript('2.0.0', COOKIE));
  expect(() => run(document, window)).not.toThrow();
  expect(localStorage.getItem('tessera.host.starts')).toContain('"version":"2.0.0"');
});
