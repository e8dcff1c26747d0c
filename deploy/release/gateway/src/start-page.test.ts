// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { renderShell } from './shell-page.ts';
import { NO_FILES } from './shell-source.ts';
import { showStart, startPicture } from './start-page.ts';

const HOST = join(import.meta.dirname, '../../../../host');
/** What the host's page draws, without its build. */
const [drawn] = /<div id="start"[\s\S]*?\n {4}<\/div>/.exec(readFileSync(join(HOST, 'index.ejs'), 'utf8')) ?? [];
const LANGUAGES = [
  { code: 'en', locale: 'en', direction: 'ltr' },
  { code: 'de', locale: 'de', direction: 'ltr' },
  { code: 'zh', locale: 'zh-CN', direction: 'ltr' },
] as const;
const TEXTS = {
  en: ['Welcome', 'All in one', 'Sign up', 'Log in'],
  de: ['Hallo', 'Alles', 'Registrieren', 'Anmelden'],
};
const BANNER = '/api/assets/banner.svg';

beforeEach(() => {
  document.body.innerHTML = `${drawn}<script type="application/json" id="tessera-start-texts">${JSON.stringify(TEXTS)}</script>`;
  document.documentElement.removeAttribute('data-theme');
});

const storage = (stored: Record<string, string>) =>
  ({ getItem: (name: string) => stored[name.replace('tessera.host.', '')] ?? null }) as Storage;
const show = (hash: string, stored: Record<string, string> = {}, { dark = false, visit = '' } = {}) => {
  const browser = {
    localStorage: storage(stored),
    sessionStorage: storage(visit ? { visit } : {}),
    matchMedia: () => ({ matches: dark }) as MediaQueryList,
  };
  showStart(document, { hash }, browser, { name: 'Coinhouse', banner: BANNER }, LANGUAGES);
  return document.getElementById('start') as HTMLElement;
};

test.each(['', '#', '#/', '#/?from=mail'])('Home at %j starts with its texts, links and first banner', (hash) => {
  const start = show(hash, { language: 'de' });
  expect(start.hidden).toBe(false);
  expect(start.lang).toBe('de');
  expect(start.querySelector('b')?.textContent).toBe('Coinhouse');
  expect([...start.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Registrieren', '#/pages/common/register'],
    ['Anmelden', '#/pages/common/login'],
  ]);
  expect(start.querySelector('img')?.getAttribute('src')).toBe(BANNER);
  expect(start.dataset.user).toBeUndefined();
});

test('what only a guest reads is left out for a user, of this device or of this tab', () => {
  expect(show('#/', { token: 'kept' }).dataset.user).toBe('');
  expect(show('#/', {}, { visit: '{}' }).dataset.user).toBe('');
});

test.each([
  [{}, false, 'light'],
  [{}, true, 'dark'],
  [{ theme: 'light' }, true, 'light'],
  [{ theme: 'dark' }, false, 'dark'],
  [{ theme: 'system' }, true, 'dark'],
])('the theme of %j on a device that is dark: %s', (stored, dark, theme) => {
  const start = show('#/pages/market/market', stored, { dark });
  expect(document.documentElement.dataset.theme).toBe(theme);
  expect(start.hidden).toBe(true);
});

test('a language that is none, and a browser without storage, start in English', () => {
  expect(show('#/', { language: 'toString' }).querySelector('h2')?.textContent).toBe('Welcome');
  const rejecting = {
    getItem() {
      throw new DOMException('no storage', 'SecurityError');
    },
  } as unknown as Storage;
  const browser = {
    localStorage: rejecting,
    sessionStorage: rejecting,
    matchMedia: () => ({ matches: false }) as MediaQueryList,
  };
  showStart(document, { hash: '' }, browser, { name: 'Tessera', banner: null }, LANGUAGES);
  expect(document.querySelector('#start h2')?.textContent).toBe('Welcome');
});

test('the picture is a path of this origin, whatever staff have stored', () => {
  expect(startPicture(BANNER)).toBe(BANNER);
  for (const cover of ['https://x.example/a.svg', '//x.example/a', '/api/../h5/a', '/api/a"onload="x', '', null, 7])
    expect(startPicture(cover), String(cover)).toBeNull();
});

test('no name of the site leaves the script of the page', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constant('</script><script>x()</script>$&')), (name) => {
      const app = { name, worker: true, origin: 'https://h5.example' };
      const template = '<body><!--tessera:start--></body>';
      const html = renderShell(template, { keys: [], manifest: undefined, files: NO_FILES, app });
      expect(new DOMParser().parseFromString(html, 'text/html').querySelectorAll('script')).toHaveLength(1);
    }),
  );
});

test.each([
  ['null', () => null],
  ['something else', () => 7],
  [
    'throwing',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
])('Home starts in a browser whose storage and media queries are %s', (_, get) => {
  const browser = {};
  for (const name of ['localStorage', 'sessionStorage', 'matchMedia']) Object.defineProperty(browser, name, { get });
  showStart(document, { hash: '' }, browser as Window, { name: 'Coinhouse', banner: null }, LANGUAGES);
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(document.getElementById('start')?.querySelector('h2')?.textContent).toBe('Welcome');
});
