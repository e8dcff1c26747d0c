// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { factors, passkey, recoveryCodes, securityFixtures } from '@tessera/api/security/fixtures';
import { type FakeExchange, fakeExchange, reject, showScreen, signIn, startScreens } from '@tessera/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import account from '../../remote.tsx';
import AuthenticatorPage from './AuthenticatorPage.tsx';

let exchange: FakeExchange;
const fresh = () => ({ confirmed_until: Date.now() + 200_000 });

beforeAll(() => startScreens(account));
beforeEach(() => {
  signIn();
  exchange = fakeExchange({ ...identityFixtures, ...securityFixtures, 'GET /safe/factors': factors(fresh()) });
});
afterEach(cleanup);

test('the key is shown as QR code and text, the first code turns it on, and the recovery codes follow', async () => {
  const { user } = showScreen(<AuthenticatorPage />);
  await user.click(await screen.findByRole('button', { name: 'Set up authenticator' }));
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined();
  expect(screen.getByRole('img', { name: /QR code/ })).toBeDefined();
  exchange.change({ 'POST /safe/totp/confirm': reject('totp_wrong', 'Wrong code', 'totp') });
  await user.type(screen.getByLabelText('Authenticator code'), '111111');
  expect(await screen.findByText('Wrong code')).toBeDefined();
  exchange.change(securityFixtures);
  await user.type(screen.getByLabelText('Authenticator code'), '123456');
  expect(await screen.findByText(recoveryCodes[0] ?? '')).toBeDefined();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(location.hash).toBe('#/pages/setting/security'));
});

test('turning it off is asked for, and confirmed with the authenticator itself', async () => {
  exchange.change({ 'GET /safe/factors': factors({ authenticator_since: Date.UTC(2026, 10, 1) }) });
  const { user } = showScreen(<AuthenticatorPage />);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await user.click(screen.getAllByRole('button', { name: 'Turn off' }).at(-1) as HTMLElement);
  expect(exchange.of('POST /safe/totp/remove')).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), '7K3M-QX2P-9HTA');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(exchange.of('POST /safe/totp/remove')).toHaveLength(1));
  expect(exchange.of('POST /safe/confirm').map(({ form }) => form.get('recovery_code'))).toEqual(['7K3M-QX2P-9HTA']);
});

test('beside another factor it is said beforehand that withdrawals pause', async () => {
  const note = 'Another second factor pauses withdrawals for 24 hours.';
  const first = showScreen(<AuthenticatorPage />);
  await screen.findByRole('button', { name: 'Set up authenticator' });
  expect(screen.queryByText(note)).toBeNull();
  first.unmount();
  exchange.change({ 'GET /safe/factors': factors({ ...fresh(), passkeys: [passkey()] }) });
  showScreen(<AuthenticatorPage />);
  expect(await screen.findByText(note)).toBeDefined();
});
