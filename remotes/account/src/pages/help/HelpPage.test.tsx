// @vitest-environment jsdom
import { contentFixtures } from '@tessera/api/content/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import HelpArticlePage from '../help-article/HelpArticlePage.tsx';
import HelpPage from './HelpPage.tsx';

beforeEach(() => {
  localStorage.clear();
});
const { exchange, toasts } = testScreens(remote, {
  user: null,
  exchange: () => contentFixtures,
});

const article = () => showScreen(<HelpArticlePage />, '/pages/help/detail?id=22');

test('articles stand under their subjects, and are found as one types', async () => {
  const { user } = showScreen(<HelpPage />, '/pages/help/help');
  const funds = await screen.findByRole('list', { name: 'Deposit, withdraw, send' });
  expect(within(funds).getByRole('link', { name: /Deposit/ })).toBeDefined();
  await user.type(screen.getByRole('searchbox'), 'network');
  expect(await screen.findByRole('list', { name: 'Search help' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Getting started' })).toBeNull();
  expect(exchange.of('GET /help/search').at(-1)?.form.get('query')).toBe('network');
  exchange.change({ 'GET /help/search': { list: [] } });
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText(/Nothing was found/)).toBeDefined();
  expect(screen.getByRole('link', { name: /Customer service/ })).toBeDefined();
});

test('an article leads to its screen, and is judged once on a device', async () => {
  const { user } = article();
  expect((await screen.findByRole('link', { name: 'Open the page' })).getAttribute('href')).toBe(
    '#/pages/fund/receive',
  );
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText(/Thank you/)).toBeDefined();
  const [vote] = exchange.of('POST /help/helpful');
  expect([vote?.form.get('helpful'), vote?.form.get('device')]).toEqual([
    'true',
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ]);
  cleanup();
  article();
  expect(await screen.findByText(/Thank you/)).toBeDefined();
});

test('a vote that was not taken can be given again', async () => {
  exchange.change({ 'POST /help/helpful': reject('rate_limited', 'Too many requests') });
  const { user } = article();
  await user.click(await screen.findByRole('button', { name: 'No' }));
  expect(await screen.findByRole('button', { name: 'No' })).toBeDefined();
  expect(toasts.texts).toEqual(['Too many requests']);
});

test('a link in an article leads nowhere but to a screen', async () => {
  exchange.change({
    'GET /help/article': { ...contentFixtures['GET /help/article'], link: 'https://evil.example/pages' },
  });
  article();
  expect(await screen.findByRole('button', { name: 'Yes' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Open the page' })).toBeNull();
});
