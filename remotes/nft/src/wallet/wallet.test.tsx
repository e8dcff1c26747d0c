// @vitest-environment jsdom
import { artworkDetail, nftFixtures } from '@tessera/api/nft/fixtures';
import { fakeExchange, showScreen, signIn, startScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../remote.tsx';
import WithdrawSheet from './WithdrawSheet.tsx';

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

beforeAll(() => startScreens(remote));
beforeEach(() => {
  fakeExchange(nftFixtures);
  signIn({ hasPayPassword: true });
});

test('a payment link leaves its address; one that asks for more is refused with the part that does', async () => {
  const sheet = <WithdrawSheet work={artworkDetail()} onDone={() => undefined} onClose={() => undefined} />;
  const { user } = showScreen(sheet, '/pages/nft/myWork');
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Wallet address' });
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
  await user.click(address);
  await user.paste(`ethereum:${WALLET}@1`);
  expect([address.value, next.disabled]).toEqual([WALLET, false]);
  await user.clear(address);
  await user.paste(`ethereum:${WALLET}@137`);
  expect(screen.getByText(/something other than a payment on Ethereum: “@137”/)).toBeTruthy();
  expect(next.disabled).toBe(true);
  await user.clear(address);
  await user.paste('0x12');
  expect(screen.getByText(/An address starts with 0x/)).toBeTruthy();
});
