// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { addTexts, startTexts } from '@tessera/i18n';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { HashRouter } from '@tessera/router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import community from '../../remote.tsx';
import AnnouncementListPage from './AnnouncementListPage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));

const TOTAL = 25;
const item = (id: number) => ({
  id: String(id),
  c_id: 4,
  title: `News ${id}`,
  abstract: '',
  cover: null,
  link: null,
  at: id,
});

beforeAll(async () => {
  await startTexts('en');
  await addTexts(community.name, community.texts);
});
beforeEach(() => {
  api.mockReset().mockImplementation(async (_: string, { page, limit }: { page: number; limit: number }) => {
    const all = Array.from({ length: TOTAL }, (_each, index) => item(TOTAL - index));
    return { list: all.slice((page - 1) * limit, page * limit), page, limit, total: TOTAL };
  });
});
afterEach(cleanup);

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <HashRouter>
        <AnnouncementListPage />
      </HashRouter>
    </QueryClientProvider>,
  );

test('announcements are read on to the last one, each leading to its text', async () => {
  const hands = userEvent.setup();
  show();
  expect(await screen.findAllByRole('listitem')).toHaveLength(20);
  await hands.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('News 1')).toBeDefined();
  expect(screen.getAllByRole('listitem')).toHaveLength(TOTAL);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(screen.getByRole('link', { name: /News 25/ }).getAttribute('href')).toBe('#/pages/mailMessage/ggDetail?id=25');
});

test('without announcements the page says what will be here', async () => {
  api.mockResolvedValue({ list: [], page: 1, limit: 20, total: 0 });
  show();
  expect(await screen.findByText('No announcements')).toBeDefined();
});

test('a failure is told in the server’s words, and can be tried again', async () => {
  api.mockRejectedValue(new ApiError('server_fault', 'Please come back later', { fromServer: true }));
  show();
  expect(await screen.findByText('Please come back later')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
