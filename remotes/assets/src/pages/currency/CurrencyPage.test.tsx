// @vitest-environment jsdom
import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { fakeExchange, showScreen, signIn, startScreens } from '@tessera/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import CurrencyPage from './CurrencyPage.tsx';

beforeAll(() => startScreens(remote));
beforeEach(() => {
  signIn();
  fakeExchange({ ...walletFixtures });
});
afterEach(cleanup);

test.each(['', '?currency_id=abc', '?currency_id=0'])(
  'a link without a currency (%s) says what is wrong',
  async (query) => {
    showScreen(<CurrencyPage />, `/pages/fund/assets_record${query}`);
    expect(await screen.findByText('This link is not complete')).toBeTruthy();
    expect(screen.queryByText('All balances here are hidden by the filter.')).toBeNull();
    expect(screen.getByRole('link', { name: 'Assets' })).toBeTruthy();
  },
);
