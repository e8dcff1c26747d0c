import type { Output } from '../../kit/contract.ts';
import type { QuickbuyContract } from './contract.ts';
import { BUY_COUNTRIES, BUY_METHODS } from './rules.ts';

type Order = Output<QuickbuyContract['GET /quickbuy/order']>;
type Staff = Output<QuickbuyContract['GET /staff/quickbuy']>;
type Bank = NonNullable<Order['bank']>;

const NOON = Date.UTC(2026, 10, 20, 12);

export const buyBank: Bank = {
  account_name: 'Tessera Payments Ltd',
  iban: 'GB29NWBK60161331926819',
  account_number: '31926819',
  beneficiary_country: 'GB',
  swift: 'NWBKGB2L',
  bank_name: 'National Westminster Bank',
  bank_address: '1 Princes Street, London',
};

/** An order that waits for a bank transfer. */
export const buyOrder = (changes: Partial<Order> = {}): Order => ({
  id: '61',
  reference: '7K2M9QX4WD',
  currency_id: 3,
  currency: 'USDT',
  scale: 6,
  fiat: 'USD',
  country: 'US',
  amount: '500',
  method: 'bank_transfer',
  rate: '1',
  fee_rate: '0.005',
  fee: '2.5',
  net: '497.5',
  price: '1',
  fixed: true,
  receive: '497.5',
  least: '497.5',
  brings: null,
  credited: null,
  status: 'to_be_paid',
  cause: null,
  late: false,
  reason: null,
  payer: 'Ada Lovelace',
  bank: buyBank,
  demonstration: false,
  takes_voucher: true,
  has_voucher: false,
  created_at: NOON,
  pay_by: NOON + 86_400_000,
  timeline: [{ status: 'to_be_paid', at: NOON }],
  ...changes,
});

const methodOf = (method: (typeof BUY_METHODS)[number]) => ({
  method,
  countries: [...BUY_COUNTRIES],
  fiats: ['USD', 'EUR', 'THB', 'VND', 'PHP'],
  fee_rate: method === 'bank_transfer' ? '0.005' : '0.025',
  min: '20',
  max: '20000',
  pay_within: method === 'bank_transfer' ? 1440 : 60,
});

const staff: Staff = {
  checkout: false,
  methods: BUY_METHODS.map((method) => ({
    ...methodOf(method),
    provider: method === 'bank_transfer' ? ('bank' as const) : ('checkout' as const),
    open: true,
  })),
  accounts: [{ id: 1, fiat: 'USD', ...buyBank, demonstration: false, open: true }],
};

export const quickbuyFixtures = {
  'GET /quickbuy/terms': {
    country: 'US',
    countries: [...BUY_COUNTRIES],
    currencies: [
      { currency_id: 3, currency: 'USDT', scale: 6, price: '1' },
      { currency_id: 1, currency: 'BTC', scale: 8, price: '60000' },
    ],
    fiats: [
      { fiat: 'USD', rate: '1', rate_at: NOON },
      { fiat: 'THB', rate: '32.4', rate_at: NOON },
    ],
    methods: BUY_METHODS.map((method) => ({
      ...methodOf(method),
      unavailable: method === 'bank_transfer' ? null : ('not_configured' as const),
      banks: method === 'bank_transfer' ? [{ bank_id: 1, bank_name: buyBank.bank_name, fiat: 'USD' }] : [],
    })),
    limit: '20000',
    left: '20000',
    // As the backend masks it.
    verified_name: 'A***e',
    email: 'ada@example.com',
  },
  'POST /quickbuy/quote': {
    quote_id: '2b0a7a4e-7c2f-4b58-9a4e-3b8f8b1f9a10',
    amount: '500',
    rate: '1',
    fee_rate: '0.005',
    fee: '2.5',
    net: '497.5',
    price: '1',
    fixed: true,
    receive: '497.5',
    least: '497.5',
    at: NOON,
    valid_until: NOON + 60_000,
  },
  'POST /quickbuy/order': buyOrder(),
  'GET /quickbuy/order': buyOrder(),
  'GET /quickbuy/orders': {
    list: [buyOrder(), buyOrder({ id: '60', status: 'successful', credited: '497.5', takes_voucher: false })],
    page: 1,
    limit: 10,
    total: 2,
  },
  'POST /quickbuy/order/voucher': buyOrder({ status: 'under_review', takes_voucher: false, has_voucher: true }),
  'POST /quickbuy/order/cancel': buyOrder({ status: 'cancelled', cause: 'user', takes_voucher: false }),
  'POST /quickbuy/order/checkout': { url: 'https://checkout.example/c/pay/cs_1' },
  'GET /staff/quickbuy': staff,
  'POST /staff/quickbuy/method': staff,
  'POST /staff/quickbuy/account': staff,
  'POST /staff/quickbuy/late': { id: '61' },
} satisfies { readonly [K in keyof QuickbuyContract]: Output<QuickbuyContract[K]> };
