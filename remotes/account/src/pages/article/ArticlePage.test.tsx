// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { answering, inEnglish, show } from '../../testing/show.tsx';
import ArticlePage from './ArticlePage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));

const article = { id: '7', title: 'How to deposit', content: 'First.\n\nSecond.', at: 1_790_000_000_000 };

beforeAll(inEnglish);
beforeEach(() => {
  api.mockReset().mockImplementation(answering({ 'POST /news/detail': article }));
});
afterEach(cleanup);

test('the text of the address is shown in paragraphs, named as help where help led here', async () => {
  show(<ArticlePage />, '/pages/help/detail?id=7');
  expect(await screen.findByRole('heading', { name: 'How to deposit' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Help');
  expect([screen.getByText('First.').tagName, screen.getByText('Second.').tagName]).toEqual(['P', 'P']);
});

test.each(['', '?id=abc', '?id=-1'])('an address without a number of a text (%j) asks for nothing', async (query) => {
  show(<ArticlePage />, `/pages/common/article${query}`);
  expect(await screen.findByText('This text is not there any more')).toBeDefined();
  expect(api).not.toHaveBeenCalled();
});

test('a text that was taken away is told apart from a failure', async () => {
  api.mockImplementation(answering({ 'POST /news/detail': new ApiError('not_found', 'Not found') }));
  show(<ArticlePage />, '/pages/common/article?id=7');
  expect(await screen.findByText('This text is not there any more')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
