// @vitest-environment jsdom
import { identityFixtures, userInfo } from '@tessera/api/identity/fixtures';
import { factors, securityFixtures } from '@tessera/api/security/fixtures';
import { showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import AntiPhishingPage from './AntiPhishingPage.tsx';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({ ...identityFixtures, ...securityFixtures }),
});

const sent = () => exchange.of('POST /safe/anti_phishing').map(({ form }) => Object.fromEntries(form));

test('a phrase is set by a mailed code, and shown as mails will show it', async () => {
  const { user } = showScreen(<AntiPhishingPage />);
  await user.type(await screen.findByLabelText('Your phrase'), 'blue heron');
  expect(screen.getByText('Your anti-phishing phrase: blue heron')).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Send code/ }));
  // The code is for this phrase alone.
  await waitFor(() =>
    expect(exchange.of('POST /sms_send').map(({ form }) => Object.fromEntries(form))).toMatchObject([
      { scene: 'confirm', phrase: 'blue heron' },
    ]),
  );
  await user.type(screen.getByLabelText(/Verification code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Save phrase' }));
  await waitFor(() => expect(sent()).toMatchObject([{ phrase: 'blue heron', code: '123456' }]));
});

test('a phrase in force is replaced by a second factor, and never shown', async () => {
  exchange.change({
    'GET /user/info': userInfo({ has_anti_phishing: true }),
    'GET /safe/factors': factors({ authenticator_since: 1, confirmed_until: Date.now() + 300_000 }),
  });
  const { user } = showScreen(<AntiPhishingPage />);
  await user.type(await screen.findByLabelText('Your phrase'), 'red fox');
  expect(screen.queryByLabelText(/Verification code/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Replace phrase' }));
  await waitFor(() => expect(sent()).toMatchObject([{ phrase: 'red fox' }]));
});

test('a phrase that is too short is not sent', async () => {
  const { user } = showScreen(<AntiPhishingPage />);
  await user.type(await screen.findByLabelText('Your phrase'), 'abc');
  await user.click(screen.getByRole('button', { name: /Send code/ }));
  expect(exchange.of('POST /sms_send')).toEqual([]);
  await user.type(screen.getByLabelText(/Verification code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Save phrase' }));
  expect(sent()).toEqual([]);
});
