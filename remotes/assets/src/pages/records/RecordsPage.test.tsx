// @vitest-environment jsdom
import { accountRecord, walletFixtures } from '@tessera/api/wallet/fixtures';
import { learnTime, pageOf, reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import RecordsPage from './RecordsPage.tsx';

const RECORDS = 'POST /wallet/legal_log';
const NOW = Date.UTC(2026, 10, 21, 12, 0, 30);

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});
const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => walletFixtures,
});
afterEach(() => {
  vi.restoreAllMocks();
});

const open = () => showScreen(<RecordsPage />, '/pages/fund/assets_all_record');
const asked = () => exchange.of(RECORDS).map(({ form }) => Object.fromEntries(form));

test('a record shows the change, its amount and the balance after it', async () => {
  open();
  const day = within(await screen.findByRole('list', { name: 'Transactions, Nov 20, 2026' }));
  const [row] = day.getAllByRole('listitem');
  expect(row?.textContent).toMatch(/^Transfer between accountsSpot → Margin · .*-12\.5 USDTBalance 120\.5$/);
  expect(asked()).toEqual([{ lang: 'en', page: '1', limit: '20' }]);
});

test('a tap on a record shows how the balance follows from it', async () => {
  const { user } = open();
  await user.click(await screen.findByText('Transfer between accounts'));
  const sheet = within(screen.getByRole('dialog', { name: 'Account entry' }));
  expect(sheet.getByText('Moved 12.5 USDT from Spot to Margin')).toBeTruthy();
  expect(sheet.getByText('Balance after = Balance before + Change')).toBeTruthy();
  expect(sheet.getByText('133 USDT + (-12.5 USDT) = 120.5 USDT')).toBeTruthy();
});

test('the detail has the journal behind the record: every line of the user and the other side, zero in all', async () => {
  const lines = [
    { account: 'change', currency: 'BTC', scale: 8, amount: '0.00536', frozen_amount: '0' },
    { account: 'change', currency: 'USDT', scale: 6, amount: '0', frozen_amount: '-499.99' },
  ];
  const bought = accountRecord({
    kind: 'trade_buy',
    currency: 'BTC',
    scale: 8,
    amount: '0.00536',
    journal: '77',
    lines,
  });
  exchange.change({ [RECORDS]: pageOf([bought]) });
  const { user } = open();
  await user.click(await screen.findByText('Bought'));
  const sheet = within(screen.getByRole('dialog', { name: 'Account entry' }));
  expect(sheet.getByText('Bought 0.00536 BTC for 499.99 USDT')).toBeTruthy();
  const rows = sheet.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
  expect(rows).toEqual(
    expect.arrayContaining([
      'Journal no. 77',
      'Spot +0.00536 BTC',
      'Spot, on hold -499.99 USDT',
      'Counterparty (BTC) -0.00536 BTC',
      'Counterparty (USDT) +499.99 USDT',
    ]),
  );
});

test('filters go to the exchange together, a period as the minute that it begins with', async () => {
  const { user } = open();
  await screen.findByText('Transfer between accounts');
  const choose = async (filter: RegExp, option: string) => {
    await user.click(screen.getByRole('button', { name: filter }));
    await user.click(await screen.findByRole('radio', { name: option }));
  };
  await choose(/^Account/, 'Spot');
  await choose(/^Currency/, 'USDT');
  await choose(/^Period/, 'Last 7 days');
  const week = Date.UTC(2026, 10, 14, 12);
  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({
      account: 'change',
      currency_id: '3',
      from: String(week),
      page: '1',
      limit: '20',
    }),
  );
});

test('entries of each day stand under it, and what is only put on hold says so', async () => {
  const held = accountRecord({ id: '502', kind: 'order_freeze', amount: '0', frozen_amount: '7', lines: [] });
  const before = accountRecord({ id: '400', kind: 'deposit', amount: '5', at: NOW - 3 * 86_400_000 });
  exchange.change({ [RECORDS]: pageOf([held, accountRecord(), before]) });
  open();
  await screen.findByText('Deposit');
  expect(screen.getAllByText(/^Nov \d+, 2026$/).map(({ textContent }) => textContent)).toEqual([
    'Nov 20, 2026',
    'Nov 18, 2026',
  ]);
  expect(screen.getByText('Held for an order').closest('li')?.textContent).toMatch(/7 USDTOn hold$/);
});

test('what leaves from what was on hold does not read as leaving twice', async () => {
  const rows = [
    accountRecord({ id: '604', kind: 'trade_buy', amount: '0', frozen_amount: '-980', balance: '20', lines: [] }),
    accountRecord({ id: '603', kind: 'order_freeze', amount: '-980', frozen_amount: '980', balance: '20', lines: [] }),
    accountRecord({ id: '602', kind: 'withdrawal', amount: '0', frozen_amount: '-100', balance: '1000', lines: [] }),
    accountRecord({ id: '601', kind: 'withdrawal', amount: '-100', frozen_amount: '100', balance: '1000', lines: [] }),
  ];
  exchange.change({ [RECORDS]: pageOf(rows) });
  open();
  await screen.findByText('Bought');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => /:\d\d(.*)$/.exec(textContent ?? '')?.[1])).toEqual([
    '0 USDTOn hold -980',
    '-980 USDTOn hold +980',
    '0 USDTOn hold -100',
    '-100 USDTOn hold +100',
  ]);
});

test('what the filters leave is taken along from the page itself', async () => {
  const { user } = open();
  await screen.findByText('Transfer between accounts');
  await user.click(screen.getByRole('button', { name: /^Period/ }));
  await user.click(await screen.findByRole('radio', { name: 'Last 7 days' }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Export' }));
  await user.click(sheet.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(exchange.sent('POST /wallet/statement')).toMatchObject({
      format: 'csv',
      from: String(Date.UTC(2026, 10, 14, 12)),
    }),
  );
});

test('a period counts from the time of the exchange, in the list and in what is taken along', async () => {
  const HOUR = 3_600_000;
  learnTime(NOW - 5 * HOUR);
  const { user } = open();
  await screen.findByText('Transfer between accounts');
  await user.click(screen.getByRole('button', { name: /^Period/ }));
  await user.click(await screen.findByRole('radio', { name: 'Last 24 hours' }));
  const from = String(Date.UTC(2026, 10, 20, 7));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ from }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(exchange.sent('POST /wallet/statement')).toMatchObject({ from }));
  learnTime(NOW);
});

test('more are read on demand, each record once', async () => {
  const all = Array.from({ length: 25 }, (_, index) =>
    accountRecord({ id: String(900 - index), amount: `${index + 1}` }),
  );
  exchange.change({
    [RECORDS]: ({ form }: { form: URLSearchParams }) => {
      const page = Number(form.get('page'));
      // A newer record came meanwhile: the last one of the first page is on the second again.
      return { list: page === 1 ? all.slice(0, 20) : all.slice(19), page, limit: 20, total: 25 };
    },
  });
  const { user } = open();
  expect(await screen.findAllByRole('listitem')).toHaveLength(20);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(25));
});

test('without records the page shows an empty state', async () => {
  exchange.change({ [RECORDS]: pageOf([]) });
  open();
  expect(await screen.findByText('No changes yet')).toBeTruthy();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('a failure shows the message of the exchange and a retry button', async () => {
  exchange.change({ [RECORDS]: reject('server_fault', 'Please come back later') });
  const { user } = open();
  expect(await screen.findByText('Please come back later')).toBeTruthy();
  exchange.change({ [RECORDS]: walletFixtures[RECORDS] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Transfer between accounts')).toBeTruthy();
});
