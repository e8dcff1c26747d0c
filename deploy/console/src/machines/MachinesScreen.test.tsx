// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { onTheConsole, openConsole } from '../testing/open-console.tsx';
import { NOW, Platform } from '../testing/platform.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
  bound();
});

const CREATE = 'POST /api/staff/machines/create';
const REVOKE = 'POST /api/staff/machines/revoke';
const ok = (message: unknown) => ({ status: 200, body: { type: 'ok', code: 1, message } });
const rights = [
  { action: 'publish', remote: 'markets', environment: 'production', percent: null },
  { action: 'ramp', remote: 'markets', environment: 'production', percent: 10 },
];
const machine = (change: object = {}) => ({
  id: '4',
  name: 'ci-markets',
  member: 'ann@tessera.example',
  rights,
  created_at: NOW - 60_000,
  expires_at: NOW + 86_400_000,
  last_used_at: null,
  revoked_at: null,
  ...change,
});
const listed = (...list: object[]) => platform.reply('GET /api/staff/machines', ok({ list }));
const bound = (...list: object[]) => platform.reply('GET /api/staff/machines/bindings', ok({ list }));

const dialog = async () => within(await screen.findByRole('dialog'));

test('each token is listed with its rights, and those that ended cannot be revoked', async () => {
  listed(
    machine(),
    machine({ id: '3', name: 'former', revoked_at: NOW - 1 }),
    machine({ id: '2', name: 'old', expires_at: NOW, last_used_at: NOW - 120_000 }),
  );
  openConsole(platform, 'machines');
  const [, ...rows] = await screen.findAllByRole('row');
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'ci-markets of ann@tessera.example',
    'former of ann@tessera.example',
    'old of ann@tessera.example',
  ]);
  expect(rows[0]?.textContent).toContain('publish markets production, ramp markets production 10');
  expect(rows[0]?.textContent).toContain('Never used');
  expect(screen.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1);
});

test('a token is made for lines of rights, and shown once', async () => {
  listed();
  platform.reply(CREATE, ok({ id: '5', token: 'tsm_secret', expires_at: NOW + 86_400_000 }));
  const user = openConsole(platform, 'machines');
  await user.click(await screen.findByRole('button', { name: 'Make a token' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Name'), 'ci');
  await user.type(form.getByLabelText('Rights'), 'publish markets production');
  await user.click(form.getByRole('button', { name: 'Make' }));
  expect((await (await dialog()).findByLabelText<HTMLInputElement>('Token')).value).toBe('tsm_secret');
  expect(platform.sent(CREATE)).toMatchObject([{ name: 'ci', rights: 'publish markets production', days: '30' }]);
  listed(machine({ name: 'ci' }));
  await user.click(screen.getByRole('button', { name: 'I have saved it' }));
  await waitFor(() => expect(document.body.innerHTML).not.toContain('tsm_secret'));
});

test('what the member has no right to is refused with words', async () => {
  listed();
  platform.reply(CREATE, {
    status: 200,
    body: { type: 'error', code: 0, message: 'Not allowed', error: 'forbidden', field: 'rights' },
  });
  const user = openConsole(platform, 'machines');
  await user.click(await screen.findByRole('button', { name: 'Make a token' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Name'), 'ci');
  await user.type(form.getByLabelText('Rights'), 'publish trading production');
  await user.click(form.getByRole('button', { name: 'Make' }));
  expect((await form.findByRole('alert')).textContent).toBe('You do not have all of these rights yourself.');
});

test('a token is revoked with a reason', async () => {
  listed(machine());
  platform.reply(REVOKE, ok({}));
  const user = openConsole(platform, 'machines');
  await user.click(await screen.findByRole('button', { name: 'Revoke ci-markets' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Reason'), 'lost');
  await user.click(form.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(platform.sent(REVOKE)).toMatchObject([{ id: '4', reason: 'lost' }]));
});

const BIND = 'POST /api/staff/machines/bindings/create';
const UNBIND = 'POST /api/staff/machines/bindings/revoke';
const binding = (change: object = {}) => ({
  id: '7',
  name: 'ci',
  member: 'ann@tessera.example',
  issuer: 'https://token.example',
  audience: 'https://h5.example',
  claims: { repository: 'team/raffle', ref: 'refs/heads/main' },
  rights,
  created_at: NOW - 60_000,
  last_used_at: null,
  revoked_at: null,
  ...change,
});

test('bindings are listed with the runs that they name, and one is revoked with a reason', async () => {
  listed();
  bound(binding(), binding({ id: '6', name: 'former', revoked_at: NOW - 1 }));
  platform.reply(UNBIND, ok({}));
  const user = openConsole(platform, 'machines');
  const [, ...rows] = await screen.findAllByRole('row');
  expect(rows[0]?.textContent).toContain('https://token.example, repository = team/raffle, ref = refs/heads/main');
  expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([1, 0]);
  await user.click(screen.getByRole('button', { name: 'Revoke the binding ci' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Reason'), 'moved');
  await user.click(form.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(platform.sent(UNBIND)).toMatchObject([{ id: '7', reason: 'moved' }]));
});

test('a build server is bound by issuer and claims, for the address of this platform', async () => {
  listed();
  platform.reply(BIND, {
    status: 200,
    body: { type: 'error', code: 0, message: 'Not valid', error: 'invalid_field', field: 'issuer' },
  });
  const user = openConsole(platform, 'machines');
  await user.click(await screen.findByRole('button', { name: 'Bind a build server' }));
  const form = await dialog();
  const bind = form.getByRole<HTMLButtonElement>('button', { name: 'Bind' });
  expect(bind.disabled).toBe(true);
  await user.type(form.getByLabelText('Name'), 'ci');
  await user.type(form.getByLabelText('Issuer'), 'https://token.example');
  await user.type(form.getByLabelText('Claims'), 'repository = team/raffle');
  await user.type(form.getByLabelText('Rights'), 'publish raffle production');
  await user.click(bind);
  expect((await form.findByRole('alert')).textContent).toBe('Issuer: Not valid');
  expect(platform.sent(BIND)).toMatchObject([
    { name: 'ci', issuer: 'https://token.example', audience: location.origin, claims: 'repository = team/raffle' },
  ]);
  platform.reply(BIND, ok({ id: '7' }));
  bound(binding());
  await user.click(bind);
  expect(await screen.findByText(/repository = team\/raffle/)).toBeTruthy();
});

const ASKED = 'GET /api/staff/machines/login';
const APPROVE = 'POST /api/staff/machines/login/approve';
const asked = {
  name: 'cli-laptop',
  address: '203.0.113.9',
  from_here: false,
  created_at: NOW - 1_000,
  expires_at: NOW + 60_000,
  hours: 12,
  rights: [
    { ...rights[0], held: true },
    { ...rights[1], held: false },
  ],
};

test('a command line is logged in by its code, after what it asks for is shown', async () => {
  listed();
  platform.reply(ASKED, {
    status: 200,
    body: { type: 'error', code: 0, message: 'Not found', error: 'not_found', field: 'code' },
  });
  const user = openConsole(platform, 'machines');
  await user.click(await screen.findByRole('button', { name: 'Log in a command line' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Code'), 'bcdf-ghjk');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  expect((await form.findByRole('alert')).textContent).toContain('No command line waits with this code');
  platform.reply(ASKED, ok(asked));
  await user.click(form.getByRole('button', { name: 'Continue' }));
  expect((await form.findAllByRole('listitem')).map((each) => each.textContent)).toEqual([
    'publish markets production',
    'ramp markets production 10 (you do not have it, so it is not given)',
  ]);
  expect(form.getByText(/another address than this browser: 203.0.113.9/)).toBeTruthy();
  platform.reply(APPROVE, ok({}));
  await user.click(form.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(platform.sent(APPROVE)).toMatchObject([{ code: 'bcdf-ghjk' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('one that the member did not start is refused', async () => {
  listed();
  platform.reply(ASKED, ok({ ...asked, rights: [{ ...rights[0], held: false }] }));
  platform.reply('POST /api/staff/machines/login/reject', ok({}));
  const user = openConsole(platform, 'machines');
  await user.click(await screen.findByRole('button', { name: 'Log in a command line' }));
  const form = await dialog();
  await user.type(form.getByLabelText('Code'), 'BCDF-GHJK');
  await user.click(form.getByRole('button', { name: 'Continue' }));
  expect((await form.findByRole<HTMLButtonElement>('button', { name: 'Log in' })).disabled).toBe(true);
  await user.click(form.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(platform.sent('POST /api/staff/machines/login/reject')).toHaveLength(1));
});
