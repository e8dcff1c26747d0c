import type { Output } from '../../kit/contract.ts';
import type { DepositsContract } from './contract.ts';

type WireCoin = Output<DepositsContract['GET /currency/lists_deposit']>['list'][number];
type WireClaim = Output<DepositsContract['POST /wallet/charge_req']>;

/** A coin as the exchange lists it. */
export const depositCoin = (changes: Partial<WireCoin> = {}): WireCoin => ({
  id: 3,
  name: 'USDT',
  subName: 'TRC20',
  type: 'Chain',
  status: 'open',
  image: null,
  min_number: '10',
  scale: 6,
  ...changes,
});

/** A claim that waits for its review, as the exchange sends it. */
export const depositClaim = (changes: Partial<WireClaim> = {}): WireClaim => ({
  id: '31',
  currency_id: 3,
  currency: 'USDT',
  type: 'TRC20',
  amount: '250',
  credited: null,
  status: 'pending',
  txid: null,
  voucher: '/api/uploads/AAAAAAAAAAAAAAAAAAAAAA.png',
  reason: null,
  created_at: Date.UTC(2026, 10, 20, 15),
  reviewed_at: null,
  ...changes,
});

type WireOnChain = Output<DepositsContract['GET /recharge/chain']>['list'][number];

/** A deposit that waits for its confirmations, as the exchange sends it. */
export const chainDeposit = (changes: Partial<WireOnChain> = {}): WireOnChain => ({
  id: '77',
  currency_id: 3,
  currency: 'USDT',
  network: 'TRC20',
  amount: '120.5',
  txid: '5f'.repeat(32),
  status: 'pending',
  confirmations: 4,
  required: 20,
  created_at: Date.UTC(2026, 10, 20, 15),
  credited_at: null,
  ...changes,
});

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';

export const depositsFixtures = {
  'GET /currency/lists_deposit': {
    list: [depositCoin(), depositCoin({ id: 1, name: 'BTC', subName: 'Bitcoin', min_number: '0.0005', scale: 8 })],
  },
  'GET /currency/lists_deposit_detail': {
    ...depositCoin(),
    chain: 'tron',
    address,
    uri: address,
    confirmations: 20,
    notes: ['Send only USDT on TRC20 to this address.'],
  },
  'POST /wallet/get_in_address': {
    currency_id: 3,
    currency: 'USDT',
    network: 'TRC20',
    address,
    uri: address,
    min_number: '10',
    confirmations: 20,
  },
  'POST /wallet/charge_req': depositClaim(),
  'GET /recharge/log': {
    list: [
      depositClaim(),
      depositClaim({ id: '30', status: 'approved', credited: '250', reviewed_at: Date.UTC(2026, 10, 20, 16) }),
    ],
    page: 1,
    limit: 20,
    total: 2,
  },
  'GET /recharge/chain': { list: [], page: 1, limit: 20, total: 0 },
  'GET /staff/deposits/chain': {
    list: [
      {
        id: '78',
        chain: 'ethereum',
        txid: 'a1'.repeat(32),
        part: 'log-0',
        uid: '1234567',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        currency: null,
        contract: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
        units: '1000000',
        amount: null,
        height: 21,
        state: 'ignored',
        ignored_as: 'unknown_token',
        held_as: null,
        owed: '0',
        seen_at: Date.UTC(2026, 10, 20, 15),
      },
    ],
    page: 1,
    limit: 10,
    total: 1,
  },
} satisfies { readonly [K in keyof DepositsContract]: Output<DepositsContract[K]> };
