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

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
/** Something on the way changes the address. */
let tampered = false;

beforeAll(() => startScreens(remote));
beforeEach(() => {
  signIn();
  tampered = false;
  fakeExchange({
    'GET /currency/lists_deposit': { list: coins },
    'GET /currency/lists_deposit_detail': ({ form }: { form: URLSearchParams }) => {
      const [found] = coins.filter(({ id, subName }) => `${id}` === form.get('id') && subName === form.get('subName'));
      const [chain, address] =
        found?.subName === 'Bitcoin'
          ? (['bitcoin', BITCOIN] as const)
          : (['tron', tampered ? `${TRON}x` : TRON] as const);
      return { ...found, chain, address, uri: address, confirmations: 2, notes: [] };
    },
  });
});
afterEach(cleanup);

const open = (query: string) => showScreen(<ReceivePage />, `/pages/fund/receive${query}`);

test('without a wish the usual coin comes first', async () => {
  open('');
  expect(await screen.findByText(TRON)).toBeTruthy();
});

test('a link to a coin shows its address, on a network that is open', async () => {
  open('?currency_id=1');
  expect(await screen.findByText(BITCOIN)).toBeTruthy();
});

test.each([
  ['a coin that takes no deposits', '?currency_id=7'],
  ['a coin whose networks are all paused', '?currency_id=5'],
])('%s shows a notice, no other address, and offers the coins that do', async (_, query) => {
  const { user } = open(query);
  expect(await screen.findByText('This coin cannot be deposited')).toBeTruthy();
  expect(screen.queryByText(new RegExp(`${BITCOIN}|${TRON}`))).toBeNull();
  expect(screen.queryByRole('button', { name: 'SOL' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'BTC' }));
  expect(await screen.findByText(BITCOIN)).toBeTruthy();
});

test.each(['?currency_id=abc', '?currency_id=', '?currency_id=3.5'])(
  'a link that names no coin, %s, says so and shows the address of none',
  async (query) => {
    const { user } = open(query);
    expect(await screen.findByText('This link is not complete')).toBeTruthy();
    expect(screen.queryByText(TRON)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'BTC' }));
    expect(await screen.findByText(BITCOIN)).toBeTruthy();
  },
);

test('an address whose check digits are wrong is not shown, nor is its QR code', async () => {
  tampered = true;
  open('?currency_id=3');
  expect(await screen.findByText('The address could not be verified')).toBeTruthy();
  expect(screen.queryByText(new RegExp(TRON))).toBeNull();
  expect(screen.queryByRole('img', { name: 'QR code of the deposit address' })).toBeNull();
});

test('minimum and confirmations stand beside the address', async () => {
  open('?currency_id=1');
  expect(await screen.findByText(BITCOIN)).toBeTruthy();
  expect(screen.getByText('0.001 BTC')).toBeTruthy();
  expect(screen.getByText('2 blocks')).toBeTruthy();
});
