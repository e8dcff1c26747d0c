// @vitest-environment jsdom
import { fakeExchange, showScreen, signIn, startScreens } from '@tessera/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import ReceivePage from './ReceivePage.tsx';

const coin = (id: number, name: string, subName: string, status: 'open' | 'suspended' = 'open') => ({
  id,
  name,
  subName,
  type: 'Chain',
  status,
  image: null,
  min_number: '0.001',
  scale: 8,
});

const coins = [
  coin(3, 'USDT', 'TRC20'),
  coin(1, 'BTC', 'Lightning', 'suspended'),
  coin(1, 'BTC', 'Bitcoin'),
  coin(5, 'SOL', 'Solana', 'suspended'),
];

beforeAll(() => startScreens(remote));
beforeEach(() => {
  signIn();
  fakeExchange({
    'GET /currency/lists_deposit': { list: coins },
    'GET /currency/lists_deposit_detail': ({ form }: { form: URLSearchParams }) => {
      const [found] = coins.filter(({ id, subName }) => `${id}` === form.get('id') && subName === form.get('subName'));
      return { ...found, address: `address-${found?.name}-${found?.subName}`, uri: 'uri', confirmations: 2, notes: [] };
    },
  });
});
afterEach(cleanup);

const open = (query: string) => showScreen(<ReceivePage />, `/pages/fund/receive${query}`);

test('without a wish the usual coin comes first', async () => {
  open('');
  expect(await screen.findByText('address-USDT-TRC20')).toBeTruthy();
});

test('a link to a coin shows its address, on a network that is open', async () => {
  open('?currency_id=1');
  expect(await screen.findByText('address-BTC-Bitcoin')).toBeTruthy();
});

test.each([
  ['a coin that takes no deposits', '?currency_id=7'],
  ['a coin whose networks are all paused', '?currency_id=5'],
])('%s shows a notice, no other address, and offers the coins that do', async (_, query) => {
  const { user } = open(query);
  expect(await screen.findByText('This coin cannot be deposited')).toBeTruthy();
  expect(screen.queryByText(/address-/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'SOL' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'BTC' }));
  expect(await screen.findByText('address-BTC-Bitcoin')).toBeTruthy();
});
