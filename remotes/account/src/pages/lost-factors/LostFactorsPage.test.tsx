// @vitest-environment jsdom
import { supportFixtures } from '@tessera/api/support/fixtures';
import { reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import LostFactorsPage from './LostFactorsPage.tsx';

const { exchange, toasts } = testScreens(account, {
  exchange: () => supportFixtures,
});

const sent = () => exchange.of('POST /support/lost_factors').map(({ form }) => Object.fromEntries(form));

async function fill(text = '') {
  const { user } = showScreen(<LostFactorsPage />);
  await user.type(screen.getByLabelText('E-mail or phone number'), 'ann@example.com');
  await user.type(screen.getByLabelText('Login password'), 'my-password');
  if (text !== '') await user.type(screen.getByLabelText(/What happened/), text);
  await user.click(screen.getByRole('button', { name: 'Ask customer service' }));
  return user;
}

test('reports the loss by the password, and shows the reference', async () => {
  await fill('My phone is in the lake');
  expect(await screen.findByText(/ABCDEFGH23/)).toBeDefined();
  expect(sent()).toEqual([
    expect.objectContaining({
      user_string: 'ann@example.com',
      password: 'my-password',
      text: 'My phone is in the lake',
    }),
  ]);
});

test('a wrong password stays in the form, and what happened need not be told', async () => {
  exchange.change({ 'POST /support/lost_factors': reject('wrong_credentials', 'Account or password is incorrect') });
  await fill();
  await waitFor(() => expect(toasts.texts).toEqual(['Account or password is incorrect']));
  expect(sent()[0]).not.toHaveProperty('text');
  expect(screen.getByRole('button', { name: 'Ask customer service' })).toBeDefined();
});
