import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { listOf, noInput, nothing, optional, paging, positiveDecimal, rowId, text, unixMs } from '../../kit/fields.ts';
import { knownPassword, totpCode, userString } from '../../kit/person-fields.ts';
import { depositClaim } from '../deposits/contract.ts';
import { staffRoutes } from './routes.ts';

const reviewedClaim = z.extend(depositClaim, {
  account: z.nullable(z.string()),
  user: z.object({ uid: z.string(), account_name: z.string() }),
  /** Staff member who decided. */
  reviewer: z.nullable(z.string()),
});

export const staffContract = defineContract(staffRoutes, {
  'POST /staff/login': {
    input: z.object({ user_string: userString, password: knownPassword, totp: totpCode }),
    output: z.object({
      token: z.string(),
      expires_at: unixMs,
      staff: z.object({ id: rowId, name: z.string(), role: z.string() }),
    }),
    errors: ['wrong_credentials', 'account_locked', 'totp_required', 'totp_wrong'],
    summary: 'Sign in as staff',
  },
  'GET /staff/me': {
    input: noInput,
    output: z.object({ id: rowId, account: z.string(), name: z.string(), role: z.string(), expires_at: unixMs }),
    summary: 'Whose staff session this is, and until when; the registry asks it of every move',
  },
  'POST /staff/logout': {
    input: noInput,
    output: nothing,
    summary: 'End this staff session',
  },
  'GET /staff/deposit/list': {
    input: z.object({ ...paging, status: optional(z.enum(['pending', 'approved', 'rejected'])) }),
    output: listOf(reviewedClaim),
    summary: 'Deposit claims of all users, oldest pending first',
  },
  'POST /staff/deposit/review': {
    input: z
      .object({
        id: rowId,
        decision: z.enum(['approve', 'reject']),
        /** What to credit where it differs from the claim. */
        amount: optional(positiveDecimal),
        reason: optional(text(300)),
      })
      .check(
        z.superRefine((value, context) => {
          if (value.decision === 'reject' && value.reason === undefined) {
            const params = { code: 'field_required' } as const;
            context.addIssue({ code: 'custom', path: ['reason'], message: params.code, params });
          }
        }),
      ),
    output: reviewedClaim,
    errors: ['not_found', 'already_reviewed'],
    summary: 'Approve a deposit claim, which credits it, or reject it with a reason',
  },
});
export type StaffContract = typeof staffContract;
