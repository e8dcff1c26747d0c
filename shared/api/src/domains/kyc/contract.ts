import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, noInput, unixMs } from '../../kit/fields.ts';
import { verificationLevel } from '../identity/contract.ts';
import { idType, verificationInput } from './inputs.ts';
import { kycRoutes } from './routes.ts';

const realState = z.object({
  level: verificationLevel,
  state: z.enum(['not_verified', 'under_review', 'verified', 'failed']),
  /** The level that was requested last. */
  real_type: z.nullable(z.union([z.literal(1), z.literal(2)])),
  id_type: z.nullable(idType),
  /** Masked. */
  name: z.nullable(z.string()),
  /** Masked. */
  card_id: z.nullable(z.string()),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  submitted_at: z.nullable(unixMs),
  reviewed_at: z.nullable(unixMs),
});

export const kycContract = defineContract(kycRoutes, {
  'GET /user/levellist': {
    input: noInput,
    output: z.object({
      /** VIP levels, by trading volume of the last 30 days. */
      list: z.array(
        z.object({
          level: z.int(),
          name: z.string(),
          volume_usdt: decimal,
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
  'POST /user/real': {
    input: verificationInput,
    output: realState,
    errors: ['already_under_review', 'already_verified', 'basic_level_first', 'pictures_required', 'upload_unknown'],
    summary: 'Ask for identity level 1 (basic) or 2 (advanced)',
  },
});
export type KycContract = typeof kycContract;
