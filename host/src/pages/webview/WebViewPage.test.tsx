// @vitest-environment jsdom
import { siteFixtures } from '@tessera/api/site/fixtures';
import { fakeExchange, showScreen, startScreens } from '@tessera/testing';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import WebViewPage from './WebViewPage.tsx';

beforeAll(() => startScreens({ name: 'host', texts: (code) => import(`../../i18n/${code}.json`) }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(url: string): void {
  const web_views = ['https://help.example'];
  fakeExchange({ ...siteFixtures, 'GET /getSiteConfig': { ...siteFixtures['GET /getSiteConfig'], web_views } });
  showScreen(<WebViewPage />, `/pages/common/webView?url=${encodeURIComponent(url)}`);
}

test('a site of the site configuration is shown in a frame without access to this page', async () => {
  show('https://help.example/deposit?lang=en');
  const frame = await screen.findByTitle('help.example');
  expect(frame.getAttribute('src')).toBe('https://help.example/deposit?lang=en');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
  expect(screen.queryByRole('link')).toBeNull();
});

test.each(['https://other.example/', 'https://help.example.evil.example/', 'https://help.example:444/'])(
  '%s is opened in the browser after a warning',
  async (url) => {
    show(url);
    const link = await screen.findByRole('link', { name: 'Open in the browser' });
    expect(link.getAttribute('href')).toBe(url);
    expect(document.querySelector('iframe')).toBeNull();
  },
);

test('the browser opens it in a window that cannot reach this page', async () => {
  const opened = { opener: window };
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  show('https://pay.example/p/1');
  fireEvent.click(await screen.findByRole('link', { name: 'Open in the browser' }));
  expect(open).toHaveBeenCalledExactlyOnceWith('https://pay.example/p/1', '_blank');
  expect(opened.opener).toBeNull();
});

test('a WebView that opens no window shows it in the place of the app, from where its way back leads here', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  show('https://pay.example/p/1');
  const link = await screen.findByRole('link', { name: 'Open in the browser' });
  const { href, hash, origin } = location;
  const assign = vi.fn();
  vi.stubGlobal('location', { href, hash, origin, assign });
  fireEvent.click(link);
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/p/1');
});

test.each(['http://pay.example/p/1', 'javascript:alert(1)'])(
  '%s is not opened: no transport protects it',
  async (url) => {
    show(url);
    expect(await screen.findByText('This address cannot be opened')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open in the browser' })).toBeNull();
  },
);

test('an address of this origin is not opened', async () => {
  show(`${location.origin}/h5/remotes/markets/1.0.0/page.html`);
  expect(await screen.findByText('This address cannot be opened')).toBeTruthy();
  expect(document.querySelector('iframe')).toBeNull();
});
