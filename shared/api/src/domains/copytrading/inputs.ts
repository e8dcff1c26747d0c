import * as z from 'zod/mini';
import { flag, optional, positiveDecimal, rowId, text, uid } from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';

/** How a trader is followed. */
export const followInput = z.object({
  trader_user_id: uid,
  type: z.enum(['multiple', 'lots']),
  /** Multiplier or lots, by type. */
  number: positiveDecimal,
  /** Most to have in copies at a time, in USDT. */
  amount: positiveDecimal,
  stop_loss: optional(positiveDecimal),
  /** A ratio; the default without it. */
  slippage: optional(positiveDecimal),
  /** What slippage and fees of a day may come to, a ratio of `amount`; the default without it. */
  day_cost: optional(positiveDecimal),
  /** That the agreement was accepted; needed for a new follow. */
  agreement: optional(flag()),
  /** Given to change an existing one. */
  follow_user_id: optional(rowId),
  key: payKey,
});

export const applyInput = z.object({
  /** How the applicant trades: shown to staff. */
  content: text(500, 20),
});
