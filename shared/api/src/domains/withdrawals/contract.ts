import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, listOf, optional, paging, positiveDecimal, rowId, smallId, unixMs } from '../../kit/fields.ts';
import { code, payKey, totpCode } from '../../kit/person-fields.ts';
import { withdrawalsRoutes } from './routes.ts';

/* Money that leaves an account: withdrawal, sending to another user, conversion. */

export const keyErrors = ['key_missing', 'key_wrong', 'key_locked'] as const;

export const withdrawalStatus = z.enum(['under_review', 'approved', 'sent', 'rejected', 'cancelled']);

const withdrawal = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  way: z.enum(['address', 'card', 'card_international']),
  network: z.nullable(z.string()),
  /** Address, or the card's last four digits. */
  target: z.string(),
  number: decimal,
  fee: decimal,
  /** number − fee. */
  received: decimal,
  status: withdrawalStatus,
  txid: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  created_at: unixMs,
  updated_at: unixMs,
});

export const withdrawalsContract = defineContract(withdrawalsRoutes, {
  'POST /wallet/get_info': {
    input: z.object({ currency_id: smallId }),
    output: z.object({
      currency_id: z.int(),
      currency: z.string(),
      scale: z.int(),
      available: decimal,
      networks: z.array(z.object({ network: z.string(), fee: decimal, min_number: decimal })),
      /** Rolling 24 h, valued in BTC when requested. */
      limit_btc: decimal,
      used_btc: decimal,
      withdrawals_blocked_until: z.nullable(unixMs),
      blocked_by_loan: z.boolean(),
    }),
    errors: ['currency_unknown'],
    summary: 'What a withdrawal of this currency costs and may be',
  },
  'POST /wallet/out': {
    input: z
      .object({
        currency_id: smallId,
        number: positiveDecimal,
        /** Exactly one: a saved address, or a saved card. */
        address_id: optional(rowId),
        bank_card_id: optional(rowId),
        key: payKey,
        code,
        totp: totpCode,
      })
      .check(
        z.superRefine((value, context) => {
          if ((value.address_id === undefined) === (value.bank_card_id === undefined)) {
            const params = { code: 'address_required' } as const;
            context.addIssue({ code: 'custom', path: ['address_id'], message: params.code, params });
          }
        }),
      ),
    output: withdrawal,
    errors: [
      ...keyErrors,
      'insufficient_balance',
      'withdrawal_limit',
      'withdrawals_blocked',
      'withdrawals_suspended',
      'loan_outstanding',
      'amount_too_small',
      'address_required',
      'code_wrong',
      'code_expired',
      'totp_required',
      'totp_wrong',
    ],
    summary: 'Ask for a withdrawal; its amount is frozen until staff decide',
  },
  'GET /user/withdraw/list': {
    input: z.object({ ...paging, status: optional(withdrawalStatus) }),
    output: listOf(withdrawal),
    summary: 'Withdrawals, newest first',
  },
});
export type WithdrawalsContract = typeof withdrawalsContract;
