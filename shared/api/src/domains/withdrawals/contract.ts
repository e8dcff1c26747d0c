import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, listOf, optional, paging, rowId, smallId, unixMs } from '../../kit/fields.ts';
import { approvalNeeds, approvalProof, payKey } from '../../kit/person-fields.ts';
import { approvalErrors, payoutNetwork } from '../payees/contract.ts';
import { oneTarget, payoutFields } from './inputs.ts';
import { withdrawalsRoutes } from './routes.ts';

/* Money that leaves to an address or a bank card. */

const keyErrors = ['key_missing', 'key_wrong', 'key_locked'] as const;

export const withdrawalStatus = z.enum(['requested', 'approved', 'sent', 'final', 'rejected', 'failed', 'cancelled']);

const withdrawal = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  scale: z.int(),
  way: z.enum(['address', 'card', 'card_international']),
  network: z.string(),
  /** The address; of a card its last four digits. */
  target: z.string(),
  /** What left the account. */
  number: decimal,
  fee: decimal,
  /** number − fee. */
  received: decimal,
  status: withdrawalStatus,
  /** The transaction, or the bank's reference. */
  txid: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  created_at: unixMs,
  /** The states so far, in their order. */
  timeline: z.array(z.object({ status: withdrawalStatus, at: unixMs })),
});

const targetErrors = [
  'currency_unknown',
  'network_unknown',
  'withdrawals_suspended',
  'amount_too_small',
  'fee_changed',
  'address_required',
  'address_invalid',
  'address_unchecked',
  'address_similar',
  'whitelist_only',
  'payee_waits',
  'not_found',
] as const;

export const withdrawalsContract = defineContract(withdrawalsRoutes, {
  'POST /wallet/get_info': {
    weight: 3,
    input: z.object({ currency_id: smallId }),
    output: z.object({
      currency_id: z.int(),
      currency: z.string(),
      scale: z.int(),
      /** Of the exchange account, which withdrawals leave from. */
      available: decimal,
      networks: z.array(payoutNetwork),
      /** Rolling 24 h, valued in BTC when requested. Zero where the identity level allows none. */
      limit_btc: decimal,
      used_btc: decimal,
      /** How many times the limit of the identity level: what the VIP level gives. */
      limit_factor: decimal,
      /** What the limit leaves, in the currency; null while it has no price. */
      left: z.nullable(decimal),
      /** What one unit is worth in BTC; null while it has no price. */
      price_btc: z.nullable(decimal),
      /** Until when withdrawals pause after a change of the account's security. */
      paused_until: z.nullable(unixMs),
      /** Whether money goes to saved payees only. */
      whitelist: z.boolean(),
    }),
    errors: ['currency_unknown'],
    summary: 'What a withdrawal of this currency costs and may be',
  },
  'POST /wallet/out/begin': {
    weight: 3,
    input: z.object(payoutFields).check(oneTarget),
    output: z.object({
      network: z.string(),
      target: z.string(),
      fee: decimal,
      received: decimal,
      approval: approvalNeeds,
    }),
    errors: targetErrors,
    summary: 'What a withdrawal is to be approved with; a passkey signs the hash of its terms',
  },
  'POST /wallet/out': {
    weight: 10,
    input: z.object({ ...payoutFields, key: payKey, ...approvalProof }).check(oneTarget),
    output: withdrawal,
    errors: [
      ...keyErrors,
      ...approvalErrors,
      ...targetErrors,
      'insufficient_balance',
      'withdrawal_limit',
      'withdrawals_paused',
      'loan_outstanding',
      'refund_owed',
      'deposit_owed',
      'account_frozen',
      'too_many_withdrawals',
      'stale_price',
    ],
    summary: 'Ask for a withdrawal; its amount is frozen until it is sent or returned',
  },
  'POST /wallet/out/cancel': {
    input: z.object({ id: rowId }),
    output: withdrawal,
    errors: ['not_found', 'withdrawal_not_pending'],
    summary: 'Take a withdrawal back that staff have not decided yet',
  },
  'GET /user/withdraw/list': {
    weight: 2,
    input: z.object({ ...paging, status: optional(withdrawalStatus) }),
    output: listOf(withdrawal),
    summary: 'Withdrawals, newest first',
  },
  'GET /user/withdraw/detail': {
    input: z.object({ id: rowId }),
    output: withdrawal,
    errors: ['not_found'],
    summary: 'One withdrawal with the times of its states',
  },
});
export type WithdrawalsContract = typeof withdrawalsContract;
