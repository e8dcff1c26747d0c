// @vitest-environment jsdom
import { contentFixtures } from '@tessera/api/content/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import ArticlePage from './ArticlePage.tsx';

const article = {
  ...contentFixtures['POST /news/detail'],
  id: '7',
  title: 'How to deposit',
  content: 'First.\n\nSecond.',
};

const { exchange } = testScreens(account, {
  exchange: () => ({ 'POST /news/detail': article }),
});

test('the text of the address is shown in paragraphs, named as help where help led here', async () => {
  showScreen(<ArticlePage />, '/pages/help/detail?id=7');
  expect(await screen.findByRole('heading', { name: 'How to deposit' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Help');
  expect([screen.getByText('First.').tagName, screen.getByText('Second.').tagName]).toEqual(['P', 'P']);
  expect(exchange.of('POST /news/detail').map(({ form }) => form.get('id'))).toEqual(['7']);
});

test.each(['', '?id=abc', '?id=-1'])('an address without the id of a text (%j) requests nothing', async (query) => {
  showScreen(<ArticlePage />, `/pages/common/article${query}`);
  expect(await screen.findByText('This text is not there any more')).toBeDefined();
  expect(exchange.requests).toEqual([]);
});

test('a removed text is distinguished from a failure', async () => {
  exchange.change({ 'POST /news/detail': reject('not_found', 'Not found') });
  showScreen(<ArticlePage />, '/pages/common/article?id=7');
  expect(await screen.findByText('This text is not there any more')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
