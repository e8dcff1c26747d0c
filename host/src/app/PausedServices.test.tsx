// @vitest-environment jsdom
import { siteFixtures } from '@tessera/api/site/fixtures';
import { bus } from '@tessera/bus';
import { ScreenLink, screenUrl } from '@tessera/router';
import { showScreen, testScreens } from '@tessera/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PausedServices } from './PausedServices.tsx';
import { markRules } from './paused-links.ts';

const live = vi.hoisted(() => ({ tell: (_rows: readonly unknown[]): void => undefined }));
vi.mock('@tessera/realtime', () => ({
  subscribeTopic: (topic: string, listener: typeof live.tell) => {
    if (topic === 'site:paused') live.tell = listener;
    return () => undefined;
  },
}));

const SITE = siteFixtures['GET /getSiteConfig'];
const PAUSED = [{ service: 'options', screens: ['/pages/transaction/index3'] }];

/** The rules that the page has adopted. */
const rules = () =>
  document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join('\n');

const heard: string[] = [];
let stop: () => void;

beforeEach(() => {
  heard.length = 0;
});
const { exchange } = testScreens(
  { name: 'app', texts: (code) => import(`./i18n/${code}.json`) },
  {
    exchange: () => siteFixtures,
  },
);
beforeEach(() => {
  stop = bus.on('navigate', ({ to }) => void heard.push(to));
});
afterEach(() => {
  stop();
});

const open = (path = '/') =>
  showScreen(
    <>
      <ScreenLink to={screenUrl('/pages/transaction/index3')}>Options</ScreenLink>
      <ScreenLink to={screenUrl('/pages/transaction/index')}>Spot</ScreenLink>
      <PausedServices />
    </>,
    path,
  );
const notice = () => screen.queryByRole('dialog', { name: 'This service is paused' });

test('links to a paused service are marked, and following one first shows that it is paused, with two ways on', async () => {
  exchange.change({ 'GET /getSiteConfig': { ...SITE, paused: PAUSED } });
  const { user } = open();
  await waitFor(() => expect(rules()).toContain('a[href="#/pages/transaction/index3"]'));
  expect(rules()).toMatch(/content: "Paused"/);
  await user.click(screen.getByRole('link', { name: 'Options' }));
  expect(notice()).not.toBeNull();
  expect(location.hash).toBe('#/');
  await user.click(screen.getByRole('button', { name: 'Continue to the screen' }));
  expect(heard).toEqual(['/pages/transaction/index3']);
  await waitFor(() => expect(notice()).toBeNull());

  await user.click(screen.getByRole('link', { name: 'Options' }));
  await user.click(screen.getByRole('button', { name: 'See announcements' }));
  expect(heard[1]).toBe('/pages/mailMessage/ggList');
  await user.click(screen.getByRole('link', { name: 'Spot' }));
  expect(location.hash).toBe('#/pages/transaction/index');
});

test('a link is marked with and without parameters, in the row of a list where the list says so; a longer path is not', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(markRules(PAUSED, 'Paused'));
  const [, mark] = [...sheet.cssRules].map((rule) => rule as CSSStyleRule);
  const marked = (href: string) => {
    const link = document.createElement('a');
    link.setAttribute('href', href);
    return link.matches(mark?.selectorText.replace('::after', '') ?? '');
  };
  const path = '#/pages/transaction/index3';
  expect([path, `${path}?symbol=BTC%2FUSDT`, `${path}0`].map(marked)).toEqual([true, true, false]);
  expect(mark?.cssText).toContain('position: var(--paused-mark-position, absolute)');
});

test('a paused screen that was opened by its address says so', async () => {
  exchange.change({ 'GET /getSiteConfig': { ...SITE, paused: PAUSED } });
  open('/pages/transaction/index3?symbol=BTC%2FUSDT');
  await waitFor(() => expect(notice()).not.toBeNull());
});

test('without a paused service nothing is marked and links lead on', async () => {
  const { user } = open();
  await waitFor(() => expect(exchange.of('GET /getSiteConfig')).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: 'Options' }));
  expect(location.hash).toBe('#/pages/transaction/index3');
  expect(rules()).toBe('');
  expect(markRules([], 'Paused')).toBe('');
});

test('what an operator pauses while the page is open is marked at once; what is known is not read again', async () => {
  open();
  await waitFor(() => expect(exchange.of('GET /getSiteConfig')).toHaveLength(1));
  await act(async () => live.tell([[]]));
  expect(exchange.of('GET /getSiteConfig')).toHaveLength(1);
  exchange.change({ 'GET /getSiteConfig': { ...SITE, paused: PAUSED } });
  await act(async () => live.tell([['options']]));
  await waitFor(() => expect(rules()).toContain('a[href="#/pages/transaction/index3"]'));
  exchange.change({ 'GET /getSiteConfig': SITE });
  await act(async () => live.tell([[]]));
  await waitFor(() => expect(rules()).toBe(''));
});
