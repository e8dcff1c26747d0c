// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { card, onTheConsole, openConsole, openDialog, pass } from '../testing/open-console.tsx';
import { NOW, Platform } from '../testing/platform.ts';
import { changeOf, eventOf, healthOf } from '../testing/releases.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
});

const ROLLBACK = 'POST /registry/rollback';
const changes = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  dialog.findByRole('list', { name: 'What changes' }).then(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

test('one button ends a ramp, without waiting for the history, and the figures are the default reason', async () => {
  platform.reply('GET /registry/history', 'no response');
  platform.change('finance', {
    ramp: { version: '0.9.0', percent: 10, since: NOW, evidence: 40 },
    health: [healthOf('0.8.0', 1_000, 2), healthOf('0.9.0', 200, 10)],
  });
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  expect(await changes(dialog)).toBe('financefrom 0.9.0 at 10 % to 0.8.0');
  expect(dialog.getByText(/The ramp ends: its clients go back to the stable version/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Roll back' }));
  expect(await screen.findByText('Epoch 8: finance 0.8.0, 0.9.0 at 10 % → 0.8.0')).toBeDefined();
  expect(platform.sent(ROLLBACK)).toEqual([
    {
      name: 'finance',
      why: '0.9.0 fails for 5\u00a0% of 200 users (0.2\u00a0% on the version that stays)',
      expectedEpoch: 7,
    },
  ]);
  await waitFor(async () => expect((await card('finance')).queryByText(/Clients that get/)).toBeNull());
});

test('a promoted version is replaced by the previous one, with the typed reason', async () => {
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  expect(await changes(dialog)).toBe('financefrom 0.8.0 to 0.7.0');
  const why = dialog.getByLabelText<HTMLTextAreaElement>('Reason');
  expect(why.value).toBe('0.8.0 is taken back');
  await user.clear(why);
  await user.click(dialog.getByRole('button', { name: 'Roll back' }));
  expect(dialog.getByText('Enter a reason. It is kept in the history.')).toBeDefined();
  await user.type(why, 'draws do not load');
  await user.click(dialog.getByRole('button', { name: 'Roll back' }));
  expect(await screen.findByText('Epoch 8: finance 0.8.0 → 0.7.0')).toBeDefined();
  expect(platform.sent(ROLLBACK)).toEqual([{ name: 'finance', why: 'draws do not load', expectedEpoch: 7 }]);
});

test('text typed while the history loads is kept', async () => {
  platform.reply('GET /registry/history', 'no response');
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  expect(dialog.getByRole('status', { name: 'Reading what comes back…' })).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Roll back' }).hasAttribute('disabled')).toBe(true);
  const why = dialog.getByLabelText<HTMLTextAreaElement>('Reason');
  await user.type(why, 'draws do not load');
  await pass(8_000);
  expect(await dialog.findByText(/The history could not be read/)).toBeDefined();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason')).toBe(why);
  expect(why.value).toBe('draws do not load');
});

test('a remote that was promoted once is removed, and the effect is explained', async () => {
  const dialog = await openDialog(openConsole(platform), 'markets', 'Roll back');
  expect(await changes(dialog)).toBe('marketsfrom 0.5.0 to nothing live');
  expect(dialog.getByText(/nothing of the remote will be live/)).toBeDefined();
});

test('a change older than the loaded history can still be undone', async () => {
  platform.events = Array.from({ length: 60 }, (_, index) =>
    eventOf(60 - index, { changes: [changeOf('markets', '0.4.0', '0.5.0')] }),
  );
  const dialog = await openDialog(openConsole(platform), 'finance', 'Roll back');
  expect(await changes(dialog)).toBe('financefrom 0.8.0 to the version before');
  expect(dialog.getByText(/lies too far back to be shown here/)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Roll back' }).hasAttribute('disabled')).toBe(false);
});

test('a history that fails to load does not block the rollback', async () => {
  platform.reply('GET /registry/history', 'no connection');
  const dialog = await openDialog(openConsole(platform), 'finance', 'Roll back');
  expect(await dialog.findByText(/The history could not be read/)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Roll back' }).hasAttribute('disabled')).toBe(false);
});

test('closing the dialog releases nothing', async () => {
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  await changes(dialog);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(platform.sent(ROLLBACK)).toEqual([]);
});
