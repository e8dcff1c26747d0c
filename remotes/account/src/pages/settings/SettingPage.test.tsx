// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { annaSession, inEnglish, show } from '../../testing/show.tsx';
import SettingPage from './SettingPage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));

beforeAll(inEnglish);
beforeEach(() => {
  api.mockReset().mockResolvedValue({});
  bus.emit('session', annaSession);
  bus.emit('language', { code: 'en', locale: 'en' });
});
afterEach(cleanup);

test('a guest is asked to log in, and has language, currency and theme all the same', async () => {
  bus.emit('session', null);
  const hands = show(<SettingPage />);
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain('/pages/common/login');
  expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
  const requested = vi.fn();
  const stop = bus.on('theme.request', requested);
  await hands.click(screen.getByRole('radio', { name: 'Dark' }));
  stop();
  expect(requested).toHaveBeenCalledExactlyOnceWith('dark');
  expect(api).not.toHaveBeenCalled();
});

test('all ten languages are offered under their own names; the choice goes to the host and to the account', async () => {
  const requested = vi.fn();
  const stop = bus.on('language.request', requested);
  const hands = show(<SettingPage />);
  await hands.click(screen.getByRole('button', { name: /Language/ }));
  const sheet = screen.getByRole('dialog', { name: 'Language' });
  expect(within(sheet).getAllByRole('radio')).toHaveLength(10);
  await hands.click(within(sheet).getByRole('radio', { name: '简体中文' }));
  stop();
  expect(requested).toHaveBeenCalledExactlyOnceWith('zh');
  expect(api).toHaveBeenCalledWith('POST /user/preferences', { language: 'zh' }, { quiet: true });
});

test('all eleven currencies are offered with their names', async () => {
  const requested = vi.fn();
  const stop = bus.on('fiat.request', requested);
  const hands = show(<SettingPage />);
  await hands.click(screen.getByRole('button', { name: /Fiat currency/ }));
  const sheet = screen.getByRole('dialog', { name: 'Fiat currency' });
  expect(within(sheet).getAllByRole('radio')).toHaveLength(11);
  await hands.click(within(sheet).getByRole('radio', { name: /Thai Baht/ }));
  stop();
  expect(requested).toHaveBeenCalledExactlyOnceWith('THB');
  expect(api).toHaveBeenCalledWith('POST /user/preferences', { fiat: 'THB' }, { quiet: true });
});

test('logging out is asked for once more before it happens', async () => {
  const requested = vi.fn();
  const stop = bus.on('logout.request', requested);
  const hands = show(<SettingPage />);
  await hands.click(screen.getByRole('button', { name: 'Log out' }));
  expect(requested).not.toHaveBeenCalled();
  const dialog = screen.getByRole('alertdialog', { name: 'Log out?' });
  await hands.click(within(dialog).getByRole('button', { name: 'Log out' }));
  stop();
  expect(requested).toHaveBeenCalledOnce();
});
