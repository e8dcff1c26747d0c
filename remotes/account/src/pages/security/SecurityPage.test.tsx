// @vitest-environment jsdom
import { identityFixtures, userInfo } from '@tessera/api/identity/fixtures';
import { kycFixtures, verification } from '@tessera/api/kyc/fixtures';
import { device, factors, recoveryCodes, securityFixtures } from '@tessera/api/security/fixtures';
import { showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import SecurityPage from './SecurityPage.tsx';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({ ...identityFixtures, ...securityFixtures, ...kycFixtures }),
});

test('shows which protections are active and which are missing', async () => {
  showScreen(<SecurityPage />);
  expect((await screen.findByRole('link', { name: /Login password/ })).textContent).toContain('Set');
  expect(screen.getByRole('link', { name: /Payment password/ }).textContent).toContain('Not set');
  expect(screen.getByText('d***o@tessera.example')).toBeDefined();
  expect(screen.queryByText(/Withdrawals are paused/)).toBeNull();
});

test('an application under review shows at the identity level', async () => {
  exchange.change({ 'GET /real/state': verification({ state: 'under_review', real_type: 2, reviewed_at: null }) });
  showScreen(<SecurityPage />);
  expect(await screen.findByText('Under review')).toBeDefined();
});

test('paused withdrawals show with the time they resume', async () => {
  exchange.change({ 'GET /user/info': userInfo({ withdrawals_blocked_until: Date.now() + 3_600_000 }) });
  showScreen(<SecurityPage />);
  expect((await screen.findByRole('status')).textContent).toContain('Withdrawals are paused until');
});

test('a number that an older account has too asks for another', async () => {
  exchange.change({ 'GET /user/info': userInfo({ mobile: null, mobile_to_replace: '*******4567' }) });
  showScreen(<SecurityPage />);
  expect(await screen.findByText('*******4567 belongs to an older account. Link another number.')).toBeDefined();
});

test('another device can be logged out, after asking; this one cannot', async () => {
  const { user } = showScreen(<SecurityPage />);
  const list = await screen.findByRole('list', { name: 'Logged-in devices' });
  const [own, other] = within(list).getAllByRole('listitem');
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull();
  await user.click(within(other as HTMLElement).getByRole('button', { name: 'Log out' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Log out this device?' });
  expect(dialog.textContent).toContain('Chrome · Windows');
  exchange.change({ 'GET /safe/sessions': { list: [device()] } });
  await user.click(within(dialog).getByRole('button', { name: 'Log out' }));
  // Without a second factor: by password and mailed code.
  await user.type(await screen.findByLabelText('Login password'), 'my-password');
  await user.type(screen.getByLabelText(/Verification code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect(exchange.of('POST /safe/sessions/revoke').map(({ form }) => form.get('id'))).toEqual(['2']);
});

test('new recovery codes are shown once, after a proof of their own', async () => {
  exchange.change({
    'GET /safe/factors': factors({
      authenticator_since: Date.UTC(2026, 10, 1),
      recovery_codes: 2,
      confirmed_until: Date.now() + 200_000,
    }),
    'POST /safe/change/begin': { passkey: null, totp: true, code: null, factor_from: null },
  });
  const { user } = showScreen(<SecurityPage />);
  await user.click(await screen.findByRole('button', { name: /Recovery codes/ }));
  await user.click(screen.getByRole('button', { name: 'New codes' }));
  await user.type(await screen.findByLabelText('Authenticator code'), '123456');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes);
  const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Done' });
  expect(done.disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'I have saved these codes' }));
  await user.click(done);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull());
  expect(exchange.of('POST /safe/confirm')).toHaveLength(0);
});

test('a removal of the factors that staff approved shows who asked and when, and a press stops it', async () => {
  const removal = { at: Date.UTC(2026, 11, 1), by: 'Ida' };
  exchange.change({ 'GET /safe/factors': factors({ authenticator_since: 1, removal }) });
  const { user } = showScreen(<SecurityPage />);
  expect((await screen.findByText(/Ida of customer service/)).closest('[role=status]')?.textContent).toContain('Dec 1');
  exchange.change({ 'GET /safe/factors': factors({ authenticator_since: 1 }) });
  await user.click(screen.getByRole('button', { name: 'Stop the removal' }));
  await waitFor(() => expect(screen.queryByText(/Ida of customer service/)).toBeNull());
  expect(exchange.of('POST /safe/factors/keep')).toHaveLength(1);
});
