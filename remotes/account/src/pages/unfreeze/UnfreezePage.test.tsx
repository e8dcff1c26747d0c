// @vitest-environment jsdom
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import UnfreezePage from './UnfreezePage.tsx';

const { exchange } = testScreens(account, {
  exchange: () => identityFixtures,
});

const sent = () => exchange.of('POST /user/unfreeze').map(({ form }) => Object.fromEntries(form));

async function fill() {
  const { user } = showScreen(<UnfreezePage />);
  await user.type(screen.getByLabelText('E-mail or phone number'), 'ann@example.com');
  await user.type(screen.getByLabelText('Login password'), 'my-password');
  await user.click(screen.getByRole('button', { name: /Send code/ }));
  await waitFor(() => expect(exchange.of('POST /sms_mail')[0]?.form.get('scene')).toBe('unfreeze'));
  await user.type(screen.getByLabelText(/Verification code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Unfreeze' }));
  return user;
}

test('asks for the second factor where there is one, and sends it with the rest', async () => {
  exchange.change({ 'POST /user/unfreeze': reject('totp_required', 'Enter the code') });
  const user = await fill();
  exchange.change({ 'POST /user/unfreeze': { status: 'active' } });
  await user.type(await screen.findByLabelText(/authenticator|app/i), '654321');
  await waitFor(() =>
    expect(sent().at(-1)).toMatchObject({ user_string: 'ann@example.com', code: '123456', totp: '654321' }),
  );
});

test('without one it says that customer service decides', async () => {
  exchange.change({ 'POST /user/unfreeze': { status: 'review' } });
  await fill();
  expect(await screen.findByText('We check your request')).toBeDefined();
});
