// @vitest-environment jsdom
import { messagesFixtures } from '@tessera/api/messages/fixtures';
import { fakeExchange, pageOf, showScreen, signIn, startScreens } from '@tessera/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import MessageListPage from './MessageListPage.tsx';

beforeAll(() => startScreens(remote));
beforeEach(() => signIn());
afterEach(cleanup);

const open = () => showScreen(<MessageListPage />, '/pages/mailMessage/mailMessageList');

test('a message opens in a sheet with its whole text, and the list stays behind it', async () => {
  fakeExchange(messagesFixtures);
  const { user } = open();
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /Deposit approved/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Deposit approved' });
  expect(within(sheet).getByText('Thank you for your patience.')).toBeDefined();
});

test('without messages the page shows an empty state', async () => {
  fakeExchange({ ...messagesFixtures, 'GET /mailMessage/getList': pageOf([]) });
  open();
  expect(await screen.findByText('No messages')).toBeDefined();
});
