// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { onTheConsole, openConsole } from '../testing/open-console.tsx';
import { NOW, Platform } from '../testing/platform.ts';

onTheConsole();

const fees = { id: '3', title: 'New fees', at: NOW, shown: true, pop: false, languages: ['en'] };
const draft = { id: '9', title: 'Maintenance', at: null, shown: false, pop: false, languages: ['en'] };

let platform: Platform;
const say = (key: string, output: unknown) =>
  platform.reply(key, { status: 200, body: { type: 'ok', code: 1, message: output } });
const CALL = '/api/staff/announcements';

beforeEach(() => {
  platform = new Platform();
  say(`GET ${CALL}`, { list: [fees] });
  say('GET /api/staff/announcement', {
    id: '3',
    texts: [{ language: 'en', title: 'New fees', abstract: 'Lower', content: 'From Monday.' }],
  });
  for (const call of ['show', 'pop']) say(`POST ${CALL}/${call}`, {});
});

test('a new announcement begins in English with a reason, is a draft, and is published', async () => {
  const user = openConsole(platform, 'announcements');
  await user.click(await screen.findByRole('button', { name: 'New announcement' }));
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Maintenance');
  await user.type(screen.getByRole('textbox', { name: 'Summary' }), 'Sunday');
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'At 02:00 UTC.');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save the text' });
  expect(save.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'planned');
  // The first response is lost: the same draft is saved again.
  platform.reply(`POST ${CALL}/save`, { status: 502, body: null });
  await user.click(save);
  expect(await screen.findByRole('alert')).toBeDefined();
  say(`POST ${CALL}/save`, { id: '9' });
  say(`GET ${CALL}`, { list: [draft, fees] });
  await user.click(save);
  const written = {
    client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    language: 'en',
    title: 'Maintenance',
    abstract: 'Sunday',
    content: 'At 02:00 UTC.',
    reason: 'planned',
  };
  await waitFor(() => expect(platform.sent(`POST ${CALL}/save`)).toMatchObject([written, written]));
  const [first, again] = platform.sent(`POST ${CALL}/save`) as { client_id: string }[];
  expect(again?.client_id).toBe(first?.client_id);
  expect(await screen.findByText('Not published')).toBeDefined();
  const publish = await screen.findByRole<HTMLButtonElement>('button', { name: 'Publish' });
  expect(publish.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'now');
  await user.click(publish);
  await waitFor(() =>
    expect(platform.sent(`POST ${CALL}/show`)).toMatchObject([{ id: '9', on: 'true', reason: 'now' }]),
  );
});

test('another language is written beside the others, and the announcement pops up once', async () => {
  const user = openConsole(platform, 'announcements');
  await user.click(await screen.findByRole('button', { name: /New fees/ }));
  await user.click(await screen.findByRole('button', { name: /^Language/ }));
  await user.click(await screen.findByRole('radio', { name: 'German, not written: shown in English' }));
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
  expect(title.value).toBe('');
  await user.type(title, 'Neue Gebühren');
  await user.type(screen.getByRole('textbox', { name: 'Summary' }), 'Niedriger');
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Ab Montag.');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'fees');
  say(`POST ${CALL}/save`, { id: '3' });
  await user.click(screen.getByRole('button', { name: 'Save the text' }));
  await waitFor(() =>
    expect(platform.sent(`POST ${CALL}/save`)).toMatchObject([{ id: '3', language: 'de', title: 'Neue Gebühren' }]),
  );
  await user.click(screen.getByRole('button', { name: 'Let it pop up once' }));
  await waitFor(() => expect(platform.sent(`POST ${CALL}/pop`)).toMatchObject([{ id: '3', on: 'true' }]));
});

test('other roles read why there is nothing', async () => {
  platform.account.role = 'support';
  openConsole(platform, 'announcements');
  expect(await screen.findByText(/for the roles operator and admin/)).toBeDefined();
  expect(platform.calls.some(({ key }) => key.includes('announcement'))).toBe(false);
});
