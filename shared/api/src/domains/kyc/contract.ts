import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, noInput, unixMs } from '../../kit/fields.ts';
import { verificationLevel } from '../identity/contract.ts';
import { vipLevel } from '../vip/contract.ts';
import { countryCode, idType, verificationInput } from './inputs.ts';
import { kycRoutes } from './routes.ts';

const realState = z.object({
  level: verificationLevel,
  state: z.enum(['not_verified', 'under_review', 'verified', 'failed']),
  /** The level that was requested last. */
  real_type: z.nullable(z.union([z.literal(1), z.literal(2)])),
  id_type: z.nullable(idType),
  /** That issued the document; null for requests that stated none. */
  country: z.nullable(countryCode),
  /** Masked. */
  name: z.nullable(z.string()),
  /** Masked. */
  card_id: z.nullable(z.string()),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  submitted_at: z.nullable(unixMs),
  reviewed_at: z.nullable(unixMs),
  /** The document that verified the user, its name and number masked; null where none did. */
  verified: z.nullable(z.object({ id_type: idType, country: countryCode, name: z.string(), card_id: z.string() })),
});

export const kycContract = defineContract(kycRoutes, {
  'GET /user/levellist': {
    input: noInput,
    output: z.object({
      /** VIP levels, by counted volume or average balance of the last 30 days. */
      list: z.array(
        z.object({
          ...vipLevel.shape,
          name: z.string(),
          /** Of spot trading in coins. */
          maker_fee_rate: decimal,
          taker_fee_rate: decimal,
        }),
      ),
      /** What each identity level may do. */
      verification: z.array(
        z.object({
          level: verificationLevel,
          order_limit_usdt: decimal,
          /** Null: no withdrawal at all. */
          withdrawal_limit_btc: z.nullable(decimal),
          /** Sent to other users in 24 hours. Null: none at all. */
          send_limit_usdt: z.nullable(decimal),
          /** Claimed in all. Null: no limit. */
          deposit_limit_usdt: z.nullable(decimal),
        }),
      ),
    }),
    summary: 'VIP levels and identity levels with their fees and limits',
  },
  'GET /real/state': {
    input: noInput,
    output: realState,
    summary: 'How far identity verification is',
  },
  'GET /real/limits': {
    input: noInput,
    output: z.object({
      /** Of one order, USDT. */
      order_limit_usdt: decimal,
      list: z.array(
        z.object({
          kind: z.enum(['deposit', 'withdrawal', 'send']),
          unit: z.enum(['USDT', 'BTC']),
          /** `day` rolls over 24 hours; `total` counts everything. */
          period: z.enum(['day', 'total']),
          /** Null: none. Zero: the level does not allow it. */
          limit: z.nullable(decimal),
          used: decimal,
        }),
      ),
    }),
    summary: 'What the user’s levels allow, and how much of it is used',
  },
  'GET /user/credit': {
    input: noInput,
    output: z.object({
      score: z.int(),
      parts: z.array(z.object({ name: z.enum(['identity', 'repayment', 'age']), points: z.int(), max: z.int() })),
      /** What the parts follow from. */
      level: verificationLevel,
      since: unixMs,
      /** Null without a loan: neutral. */
      repayment: z.nullable(z.object({ in_time: z.int(), late: z.int() })),
    }),
    summary: 'The credit score with its parts',
  },
  'POST /user/real': {
    input: verificationInput,
    output: realState,
    errors: [
      'already_under_review',
      'already_verified',
      'basic_level_first',
      'pictures_required',
      'upload_unknown',
      'field_unknown_choice',
    ],
    summary:
      'Ask for identity level 1 (basic) or 2 (advanced), by a document or by the one that is verified (`same_document`)',
  },
});
export type KycContract = typeof kycContract;
