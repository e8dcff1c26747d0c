// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { card, onTheConsole, openConsole, openDialog } from '../testing/open-console.tsx';
import { NOW, Platform, rejection } from '../testing/platform.ts';
import { changeOf, healthOf, versionOf } from '../testing/releases.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
});

const ROLLBACK = 'POST /registry/rollback';
const changes = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  dialog.findByRole('list', { name: 'What changes' }).then(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

test('one button ends a ramp, and the figures are the default reason', async () => {
  platform.change('finance', {
    undo: { to: '0.8.0' },
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
      to: '0.8.0',
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
  expect(platform.sent(ROLLBACK)).toEqual([
    { name: 'finance', to: '0.7.0', why: 'draws do not load', expectedEpoch: 7 },
  ]);
});

test('links of the backend that lead nowhere then are told of, and do not keep it from being made', async () => {
  const warnings = [
    'link_dead: The backend links to /pages/nft/nft',
    'link_dead: The backend links to /pages/nft/mine',
  ];
  platform.reply(ROLLBACK, {
    status: 200,
    body: { epoch: 8, changes: [changeOf('finance', '0.8.0', '0.7.0')], warnings },
  });
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  await changes(dialog);
  await user.click(dialog.getByRole('button', { name: 'Roll back' }));
  expect(
    await screen.findByText('Epoch 8: finance 0.8.0 → 0.7.0. 2 links of the backend do not work now: see the history.'),
  ).toBeDefined();
});

test('a remote that was promoted once is removed, and the effect is explained', async () => {
  const dialog = await openDialog(openConsole(platform), 'markets', 'Roll back');
  expect(await changes(dialog)).toBe('marketsfrom 0.5.0 to nothing live');
  expect(dialog.getByText(/nothing of the remote will be live/)).toBeDefined();
});

test('a remote that was rolled back goes further back only to a version that is named', async () => {
  platform.change('finance', { undo: null });
  platform.versions = [
    versionOf('0.9.0', { withdrawn: { epoch: 6, kind: 'halt', who: 'registry', why: 'it fails' } }),
    versionOf('0.8.0', { live: 'stable', wasStable: true }),
    versionOf('0.7.0', {
      wasStable: true,
      withdrawn: { epoch: 5, kind: 'rollback', who: 'ada', why: 'draws do not load' },
    }),
    versionOf('0.6.0', { wasStable: true }),
  ];
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  expect(dialog.getByText(/was a rollback, a revert or a halt already/)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Roll back' }).hasAttribute('disabled')).toBe(true);
  expect((await dialog.findAllByRole('radio')).length).toBe(2);
  expect(dialog.getByText('Withdrawn in epoch 5 by ada: draws do not load')).toBeDefined();
  await user.click(dialog.getByRole('radio', { name: /0\.6\.0/ }));
  expect(await changes(dialog)).toBe('financefrom 0.8.0 to 0.6.0');
  await user.click(dialog.getByRole('button', { name: 'Roll back' }));
  expect(await screen.findByText('Epoch 8: finance 0.8.0 → 0.6.0')).toBeDefined();
  expect(platform.sent(ROLLBACK)).toMatchObject([{ name: 'finance', to: '0.6.0', expectedEpoch: 7 }]);
});

test('a withdrawn version comes back only with a separate reason', async () => {
  const reasons = [{ code: 'version_withdrawn', message: 'finance@0.7.0 was rolled back in epoch 5 by ada' }];
  platform.reply(ROLLBACK, rejection(422, 'incompatible', 'The rollback is rejected', reasons));
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  await user.click(dialog.getByRole('button', { name: 'Roll back' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('finance@0.7.0 was rolled back in epoch 5');
  platform.recover();
  await user.type(dialog.getByLabelText('Why override it?'), 'the backend was the cause');
  await user.click(dialog.getByRole('button', { name: 'Roll back anyway' }));
  expect(await screen.findByText('Epoch 8: finance 0.8.0 → 0.7.0')).toBeDefined();
  expect(platform.sent(ROLLBACK).at(-1)).toMatchObject({ to: '0.7.0', force: true });
});

test('another version than the last one can be chosen', async () => {
  platform.versions = [...platform.versions, versionOf('0.6.0', { wasStable: true })];
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  await user.click(dialog.getByRole('button', { name: 'Go back to another version…' }));
  await user.click(await dialog.findByRole('radio', { name: /0\.6\.0/ }));
  await user.click(dialog.getByRole('button', { name: 'Roll back' }));
  expect(await screen.findByText('Epoch 8: finance 0.8.0 → 0.6.0')).toBeDefined();
});

test('closing the dialog releases nothing', async () => {
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  await changes(dialog);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(platform.sent(ROLLBACK)).toEqual([]);
});

test('of compromised code the page says what was reachable, for how many users, and since when', async () => {
  platform.change('finance', { health: [healthOf('0.8.0', 1_000, 2), healthOf('0.7.0', 20, 0)] });
  const user = openConsole(platform);
  const dialog = await openDialog(user, 'finance', 'Roll back');
  await user.click(dialog.getByRole('checkbox', { name: /Its code may have done harm/ }));
  await user.click(dialog.getByRole('button', { name: 'Roll back' }));
  const after = within(
    await screen.findByRole('dialog', { name: 'finance is rolled back. What its code could reach' }),
  );
  expect(platform.sent(ROLLBACK)).toMatchObject([{ name: 'finance', compromised: true }]);
  expect(after.getByText(/Pages reported 1,020 users/).textContent).toContain('UTC');
  const listed = (name: string | RegExp) =>
    within(after.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(listed(/What its code could reach/)).toEqual([
    expect.stringMatching(/^The session: /),
    expect.stringMatching(/^Storage of the origin: /),
    expect.stringMatching(/^What other remotes show/),
  ]);
  expect(listed(/What happens now/)).toEqual([
    expect.stringContaining('clears caches and storage'),
    expect.stringContaining('ends the sessions of users and staff'),
    expect.stringMatching(
      /passkeys, authenticators, recovery codes, payment passwords, saved addresses and cards; of members of staff, factors and recovery codes.*taken_out.*mailed/,
    ),
    expect.stringMatching(/^Withdrawals .* pause for a day/),
  ]);
  expect(listed(/not undone/)).toEqual([
    expect.stringMatching(/^Calls .*: withdrawals, payments, orders, follows, changes of staff/),
    expect.stringMatching(/^What was replaced or deleted: no factor and no password comes back, no whitelist/),
    expect.stringContaining('more than five minutes after the rollback'),
    expect.stringMatching(/^Members of staff who are left without a factor/),
    expect.stringContaining('only a preview link opened'),
    expect.stringMatching(/^Pages that stay open/),
  ]);
  await user.click(after.getByText('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
