// @vitest-environment jsdom
import type { OpenedConversation, StaffConversation } from '@tessera/api/support';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { onTheConsole, openConsole, pass } from '../testing/open-console.tsx';
import { NOW, Platform } from '../testing/platform.ts';

onTheConsole();

const waiting: StaffConversation = {
  id: '7',
  reference: 'ABCDEFGH23',
  channel: 'chat',
  status: 'waiting',
  title: null,
  user: { uid: '10000001', name: 'Ann', level: 1 },
  contact: null,
  language: 'de',
  assignee: null,
  restricted: false,
  readable: true,
  preview: '<b>where</b> is it?',
  last_seq: 1,
  unseen: 1,
  rating: null,
  comment: null,
  created_at: NOW - 120_000,
  last_at: NOW - 120_000,
  waiting_since: NOW - 120_000,
  snoozed_until: null,
  first_reply: null,
  resolution: null,
};
const mine: StaffConversation = { ...waiting, status: 'open', assignee: { staff_id: '3', name: 'Olga Petrova' } };
const message = (changes: Partial<OpenedConversation['messages'][number]> = {}) => ({
  seq: 1,
  kind: 'text' as const,
  author: 'user' as const,
  name: null,
  text: '<b>where</b> is it?',
  picture: null,
  client_id: null,
  at: NOW,
  ...changes,
});
const opened = (changes: Partial<OpenedConversation> = {}): OpenedConversation => ({
  conversation: waiting,
  messages: [message()],
  notes: [],
  history: [],
  typing: false,
  user_delivered_seq: 0,
  user_seen_seq: 0,
  ...changes,
});

let platform: Platform;
const reply = (call: string, output: unknown) => {
  const [method, path] = call.split(' ');
  platform.reply(`${method} /api/staff/support/${path}`, {
    status: 200,
    body: { type: 'ok', code: 1, message: output },
  });
};
const refuseCall = (key: string, error: string, text: string) =>
  platform.reply(key, { status: 200, body: { type: 'error', code: 0, message: text, error } });
const refuse = (call: string, error: string, text: string) => {
  const [method, path] = call.split(' ');
  refuseCall(`${method} /api/staff/support/${path}`, error, text);
};
const inbox = (list: readonly StaffConversation[]) => ({
  list,
  page: 1,
  limit: 100,
  total: list.length,
  counts: { unattended: 1, mine: 2, all: 3, snoozed: 0, resolved: 9 },
});

beforeEach(() => {
  platform = new Platform();
  platform.account.role = 'support';
  reply('GET inbox', inbox([waiting]));
  reply('GET conversation', opened());
  reply('GET agents', {
    list: [
      { staff_id: '3', name: 'Olga Petrova', on_duty: false, open: 0 },
      { staff_id: '4', name: 'Mara', on_duty: true, open: 2 },
    ],
  });
  reply('GET figures', {
    conversations: 4,
    resolved: 3,
    first_reply: { median: 120_000, p90: 600_000 },
    resolution: null,
    rating: { mean: '4.50', count: 2 },
  });
  reply('GET replies', {
    list: [{ id: '1', name: 'greeting', texts: { en: 'Hello', de: 'Guten Tag' }, updated_at: NOW }],
  });
  for (const call of ['take', 'resolve', 'seen', 'typing', 'duty', 'note', 'reply', 'assign', 'restrict']) {
    reply(`POST ${call}`, waiting);
  }
});

const sent = (call: string) => platform.sent(`POST /api/staff/support/${call}`);

test('who waits is listed with how long, and what was written is text', async () => {
  const user = openConsole(platform, 'support');
  const row = await screen.findByRole('button', { name: /Ann/ });
  expect(row.textContent).toContain('waits 2 min');
  expect(screen.getByText('2 min / 10 min')).toBeDefined();
  await user.click(row);
  const messages = await screen.findByRole('list', { name: 'Messages' });
  expect(within(messages).getByText('<b>where</b> is it?')).toBeDefined();
  await user.click(screen.getByRole('tab', { name: /Resolved/ }));
  expect(platform.calls.some(({ query }) => query.includes('box=resolved'))).toBe(true);
});

test('an agent goes on duty, takes, and is told who was faster', async () => {
  const user = openConsole(platform, 'support');
  await user.click(await screen.findByRole('checkbox', { name: /On duty/ }));
  expect(sent('duty')).toMatchObject([{ on: 'true' }]);
  await user.click(await screen.findByRole('button', { name: /Ann/ }));
  refuse('POST take', 'claimed_by_other', 'Mara is reviewing this at the moment');
  await user.click(await screen.findByRole('button', { name: 'Take' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Mara');
});

test('a canned reply comes in the language of the user, and a lost response sends one reply', async () => {
  reply('GET conversation', opened({ conversation: mine }));
  const user = openConsole(platform, 'support');
  await user.click(await screen.findByRole('button', { name: /Ann/ }));
  await waitFor(() => expect(sent('seen')).toMatchObject([{ id: '7', seq: '1' }]));
  await user.click(await screen.findByRole('button', { name: /Canned reply/ }));
  await user.click(await screen.findByRole('radio', { name: 'greeting' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
  expect(field.value).toBe('Guten Tag');
  platform.reply('POST /api/staff/support/reply', 'no connection');
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  await screen.findByRole('alert');
  reply('POST reply', message({ seq: 2, author: 'agent', name: 'Olga Petrova', text: 'Guten Tag' }));
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  await waitFor(() => expect(field.value).toBe(''));
  const ids = sent('reply').map(({ client_id }) => client_id);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test('what follows the last message is read, and shows that the user writes', async () => {
  const user = openConsole(platform, 'support');
  await user.click(await screen.findByRole('button', { name: /Ann/ }));
  await screen.findByRole('list', { name: 'Messages' });
  reply('GET conversation', opened({ messages: [message({ seq: 2, text: 'hello?' })], typing: true }));
  await pass(2_500);
  expect(await screen.findByText('hello?')).toBeDefined();
  expect(screen.getByText('The user is writing')).toBeDefined();
  expect(platform.calls.some(({ query }) => query.includes('after=1'))).toBe(true);
});

test('what may not be read is not opened, and other roles see nothing', async () => {
  reply('GET inbox', inbox([{ ...waiting, readable: false, restricted: true, preview: '' }]));
  openConsole(platform, 'support');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /Ann/ })).disabled).toBe(true);
});

test('another role reads why there is nothing', async () => {
  platform.account.role = 'treasury';
  openConsole(platform, 'support');
  expect(await screen.findByText(/for the roles support and admin/)).toBeDefined();
  expect(platform.calls.some(({ key }) => key.includes('/support/'))).toBe(false);
});

test('a picture is uploaded before its reply is sent with it, and a place is drawn', async () => {
  const OFFICE = 'Office\n/pages/system/open-location?latitude=47.37690&longitude=8.54170';
  const URLS = { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined };
  vi.stubGlobal('URL', Object.assign(URL, URLS));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  reply('GET conversation', opened({ conversation: mine, messages: [message({ text: OFFICE })] }));
  const user = openConsole(platform, 'support');
  await user.click(await screen.findByRole('button', { name: /Ann/ }));
  expect(await screen.findByText('47.37690, 8.54170')).toBeDefined();
  expect(screen.getByText('Office')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Map' })).toBeDefined();

  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send reply' });
  const field = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!field) throw new Error('there is no field for a picture');
  platform.reply('POST /api/staff/support/picture', 'no connection');
  await user.upload(field, new File(['x'], 'proof.png', { type: 'image/png' }));
  await screen.findByRole('alert');
  expect(send.disabled).toBe(true);
  reply('POST picture', '/api/uploads/picture-of-an-agent.jpg');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(send.disabled).toBe(false));
  expect(sent('picture').at(-1)).toEqual({ file: 'proof.png' });
  await user.click(send);
  await waitFor(() => expect(sent('reply')).toMatchObject([{ picture: '/api/uploads/picture-of-an-agent.jpg' }]));
  expect(sent('reply')[0]).not.toHaveProperty('text');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull());
  // A note has no picture, and a guest has no conversation to see one in.
  await user.click(screen.getByRole('button', { name: 'Note' }));
  expect(screen.queryByRole('button', { name: 'Attach a picture' })).toBeNull();
});

test('an agent proposes to remove the lost factors of a user, after the own factor', async () => {
  const user = openConsole(platform, 'support');
  await user.click(await screen.findByRole('button', { name: /Ann/ }));
  await user.click(await screen.findByRole('button', { name: 'Remove lost factors' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove the second factors of Ann (10000001)?' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove lost factors' }));
  expect(platform.sent('POST /api/staff/users/remove_factors')).toEqual([]);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Showed the passport');
  refuseCall('POST /api/staff/users/remove_factors', 'removal_unverified', 'The identity is not verified');
  await user.click(within(dialog).getByRole('button', { name: 'Remove lost factors' }));
  expect(await within(dialog).findByText('The identity is not verified')).toBeDefined();
  const [sentFirst] = platform.sent('POST /api/staff/users/remove_factors');
  expect(sentFirst).toMatchObject({ uid: '10000001', authenticator: '0', passkeys: '0', recovery_codes: '0' });
});

test('a guest without an account has no factors to remove', async () => {
  const guest = { ...waiting, user: null, contact: 'guest@example.com' };
  reply('GET inbox', inbox([guest]));
  reply('GET conversation', opened({ conversation: guest }));
  const user = openConsole(platform, 'support');
  await user.click(await screen.findByRole('button', { name: /guest@example.com/ }));
  await screen.findByRole('list', { name: 'Messages' });
  expect(screen.queryByRole('button', { name: 'Remove lost factors' })).toBeNull();
});
