import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { sum } from '@tessera/money';
import { expect, test } from 'vitest';
import { byAccount, byCurrency } from './allocation.ts';

const wallets = walletFixtures['POST /wallet/list'];
const mined = { product: 'mining' as const, currency_id: 3, currency: 'USDT', amount: '100', equivalent: '100' };

test('by currency and by account, the parts are the whole: what orders hold is counted once', () => {
  const funds = { ...wallets, products: [...wallets.products, mined] };
  for (const shares of [byCurrency(funds), byAccount(funds)]) {
    expect(sum(shares.map(({ value }) => value))).toBe('30720.5');
    expect(Number(sum(shares.map(({ ratio }) => ratio)))).toBeCloseTo(1, 12);
  }
  expect(byCurrency(funds).map(({ name, value }) => [name, value])).toEqual([
    ['BTC', '30500'],
    ['USDT', '220.5'],
  ]);
  expect(byAccount(funds).map(({ name }) => name)).toEqual(['account.change', 'product.mining']);
});

test('of nothing there are no parts', () => {
  expect(byCurrency({ accounts: [], products: [] })).toEqual([]);
});
