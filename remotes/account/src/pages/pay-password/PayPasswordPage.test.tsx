// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { factors, securityFixtures } from '@tessera/api/security/fixtures';
import { bus } from '@tessera/bus';
import { NavigationContext } from '@tessera/router';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import account from '../../remote.tsx';
import PayPasswordPage from './PayPasswordPage.tsx';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({ ...identityFixtures, ...securityFixtures }),
});

type User = ReturnType<typeof showScreen>['user'];

const enterCode = async (user: User) => {
  await user.type(await screen.findByLabelText(/Verification code/), '654321');
  await user.click(screen.getByRole('button', { name: 'Next' }));
};
const press = async (user: User, digits: string) => {
  for (const digit of digits) await user.click(screen.getByRole('button', { name: digit }));
};
const sent = () => exchange.of('POST /safe/pay_password').map(({ form }) => Object.fromEntries(form));

test('the same six digits twice are set, lead back to what asked for them, and the shell reads the user again', async () => {
  const refreshed = vi.fn();
  const stop = bus.on('session.refresh', refreshed);
  const back = vi.fn();
  const { user } = showScreen(
    <NavigationContext value={{ open: vi.fn(), back, cover: () => () => undefined }}>
      <PayPasswordPage />
    </NavigationContext>,
  );
  await enterCode(user);
  await press(user, '130579');
  await screen.findByRole('group', { name: 'Enter the same digits again' });
  await press(user, '130579');
  await waitFor(() => expect(back).toHaveBeenCalledOnce());
  stop();
  expect(sent()).toEqual([{ key: '130579', re_key: '130579', code: '654321', lang: 'en' }]);
  expect(refreshed).toHaveBeenCalledOnce();
});

test('different digits are not sent: both are entered again', async () => {
  const { user } = showScreen(<PayPasswordPage />);
  await enterCode(user);
  await press(user, '130579');
  await press(user, '130570');
  expect(screen.getByRole('group', { name: 'Enter a new payment password' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe('The two entries do not match. Please choose again.');
  expect(sent()).toEqual([]);
});

test('a rejected code is shown where the code is entered', async () => {
  exchange.change({ 'POST /safe/pay_password': reject('code_wrong', 'Wrong code', 'code') });
  const { user } = showScreen(<PayPasswordPage />);
  await enterCode(user);
  await press(user, '130579');
  await press(user, '130579');
  expect(await screen.findByText('Wrong code')).toBeDefined();
  expect((screen.getByLabelText(/Verification code/) as HTMLInputElement).value).toBe('');
});

test('digits that are easy to guess are rejected on the spot, and those that the server rejects at the same place', async () => {
  exchange.change({ 'POST /safe/pay_password': reject('key_too_simple', 'Easy to guess', 'key') });
  const { user } = showScreen(<PayPasswordPage />);
  await enterCode(user);
  await press(user, '123456');
  expect(screen.getByRole('alert').textContent).toContain('easy to guess');
  expect(sent()).toEqual([]);
  await press(user, '130579');
  await screen.findByRole('group', { name: 'Enter the same digits again' });
  await press(user, '130579');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('easy to guess'));
  expect(sent()).toHaveLength(1);
});

test('a user with a second factor enters the digits, confirms with it and is led back', async () => {
  exchange.change({
    'GET /safe/factors': factors({ authenticator_since: Date.UTC(2026, 10, 1) }),
    'POST /safe/change/begin': { passkey: null, totp: true, code: null, factor_from: null },
  });
  const back = vi.fn();
  const { user } = showScreen(
    <NavigationContext value={{ open: vi.fn(), back, cover: () => () => undefined }}>
      <PayPasswordPage />
    </NavigationContext>,
  );
  await screen.findByRole('group', { name: 'Enter a new payment password' });
  await press(user, '130579');
  await press(user, '130579');
  await user.type(await screen.findByLabelText('Authenticator code'), '123456');
  await waitFor(() => expect(back).toHaveBeenCalledOnce());
  expect(screen.queryByLabelText('Authenticator code')).toBeNull();
  expect(sent()).toEqual([{ key: '130579', re_key: '130579', proof_totp: '123456', lang: 'en' }]);
});

test('who closes the sheet without a proof enters the digits a second time again, and only the same ones ask for it', async () => {
  exchange.change({
    'GET /safe/factors': factors({ authenticator_since: Date.UTC(2026, 10, 1) }),
    'POST /safe/change/begin': { passkey: null, totp: true, code: null, factor_from: null },
  });
  const { user } = showScreen(<PayPasswordPage />);
  await screen.findByRole('group', { name: 'Enter a new payment password' });
  await press(user, '130579');
  await press(user, '130579');
  await screen.findByLabelText('Authenticator code');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByLabelText('Authenticator code')).toBeNull());
  await press(user, '130578');
  expect(screen.getByRole('alert').textContent).toBe('The two entries do not match. Please choose again.');
  expect(screen.queryByLabelText('Authenticator code')).toBeNull();
  expect(sent()).toEqual([]);
});

test('a change that the exchange rejects for another reason than its proof leaves the keypad to enter it again', async () => {
  exchange.change({
    'GET /safe/factors': factors({ authenticator_since: Date.UTC(2026, 10, 1) }),
    'POST /safe/change/begin': { passkey: null, totp: true, code: null, factor_from: null },
    'POST /safe/pay_password': reject('rate_limited', 'Too many'),
  });
  const { user } = showScreen(<PayPasswordPage />);
  await screen.findByRole('group', { name: 'Enter a new payment password' });
  await press(user, '130579');
  await press(user, '130579');
  await user.type(await screen.findByLabelText('Authenticator code'), '123456');
  await waitFor(() => expect(screen.queryByLabelText('Authenticator code')).toBeNull());
  await press(user, '130579');
  await screen.findByLabelText('Authenticator code');
  expect(sent()).toHaveLength(1);
});
