// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { kycFixtures, verification } from '@tessera/api/kyc/fixtures';
import { bus } from '@tessera/bus';
import { emit, showScreen, signOut, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import account from '../../remote.tsx';
import SettingPage from './SettingPage.tsx';

beforeEach(() => {
  emit('language', { code: 'en', locale: 'en' });
});
const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({ ...identityFixtures, ...kycFixtures }),
});

const kept = () => exchange.of('POST /user/preferences').map(({ form }) => Object.fromEntries(form));

test('a guest is asked to log in, and has language, currency and theme all the same', async () => {
  signOut();
  const { user } = showScreen(<SettingPage />);
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain('/pages/common/login');
  expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
  const requested = vi.fn();
  const stop = bus.on('appearance.request', requested);
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  await user.click(screen.getByRole('button', { name: /Price colours/ }));
  await user.click(await screen.findByRole('radio', { name: /Blue up/ }));
  stop();
  expect(requested.mock.calls).toEqual([[{ theme: 'dark' }], [{ direction: 'cb' }]]);
  expect(exchange.requests).toEqual([]);
});

test('unread messages are counted at the row that leads to them, and the documents of the sign-up are linked', async () => {
  exchange.change({ 'GET /mailMessage/unread': { total: 3, boxes: { messages: 1, support: 2, announcements: 0 } } });
  showScreen(<SettingPage />);
  const link = await screen.findByRole('link', { name: /3 unread/ });
  expect(link.getAttribute('href')).toBe('#/pages/mailMessage/mailMessage');
  expect(screen.getByRole('link', { name: 'Terms of use' }).getAttribute('href')).toBe('#/pages/common/terms');
  expect(screen.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe('#/pages/common/privacy');
});

test('only who is not logged in is offered to unfreeze an account; a user finds the VIP levels', async () => {
  showScreen(<SettingPage />);
  expect((await screen.findByRole('link', { name: 'VIP level' })).getAttribute('href')).toBe('#/pages/fund/vip');
  expect(screen.queryByRole('link', { name: 'Unfreeze account' })).toBeNull();
  cleanup();
  signOut();
  showScreen(<SettingPage />);
  expect(screen.getByRole('link', { name: 'Unfreeze account' })).toBeDefined();
});

test.each([
  ['the level held', verification(), 'Basic level'],
  ['a review', verification({ state: 'under_review', real_type: 2 }), 'Under review'],
  ['a rejection', verification({ state: 'failed', real_type: 2 }), 'Not approved'],
])('%s shows at the identity verification', async (_, state, badge) => {
  exchange.change({ 'GET /real/state': state });
  showScreen(<SettingPage />);
  const link = await screen.findByRole('link', { name: /Identity verification/ });
  await waitFor(() => expect(link.textContent).toContain(badge));
});

test('all ten languages are offered under their own names; the choice goes to the host and to the account', async () => {
  const requested = vi.fn();
  const stop = bus.on('language.request', requested);
  const { user } = showScreen(<SettingPage />);
  await user.click(screen.getByRole('button', { name: /Language/ }));
  const sheet = screen.getByRole('dialog', { name: 'Language' });
  expect(within(sheet).getAllByRole('radio')).toHaveLength(10);
  await user.click(within(sheet).getByRole('radio', { name: '简体中文' }));
  stop();
  expect(requested).toHaveBeenCalledExactlyOnceWith('zh');
  await waitFor(() => expect(kept()).toEqual([{ language: 'zh', lang: 'en' }]));
});

test('all eleven currencies are offered with their names', async () => {
  const requested = vi.fn();
  const stop = bus.on('fiat.request', requested);
  const { user } = showScreen(<SettingPage />);
  await user.click(screen.getByRole('button', { name: /Fiat currency/ }));
  const sheet = screen.getByRole('dialog', { name: 'Fiat currency' });
  expect(within(sheet).getAllByRole('radio')).toHaveLength(11);
  await user.click(within(sheet).getByRole('radio', { name: /Thai Baht/ }));
  stop();
  expect(requested).toHaveBeenCalledExactlyOnceWith('THB');
  await waitFor(() => expect(kept()).toEqual([{ fiat: 'THB', lang: 'en' }]));
});

test('logging out requires a confirmation', async () => {
  const requested = vi.fn();
  const stop = bus.on('logout.request', requested);
  const { user } = showScreen(<SettingPage />);
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(requested).not.toHaveBeenCalled();
  const dialog = screen.getByRole('alertdialog', { name: 'Log out?' });
  await user.click(within(dialog).getByRole('button', { name: 'Log out' }));
  stop();
  expect(requested).toHaveBeenCalledOnce();
});
