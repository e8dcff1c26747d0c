import type { Output } from '../../kit/contract.ts';
import type { WalletContract } from './contract.ts';
import type { Account, AccountRecord, Holding } from './index.ts';
import { type Transfer, transferToWire } from './wire.ts';

const AT = Date.UTC(2026, 10, 20, 15);

export const holding = (changes: Partial<Holding> = {}): Holding => ({
  currency_id: 3,
  currency: 'USDT',
  name: 'Tether',
  kind: 'crypto',
  scale: 6,
  image: null,
  available: '120.5',
  frozen: '0',
  equivalent: '120.5',
  ...changes,
});

const bitcoin = (changes: Partial<Holding> = {}) =>
  holding({
    currency_id: 1,
    currency: 'BTC',
    name: 'Bitcoin',
    scale: 8,
    available: '0.5',
    equivalent: '30500',
    ...changes,
  });

const account = (id: Account['id'], type: Account['type'], currencies: Holding[], total: string): Account => ({
  id,
  type,
  total,
  available: total,
  frozen: '0',
  yesterday_earnings: '0',
  total_earnings: '0',
  currencies,
});

const empty = { available: '0', equivalent: '0' };

/** 120.5 USDT and half a bitcoin in the spot account, nothing in the others. */
const accounts: Account[] = [
  account(1, 'legal', [bitcoin(empty), holding(empty)], '0'),
  account(2, 'change', [bitcoin(), holding()], '30620.5'),
  account(3, 'lever', [bitcoin(empty), holding(empty)], '0'),
  account(4, 'micro', [bitcoin(empty), holding(empty)], '0'),
];

/** 12.5 USDT from the spot account to the fiat account. */
export const transfer = (changes: Partial<Transfer> = {}): Transfer => ({
  id: '71',
  currency_id: 3,
  currency: 'USDT',
  scale: 6,
  from: 'change',
  to: 'legal',
  amount: '12.5',
  at: AT,
  ...changes,
});

/** A transfer as the exchange sends it. */
export const wireTransfer = (changes: Partial<Transfer> = {}) => {
  const { id, currency, scale, at, ...input } = transfer(changes);
  return { id, currency, scale, at, ...transferToWire(input) };
};

/** The transfer on the side of its origin. */
export const accountRecord = (changes: Partial<AccountRecord> = {}): AccountRecord => ({
  id: '501',
  account: 'change',
  currency_id: 3,
  currency: 'USDT',
  scale: 6,
  kind: 'transfer',
  amount: '-12.5',
  frozen_amount: '0',
  balance: '120.5',
  reference: null,
  at: AT,
  journal: '301',
  lines: [
    { account: 'change', currency: 'USDT', scale: 6, amount: '-12.5', frozen_amount: '0' },
    { account: 'lever', currency: 'USDT', scale: 6, amount: '12.5', frozen_amount: '0' },
  ],
  ...changes,
});

/** A payment to another user, as the exchange sends it. */
export const wirePayment = (
  changes: Partial<Output<WalletContract['POST /wallet/zhuanzhan']>> = {},
): Output<WalletContract['POST /wallet/zhuanzhan']> => ({
  id: '12',
  direction: 'sent',
  name: 'B***n',
  account: 'ben@example.com',
  currency_id: 3,
  currency: 'USDT',
  scale: 6,
  number: '5',
  fee: '0',
  at: AT,
  ...changes,
});

const DAY = 86_400_000;
const TODAY = Date.UTC(2026, 10, 20);

const fundsOver = (days: 0 | 7 | 30, start: string, inflow: string, profit: string, ratio: string | null) => ({
  days,
  from: TODAY - days * DAY,
  start,
  inflow,
  outflow: '0',
  end: '30620.5',
  profit,
  ratio,
});

const firstPage = { page: 1, limit: 20 };

type Spending = Output<WalletContract['GET /wallet/spending']>;

/** Nothing keeps the user from buying. */
export const spending = (changes: Partial<Spending> = {}): Spending => ({
  kept: null,
  braked: null,
  order_limit: '1000000',
  over_limit: 'Above your limit of 1000000 USDT per order. Verify your identity to raise it',
  price: '1',
  ...changes,
});

export const walletFixtures = {
  'GET /currency/user_currency_list': {
    list: [{ currency_id: 3, currency: 'USDT', name: 'Tether', scale: 6, available: '120.5', frozen: '0' }],
  },
  'GET /wallet/spending': spending(),
  'POST /wallet/list': {
    total: '30620.5',
    total_btc: '0.50197541',
    yesterday_earnings: '0',
    total_earnings: '0',
    accounts,
    products: [{ product: 'spot_order', currency_id: 3, currency: 'USDT', amount: '50', equivalent: '50' }],
    at: AT,
  },
  'POST /wallet/detail': {
    currency_id: 3,
    currency: 'USDT',
    name: 'Tether',
    scale: 6,
    image: null,
    available: '120.5',
    frozen: '0',
    equivalent: '120.5',
    accounts: accounts.map(({ id, type }) => {
      const { available, frozen, equivalent } = holding(type === 'change' ? {} : empty);
      return { id, type, available, frozen, equivalent };
    }),
    deposits_open: true,
    withdrawals_open: true,
    symbols: ['BTC/USDT'],
  },
  'POST /wallet/legal_log': { list: [accountRecord()], ...firstPage, total: 1 },
  'GET /wallet/history': {
    list: [
      ...[28_000, 29_500, 29_120.5, 30_100, 30_000, 29_900].map((total, index) => ({
        at: TODAY - (5 - index) * DAY,
        total: String(total),
        flow: index === 3 ? '1000' : '0',
      })),
      { at: AT, total: '30620.5', flow: '0' },
    ],
  },
  'GET /wallet/profit': {
    periods: [
      fundsOver(0, '29900', '0', '720.5', '0.024096'),
      fundsOver(7, '28000', '1000', '1620.5', '0.055879'),
      fundsOver(30, '0', '31000', '-379.5', '-0.012241'),
    ],
    flows: [
      {
        id: '88',
        kind: 'deposit',
        currency: 'USDT',
        scale: 6,
        amount: '1000',
        price: '1',
        value: '1000',
        at: TODAY - 3 * DAY,
      },
    ],
    flows_total: 1,
    at: AT,
  },
  'GET /wallet/pnl': {
    list: [
      {
        currency: 'BTC',
        scale: 8,
        amount: '0.5',
        average_cost: '58000',
        cost: '29000',
        value: '31000',
        realised: '420.5',
        unrealised: '2000',
      },
      {
        currency: 'ETH',
        scale: 8,
        amount: '0',
        average_cost: null,
        cost: '0',
        value: '0',
        realised: '-12.25',
        unrealised: '0',
      },
    ],
    realised: '408.25',
    unrealised: '2000',
  },
  'POST /wallet/statement': { path: `/api/statements/${'s'.repeat(43)}`, until: AT + 120_000 },
  'POST /wallet/change': wireTransfer(),
  'POST /wallet/way/begin': { approval: { passkey: null, totp: true, code: null, factor_from: null } },
  'POST /wallet/zhuanzhan/begin': {
    name: 'B***n',
    fee: '0',
    limit: '50000',
    used: '120',
    approval: { passkey: null, totp: true, code: null, factor_from: null },
  },
  'POST /wallet/zhuanzhan': wirePayment(),
  'GET /wallet/zhuanzhan/list': {
    list: [
      wirePayment(),
      wirePayment({
        id: '11',
        direction: 'received',
        name: 'C***a',
        account: '******21',
        number: '40',
        at: AT - 3_600_000,
      }),
    ],
    ...firstPage,
    total: 2,
  },
  'GET /wallet/transferable': { available: '120.5', held: '0', transferable: '120.5' },
  'GET /wallet/hzhistory': { list: [wireTransfer()], ...firstPage, total: 1 },
} satisfies { readonly [K in keyof WalletContract]: Output<WalletContract[K]> };
