// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { factors, securityFixtures } from '@tessera/api/security/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import PasswordPage from './PasswordPage.tsx';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({ ...identityFixtures, ...securityFixtures }),
});

type User = ReturnType<typeof showScreen>['user'];

const fill = async (user: User, repeated: string) => {
  await user.type(await screen.findByLabelText('Current password'), 'old-secret');
  await user.type(screen.getByLabelText('New password'), 'new-secret');
  await user.type(screen.getByLabelText('Repeat password'), repeated);
  await user.type(screen.getByLabelText(/Verification code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Change login password' }));
};
const updates = () => exchange.of('POST /safe/update_password').map(({ form }) => Object.fromEntries(form));

test('a code is sent to the own address, once a minute at most', async () => {
  exchange.change({ 'POST /sms_send': { ...securityFixtures['POST /sms_send'], resend_at: Date.now() + 60_000 } });
  const { user } = showScreen(<PasswordPage />);
  expect(await screen.findByText('We send a code to d***o@tessera.example.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  const again = await screen.findByRole('button', { name: /Send again/ });
  expect((again as HTMLButtonElement).disabled).toBe(true);
  expect(exchange.of('POST /sms_send').map(({ form }) => form.get('scene'))).toEqual(['change_password']);
});

test('two different new passwords are not sent', async () => {
  await fill(showScreen(<PasswordPage />).user, 'new-secrez');
  expect(await screen.findByText('The two passwords are inconsistent')).toBeDefined();
  expect(updates()).toEqual([]);
});

test('the changed password leads back to security', async () => {
  await fill(showScreen(<PasswordPage />).user, 'new-secret');
  await waitFor(() => expect(location.hash).toBe('#/pages/setting/security'));
  expect(updates()).toEqual([
    { old_password: 'old-secret', password: 'new-secret', re_password: 'new-secret', code: '123456', lang: 'en' },
  ]);
});

test('a user with a second factor confirms with it instead of a mailed code', async () => {
  const since = Date.UTC(2026, 10, 1);
  exchange.change({ 'GET /safe/factors': factors({ authenticator_since: since }) });
  const { user } = showScreen(<PasswordPage />);
  await user.type(await screen.findByLabelText('Current password'), 'old-secret');
  expect(screen.queryByLabelText(/Verification code/)).toBeNull();
  await user.type(screen.getByLabelText('New password'), 'new-secret');
  await user.type(screen.getByLabelText('Repeat password'), 'new-secret');
  await user.click(screen.getByRole('button', { name: 'Change login password' }));
  await user.type(await screen.findByLabelText('Authenticator code'), '123456');
  await waitFor(() => expect(location.hash).toBe('#/pages/setting/security'));
  expect(exchange.of('POST /safe/confirm').map(({ form }) => form.get('totp'))).toEqual(['123456']);
  expect(updates()).toEqual([
    { old_password: 'old-secret', password: 'new-secret', re_password: 'new-secret', lang: 'en' },
  ]);
});

test('a server error about a field is shown at that field', async () => {
  exchange.change({
    'POST /safe/update_password': reject('password_wrong', 'That is not your password', 'old_password'),
  });
  await fill(showScreen(<PasswordPage />).user, 'new-secret');
  const field = screen.getByLabelText('Current password');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('That is not your password')).toBeDefined();
});
