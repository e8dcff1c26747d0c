// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { leavesItsFolder } from './path-guard.ts';
import { preloadRoute } from './route-preload.ts';
import { contentSecurityPolicy, PLACEHOLDER, renderShell } from './shell-page.ts';
import { type HostFiles, NO_FILES } from './shell-source.ts';

const template = `<html><head>${PLACEHOLDER}</head><body></body></html>`;
const versionOf = (name: string, version: string, path: string) => ({
  version,
  entry: `remotes/${name}/${version}/remoteEntry.js`,
  integrity: `sha256-${name}${version}`,
  routes: [{ path, needs: [0, 1], provided: ['@tessera/ui/content', '@tessera/ui/unknown'] }],
  assets: [
    [`page.${version}.js`, 'sha256-page'],
    [`page.${version}.css`, 'sha256-style'],
    ['en.js', 'sha256-en'],
    ['de.js', 'sha256-de'],
  ],
  texts: { en: 2, de: 3 },
});
const manifest = {
  remotes: [
    { name: 'markets', stable: versionOf('markets', '1.0.0', '/pages/market/market') },
    {
      name: 'trading',
      stable: versionOf('trading', '2.0.0', '/pages/transaction/index'),
      ramp: { candidate: versionOf('trading', '3.0.0', '/pages/transaction/index') },
    },
  ],
};
const signed = { schema: 2, payload: JSON.stringify(manifest), signatures: [] };

describe('the inlined manifest', () => {
  test('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const html = renderShell(template, { keys: [], manifest: { text }, files: NO_FILES });
        const page = new DOMParser().parseFromString(html, 'text/html');
        expect(JSON.parse(page.getElementById('tessera-manifest')?.textContent ?? '')).toEqual({ text });
      }),
    );
  });

  test('cannot close its element or inject another', () => {
    const html = renderShell(template, {
      keys: [],
      manifest: { text: '</script><script>alert(1)</script>$&' },
      files: NO_FILES,
    });
    const page = new DOMParser().parseFromString(html, 'text/html');
    expect(page.querySelectorAll('script').length).toBe(4);
  });

  test('is left out while no release is known, so that the host fetches it', () => {
    const html = renderShell(template, { keys: [{ id: 'k' }], manifest: undefined, files: NO_FILES });
    expect(html).not.toContain('tessera-manifest');
    expect(html).toContain('id="tessera-keys">[{"id":"k"}]<');
  });
});

const hostFiles: HostFiles = {
  home: [
    ['/h5/assets/home.js', 'sha256-home'],
    ['/h5/assets/home.css', 'sha256-home-style'],
  ],
  texts: { en: [['/h5/assets/texts-en.js', 'sha256-en']], de: [['/h5/assets/texts-de.js', 'sha256-de']] },
  provided: { '@tessera/ui/content': [['/h5/assets/icons.js', 'sha256-icons']], '@tessera/ui/forms': [] },
};

describe('the preload of a route', () => {
  beforeEach(() => {
    document.head.innerHTML = `<script type="application/json" id="tessera-manifest">${JSON.stringify(signed)}</script>`;
  });
  const at = (hash: string, search = '') => ({ hash, search, origin: 'https://h5.example' });
  const hrefs = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));

  const path = '#/pages/transaction/index?symbol=BTC/USDT';
  const storing = (stored: Record<string, string>) =>
    ({ getItem: (name: string) => stored[name.replace('tessera.host.', '')] ?? null }) as Storage;
  /** Names of the host's stored values. */
  const remember = (stored: Record<string, string>, visit: Record<string, string> = {}) => ({
    localStorage: storing(stored),
    sessionStorage: storing(visit),
    fetch: vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no connection'))),
    setTimeout: vi.fn() as unknown as Window['setTimeout'],
    tesseraFirst: undefined as { url: string; token: string | null; response: Promise<Response> } | undefined,
  });
  const trading = (file: string) => `/h5/remotes/trading/${file}`;

  test('fetches entry, screen and texts of the remote of the hash route, each with its integrity', () => {
    preloadRoute(document, at(path), NO_FILES, remember({ language: 'de' }));
    expect(hrefs()).toEqual(
      ['remoteEntry.js', 'page.2.0.0.js', 'page.2.0.0.css', 'de.js'].map((file) => trading(`2.0.0/${file}`)),
    );
    const [entry] = document.querySelectorAll('link');
    expect(entry?.getAttribute('integrity')).toBe('sha256-trading2.0.0');
    expect(entry?.crossOrigin).toBeNull();
  });

  test('fetches nothing of a remote that is still being built', () => {
    const stable = { name: 'trading', version: '0.0.0-none', entry: '', integrity: '', assets: [], routes: [{ path }] };
    const payload = JSON.stringify({ remotes: [{ name: 'trading', stable }] });
    document.head.innerHTML = `<script type="application/json" id="tessera-manifest">${JSON.stringify({ payload })}</script>`;
    const browser = remember({ language: 'de' });
    preloadRoute(document, at(path), NO_FILES, browser);
    expect([hrefs(), browser.fetch.mock.calls]).toEqual([[], []]);
  });

  test('fetches texts of the host, and the shared modules of the screen', () => {
    preloadRoute(document, at(path), hostFiles, remember({ language: 'de' }));
    const ofHost = hrefs().filter((href) => href?.startsWith('/h5/assets/'));
    expect(ofHost).toEqual(['/h5/assets/texts-de.js', '/h5/assets/icons.js']);
    const hashes = [...document.querySelectorAll('link')].map((link) => link.getAttribute('integrity'));
    expect(hashes).not.toContain(null);
  });

  test('asks for the files of the screen, which the manifest does not list, and without them fetches the entry', async () => {
    const [, slot] = manifest.remotes;
    const stable = { ...slot?.stable, assets: [], routes: [{ path: '/pages/transaction/index' }] };
    const payload = JSON.stringify({ remotes: [{ name: 'trading', stable }] });
    document.head.innerHTML = `<script type="application/json" id="tessera-manifest">${JSON.stringify({ payload })}</script>`;
    const files = {
      assets: [...(slot?.stable.assets ?? []), ['orders-de.js', 'sha256-de'], ['orders-en.js', 'sha256-en']],
      screens: { '/pages/transaction/index': [0, 1], '/pages/other': [3] },
      provided: { '/pages/transaction/index': ['@tessera/ui/content'] },
      texts: { en: 2, de: 3 },
      pageTexts: { '/pages/transaction/index': { en: [5], de: [4] }, '/pages/other': { de: [5] } },
    };
    const browser = remember({ language: 'de' });
    browser.fetch.mockResolvedValueOnce(Response.json(files));
    preloadRoute(document, at(path), hostFiles, browser);
    expect(browser.fetch.mock.calls).toEqual([[trading('2.0.0/files.json')]]);
    const loaded = ['remoteEntry.js', 'page.2.0.0.js', 'page.2.0.0.css', 'de.js', 'orders-de.js'].map((file) =>
      trading(`2.0.0/${file}`),
    );
    await vi.waitFor(() => expect(hrefs()).toEqual(expect.arrayContaining([...loaded, '/h5/assets/icons.js'])));
    expect(hrefs()).toHaveLength(7);
    document.head.querySelectorAll('link').forEach((link) => void link.remove());
    preloadRoute(document, at(path), NO_FILES, remember({}));
    await Promise.resolve();
    expect(hrefs()).toEqual([trading('2.0.0/remoteEntry.js')]);
  });

  test('fetches the version that this browser ran last, if it is still live', () => {
    preloadRoute(document, at(path), NO_FILES, remember({ versions: '{"trading":"3.0.0"}' }));
    expect(hrefs()[0]).toBe(trading('3.0.0/remoteEntry.js'));
    document.head.querySelectorAll('link').forEach((link) => void link.remove());
    preloadRoute(document, at(path), NO_FILES, remember({ versions: '{"trading":"1.0.0"}' }));
    expect(hrefs()[0]).toBe(trading('2.0.0/remoteEntry.js'));
  });

  test('fetches nothing of the release if the URL overrides it', () => {
    preloadRoute(document, at(path, '?override=eyJz'), NO_FILES, remember({}));
    preloadRoute(document, at(path, '?preview=abc'), NO_FILES, remember({}));
    expect(hrefs()).toEqual([]);
  });

  test('works without storage access', () => {
    const rejecting = {
      getItem() {
        throw new DOMException('no storage', 'SecurityError');
      },
    } as unknown as Storage;
    const browser = { ...remember({}), localStorage: rejecting, sessionStorage: rejecting };
    preloadRoute(document, at(path), NO_FILES, browser);
    expect(hrefs().at(-1)).toBe(trading('2.0.0/en.js'));
  });

  test.each(['', '#', '#/', '#/?from=mail'])('fetches the files of the index page for %o', (hash) => {
    preloadRoute(document, at(hash), hostFiles, remember({}));
    expect([...document.querySelectorAll('link')].map((link) => link.as)).toEqual(['script', 'script', 'style']);
  });

  test('on the index page, fetches the picture of the first banner before all else and asks for the menu', () => {
    const browser = remember({ token: 'kept', language: 'de' });
    preloadRoute(document, at('#/'), { ...NO_FILES, banner: '/api/assets/banner.svg' }, browser);
    const [picture] = document.querySelectorAll('link');
    expect(picture?.as).toBe('image');
    expect(picture?.getAttribute('href')).toBe('/api/assets/banner.svg');
    const url = 'https://h5.example/api/menu?lang=de';
    // The same for all: a session would only keep it from being sent at once.
    expect(browser.fetch.mock.calls).toEqual([[url, { headers: {} }]]);
    expect(browser.tesseraFirst).toMatchObject({ url, token: 'kept' });
  });

  test('on the index page, fetches the remote that serves it, where the host does not', () => {
    const home = { name: 'home', stable: versionOf('home', '1.0.0', '/') };
    const payload = JSON.stringify({ remotes: [home] });
    document.head.innerHTML = `<script type="application/json" id="tessera-manifest">${JSON.stringify({ payload })}</script>`;
    const browser = remember({ language: 'de' });
    preloadRoute(document, at(''), { ...hostFiles, home: [] }, browser);
    const ofHome = ['remoteEntry.js', 'page.1.0.0.js', 'page.1.0.0.css', 'de.js'];
    expect(hrefs()).toEqual(expect.arrayContaining(ofHome.map((file) => `/h5/remotes/home/1.0.0/${file}`)));
    expect(browser.fetch).toHaveBeenCalledOnce();
  });

  test('on the index page, asks for no list that the page holds', () => {
    const slot = manifest.remotes[1]?.stable;
    const stable = {
      ...slot,
      ...{ name: 'home', version: '1.0.0', entry: 'remotes/home/1.0.0/remoteEntry.js', integrity: 'sha256-entry' },
      ...{ assets: [], routes: [{ path: '/' }, { path: '/pages/index/index' }] },
    };
    const payload = JSON.stringify({ remotes: [{ name: 'home', stable }] });
    document.head.innerHTML = `<script type="application/json" id="tessera-manifest">${JSON.stringify({ payload })}</script>`;
    const list = {
      assets: [['page.js', 'sha256-page'] as const, ['de.js', 'sha256-de'] as const],
      screens: { '/': [0], '/pages/index/index': [0] },
      provided: { '/': ['@tessera/ui/content'] },
      texts: { de: 1 },
    };
    const options = { ...hostFiles, home: [], lists: { '/h5/remotes/home/1.0.0/': list } };
    const browser = remember({ language: 'de' });
    preloadRoute(document, at('#/'), options, browser);
    expect(hrefs()).toEqual([
      '/h5/assets/texts-de.js',
      ...['remoteEntry.js', 'page.js', 'de.js'].map((file) => `/h5/remotes/home/1.0.0/${file}`),
      '/h5/assets/icons.js',
    ]);
    expect(browser.fetch.mock.calls.map(([url]) => url)).toEqual(['https://h5.example/api/menu?lang=de']);
  });

  test('no name of a file ends the script that holds it', () => {
    const list = {
      assets: [['</script><script>alert(1)', 'sha256-page'] as const],
      screens: {},
      provided: {},
      texts: {},
    };
    const html = renderShell(template, { keys: [], manifest: signed, files: NO_FILES, lists: { '/h5/a/': list } });
    expect(html).not.toContain('alert(1)</');
    expect(html).not.toContain('</script><script>alert');
  });

  test.each(['#/pages/nobody/knows', '#%%%'])('fetches nothing but texts for %o', (hash) => {
    preloadRoute(document, at(hash), hostFiles, remember({}));
    expect(hrefs()).toEqual(['/h5/assets/texts-en.js']);
  });
});

describe('the first request of a screen', () => {
  const first = {
    call: '/shop/list?page=1',
    pictures: { rows: 'list', sources: 'media.pictures', sizes: '160px', count: 2 },
  };
  const shop = versionOf('shop', '1.0.0', '/pages/shop/shop');
  const release = { remotes: [{ name: 'shop', stable: { ...shop, routes: [{ path: '/pages/shop/shop', first }] } }] };
  const row = (name: string) => ({
    media: { pictures: [320, 640].map((width) => ({ width, avif: `/${name}-${width}.avif` })) },
  });
  const listed = { type: 'ok', code: 1, message: { list: [row('a'), row('b'), row('c')] } };
  const open = (hash: string, response: () => Promise<Response>, stored = {}, visit?: object) => {
    const signed = { payload: JSON.stringify(release) };
    const page = document.implementation.createHTMLDocument();
    page.head.innerHTML = `<script type="application/json" id="tessera-manifest">${JSON.stringify(signed)}</script>`;
    const storing = (values: Record<string, string>) =>
      ({ getItem: (name: string) => values[name.replace('tessera.host.', '')] ?? null }) as Storage;
    const asked = vi.fn<typeof fetch>(response);
    const timers: (() => void)[] = [];
    const browser = {
      localStorage: storing(stored),
      sessionStorage: storing(visit ? { visit: JSON.stringify(visit) } : {}),
      fetch: asked,
      setTimeout: ((action: () => void) => timers.push(action)) as unknown as Window['setTimeout'],
    } as Parameters<typeof preloadRoute>[3];
    preloadRoute(page, { hash, search: '', origin: 'https://h5.example' }, NO_FILES, browser);
    return { browser, asked, timers, page };
  };
  const images = (page: Document) => [...page.querySelectorAll('link')].filter((link) => link.as === 'image');
  const respond = () => Promise.resolve(Response.json(listed));

  test('is made while scripts load, in the language of the page, and left for the host to take', async () => {
    const { browser, asked, timers } = open('#/pages/shop/shop', respond, { language: 'de' });
    const url = 'https://h5.example/api/shop/list?page=1&lang=de';
    expect(asked.mock.calls).toEqual([[url, { headers: {} }]]);
    expect(browser.tesseraFirst).toMatchObject({ url, token: null });
    expect(await (await browser.tesseraFirst?.response)?.json()).toEqual(listed);
    timers[0]?.();
    expect(browser.tesseraFirst).toBeUndefined();
  });

  test('carries the session of the device, and that of the tab before it', async () => {
    expect(open('#/pages/shop/shop', respond, { token: 'kept' }).browser.tesseraFirst?.token).toBe('kept');
    const { asked, browser } = open('#/pages/shop/shop', respond, { token: 'kept' }, { token: 'of this tab' });
    expect(browser.tesseraFirst?.token).toBe('of this tab');
    await vi.waitFor(() => expect(asked.mock.calls[0]?.[1]).toEqual({ headers: { authorization: 'of this tab' } }));
  });

  test('preloads the pictures that are on the screen at once, behind the scripts, in the size that it shows', async () => {
    const { browser, page } = open('#/pages/shop/shop', respond);
    await browser.tesseraFirst?.response;
    expect(images(page)).toEqual([]);
    const script = page.head.appendChild(page.createElement('script'));
    script.dispatchEvent(new Event('load'));
    await vi.waitFor(() => expect(images(page)).toHaveLength(2));
    expect(images(page).map((link) => link.imageSrcset)).toEqual([
      '/a-320.avif 320w, /a-640.avif 640w',
      '/b-320.avif 320w, /b-640.avif 640w',
    ]);
  });

  test.each([
    ['is refused', () => Promise.resolve(Response.json({ type: '999', code: 999, message: 'Sign in again' }))],
    ['is no JSON', () => Promise.resolve(new Response('<html>'))],
    ['does not arrive', () => Promise.reject(new TypeError('no connection'))],
  ])('preloads nothing where it %s', async (_what, response) => {
    const { browser, page } = open('#/pages/shop/shop', response);
    await browser.tesseraFirst?.response.then(
      (received) => received.text(),
      () => undefined,
    );
    page.head.appendChild(page.createElement('script')).dispatchEvent(new Event('load'));
    await Promise.resolve();
    expect(images(page)).toEqual([]);
  });

  test('is not made for a screen that is opened with parameters', () => {
    expect(open('#/pages/shop/shop?tab=artists', respond).asked).not.toHaveBeenCalled();
  });
});

const own = { protocol: 'https', host: 'h5.example' };

describe('the content policy', () => {
  test('contains every inline script and style of the page, but no data block', () => {
    const html =
      '<style>a{}</style><script>x()</script><script src="/a.js"></script><script type="application/json">{}</script>';
    const policy = contentSecurityPolicy(html, { own });
    expect(policy.match(/sha256-/g)?.length).toBe(2);
    expect(policy).not.toContain('unsafe');
  });

  test('allows scripts of a development server by its exact origin', () => {
    const overrides = ['http://127.0.0.1:5173'];
    const policy = contentSecurityPolicy('', { own, overrides });
    expect(policy).toContain("script-src 'self' http://127.0.0.1:5173;");
    expect(policy).toContain("connect-src 'self' wss://h5.example http://127.0.0.1:5173 ws://127.0.0.1:5173;");
  });

  test('allows the overlay of a development server on its page alone', () => {
    const overlay = 'trusted-types default webpack-dev-server#overlay';
    expect(contentSecurityPolicy('', { own, overrides: ['http://127.0.0.1:5173'] })).toContain(overlay);
    expect(contentSecurityPolicy('', { own })).toMatch(/; trusted-types default$/);
  });

  test('names every origin: no scheme alone, no wildcard', () => {
    const policy = contentSecurityPolicy('', { own, frames: ['https://help.example'] });
    expect(policy).toContain("frame-src 'self' https://help.example;");
    expect(policy).not.toMatch(/(?:^| )(?:\*|https?:|wss?:)(?: |;|$)/);
  });
});

describe('a path', () => {
  test.each(['/h5/', '/h5/assets/a.1f.js', '/api/user/list?path=../x', '/h5/a..b/c', '/h5/%E4%BD%A0'])(
    '%s is safe',
    (url) => {
      expect(leavesItsFolder(url)).toBe(false);
    },
  );

  test('with a dot segment behind any number of encodings is unsafe', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), (times) => {
        let segment = '../';
        for (let round = 0; round < times; round += 1) segment = encodeURIComponent(segment).replaceAll('.', '%2e');
        expect(leavesItsFolder(`/h5/assets/${segment}x`)).toBe(true);
      }),
    );
  });
});
