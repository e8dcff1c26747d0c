// @vitest-environment jsdom
import { identityFixtures, userInfo } from '@tessera/api/identity/fixtures';
import { factors, securityFixtures } from '@tessera/api/security/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import BindContactPage from './BindContactPage.tsx';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({
    ...identityFixtures,
    ...securityFixtures,
    'GET /safe/factors': factors({ confirmed_until: Date.now() + 300_000 }),
  }),
});

const show = (kind: string) => showScreen(<BindContactPage />, `/pages/setting/bind?kind=${kind}`);
const sent = (call: 'POST /safe/mobile' | 'POST /sms_mail' | 'POST /sms_send') =>
  exchange.of(call).map(({ form }) => Object.fromEntries(form));

test('an address is changed by a code to the old one and a code to the new one', async () => {
  const { user } = show('email');
  expect(await screen.findByText('Code to d***o@tessera.example')).toBeDefined();
  const [toNew, toFormer] = screen.getAllByLabelText(/Verification code/);
  const [sendNew, sendFormer] = screen.getAllByRole('button', { name: /Send code/ });
  // The code to the old one names the new one: there is none before.
  await user.click(sendFormer as HTMLElement);
  expect(sent('POST /sms_send')).toEqual([]);
  await user.type(screen.getByLabelText('E-mail'), 'new@example.com');
  await user.click(sendFormer as HTMLElement);
  await waitFor(() =>
    expect(sent('POST /sms_send')).toMatchObject([
      { scene: 'change_contact', loginActive: 'email', user_string: 'new@example.com' },
    ]),
  );
  await user.type(toFormer as HTMLElement, '111111');
  await user.click(sendNew as HTMLElement);
  await waitFor(() =>
    expect(sent('POST /sms_mail')).toMatchObject([{ user_string: 'new@example.com', scene: 'bind_email' }]),
  );
  await user.type(toNew as HTMLElement, '222222');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() =>
    expect(sent('POST /safe/mobile')).toMatchObject([
      { loginActive: 'email', user_string: 'new@example.com', code: '222222', email_code: '111111' },
    ]),
  );
});

test('who lost the old address is sent to customer service', async () => {
  show('email');
  const link = await screen.findByRole('link', { name: 'Contact us' });
  expect(link.getAttribute('href')).toContain('/pages/common/contactus');
});

test('a first number takes a code to the address, which names the number', async () => {
  exchange.change({ 'GET /user/info': userInfo({ mobile: null }) });
  const { user } = show('mobile');
  expect(await screen.findByText('Code to d***o@tessera.example')).toBeDefined();
  await user.type(screen.getByLabelText('Phone'), '+4915112345678');
  await user.click(screen.getAllByRole('button', { name: /Send code/ })[1] as HTMLElement);
  await waitFor(() =>
    expect(sent('POST /sms_send')).toMatchObject([{ scene: 'change_contact', loginActive: 'email' }]),
  );
  const [toNew, toAddress] = screen.getAllByLabelText(/Verification code/);
  await user.type(toNew as HTMLElement, '222222');
  await user.type(toAddress as HTMLElement, '111111');
  await user.click(screen.getByRole('button', { name: 'Link' }));
  await waitFor(() =>
    expect(sent('POST /safe/mobile')).toMatchObject([{ loginActive: 'mobile', code: '222222', email_code: '111111' }]),
  );
});

test('an account without a contact of its own links one by a code to that one', async () => {
  exchange.change({ 'GET /user/info': userInfo({ email: null, mobile: null }) });
  const { user } = show('mobile');
  await user.type(await screen.findByLabelText('Phone'), '+4915112345678');
  expect(screen.getAllByLabelText(/Verification code/)).toHaveLength(1);
  await user.type(screen.getByLabelText(/Verification code/), '222222');
  exchange.change({ 'POST /safe/mobile': reject('mobile_taken', 'This number is taken', 'user_string') });
  await user.click(screen.getByRole('button', { name: 'Link' }));
  expect(await screen.findByText('This number is taken')).toBeDefined();
  expect(sent('POST /safe/mobile')[0]).not.toHaveProperty('email_code');
});

test('an account that cannot be read can be read again', async () => {
  exchange.change({ 'GET /user/info': reject('server_fault', 'A fault') });
  show('email');
  expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeDefined();
});
