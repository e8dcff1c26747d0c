// @vitest-environment jsdom
import { dataExport, identityFixtures } from '@tessera/api/identity/fixtures';
import { factors, securityFixtures } from '@tessera/api/security/fixtures';
import { bus } from '@tessera/bus';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import account from '../../remote.tsx';
import AccountControlPage from './AccountControlPage.tsx';
import { sizeOf } from './size-of.ts';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({
    ...identityFixtures,
    ...securityFixtures,
    'GET /safe/factors': factors({ confirmed_until: Date.now() + 300_000 }),
    'GET /user/export': dataExport({ next_at: Date.now() - 1 }),
  }),
});

test('a freeze is asked for once more, and logs out', async () => {
  const left = vi.fn();
  const stop = bus.on('logout.request', left);
  const { user } = showScreen(<AccountControlPage />);
  await user.click(await screen.findByRole('button', { name: 'Freeze account' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Freeze your account now?' });
  expect(exchange.of('POST /user/freeze')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Freeze account' }));
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  stop();
});

test('an account with money or orders cannot be closed: each obstacle is named', async () => {
  exchange.change({
    'GET /user/closing': {
      waiting_days: 14,
      kept_days: 1825,
      obstacles: [
        { kind: 'order', count: 2, amounts: [], worth: null },
        { kind: 'balance', count: 1, amounts: [{ currency: 'BTC', amount: '0.50000000' }], worth: '30000' },
      ],
    },
  });
  showScreen(<AccountControlPage />);
  const list = await screen.findByRole('list', { name: 'What stands in the way' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Open orders: 2', 'Balances: 0.5 BTC']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close account' }).disabled).toBe(true);
});

test('an empty account is closed after asking, with the date', async () => {
  const left = vi.fn();
  const stop = bus.on('logout.request', left);
  const { user } = showScreen(<AccountControlPage />);
  await user.click(await screen.findByRole('button', { name: 'Close account' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Close your account?' });
  expect(dialog.textContent).toContain('14 days');
  await user.click(within(dialog).getByRole('button', { name: 'Close account' }));
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  stop();
});

test('what little is left is given up by a tick of its own', async () => {
  const held = {
    kind: 'balance' as const,
    count: 1,
    amounts: [{ currency: 'BTC', amount: '0.00000400' }],
    worth: '0.24',
  };
  exchange.change({ 'GET /user/closing': { waiting_days: 14, kept_days: 1825, obstacles: [held] } });
  const { user } = showScreen(<AccountControlPage />);
  expect(await screen.findByText(/0\.000004 BTC \(about 0\.24 USDT\).* 1 USDT and more/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close account' }).disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'I give up what is left' }));
  await user.click(screen.getByRole('button', { name: 'Close account' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Close your account?' });
  await user.click(within(dialog).getByRole('button', { name: 'Close account' }));
  await waitFor(() => expect(exchange.of('POST /user/close')).toHaveLength(1));
  expect(exchange.of('POST /user/close')[0]?.form.get('give_up_dust')).toBe('true');
});

test('a copy is requested once, and shown as being made', async () => {
  const { user } = showScreen(<AccountControlPage />);
  const request = await screen.findByRole('button', { name: 'Request copy' });
  exchange.change({ 'GET /user/export': dataExport({ state: 'waiting', requested_at: Date.now() }) });
  await user.click(request);
  expect(await screen.findByText('Being made')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Request copy' })).toBeNull();
});

test('a copy that is ready shows its size and can be downloaded', async () => {
  const until = Date.now() + 86_400_000;
  exchange.change({ 'GET /user/export': dataExport({ state: 'ready', bytes: 1_400_000, expires_at: until }) });
  showScreen(<AccountControlPage />);
  expect(await screen.findByRole('button', { name: 'Download' })).toBeDefined();
  expect(screen.getByText(/1\.4 MB/)).toBeDefined();
});

test('a link that leads to no file any more is said to, and saves nothing', async () => {
  const copy = dataExport({ state: 'ready', bytes: 1_400_000, expires_at: Date.now() + 86_400_000 });
  exchange.change({
    'GET /user/export': copy,
    'POST /user/export/link': { url: '/api/user/export/file/x', expires_at: 1 },
  });
  const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 404 }));
  const said = new Promise((resolve) => bus.on('toast', resolve));
  const { user } = showScreen(<AccountControlPage />);
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  expect(await said).toMatchObject({ tone: 'error' });
  expect(followed).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('what cannot be read can be tried again, the rest works', async () => {
  exchange.change({ 'GET /user/closing': reject('server_fault', 'A fault') });
  showScreen(<AccountControlPage />);
  expect(await screen.findByText('A fault')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Freeze account' })).toBeDefined();
});

test('sizes are written in the user’s way', () => {
  expect(sizeOf(0, 'en')).toBe('0 byte');
  expect(sizeOf(1_450_000, 'de')).toBe('1,5 MB');
});
