// @vitest-environment jsdom
import { messagesFixtures } from '@tessera/api/messages/fixtures';
import { fakeExchange, pageOf, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import MessageListPage from './MessageListPage.tsx';

const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => messagesFixtures,
});
const read = () => exchange.of('POST /mailMessage/read').map(({ form }) => form.get('id'));

const open = () => showScreen(<MessageListPage />, '/pages/mailMessage/mailMessageList');

test('a message opens in a sheet with its whole text, and the list stays behind it', async () => {
  const { user } = open();
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /Deposit approved/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Deposit approved' });
  expect(within(sheet).getByText('Thank you for your patience.')).toBeDefined();
  expect(within(sheet).getByRole('link', { name: 'View' }).getAttribute('href')).toBe('#/pages/setting/bill');
  await waitFor(() => expect(read()).toEqual(['12']));
});

test('one that was read is not marked again, and all are marked at once while there are unread ones', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /Welcome/ }));
  expect((await screen.findByRole('dialog', { name: 'Welcome' })).querySelector('a')).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(read()).toEqual([null]));
});

test('without unread messages there is nothing to mark', async () => {
  exchange.change({ 'GET /mailMessage/unread': { total: 2, boxes: { messages: 0, support: 2, announcements: 0 } } });
  open();
  await screen.findByRole('button', { name: /Welcome/ });
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('without messages the page shows an empty state', async () => {
  fakeExchange({ ...messagesFixtures, 'GET /mailMessage/getList': pageOf([]) });
  open();
  expect(await screen.findByText('No messages')).toBeDefined();
});
