import type { Output } from '../../kit/contract.ts';
import { ERC20, payoutNetwork } from '../payees/fixtures.ts';
import type { WithdrawalsContract } from './contract.ts';

type Wire = Output<WithdrawalsContract['POST /wallet/out']>;

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 20, 15);

/** A withdrawal that waits for its review, as the exchange sends it. */
export const withdrawal = (changes: Partial<Wire> = {}): Wire => ({
  id: '51',
  currency_id: 3,
  currency: 'USDT',
  scale: 6,
  way: 'address',
  network: 'TRC20',
  target: 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy',
  number: '100',
  fee: '1',
  received: '99',
  status: 'requested',
  txid: null,
  confirmations: null,
  reason: null,
  created_at: AT,
  timeline: [{ status: 'requested', at: AT }],
  ...changes,
});

export const withdrawalsFixtures = {
  'POST /wallet/get_info': {
    currency_id: 3,
    currency: 'USDT',
    scale: 6,
    available: '2500.5',
    networks: [payoutNetwork(), payoutNetwork(ERC20)],
    limit_btc: '200',
    used_btc: '0.5',
    limit_factor: '1',
    left: '9975000',
    price_btc: '0.00002',
    paused_until: null,
    whitelist: false,
  },
  'POST /wallet/out/begin': {
    network: 'TRC20',
    target: 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy',
    fee: '1',
    received: '99',
    approval: { passkey: null, totp: true, code: null, factor_from: null },
  },
  'POST /wallet/out': withdrawal(),
  'POST /wallet/out/cancel': withdrawal({
    status: 'cancelled',
    timeline: [
      { status: 'requested', at: AT },
      { status: 'cancelled', at: AT + HOUR },
    ],
  }),
  'GET /user/withdraw/list': {
    list: [
      withdrawal(),
      withdrawal({
        id: '50',
        status: 'sent',
        txid: 'ab'.repeat(32),
        confirmations: { done: 3, of: 20 },
        timeline: [
          { status: 'requested', at: AT - 3 * HOUR },
          { status: 'approved', at: AT - 2 * HOUR },
          { status: 'sent', at: AT - HOUR },
        ],
      }),
    ],
    page: 1,
    limit: 20,
    total: 2,
  },
  'GET /user/withdraw/detail': withdrawal(),
  'GET /staff/payouts': {
    list: [
      {
        id: '51',
        chain: 'ethereum',
        currency: 'USDT',
        target: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        amount: '250000',
        state: 'ordered',
        waits: 'approvals_missing',
        detail: 'withdrawal:51',
        attempt: 0,
        txid: null,
        confirmations: 0,
        ordered_at: AT + HOUR,
        approvals: ['Mara'],
      },
    ],
    signer: {
      configured: true,
      reached: true,
      wallets: [
        {
          chain: 'ethereum',
          address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          assets: [
            {
              currency: 'USDT',
              transaction: '500000',
              hour_left: '900000',
              day_left: '1900000',
              approvals_above: '50000',
            },
          ],
        },
      ],
    },
  },
  'POST /staff/payout/approve/begin': {
    signer: 'main',
    terms: {
      id: 'withdrawal:51',
      chain: 'ethereum',
      asset: 'USDT',
      to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      amount: '250000000000',
      attempt: 0,
    },
    options: '{}',
  },
  'POST /staff/payout/approve': { id: '51', approvals: 2 },
  'POST /staff/payout/release': { id: '51', state: 'returned' },
} satisfies { readonly [K in keyof WithdrawalsContract]: Output<WithdrawalsContract[K]> };
