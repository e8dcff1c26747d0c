// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { leavesItsFolder } from './path-guard.ts';
import { preloadRoute } from './route-preload.ts';
import { contentSecurityPolicy, PLACEHOLDER, renderShell } from './shell-page.ts';

const template = `<html><head>${PLACEHOLDER}</head><body></body></html>`;
const manifest = {
  remotes: [
    { entry: 'remotes/markets/1.0.0/remoteEntry.js', routes: [{ path: '/pages/market/market' }] },
    { entry: 'remotes/trading/2.0.0/remoteEntry.js', routes: [{ path: '/pages/transaction/index' }] },
  ],
};

describe('the inlined manifest', () => {
  test('survives every text that it may hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const html = renderShell(template, { manifest: { text }, home: [] });
        const page = new DOMParser().parseFromString(html, 'text/html');
        expect(JSON.parse(page.getElementById('tessera-manifest')?.textContent ?? '')).toEqual({ text });
      }),
    );
  });

  test('cannot end its element or add another', () => {
    const html = renderShell(template, { manifest: { text: '</script><script>alert(1)</script>$&' }, home: [] });
    const page = new DOMParser().parseFromString(html, 'text/html');
    expect(page.querySelectorAll('script').length).toBe(2);
  });

  test('is left out while nothing is known, so that the host asks for it', () => {
    expect(renderShell(template, { manifest: undefined, home: [] })).not.toContain('<script');
  });
});

describe('the preload of a route', () => {
  beforeEach(() => {
    document.head.innerHTML = `<script type="application/json" id="tessera-manifest">${JSON.stringify(manifest)}</script>`;
  });
  const hrefs = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));

  test('fetches the entry of the remote behind the hash, whatever its query', () => {
    preloadRoute(document, '#/pages/transaction/index?symbol=BTC/USDT', []);
    expect(hrefs()).toEqual(['/h5/remotes/trading/2.0.0/remoteEntry.js']);
    expect(document.querySelector('link')?.crossOrigin).toBeNull();
  });

  test.each(['', '#', '#/', '#/?from=mail'])('fetches the files of the index page for %o', (hash) => {
    preloadRoute(document, hash, ['/h5/assets/home.js', '/h5/assets/home.css']);
    expect([...document.querySelectorAll('link')].map((link) => link.as)).toEqual(['script', 'style']);
  });

  test.each(['#/pages/nobody/knows', '#%%%'])('fetches nothing for %o', (hash) => {
    preloadRoute(document, hash, ['/h5/assets/home.js']);
    expect(hrefs()).toEqual([]);
  });
});

describe('the content policy', () => {
  test('names every inline script and style of the page, and no data block', () => {
    const html =
      '<style>a{}</style><script>x()</script><script src="/a.js"></script><script type="application/json">{}</script>';
    const policy = contentSecurityPolicy(html, { development: false });
    expect(policy.match(/sha256-/g)?.length).toBe(2);
    expect(policy).not.toContain('unsafe');
  });
});

describe('a path', () => {
  test.each(['/h5/', '/h5/assets/a.1f.js', '/api/user/list?path=../x', '/h5/a..b/c', '/h5/%E4%BD%A0'])(
    '%s stays where it is',
    (url) => {
      expect(leavesItsFolder(url)).toBe(false);
    },
  );

  test('with a dot segment behind any number of encodings leaves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), (times) => {
        let segment = '../';
        for (let round = 0; round < times; round += 1) segment = encodeURIComponent(segment).replaceAll('.', '%2e');
        expect(leavesItsFolder(`/h5/assets/${segment}x`)).toBe(true);
      }),
    );
  });
});
