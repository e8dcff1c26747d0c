// @vitest-environment jsdom
import { contentFixtures } from '@tessera/api/content/fixtures';
import { reject, showScreen, signOut, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import ContactPage from './ContactPage.tsx';

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => contentFixtures,
});

type User = ReturnType<typeof showScreen>['user'];

const sent = () => exchange.of('POST /contactus').map(({ form }) => Object.fromEntries(form));
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message');
const fill = async (user: User) => {
  await user.type(screen.getByLabelText('Your e-mail address'), ' anna@example.com');
  await user.type(screen.getByLabelText('Subject'), 'Deposit');
  await user.type(message(), 'Where is it?');
  await user.click(screen.getByRole('button', { name: 'Send' }));
};

test('feedback needs an e-mail address and both texts, and empties once it is sent', async () => {
  const { user } = showScreen(<ContactPage />);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findAllByText('Required')).toHaveLength(3);
  expect(sent()).toEqual([]);
  await fill(user);
  await waitFor(() => expect(message().value).toBe(''));
  expect(screen.queryByText('Required')).toBeNull();
  expect(sent()).toEqual([{ email: 'anna@example.com', title: 'Deposit', content: 'Where is it?', lang: 'en' }]);
});

test('a rejected feedback stays as it was entered', async () => {
  exchange.change({ 'POST /contactus': reject('text_too_long', 'The text is too long', 'content') });
  const { user } = showScreen(<ContactPage />);
  await fill(user);
  expect(await screen.findByText('The text is too long')).toBeDefined();
  expect(message().value).toBe('Where is it?');
});

test('a guest reads how to reach us, and logs in to write', async () => {
  signOut();
  showScreen(<ContactPage />);
  expect(await screen.findByText('support@tessera.example')).toBeDefined();
  expect(screen.queryByLabelText('Message')).toBeNull();
  expect(screen.getByRole('link', { name: 'Log in to write to us' })).toBeDefined();
});
