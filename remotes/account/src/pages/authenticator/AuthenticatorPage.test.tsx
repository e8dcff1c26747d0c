// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { factors, passkey, recoveryCodes, securityFixtures } from '@tessera/api/security/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import AuthenticatorPage from './AuthenticatorPage.tsx';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({ ...identityFixtures, ...securityFixtures, 'GET /safe/factors': factors() }),
});

test('the key is shown as QR code and text, the first code turns it on, and the recovery codes follow', async () => {
  const { user } = showScreen(<AuthenticatorPage />);
  await user.click(await screen.findByRole('button', { name: 'Set up authenticator' }));
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined();
  expect(screen.getByRole('img', { name: /QR code/ })).toBeDefined();
  exchange.change({ 'POST /safe/totp/confirm': reject('totp_wrong', 'Wrong code', 'totp') });
  await user.type(screen.getByLabelText('Authenticator code'), '111111');
  await user.type(await screen.findByLabelText(/Verification code/), '654321');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Wrong code')).toBeDefined();
  exchange.change({ 'POST /safe/totp/confirm': reject('code_wrong', 'Wrong mailed code', 'mailed_code') });
  await user.type(screen.getByLabelText('Authenticator code'), '123456');
  await user.type(await screen.findByLabelText(/Verification code/), '654321');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Wrong mailed code')).toBeDefined();
  exchange.change(securityFixtures);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(recoveryCodes[0] ?? '')).toBeDefined();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(location.hash).toBe('#/pages/setting/security'));
});

test('turning it off is asked for, and proven in the same call', async () => {
  exchange.change({
    'GET /safe/factors': factors({ authenticator_since: Date.UTC(2026, 10, 1) }),
    'POST /safe/change/begin': { passkey: null, totp: true, code: null, factor_from: null },
  });
  const { user } = showScreen(<AuthenticatorPage />);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await user.click(screen.getAllByRole('button', { name: 'Turn off' }).at(-1) as HTMLElement);
  expect(exchange.of('POST /safe/totp/remove')).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), '7K3M-QX2P-9HTA');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(exchange.of('POST /safe/totp/remove').map(({ form }) => form.get('proof_recovery_code'))).toEqual([
      '7K3M-QX2P-9HTA',
    ]),
  );
  expect(exchange.of('POST /safe/change/begin')[0]?.form.get('change')).toBe('remove_authenticator');
});

test('beside another factor it is said beforehand that withdrawals pause', async () => {
  const note = 'Another second factor pauses withdrawals for 24 hours.';
  const first = showScreen(<AuthenticatorPage />);
  await screen.findByRole('button', { name: 'Set up authenticator' });
  expect(screen.queryByText(note)).toBeNull();
  first.unmount();
  exchange.change({ 'GET /safe/factors': factors({ passkeys: [passkey()] }) });
  showScreen(<AuthenticatorPage />);
  expect(await screen.findByText(note)).toBeDefined();
});

test('a new one says from when it approves', async () => {
  const waiting = { authenticator_since: Date.UTC(2026, 10, 1), authenticator_from: Date.UTC(2026, 10, 2, 9) };
  exchange.change({ 'GET /safe/factors': factors(waiting) });
  showScreen(<AuthenticatorPage />);
  expect(await screen.findByText(/^Active for approvals from .*2/)).toBeDefined();
});

test('after a wrong mailed code the next one is requested anew, so that no request grows too old for it', async () => {
  let begun = 0;
  exchange.change({
    'POST /safe/change/begin': () => {
      begun += 1;
      return { passkey: null, totp: false, code: `request ${begun}`, factor_from: null };
    },
    'POST /safe/totp/confirm': reject('code_wrong', 'Wrong mailed code', 'mailed_code'),
  });
  const { user } = showScreen(<AuthenticatorPage />);
  await user.click(await screen.findByRole('button', { name: 'Set up authenticator' }));
  await user.type(await screen.findByLabelText('Authenticator code'), '123456');
  await user.type(await screen.findByLabelText(/Verification code/), '654321');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Wrong mailed code')).toBeDefined();
  await waitFor(() => expect(begun).toBe(2));
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() =>
    expect(exchange.of('POST /sms_send').map(({ form }) => form.get('request'))).toEqual(['request 2']),
  );
});
