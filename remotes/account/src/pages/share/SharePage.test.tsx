// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { referralFixtures } from '@tessera/api/referral/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { drawQrCode, invitationLink } from '@tessera/ui/content';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import SharePage from './SharePage.tsx';

const { exchange, toasts } = testScreens(account, {
  user: {},
  exchange: () => ({ ...identityFixtures, ...referralFixtures }),
});

test('code and link are shown; the drawn code holds the link', async () => {
  const { user } = showScreen(<SharePage />);
  const { extension_code } = identityFixtures['GET /user/info'];
  const link = invitationLink(extension_code, location.href);
  expect(await screen.findByText(link)).toBeDefined();
  expect(screen.getByText(extension_code)).toBeDefined();
  const { path } = await drawQrCode(link);
  const code = screen.getByRole('img', { name: 'QR code of your invitation link' });
  await waitFor(() => expect(code.querySelector('path')?.getAttribute('d')).toBe(path));
  await user.click(screen.getByRole('button', { name: 'Copy invitation link' }));
  expect(await navigator.clipboard.readText()).toBe(link);
});

test('what invitations bring is shown with its rates, and paid out by a tap', async () => {
  const { user } = showScreen(<SharePage />);
  const section = within(await screen.findByRole('region', { name: 'What it brings you' }));
  expect(section.getByText(/20% of the trading fees of friends, and 5% of those of their friends/)).toBeDefined();
  expect(section.getByText('12.5 USDT')).toBeDefined();
  await user.click(section.getByRole('button', { name: /To be paid out/ }));
  const sheet = within(screen.getByRole('dialog', { name: 'To be paid out' }));
  expect(sheet.getByText('4.5')).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await user.click(section.getByRole('button', { name: 'Pay out' }));
  expect(await screen.findByRole('dialog', { name: 'Paid to your spot account' })).toBeTruthy();
  expect(exchange.of('POST /user/referral/claim')[0]?.idempotencyKey).toBeTruthy();
  exchange.change({ 'POST /user/referral/claim': reject('referral_minimum', 'At least 1 USDT is paid out at once') });
  await user.click(section.getByRole('button', { name: 'Pay out' }));
  await waitFor(() => expect(toasts.texts).toContain('At least 1 USDT is paid out at once'));
});

test('who came by it is listed masked, with how far they are', async () => {
  showScreen(<SharePage />);
  const list = within(await screen.findByRole('list', { name: 'Invited' }));
  expect(await list.findByText('b***@example.com')).toBeDefined();
  expect(list.getByText('Has traded')).toBeDefined();
  expect(list.getByText('+12.5 USDT')).toBeDefined();
  expect(list.getByText(/Friend of a friend/)).toBeDefined();
});

test('rewards that could not be loaded are offered again, below the invitation', async () => {
  const key = 'GET /user/referral';
  exchange.change({ [key]: reject('rate_limited', 'Wait a moment') });
  const { user } = showScreen(<SharePage />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  exchange.change({ [key]: referralFixtures[key] });
  await user.click(again);
  expect(await screen.findByRole('region', { name: 'What it brings you' })).toBeDefined();
});

test('less than the least amount is not offered', async () => {
  exchange.change({ 'GET /user/referral': { ...referralFixtures['GET /user/referral'], claimable_usdt: '0.9' } });
  showScreen(<SharePage />);
  expect((await screen.findByRole('button', { name: 'Pay out' })).hasAttribute('disabled')).toBe(true);
});
