// @vitest-environment jsdom
import { contentFixtures } from '@tessera/api/content/fixtures';
import { messagesFixtures } from '@tessera/api/messages/fixtures';
import { pageOf, reject, showScreen, signOut, testScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import MessageCenterPage from './MessageCenterPage.tsx';

const MESSAGES = 'GET /mailMessage/getList';

const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => ({ ...contentFixtures, ...messagesFixtures }),
});

const open = () => showScreen(<MessageCenterPage />, '/pages/mailMessage/mailMessage');

test('each box shows its latest entry, and how many messages are unread', async () => {
  open();
  const messages = await screen.findByRole('link', { name: /Deposit approved/ });
  expect(messages.textContent).toContain('1 unread');
  expect(screen.getByRole('link', { name: /Customer service/ }).textContent).toContain('2 unread');
  expect(await screen.findByRole('link', { name: /New pairs on spot/ })).toBeDefined();
});

test('a user without messages sees an empty state', async () => {
  exchange.change({ [MESSAGES]: pageOf([]) });
  open();
  expect(await screen.findByText('Nothing yet')).toBeDefined();
});

test('a box that could not be loaded does not say that it is empty', async () => {
  exchange.change({ [MESSAGES]: reject('rate_limited', 'Wait'), 'POST /news/list': reject('rate_limited', 'Wait') });
  open();
  expect(await screen.findAllByText('This did not load')).toHaveLength(2);
  expect(screen.queryByText('Nothing yet')).toBeNull();
});

test('a guest is asked to log in, and no messages are fetched', async () => {
  signOut();
  open();
  expect(await screen.findByRole('link', { name: /New pairs on spot/ })).toBeDefined();
  expect(screen.getByText('Please log in first')).toBeDefined();
  expect(exchange.of(MESSAGES)).toHaveLength(0);
});
