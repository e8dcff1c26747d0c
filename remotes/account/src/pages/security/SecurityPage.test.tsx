// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anna, answering, inEnglish, show } from '../../testing/show.tsx';
import SecurityPage from './SecurityPage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));

const device = (id: string, name: string, current: boolean) => ({
  id,
  device: name,
  address: '203.0.113.7',
  created_at: 1,
  last_seen_at: 1_790_000_000_000,
  current,
});
const sessions = { list: [device('1', 'Safari · iPhone', true), device('2', 'Chrome · Windows', false)] };

beforeAll(inEnglish);
beforeEach(() => {
  api
    .mockReset()
    .mockImplementation(
      answering({ 'GET /user/info': anna, 'GET /safe/sessions': sessions, 'POST /safe/sessions/revoke': {} }),
    );
});
afterEach(cleanup);

test('it says what protects the account and what is missing', async () => {
  show(<SecurityPage />);
  expect((await screen.findByRole('link', { name: /Login password/ })).textContent).toContain('Set');
  expect(screen.getByRole('link', { name: /Payment password/ }).textContent).toContain('Not set');
  expect(screen.getByText('a***a@example.com')).toBeDefined();
  expect(screen.queryByText(/Withdrawals are paused/)).toBeNull();
});

test('paused withdrawals are told with the time they resume', async () => {
  const blocked = { ...anna, withdrawals_blocked_until: Date.now() + 3_600_000 };
  api.mockImplementation(answering({ 'GET /user/info': blocked, 'GET /safe/sessions': sessions }));
  show(<SecurityPage />);
  expect((await screen.findByRole('status')).textContent).toContain('Withdrawals are paused until');
});

test('another device can be logged out, after asking; the present one cannot', async () => {
  const hands = show(<SecurityPage />);
  const list = await screen.findByRole('list', { name: 'Logged-in devices' });
  const [own, other] = within(list).getAllByRole('listitem');
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull();
  await hands.click(within(other as HTMLElement).getByRole('button', { name: 'Log out' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Log out this device?' });
  expect(dialog.textContent).toContain('Chrome · Windows');
  await hands.click(within(dialog).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(api).toHaveBeenCalledWith('POST /safe/sessions/revoke', { id: '2' }));
});
