// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { onTheConsole, openConsole } from '../testing/open-console.tsx';
import { NOW, Platform, RECOVERY_CODES } from '../testing/platform.ts';

onTheConsole();
let platform: Platform;
const reply = (call: string, message: unknown) =>
  platform.reply(call.replace(' ', ' /api/staff/'), { status: 200, body: { type: 'ok', code: 1, message } });
const refuse = (call: string, error: string, message: string) =>
  platform.reply(call.replace(' ', ' /api/staff/'), { status: 200, body: { type: 'error', code: 0, message, error } });
const sent = (call: string) => platform.sent(call.replace(' ', ' /api/staff/'));
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

beforeEach(() => {
  platform = new Platform();
  platform.code = '123456';
  const key = { id: '1', name: 'Key', synced: false, created_at: NOW, last_used_at: null };
  reply('GET factors', { authenticator_since: NOW, passkeys: [key], recovery_codes: 3 });
});

async function open() {
  const user = openConsole(platform);
  await user.click(await screen.findByRole('button', { name: 'Your account' }));
  return { user, form: within(await screen.findByRole('dialog')) };
}

test('a member changes the password, after the second factor', async () => {
  const { user, form } = await open();
  expect(await form.findByText(/^Key, since/)).toBeDefined();
  fill(form.getByLabelText('Current password'), 'former-secret-1');
  fill(form.getByLabelText('New password'), 'next-secret-2');
  refuse('POST password', 'confirmation_required', 'Confirm that it is you');
  await user.click(form.getByRole('button', { name: 'Change password' }));
  const code = await within(await screen.findByRole('dialog')).findByLabelText('Authenticator code');
  refuse('POST password', 'password_wrong', 'The password is wrong');
  await user.type(code, '123456');
  expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong');
  reply('POST password', { sessions_ended: 1 });
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('POST password').at(-1)).toEqual({
    lang: 'en',
    old_password: 'former-secret-1',
    password: 'next-secret-2',
  });
});

test('renewed recovery codes are shown once, until they are kept', async () => {
  reply('POST recovery_codes', { recovery_codes: RECOVERY_CODES });
  const { user, form } = await open();
  expect(await form.findByText(/^3 unused recovery codes/)).toBeDefined();
  await user.click(form.getByRole('button', { name: 'Renew recovery codes' }));
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(RECOVERY_CODES.length);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'I have saved these codes' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a passkey that was not made adds none', async () => {
  const create = vi.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { credentials: { create } }));
  reply('POST passkey/new/begin', {
    options: JSON.stringify({
      challenge: 'AAAA',
      rp: { id: 'x', name: 'x' },
      user: { id: 'AAAA', name: 'x', displayName: 'x' },
      pubKeyCredParams: [],
    }),
  });
  const { user, form } = await open();
  fill(form.getByLabelText('Name of a new passkey'), 'Spare key');
  await user.click(form.getByRole('button', { name: 'Add passkey' }));
  expect((await form.findByRole('alert')).textContent).toBe('The passkey was not used. Try again.');
  expect(create).toHaveBeenCalledTimes(1);
  expect(sent('POST passkey/new')).toEqual([]);
});
