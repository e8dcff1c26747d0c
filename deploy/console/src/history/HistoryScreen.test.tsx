// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { onTheConsole, openConsole } from '../testing/open-console.tsx';
import { Platform, rejection } from '../testing/platform.ts';
import { changeOf, eventOf } from '../testing/releases.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
});

const REVERT = 'POST /registry/revert';
const entries = async () => {
  await screen.findAllByText(/^Epoch \d+$/);
  return screen.getAllByText(/^Epoch \d+$/).map(({ textContent }) => textContent);
};
const entry = async (epoch: number) => within((await screen.findByText(`Epoch ${epoch}`)).closest('li') as HTMLElement);

describe('the history', () => {
  test('shows when, who, what and why of every event, and what was overridden', async () => {
    platform.events = [
      eventOf(7, { kind: 'halt', who: 'registry', why: '0.9.0 failed for 6 of 41 clients' }),
      eventOf(6, {
        who: 'olga@tessera.example',
        why: 'no links to it exist',
        forced: ['route_dropped: /pages/ieo/index leads nowhere'],
        changes: [changeOf('(host)', '0.8.0', '0.9.0'), changeOf('nft', null, '0.9.0')],
      }),
      eventOf(5, { kind: 'renamed', why: '', changes: [] }),
      eventOf(4, { kind: 'rollback', warnings: ['link_dead: The backend links to /pages/nft/nft'] }),
    ];
    openConsole(platform, 'history');
    const halted = await entry(7);
    expect(halted.getByText('Halted automatically')).toBeDefined();
    expect(halted.getByText('registry')).toBeDefined();
    expect(halted.getByText('0.9.0 failed for 6 of 41 clients')).toBeDefined();
    expect(halted.getByText('2026-11-21 12:07:00 UTC')).toBeDefined();
    expect(halted.getByText('In force')).toBeDefined();
    expect(halted.queryByRole('button')).toBeNull();
    const forced = await entry(6);
    expect(forced.getByText('olga@tessera.example')).toBeDefined();
    expect(forced.getByText('Overrode a rejection')).toBeDefined();
    expect(forced.getByText('route_dropped: /pages/ieo/index leads nowhere')).toBeDefined();
    const changed = within(forced.getByRole('list', { name: 'What changes' })).getAllByRole('listitem');
    expect(changed.map(({ textContent }) => textContent)).toEqual([
      'Hostfrom 0.8.0 to 0.9.0',
      'nftfrom nothing live to 0.9.0',
    ]);
    const unknown = await entry(5);
    expect([unknown.getByText('renamed'), unknown.getByText('Nothing changed')]).toHaveLength(2);
    expect(unknown.getByText('No reason given')).toBeDefined();
    const warned = await entry(4);
    expect(warned.getByText('A warning')).toBeDefined();
    expect(warned.getByText('link_dead: The backend links to /pages/nft/nft')).toBeDefined();
    expect(warned.queryByText(/^Overrode/)).toBeNull();
  });

  test('can be filtered by remote', async () => {
    const user = openConsole(platform, 'history');
    expect(await entries()).toEqual(['Epoch 7', 'Epoch 6']);
    await user.click(screen.getByRole('button', { name: 'markets' }));
    expect(await entries()).toEqual(['Epoch 6']);
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(await entries()).toEqual(['Epoch 7', 'Epoch 6']);
  });

  test('loads older events on demand, up to the limit of the registry', async () => {
    const rare = changeOf('markets', '0.4.0', '0.5.0');
    platform.events = Array.from({ length: 1_100 }, (_, index) =>
      eventOf(1_100 - index, index % 90 === 0 ? { changes: [rare] } : {}),
    );
    const user = openConsole(platform, 'history');
    await user.click(await screen.findByRole('button', { name: 'markets' }));
    expect(await entries()).toEqual(['Epoch 1100']);
    for (const [oldest, count] of [
      [920, 3],
      [380, 9],
      [110, 12],
    ] as const) {
      await user.click(screen.getByRole('button', { name: 'Show older events' }));
      expect(await screen.findByText(`Epoch ${oldest}`)).toBeDefined();
      expect(await entries()).toHaveLength(count);
    }
    expect(screen.queryByRole('button', { name: 'Show older events' })).toBeNull();
    expect(screen.getByText(/npm run tessera -- history --limit/)).toBeDefined();
    const limits = platform.calls.filter(({ key }) => key.endsWith('/history')).map(({ query }) => query);
    expect(new Set(limits)).toEqual(new Set(['?limit=50', '?limit=200', '?limit=800', '?limit=1000']));
  });

  test('that is complete has no older events', async () => {
    openConsole(platform, 'history');
    await entries();
    expect(screen.queryByRole('button', { name: 'Show older events' })).toBeNull();
  });

  test('that fails to load can be retried', async () => {
    platform.reply('GET /registry/history', rejection(500, 'store_damaged', 'ReleaseEvent 3 is cut off.'));
    const user = openConsole(platform, 'history');
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByText('The history did not load')).toBeDefined();
    expect(within(notice).getByText('ReleaseEvent 3 is cut off.')).toBeDefined();
    platform.recover();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await entries()).toHaveLength(2);
  });
});

describe('reverting to an epoch', () => {
  test('shows the changes, and applies them', async () => {
    platform.difference = [
      changeOf('(host)', '0.9.0', '0.8.0'),
      changeOf('finance', '0.8.0', '0.7.0, 0.8.0 at 10 %'),
      changeOf('markets', '0.5.0', '0.5.0, 0.6.0 at 10 %'),
    ];
    const user = openConsole(platform, 'history');
    await user.click(await screen.findByRole('button', { name: 'Revert to epoch 6' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revert to epoch 6?' }));
    expect((await dialog.findByRole('list', { name: 'What changes' })).textContent).toBe('financefrom 0.8.0 to 0.7.0');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Back to what was live in epoch 6');
    await user.click(dialog.getByRole('button', { name: 'Revert to epoch 6' }));
    expect(await screen.findByText('Epoch 8: finance 0.8.0 → 0.7.0')).toBeDefined();
    expect(platform.sent(REVERT)).toEqual([{ epoch: 6, why: 'Back to what was live in epoch 6', expectedEpoch: 7 }]);
    expect(platform.calls.find(({ key }) => key === 'GET /registry/diff')?.query).toBe('?from=7&to=6');
    expect(await entries()).toEqual(['Epoch 8', 'Epoch 7', 'Epoch 6']);
  });

  test('that changes nothing is not offered', async () => {
    platform.difference = [changeOf('(host)', '0.9.0', '0.8.0')];
    const user = openConsole(platform, 'history');
    await user.click(await screen.findByRole('button', { name: 'Revert to epoch 6' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/What was live then is live now/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Revert to epoch 6' }).hasAttribute('disabled')).toBe(true);
  });

  test('is disabled while its comparison fails to load, and can be retried', async () => {
    platform.difference = [changeOf('finance', '0.8.0', '0.7.0')];
    platform.reply('GET /registry/diff', 'no connection');
    const user = openConsole(platform, 'history');
    await user.click(await screen.findByRole('button', { name: 'Revert to epoch 6' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('The comparison did not load')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Revert to epoch 6' }).hasAttribute('disabled')).toBe(true);
    platform.recover();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('list', { name: 'What changes' })).toBeDefined();
  });

  test('that the rules reject cannot be overridden', async () => {
    platform.difference = [changeOf('finance', '0.8.0', '0.7.0')];
    platform.reply(REVERT, rejection(422, 'value_invalid', 'finance@0.7.0 was pruned.'));
    const user = openConsole(platform, 'history');
    await user.click(await screen.findByRole('button', { name: 'Revert to epoch 6' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('list', { name: 'What changes' });
    await user.click(dialog.getByRole('button', { name: 'Revert to epoch 6' }));
    expect(await dialog.findByText('finance@0.7.0 was pruned.')).toBeDefined();
    expect(dialog.queryByLabelText('Why override it?')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Revert to epoch 6' }).hasAttribute('disabled')).toBe(true);
  });
});
