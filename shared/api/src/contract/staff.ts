import { z } from 'zod';
import { knownPassword, totpCode, userString } from './account-fields.ts';
import { byKey, defineCall } from './call.ts';
import { depositClaim } from './deposit.ts';
import { listOf, noPayload, nothing, optional, paging, positiveDecimal, rowId, text, unixMs } from './fields.ts';

const reviewedClaim = depositClaim.extend({
  account: z.string().nullable(),
  user: z.object({ uid: z.string(), account_name: z.string() }),
  /** Staff member who decided. */
  reviewer: z.string().nullable(),
});

export const staffCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/staff/login',
    access: 'public',
    payload: z.object({ user_string: userString, password: knownPassword, totp: totpCode }),
    answer: z.object({
      token: z.string(),
      expires_at: unixMs,
      staff: z.object({ id: rowId, name: z.string(), role: z.string() }),
    }),
    built: true,
    errors: ['wrong_credentials', 'account_locked', 'totp_required', 'totp_wrong'],
    summary: 'Sign in as staff',
  }),
  defineCall({
    method: 'GET',
    path: '/staff/me',
    access: 'staff',
    payload: noPayload,
    answer: z.object({ id: rowId, account: z.string(), name: z.string(), role: z.string(), expires_at: unixMs }),
    built: true,
    summary: 'Whose staff session this is, and until when; the registry asks it of every move',
  }),
  defineCall({
    method: 'POST',
    path: '/staff/logout',
    access: 'staff',
    payload: noPayload,
    answer: nothing,
    built: true,
    summary: 'End this staff session',
  }),
  defineCall({
    method: 'GET',
    path: '/staff/deposit/list',
    access: 'staff',
    payload: z.object({ ...paging, status: optional(z.enum(['pending', 'approved', 'rejected'])) }),
    answer: listOf(reviewedClaim),
    built: true,
    summary: 'Deposit claims of all users, oldest pending first',
  }),
  defineCall({
    method: 'POST',
    path: '/staff/deposit/review',
    access: 'staff',
    payload: z
      .object({
        id: rowId,
        decision: z.enum(['approve', 'reject']),
        /** What to credit where it differs from the claim. */
        amount: optional(positiveDecimal),
        reason: optional(text(300)),
      })
      .superRefine((value, context) => {
        if (value.decision === 'reject' && value.reason === undefined) {
          const params = { code: 'field_required' } as const;
          context.addIssue({ code: 'custom', path: ['reason'], message: params.code, params });
        }
      }),
    answer: reviewedClaim,
    idempotent: true,
    built: true,
    errors: ['not_found', 'already_reviewed'],
    summary: 'Approve a deposit claim, which credits it, or reject it with a reason',
  }),
);
