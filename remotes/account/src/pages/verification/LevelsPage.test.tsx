// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { annaSession, answering, inEnglish, show } from '../../testing/show.tsx';
import LevelsPage from './LevelsPage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));

const levels = {
  list: [],
  verification: [
    { level: 0, order_limit_usdt: '500', withdrawal_limit_btc: null },
    { level: 1, order_limit_usdt: '2000', withdrawal_limit_btc: '200' },
    { level: 2, order_limit_usdt: '1000000', withdrawal_limit_btc: '500' },
  ],
};
const refused = {
  level: 1,
  state: 'failed',
  real_type: 2,
  id_type: 'passport',
  name: 'A***',
  card_id: '****0T47',
  reason: 'The back is not legible',
  submitted_at: 1,
  reviewed_at: 2,
};

beforeAll(inEnglish);
beforeEach(() => {
  bus.emit('session', annaSession);
  api.mockReset().mockImplementation(answering({ 'GET /user/levellist': levels, 'GET /real/state': refused }));
});
afterEach(cleanup);

test('each level tells its limits', async () => {
  show(<LevelsPage />);
  const none = await screen.findByRole('region', { name: 'Without verification' });
  expect(none.textContent).toContain('500\u00a0USDT');
  expect(none.textContent).toContain('Not available');
  const advanced = screen.getByRole('region', { name: 'Advanced level' });
  expect(advanced.textContent).toContain('1,000,000\u00a0USDT');
  expect(advanced.textContent).toContain('500\u00a0BTC');
});

test('a refused person reads why and can apply again for that level only', async () => {
  show(<LevelsPage />);
  expect(await screen.findByText('The back is not legible')).toBeDefined();
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Apply again', '#/pages/setting/real?type=2'],
  ]);
  expect(within(screen.getByRole('region', { name: 'Basic level' })).getByText('Your level')).toBeDefined();
});

test('a guest sees the levels and is asked to log in', async () => {
  bus.emit('session', null);
  show(<LevelsPage />);
  expect(await screen.findByRole('region', { name: 'Basic level' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
  expect(api).not.toHaveBeenCalledWith('GET /real/state', expect.anything(), expect.anything());
});
