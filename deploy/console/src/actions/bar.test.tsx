// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { onTheConsole, openConsole } from '../testing/open-console.tsx';
import { Platform } from '../testing/platform.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
  platform.status = {
    ...platform.status,
    bar: { shown: ['markets', 'trading', 'finance', 'assets'], hidden: ['nft'] },
  };
});

test('the bottom bar is arranged: a tab goes, another comes, one moves, and the reason is sent along', async () => {
  const user = openConsole(platform);
  expect(await screen.findByText('Home, markets, trading, finance, assets')).toBeDefined();
  expect(screen.getByText('Not shown: nft')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Arrange the bottom bar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Bottom bar' }));
  const confirm = () => dialog.getByRole('button', { name: 'Arrange' });
  expect(confirm()).toHaveProperty('disabled', true);
  // Four remotes are the most.
  expect(dialog.getByRole('button', { name: 'Add nft' })).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('button', { name: 'Leave finance out' }));
  await user.click(dialog.getByRole('button', { name: 'Add nft' }));
  await user.click(dialog.getByRole('button', { name: 'Move trading one place earlier' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'works are new');
  await user.click(confirm());
  expect(await screen.findByText('Home, trading, markets, assets, nft')).toBeDefined();
  expect(platform.sent('POST /registry/tabs')).toEqual([
    { tabs: ['trading', 'markets', 'assets', 'nft'], why: 'works are new', expectedEpoch: 7 },
  ]);
});
