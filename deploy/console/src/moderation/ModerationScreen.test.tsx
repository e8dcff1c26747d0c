// @vitest-environment jsdom
import { chatFixtures } from '@tessera/api/chat/fixtures';
import type { QueueItem } from '@tessera/api/staff';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { onTheConsole, openConsole } from '../testing/open-console.tsx';
import { NOW, Platform } from '../testing/platform.ts';

onTheConsole();

const item = (changes: Partial<QueueItem> = {}): QueueItem => ({
  queue: 'chat_report',
  id: '5',
  status: 'pending',
  user: { uid: '10000002', account_name: 'bea@example.com' },
  details: [
    { name: 'room', value: 'en' },
    { name: 'message', value: '4' },
    { name: 'text', value: '<b>your seed</b> phrase, please' },
    { name: 'reports', value: '2' },
    { name: 'reasons', value: 'scam' },
  ],
  pictures: [],
  warnings: [],
  approval: null,
  claim: null,
  reason: null,
  reviewer: null,
  created_at: NOW,
  reviewed_at: null,
  ...changes,
});
const held = item({
  queue: 'chat_held',
  id: '9',
  details: [
    { name: 'room', value: 'en' },
    { name: 'why', value: 'link' },
    { name: 'text', value: 'see evil.com' },
  ],
  pictures: ['/api/uploads/one.jpg'],
});

let platform: Platform;
let waiting: Record<string, readonly QueueItem[]>;
const say = (key: string, output: unknown) =>
  platform.reply(key, { status: 200, body: { type: 'ok', code: 1, message: output } });
const page = (list: readonly unknown[]) => ({ list, page: 1, limit: 50, total: list.length });

beforeEach(() => {
  platform = new Platform();
  platform.account.role = 'reviewer';
  waiting = { chat_report: [item()], chat_held: [held] };
  const { fetch } = platform;
  // The two queues are one call.
  Object.assign(platform, {
    fetch: (async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      const queue = new URL(url).searchParams.get('queue');
      return queue ? Response.json({ type: 'ok', code: 1, message: page(waiting[queue] ?? []) }) : fetch(input, init);
    }) satisfies typeof fetch,
  });
  say('GET /api/staff/chat/messages', {
    list: [3, 4, 5].map((seq) => ({ ...chatFixtures['GET /staff/chat/messages'].list[0], seq, text: `said ${seq}` })),
  });
  say('GET /api/staff/chat', chatFixtures['GET /staff/chat']);
  say('GET /api/staff/chat/log', chatFixtures['GET /staff/chat/log']);
  for (const call of ['delete', 'ban', 'lift']) say(`POST /api/staff/chat/${call}`, chatFixtures['GET /staff/chat']);
  for (const call of ['claim', 'approve', 'reject']) say(`POST /api/staff/queue/${call}`, item());
});

const reason = (user: ReturnType<typeof openConsole>, text: string) =>
  user.type(screen.getByRole('textbox', { name: 'Reason' }), text);

test('a report is shown with what was said around it, as text, and is decided with a reason', async () => {
  const user = openConsole(platform, 'moderation');
  const row = await screen.findByRole('button', { name: /bea@example.com/ });
  expect(row.textContent).toContain('2 reports');
  await user.click(row);
  const pane = within(await screen.findByRole('region', { name: 'Message' }));
  expect(pane.getByText('<b>your seed</b> phrase, please')).toBeDefined();
  const around = within(await pane.findByRole('list', { name: 'Around it' }));
  expect(around.getAllByRole('listitem')).toHaveLength(3);
  expect(platform.calls.some(({ query }) => query.includes('before=10'))).toBe(true);
  const remove = pane.getByRole<HTMLButtonElement>('button', { name: 'Delete the message' });
  expect(remove.disabled).toBe(true);
  await reason(user, 'asks for secrets');
  await user.click(remove);
  expect(platform.sent('POST /api/staff/queue/approve')).toMatchObject([
    { queue: 'chat_report', id: '5', reason: 'asks for secrets' },
  ]);
  await user.click(pane.getByRole('button', { name: 'Leave it' }));
  await waitFor(() => expect(platform.sent('POST /api/staff/queue/reject')).toHaveLength(1));
});

test('another message of the room is deleted, and its author banned for a time', async () => {
  const user = openConsole(platform, 'moderation');
  await user.click(await screen.findByRole('button', { name: /bea@example.com/ }));
  await user.click(await screen.findByRole('button', { name: 'Act on message 5' }));
  await reason(user, 'the same again');
  await user.click(screen.getByRole('button', { name: 'Delete message 5' }));
  expect(platform.sent('POST /api/staff/chat/delete')).toMatchObject([{ room: 'en', seq: '5' }]);
  await user.click(screen.getByRole('button', { name: /For how long/ }));
  await user.click(await screen.findByRole('radio', { name: 'for a week' }));
  await user.click(screen.getByRole('button', { name: /Where/ }));
  await user.click(await screen.findByRole('radio', { name: 'in all rooms' }));
  await user.click(screen.getByRole('button', { name: 'Ban the author of message 5' }));
  expect(platform.sent('POST /api/staff/chat/ban')).toMatchObject([
    { room: 'en', seq: '5', everywhere: 'true', hours: '168', reason: 'the same again' },
  ]);
});

test('what waits is published or rejected, its picture for who has claimed it, and its author banned', async () => {
  const user = openConsole(platform, 'moderation');
  await user.click(await screen.findByRole('tab', { name: /Waiting to be published/ }));
  await user.click(await screen.findByRole('button', { name: /see evil.com/ }));
  expect(await screen.findByText(/claim it to see/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Claim' }));
  expect(platform.sent('POST /api/staff/queue/claim')).toMatchObject([{ queue: 'chat_held', id: '9' }]);
  await reason(user, 'no links');
  await user.click(screen.getByRole('button', { name: 'Ban the author' }));
  expect(platform.sent('POST /api/staff/chat/ban')).toMatchObject([{ uid: '10000002', room: 'en', hours: '24' }]);
  say('POST /api/staff/queue/reject', held);
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  expect(platform.sent('POST /api/staff/queue/reject')).toMatchObject([{ queue: 'chat_held', reason: 'no links' }]);
  waiting = { chat_report: [], chat_held: [] };
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Nothing waits to be published.')).toBeDefined();
});

test('a decision that another member made is told, bans are lifted with a reason, and every act is in the log', async () => {
  const user = openConsole(platform, 'moderation');
  await user.click(await screen.findByRole('button', { name: /bea@example.com/ }));
  platform.reply('POST /api/staff/queue/approve', {
    status: 200,
    body: { type: 'error', code: 0, message: 'This was decided already', error: 'already_reviewed' },
  });
  await reason(user, 'x');
  await user.click(screen.getByRole('button', { name: 'Delete the message' }));
  expect((await screen.findByRole('alert')).textContent).toContain('already');
  await user.click(screen.getByRole('tab', { name: 'Bans' }));
  const lift = await screen.findByRole<HTMLButtonElement>('button', { name: 'Lift the ban of Mallory' });
  expect(lift.disabled).toBe(true);
  await reason(user, 'appeal');
  await user.click(lift);
  expect(platform.sent('POST /api/staff/chat/lift')).toMatchObject([{ id: '3', reason: 'appeal' }]);
  await user.click(screen.getByRole('tab', { name: 'Log' }));
  const [first] = chatFixtures['GET /staff/chat/log'].list;
  expect(await screen.findByText(first?.reason ?? '')).toBeDefined();
});

test('other roles read why there is nothing', async () => {
  platform.account.role = 'treasury';
  openConsole(platform, 'moderation');
  expect(await screen.findByText(/for the roles reviewer and admin/)).toBeDefined();
  expect(platform.calls.some(({ key }) => key.includes('/queue/') || key.includes('/chat'))).toBe(false);
});

test('a message of the exchange is posted and pinned with a reason; rooms are changed by admins', async () => {
  const [room] = [{ id: 'en', kind: 'language', language: 'en', symbol: null, open: true, slow_mode: 0 }];
  say('GET /api/staff/chat', { rooms: [{ ...room, position: 1, messages: 4, rules: { en: 'x' } }], bans: [] });
  say('GET /api/staff/chat/messages', {
    list: [{ ...chatFixtures['POST /chat/send'], seq: 4, pinned: true, deleted: null, uid: null, by: 'Olga' }],
  });
  for (const call of ['post', 'pin', 'room']) say(`POST /api/staff/chat/${call}`, {});
  const user = openConsole(platform, 'moderation');
  await user.click(await screen.findByRole('tab', { name: 'Rooms' }));
  await user.click(await screen.findByRole('button', { name: /^Room/ }));
  await user.click(await screen.findByRole('radio', { name: 'en' }));
  const post = await screen.findByRole<HTMLButtonElement>('button', { name: 'Post' });
  await user.type(screen.getByRole('textbox', { name: 'Message of the exchange' }), 'Welcome');
  expect(post.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'greeting');
  await user.click(post);
  await waitFor(() =>
    expect(platform.sent('POST /api/staff/chat/post')).toMatchObject([
      {
        room: 'en',
        client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        text: 'Welcome',
        pin: 'true',
        reason: 'greeting',
      },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Unpin message 4' }));
  await waitFor(() => expect(platform.sent('POST /api/staff/chat/pin')).toMatchObject([{ seq: '4', on: 'false' }]));
  expect(screen.queryByRole('button', { name: 'Save the room' })).toBeNull();
});

test('an admin opens a room for an instrument, and writes rules in one language', async () => {
  platform.account.role = 'admin';
  say('POST /api/staff/chat/room', chatFixtures['GET /staff/chat']);
  const user = openConsole(platform, 'moderation');
  await user.click(await screen.findByRole('tab', { name: 'Rooms' }));
  await user.click(await screen.findByRole('button', { name: 'New room' }));
  const open = screen.getByRole<HTMLButtonElement>('button', { name: 'Open the room' });
  await user.type(screen.getByRole('textbox', { name: 'Name in addresses' }), 'sol-usdt');
  await user.type(screen.getByRole('textbox', { name: /Symbol/ }), 'sol/usdt');
  expect(open.disabled).toBe(true);
  await reason(user, 'listed');
  await user.click(open);
  await waitFor(() =>
    expect(platform.sent('POST /api/staff/chat/room')).toMatchObject([
      { room: 'sol-usdt', symbol: 'SOL/USDT', reason: 'listed' },
    ]),
  );
  expect(platform.sent('POST /api/staff/chat/room')[0]).not.toHaveProperty('rules_en');

  await user.click(await screen.findByRole('button', { name: /^Room/ }));
  await user.click(await screen.findByRole('radio', { name: 'en' }));
  await user.click(await screen.findByRole('button', { name: /Language of the rules/ }));
  await user.click(await screen.findByRole('radio', { name: 'German' }));
  await user.type(screen.getByRole('textbox', { name: 'Rules' }), 'Bleiben Sie freundlich.');
  await reason(user, 'translated');
  await user.click(screen.getByRole('button', { name: 'Save the rules' }));
  await waitFor(() =>
    expect(platform.sent('POST /api/staff/chat/room').at(-1)).toMatchObject({
      room: 'en',
      rules_de: 'Bleiben Sie freundlich.',
      reason: 'translated',
    }),
  );
});
