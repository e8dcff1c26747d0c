import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, decimalUpTo, noInput, optional, termAmount, text, unixMs, utcDay, whole } from '../../kit/fields.ts';
import { DESK_ROLES, MONEY_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { vipRoutes } from './routes.ts';

/** What a level asks for and gives. USDT; rates are ratios. */
export const vipLevel = z.object({
  level: z.int(),
  /** Either is enough: the counted volume of the last 30 days, or the average balance over them. */
  volume: decimal,
  balance: decimal,
  /** Off every trading fee. */
  fee_discount: decimal,
  /** How many times the daily withdrawal limit of the identity level. */
  withdrawal_factor: decimal,
  /** The largest loan and its interest a day; null where the level opens none. */
  loan: z.nullable(z.object({ limit: decimal, day_rate: decimal })),
});

const staffLevels = z.object({ version: z.int(), list: z.array(vipLevel) });

export const vipContract = defineContract(vipRoutes, {
  'GET /user/vip': {
    input: noInput,
    output: z.object({
      level: z.int(),
      fee_discount: decimal,
      /** Of the counted days. */
      volume: decimal,
      balance: decimal,
      /** The days that counted, newest first. */
      days: z.array(z.object({ day: utcDay, volume: decimal, balance: decimal })),
      levels: z.array(vipLevel),
      /** Up to when it is counted; null before the first day. */
      counted_until: z.nullable(unixMs),
      /** When the next day is counted. */
      next_at: unixMs,
    }),
    summary: 'VIP level of the user, what counted towards it, and all levels',
  },
  'GET /staff/vip': {
    staff: staffReads(DESK_ROLES),
    input: noInput,
    output: staffLevels,
    summary: 'VIP levels with their version, for staff',
  },
  'POST /staff/vip/change': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: {
        read: 'GET /staff/vip',
        at: [{ list: 'list', by: { level: 'level' } }],
        as: { loan_limit: 'loan.limit', loan_day_rate: 'loan.day_rate' },
      },
    }),
    input: z.object({
      level: whole(0, 9),
      /** Of the levels as they were read. */
      version: whole(0),
      reason: text(300),
      volume: optional(termAmount),
      balance: optional(termAmount),
      fee_discount: optional(decimalUpTo('0.5')),
      withdrawal_factor: optional(decimalUpTo('100')),
      /** Both together; 0: the level opens no loan. */
      loan_limit: optional(termAmount),
      loan_day_rate: optional(decimalUpTo('0.01')),
    }),
    output: staffLevels,
    errors: [
      'forbidden',
      'confirmation_required',
      'changed_meanwhile',
      'not_found',
      'field_too_large',
      'field_too_small',
      'field_required',
    ],
    summary: 'Change what a VIP level asks for and gives; it takes effect at once',
  },
});
export type VipContract = typeof vipContract;
