// @vitest-environment jsdom
import '../testing/federation.ts';
import { startTexts } from '@tessera/i18n/host';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { remoteOf } from '../testing/manifests.ts';
import { entryUrl, loadRemotePage, PageFailure } from './load-page.ts';

beforeAll(() => startTexts('en'));
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

const PATH = '/pages/markets/markets';
const Screen = () => null;
const scriptOf = (url: string) => [...document.head.querySelectorAll('script')].find(({ src }) => src === url);

/** The script of an entry, once the page has asked for it: what it loads before takes its own time, a ms each look here. */
const asked = (url: string) =>
  vi.waitFor(() => scriptOf(url) ?? Promise.reject(new Error('the entry was not asked for')), {
    interval: 1,
    timeout: 15_000,
  });

/** A load of a version whose entry stays on its way: settles when the page lets it come or fail. */
async function loading(version: string) {
  const remote = remoteOf('markets', version);
  const outcome = loadRemotePage(remote, PATH).then(
    (component) => component,
    (error: unknown) => error,
  );
  let settled = false;
  void outcome.then(() => {
    settled = true;
  });
  const script = await asked(entryUrl(remote));
  return { remote, script, outcome, isSettled: () => settled };
}

/** What the entry does when it runs. */
function provide(version: string): void {
  const module = {
    default: {
      name: 'markets',
      pages: { [PATH]: async () => ({ default: Screen }) },
      texts: async () => ({ default: {} }),
    },
  };
  Reflect.set(window, `tessera_markets_${version.replaceAll('.', '_')}`, {
    init: () => undefined,
    get: async () => () => module,
  });
}

test('an entry that comes by its third request, 55 s after the first, is taken', async () => {
  const { script, outcome, isSettled } = await loading('1.0.0');
  // Each of the page's three requests may be silent for 18 s.
  await vi.advanceTimersByTimeAsync(55_000);
  expect(isSettled()).toBe(false);
  provide('1.0.0');
  script.onload?.(new Event('load'));
  await vi.advanceTimersByTimeAsync(10);
  expect(await outcome).toBe(Screen);
});

test('an entry that the page gives up fails at once, and the next try asks for it anew', async () => {
  const { remote, script, outcome } = await loading('1.0.1');
  await vi.advanceTimersByTimeAsync(55_000);
  script.onerror?.(new Event('error'));
  expect(await outcome).toBeInstanceOf(PageFailure);
  const again = loadRemotePage(remote, PATH);
  const second = await asked(entryUrl(remote));
  provide('1.0.1');
  second.onload?.(new Event('load'));
  await vi.advanceTimersByTimeAsync(10);
  expect(await again).toBe(Screen);
});

test('an entry of which the page hears nothing at all has failed after two minutes', async () => {
  const { outcome, isSettled } = await loading('1.0.2');
  await vi.advanceTimersByTimeAsync(119_000);
  expect(isSettled()).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await outcome).toBeInstanceOf(PageFailure);
});
