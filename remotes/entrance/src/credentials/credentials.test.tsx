// @vitest-environment jsdom

import { identityFixtures } from '@tessera/api/identity/fixtures';
import { TERMS_VERSION } from '@tessera/api/identity/rules';
import { collectToasts, type FakeExchange, fakeExchange, reject, showScreen, startScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import ForgetPage from '../pages/forget/ForgetPage.tsx';
import LoginPage from '../pages/login/LoginPage.tsx';
import RegisterPage from '../pages/register/RegisterPage.tsx';

/** The host, which begins the session. */
const begin = vi.fn();
let exchange: FakeExchange;
let toasts: ReturnType<typeof collectToasts>;

beforeAll(() => startScreens({ name: 'entrance', texts: (code) => import(`../i18n/${code}.json`) }));
beforeEach(() => {
  begin.mockReset();
  exchange = fakeExchange(identityFixtures, { onSessionOpened: begin });
  toasts = collectToasts();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const show = (page: ReactNode, route?: string) => showScreen(page, route).user;
type User = ReturnType<typeof show>;

const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
const inputs = (callId: string) => exchange.of(callId).map(({ form }) => Object.fromEntries(form));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** A browser whose authenticator signs at once. */
function stubPasskey() {
  const bytes = new TextEncoder().encode('signed').buffer;
  const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes };
  const credential = { id: 'aWQ', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) };
  const get = vi.fn(async () => credential);
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } }, language: { value: 'en' } }));
  return get;
}

async function logIn(user: User) {
  await user.type(screen.getByLabelText('E-mail or phone number'), ' ada@example.com');
  await user.type(screen.getByLabelText('Password'), ' secret ');
  await press(user, 'Log in');
}

test('a log-in starts the session and returns to the page that required it', async () => {
  const user = show(<LoginPage />, '/pages/common/login?from=/pages/fund/assets');
  await logIn(user);
  await waitFor(() => expect(location.hash).toBe('#/pages/fund/assets'));
  expect(begin).toHaveBeenCalledExactlyOnceWith(
    identityFixtures['POST /user/login'],
    expect.objectContaining({ remember: true }),
  );
  expect(inputs('POST /user/login')).toEqual([
    { user_string: 'ada@example.com', password: ' secret ', remember: 'true', lang: 'en' },
  ]);
});

test('nothing is sent while address or password are missing or wrong', async () => {
  const user = show(<LoginPage />);
  await user.type(screen.getByLabelText('E-mail or phone number'), 'ada');
  await press(user, 'Log in');
  expect(await screen.findByText('Not a valid e-mail address')).toBeDefined();
  expect(screen.getByText('Required')).toBeDefined();
  expect(exchange.requests).toEqual([]);
});

test('an account with an authenticator is prompted for its code, which is sent along', async () => {
  exchange.change({ 'POST /user/login': reject('totp_required', 'Enter the code', 'totp') });
  const user = show(<LoginPage />);
  await user.click(screen.getByRole('checkbox'));
  await logIn(user);
  const totp = await screen.findByLabelText(/Authenticator/);
  expect(screen.getByRole('link', { name: 'Lost your authenticator and codes?' }).getAttribute('href')).toContain(
    '/pages/setting/lostFactors',
  );
  exchange.change(identityFixtures);
  // The last digit sends it.
  await user.type(totp, '123456');
  await waitFor(() => expect(begin).toHaveBeenCalledOnce());
  expect(inputs('POST /user/login')).toEqual([
    { user_string: 'ada@example.com', password: ' secret ', remember: 'false', lang: 'en' },
    { user_string: 'ada@example.com', password: ' secret ', remember: 'false', totp: '123456', lang: 'en' },
  ]);
});

test('an account with a passkey is prompted for it after the password; a recovery code replaces it', async () => {
  stubPasskey();
  exchange.change({ 'POST /user/login': reject('passkey_required', 'Confirm with your passkey') });
  const user = show(<LoginPage />);
  await logIn(user);
  await user.click(await screen.findByRole('button', { name: 'Use passkey' }));
  await waitFor(() =>
    expect(inputs('POST /user/login')[1]).toMatchObject({ passkey: expect.stringContaining('c2lnbmVk') }),
  );
  await press(user, 'Use a recovery code');
  exchange.change(identityFixtures);
  await user.type(screen.getByLabelText('Recovery code'), '7K3M-QX2P-9HTA');
  await press(user, 'Confirm');
  await waitFor(() => expect(begin).toHaveBeenCalledOnce());
  expect(inputs('POST /user/login')[2]).toMatchObject({ recovery_code: '7K3M-QX2P-9HTA', password: ' secret ' });
  expect(inputs('POST /user/login')[2]).not.toHaveProperty('passkey');
});

test('an account with both factors sends the passkey together with the password', async () => {
  stubPasskey();
  exchange.change({ 'POST /user/login': reject('factor_required', 'Confirm with your passkey or authenticator') });
  const user = show(<LoginPage />);
  await logIn(user);
  await user.click(await screen.findByRole('button', { name: 'Use passkey' }));
  await waitFor(() =>
    expect(inputs('POST /user/login')[1]).toMatchObject({
      password: ' secret ',
      passkey: expect.stringContaining('c2lnbmVk'),
    }),
  );
  expect(inputs('POST /user/login')[1]).not.toHaveProperty('totp');
  expect(inputs('POST /user/passkey/login')).toEqual([]);
});

test('a passkey logs in without account name and password, and a cancelled one says so', async () => {
  const get = stubPasskey();
  const user = show(<LoginPage />);
  get.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'));
  await press(user, 'Log in with a passkey');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The passkey was not used. Try again.'));
  await press(user, 'Log in with a passkey');
  await waitFor(() => expect(begin).toHaveBeenCalledOnce());
  expect(inputs('POST /user/passkey/login')).toMatchObject([{ remember: 'true' }]);
});

test('a rejected log-in shows why on the form, and starts no session', async () => {
  exchange.change({ 'POST /user/login': reject('wrong_credentials', 'Wrong account or password') });
  const user = show(<LoginPage />);
  await logIn(user);
  const problem = () => screen.getByRole('alert').textContent;
  await waitFor(() => expect(problem()).toBe('Wrong account or password'));
  expect([begin.mock.calls, toasts.texts]).toEqual([[], []]);
  // It stays until an entry is changed.
  await user.type(screen.getByLabelText('Password'), 'x');
  expect(problem()).toBe('');
});

test('a registration by e-mail sends a code first, then opens the account with the invitation of the link', async () => {
  const user = show(<RegisterPage />, '/pages/common/register?code=F73RCL5E');
  expect(button('Send code').disabled).toBe(true);
  await user.type(screen.getByLabelText('E-mail address'), 'ada@example.com');
  await press(user, 'Send code');
  expect(await screen.findByText(/Sent to d\*\*\*o@tessera.example/)).toBeDefined();
  expect(inputs('POST /sms_mail')).toEqual([{ user_string: 'ada@example.com', scene: 'register', lang: 'en' }]);
  await user.type(screen.getByLabelText(/Verification code/), '123456');
  await user.type(screen.getByLabelText('Password'), 'new-secret');
  await user.type(screen.getByLabelText('Repeat password'), 'new-secret');
  await press(user, 'Sign up');
  // Without consent nothing is sent, and the page says so.
  expect(await screen.findByText('Please read both documents and agree to them')).toBeDefined();
  expect(inputs('POST /user/register')).toEqual([]);
  expect(screen.getByRole('link', { name: 'Terms of use' }).getAttribute('href')).toBe('#/pages/common/terms');
  expect(screen.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe('#/pages/common/privacy');
  await user.click(screen.getByRole('checkbox'));
  await press(user, 'Sign up');
  await waitFor(() => expect(begin).toHaveBeenCalledOnce());
  expect(location.hash).toBe('#/');
  expect(inputs('POST /user/register')).toEqual([
    {
      loginActive: 'email',
      user_string: 'ada@example.com',
      code: '123456',
      password: 'new-secret',
      re_password: 'new-secret',
      extension_code: 'F73RCL5E',
      terms: TERMS_VERSION,
      lang: 'en',
    },
  ]);
});

test('a registration by phone takes a number, not an address', async () => {
  const user = show(<RegisterPage />);
  await user.click(screen.getByRole('radio', { name: 'Phone' }));
  const number = screen.getByLabelText('Phone number with country code');
  await user.type(number, 'ada@example.com');
  await user.tab();
  expect(screen.getByText('Not a valid phone number')).toBeDefined();
  await user.clear(number);
  await user.type(number, '+49 170 1234567');
  expect(button('Send code').disabled).toBe(false);
});

test('a taken address shows an error at its field', async () => {
  exchange.change({ 'POST /sms_mail': reject('email_taken', 'This address has an account', 'user_string') });
  const user = show(<RegisterPage />);
  await user.type(screen.getByLabelText('E-mail address'), 'ada@example.com');
  await press(user, 'Send code');
  expect(await screen.findByText('This address has an account')).toBeDefined();
  expect(screen.getByLabelText('E-mail address').getAttribute('aria-invalid')).toBe('true');
});

test('a new password is set by code and leads to the log-in', async () => {
  const user = show(<ForgetPage />);
  await user.type(screen.getByLabelText('E-mail or phone number'), 'ada@example.com');
  await user.type(screen.getByLabelText(/Verification code/), '123456');
  await user.type(screen.getByLabelText('New password'), 'new-secret');
  await user.type(screen.getByLabelText('Repeat password'), 'new-secrez');
  await press(user, 'Set new password');
  expect(await screen.findByText('The two passwords are inconsistent')).toBeDefined();
  expect(exchange.requests).toEqual([]);
  await user.clear(screen.getByLabelText('Repeat password'));
  await user.type(screen.getByLabelText('Repeat password'), 'new-secret');
  await press(user, 'Set new password');
  await waitFor(() => expect(location.hash).toBe('#/pages/common/login'));
  expect(inputs('POST /user/forget')).toEqual([
    {
      user_string: 'ada@example.com',
      code: '123456',
      password: 'new-secret',
      re_password: 'new-secret',
      lang: 'en',
    },
  ]);
});

const TOKEN = 'A'.repeat(43);

test('a link from the mail stands in for address and code, and leaves the address bar', async () => {
  const user = show(<ForgetPage />, `/pages/common/forget?to=ada%40example.com&token=${TOKEN}`);
  expect(screen.queryByLabelText(/Verification code/)).toBeNull();
  expect(screen.getByText(/confirmed by the link/)).toBeDefined();
  await waitFor(() => expect(location.hash).toBe('#/pages/common/forget'));
  await user.type(screen.getByLabelText('New password'), 'new-secret');
  await user.type(screen.getByLabelText('Repeat password'), 'new-secret');
  await press(user, 'Set new password');
  await waitFor(() => expect(location.hash).toBe('#/pages/common/login'));
  expect(inputs('POST /user/forget')).toMatchObject([{ user_string: 'ada@example.com', code: TOKEN }]);
});

test('a link to sign up keeps the invitation, and asks for a code once it is no longer valid', async () => {
  exchange.change({ 'POST /user/register': reject('link_invalid', 'This link is no longer valid', 'code') });
  const user = show(<RegisterPage />, `/pages/common/register?code=F73RCL5E&to=ada%40example.com&token=${TOKEN}`);
  await waitFor(() => expect(location.hash).toBe('#/pages/common/register?code=F73RCL5E'));
  await user.type(screen.getByLabelText('Password'), 'new-secret');
  await user.type(screen.getByLabelText('Repeat password'), 'new-secret');
  await user.click(screen.getByRole('checkbox'));
  await press(user, 'Sign up');
  expect(((await screen.findByLabelText(/Verification code/)) as HTMLInputElement).value).toBe('');
  expect(screen.getByRole('alert').textContent).toBe('This link is no longer valid');
  expect(inputs('POST /user/register')).toMatchObject([{ extension_code: 'F73RCL5E', code: TOKEN }]);
});
