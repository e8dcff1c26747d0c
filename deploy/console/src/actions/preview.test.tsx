// @vitest-environment jsdom
import { drawQrCode } from '@tessera/ui/content';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { onTheConsole, openConsole, openDialog } from '../testing/open-console.tsx';
import { Platform, rejection } from '../testing/platform.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
});

const PREVIEW = 'POST /registry/preview';
const URL = 'https://h5.example/h5/?preview=p1';

async function makeLink() {
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Preview…');
  await user.click(await dialog.findByRole('radio', { name: /0\.7\.0/ }));
  await user.click(dialog.getByRole('button', { name: '15 min' }));
  await user.type(dialog.getByRole('textbox', { name: 'Why this version is shown, and to whom' }), 'for Paul');
  await user.click(dialog.getByRole('button', { name: 'Make the link' }));
  return { user, dialog };
}

test('a preview creates a link and its QR code, and releases nothing', async () => {
  const { user } = await makeLink();
  expect(await screen.findByRole('heading', { name: 'Link for 0.7.0' })).toBeDefined();
  expect(screen.getByRole('link', { name: `Preview link: ${URL}` }).getAttribute('href')).toBe(URL);
  const code = screen.getByRole('img', { name: 'QR code of the preview link' });
  const { path } = await drawQrCode(URL);
  await waitFor(() => expect(code.querySelector('path')?.getAttribute('d')).toBe(path));
  expect(screen.getByText(/Works until 21 Nov 2026, \d\d:15/)).toBeDefined();
  expect(platform.sent(PREVIEW)).toEqual([{ name: 'finance', version: '0.7.0', minutes: 15, why: 'for Paul' }]);
  expect(platform.status.epoch).toBe(7);
  await user.click(screen.getByRole('button', { name: 'Another link' }));
  expect(screen.getByRole('heading', { name: 'Preview finance' })).toBeDefined();
});

test.each([
  ['is copied', vi.fn(async () => undefined), 'Link copied'],
  [
    'that the browser cannot copy is selectable',
    vi.fn(async () => {
      throw new DOMException('not allowed', 'NotAllowedError');
    }),
    'The link could not be copied: select it and copy it by hand.',
  ],
])('the link %s', async (_, writeText, said) => {
  const { user } = await makeLink();
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
  await user.click(await screen.findByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByText(said)).toBeDefined();
  expect(writeText).toHaveBeenCalledWith(URL);
});

test('a rejection is shown with the message of the registry', async () => {
  platform.reply(PREVIEW, rejection(404, 'version_unknown', 'finance@0.7.0 is not published.'));
  const { dialog } = await makeLink();
  const notice = await dialog.findByRole('alert');
  expect(notice.textContent).toBe('No link was madefinance@0.7.0 is not published.');
});

test('a preview needs a reason', async () => {
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Preview…');
  await user.click(await dialog.findByRole('button', { name: 'Make the link' }));
  expect(dialog.getByRole('textbox', { name: /^Why/ }).getAttribute('aria-invalid')).toBe('true');
  expect(platform.sent(PREVIEW)).toEqual([]);
});

test('an open preview is listed with who made it and why, and is ended with a reason', async () => {
  const { user } = await makeLink();
  await user.click((await screen.findAllByRole('button', { name: 'Close' }))[0] as HTMLElement);
  const list = await screen.findByRole('region', { name: 'Open previews' });
  expect(list.textContent).toContain('finance@0.7.0');
  expect(list.textContent).toContain('for Paul');
  await user.click(screen.getByRole('button', { name: 'End preview of finance 0.7.0' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End the preview of finance 0.7.0' }));
  await user.type(dialog.getByRole('textbox'), 'seen');
  await user.click(dialog.getByRole('button', { name: 'End preview' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Open previews' })).toBeNull());
  expect(platform.sent('POST /registry/end-preview')).toEqual([
    { id: '3f9a2c41d05b62f1', why: 'seen', expectedEpoch: 7 },
  ]);
});
