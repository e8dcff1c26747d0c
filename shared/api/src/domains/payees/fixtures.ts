import type { Output } from '../../kit/contract.ts';
import type { PayeesContract } from './contract.ts';

type Network = Output<PayeesContract['GET /user/wallet/networks']>['list'][number];
type WireAddress = Output<PayeesContract['POST /user/wallet/save']>;

/** A network as the exchange lists it. */
export const payoutNetwork = (changes: Partial<Network> = {}): Network => ({
  currency_id: 3,
  currency: 'USDT',
  scale: 6,
  network: 'TRC20',
  chain: 'tron',
  token: { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 },
  fee: '1',
  min_number: '10',
  open: true,
  ...changes,
});

/** USDT on Ethereum. */
export const ERC20 = {
  network: 'ERC20',
  chain: 'ethereum',
  token: { contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
  fee: '5',
  min_number: '20',
} as const satisfies Partial<Network>;

/** A saved address, as the exchange sends it. */
export const savedAddress = (changes: Partial<WireAddress> = {}): WireAddress => ({
  id: '7',
  currency_id: 3,
  currency: 'USDT',
  name: 'Cold wallet',
  tag: 'Own',
  address: 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy',
  qrcode: '/api/uploads/AAAAAAAAAAAAAAAAAAAAAA.jpg',
  network: 'TRC20',
  chain: 'tron',
  created_at: Date.UTC(2026, 10, 18, 15),
  usable_at: Date.UTC(2026, 10, 19, 15),
  ...changes,
});

const card = {
  id: '4',
  real_name: 'Ada Lovelace',
  card_last4: '3000',
  bank_name: 'Commerzbank',
  province_city: 'Berlin',
  branch: 'Mitte',
  phone: '+49 30 1234567',
  created_at: Date.UTC(2026, 10, 18, 15),
  usable_at: Date.UTC(2026, 10, 19, 15),
};
const internationalCard = {
  ...card,
  id: '5',
  bank_network: 'SWIFT',
  swift_code: 'COBADEFF',
  aba_number: null,
  cardholder_address: 'Unter den Linden 1, Berlin',
};

export const payeesFixtures = {
  'GET /user/wallet/networks': {
    list: [
      payoutNetwork(),
      payoutNetwork(ERC20),
      payoutNetwork({
        currency_id: 1,
        currency: 'BTC',
        scale: 8,
        network: 'BTC',
        chain: 'bitcoin',
        token: null,
        fee: '0.0001',
        min_number: '0.0005',
      }),
      payoutNetwork({
        currency_id: 1006,
        currency: 'EUR',
        scale: 2,
        network: 'BANK',
        chain: null,
        token: null,
        fee: '1',
        min_number: '10',
      }),
      payoutNetwork({
        currency_id: 1006,
        currency: 'EUR',
        scale: 2,
        network: 'SWIFT',
        chain: null,
        token: null,
        fee: '25',
        min_number: '100',
      }),
    ],
  },
  'POST /user/wallet/save': savedAddress(),
  'GET /user/wallet/list': { list: [savedAddress()], page: 1, limit: 20, total: 1 },
  'POST /user/wallet/delete': {},
  'GET /user/wallet/whitelist': { on: false, off_at: null, hours: 24 },
  'POST /user/wallet/whitelist/begin': { passkey: null, totp: true, code: null, factor_from: null },
  'POST /user/wallet/whitelist': { on: true, off_at: null, hours: 24 },
  'POST /user/cash_save': card,
  'POST /user/cash_save_international': internationalCard,
  'POST /user/cash_info': { list: [card] },
  'POST /user/cash_info_international': { list: [internationalCard] },
  'POST /user/cash_delete': {},
} satisfies { readonly [K in keyof PayeesContract]: Output<PayeesContract[K]> };
