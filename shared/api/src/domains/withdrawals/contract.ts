import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, listOf, noInput, optional, paging, rowId, smallId, text, unixMs } from '../../kit/fields.ts';
import { approvalNeeds, approvalProof, payKey } from '../../kit/person-fields.ts';
import { MONEY_ROLES, oneMember, oneUnproved, staffReads } from '../../kit/staff-policy.ts';
import { nobodyElse, wayOut } from '../../kit/value-policy.ts';
import { approvalErrors, payoutNetwork } from '../payees/contract.ts';
import { oneTarget, payoutFields } from './inputs.ts';
import { withdrawalsRoutes } from './routes.ts';

/* Money that leaves to an address or a bank card. */

const keyErrors = ['key_missing', 'key_wrong', 'key_locked', 'key_blocked'] as const;

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
  /** Blocks since the transaction, its own included, of those that it needs; null where the chain is not followed. */
  confirmations: z.nullable(
    z.object({
      done: z.int(),
      /** Null where the chain itself says when a block is final. */
      of: z.nullable(z.int()),
    }),
  ),
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
  'address_burns',
  'address_contract',
  'address_ours',
  'address_internal',
  'rate_limited',
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
      'trades_under_review',
      'loan_outstanding',
      'refund_owed',
      'deposit_owed',
      'deposit_under_review',
      'account_frozen',
      'too_many_withdrawals',
      'stale_price',
    ],
    value: wayOut({ payee: 'outside', amount: 'The amount with its fee', limit: 'withdrawal', approval: 'always' }),
    summary: 'Ask for a withdrawal; its amount is frozen until it is sent or returned',
  },
  'POST /wallet/out/cancel': {
    input: z.object({ id: rowId }),
    output: withdrawal,
    errors: ['not_found', 'withdrawal_not_pending'],
    value: nobodyElse('It gives back a withdrawal of the caller.'),
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
  'GET /staff/payouts': {
    staff: staffReads(MONEY_ROLES),
    input: noInput,
    output: z.object({
      list: z.array(
        z.object({
          id: rowId,
          chain: z.string(),
          currency: z.string(),
          target: z.string(),
          amount: decimal,
          state: z.enum(['ordered', 'signed']),
          /** Why it is not signed yet: a code of the signer, `account_frozen`, `fee_ceiling`, `wallet_empty`, `node_refuses`. */
          waits: z.nullable(z.string()),
          detail: z.nullable(z.string()),
          /** How often it was signed before and expired unpaid. */
          attempt: z.int(),
          txid: z.nullable(z.string()),
          confirmations: z.int(),
          ordered_at: unixMs,
          /** Names of the members whose passkeys wait for the signer. */
          approvals: z.array(z.string()),
        }),
      ),
      signer: z.object({
        configured: z.boolean(),
        reached: z.boolean(),
        wallets: z.array(
          z.object({
            chain: z.string(),
            address: z.string(),
            assets: z.array(
              z.object({
                currency: z.string(),
                transaction: decimal,
                hour_left: decimal,
                day_left: decimal,
                approvals_above: decimal,
              }),
            ),
          }),
        ),
      }),
    }),
    errors: ['forbidden'],
    summary: 'Payments by the signer that are not at their end, and what the signer still allows',
  },
  'POST /staff/payout/approve/begin': {
    staff: oneUnproved(MONEY_ROLES, 'It only asks what is to be signed.'),
    input: z.object({ id: rowId }),
    output: z.object({
      /** Name of the signer; with the terms it is what the challenge is the hash of. */
      signer: z.string(),
      terms: z.object({
        id: z.string(),
        chain: z.string(),
        asset: z.string(),
        to: z.string(),
        /** Smallest units. */
        amount: z.string(),
        attempt: z.int(),
      }),
      /** For `navigator.credentials.get`, JSON. */
      options: z.string(),
    }),
    errors: ['forbidden', 'not_found', 'passkey_required', 'signer_missing', 'signer_unreachable'],
    summary: 'What a member’s passkey signs to approve a payment above the signer’s limit',
  },
  'POST /staff/payout/approve': {
    staff: oneUnproved(
      MONEY_ROLES,
      "The member's passkey signs this payment; the signer counts members by its own list.",
    ),
    input: z.object({ id: rowId, passkey: text(8_000, 1) }),
    output: z.object({ id: rowId, approvals: z.int() }),
    errors: ['forbidden', 'not_found', 'passkey_wrong', 'signer_missing', 'signer_unreachable'],
    summary: 'Approve a payment by passkey; the signer judges the signature by its own list of members',
  },
  'POST /staff/payout/release': {
    staff: oneMember(MONEY_ROLES, 'The withdrawal is paid by hand, by way of the queues of payouts.'),
    input: z.object({ id: rowId, reason: text(500, 3) }),
    output: z.object({ id: rowId, state: z.literal('returned') }),
    errors: [
      'forbidden',
      'confirmation_required',
      'not_found',
      'already_reviewed',
      'signer_missing',
      'signer_unreachable',
    ],
    summary: 'Pay a withdrawal by hand that the signer has not signed',
  },
});
export type WithdrawalsContract = typeof withdrawalsContract;
