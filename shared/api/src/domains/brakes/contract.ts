import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, decimalString, noInput, optional, time, unixMs, whole } from '../../kit/fields.ts';
import { brakesRoutes } from './routes.ts';

/** A limit that holds now, and what it becomes when a loosening takes effect. Null values are no limit. */
const brake = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({ value: z.nullable(value), next: z.nullable(z.object({ value: z.nullable(value), at: unixMs })) });

const state = z.object({
  /** USDT: what a day in UTC may lose. */
  daily_loss: brake(decimal),
  /** Highest leverage. */
  max_multiple: brake(z.int()),
  cool_off: brake(z.object({ losses: z.int(), minutes: z.int() })),
  /** Nothing is opened before. */
  excluded_until: brake(unixMs),
  /** What is left of the daily loss limit; null without one. */
  left_today: z.nullable(decimal),
  /** Result of today in UTC, in USDT, fees deducted. */
  result_today: decimal,
  /** Losing trades in a row. */
  losses: z.int(),
  /** Until when a cool-off lasts; null where there is none. */
  cooling_until: z.nullable(unixMs),
  now: unixMs,
});

export const brakesContract = defineContract(brakesRoutes, {
  'GET /brakes': {
    input: noInput,
    output: state,
    summary: 'Limits that the user set for their own trading, and what holds now',
  },
  'POST /brakes': {
    reachesMarket: true,
    input: z.object({
      /** USDT; 0: no limit. What is not sent stays. */
      daily_loss: optional(decimalString),
      /** 0: no limit. */
      max_multiple: optional(whole(0, 1000)),
      /** Both together; 0 losses: no cool-off. */
      cool_off_losses: optional(whole(0, 100)),
      cool_off_minutes: optional(whole(1, 10_080)),
      /** Unix ms, at most five years from now; 0: not excluded. */
      excluded_until: optional(time),
    }),
    output: state,
    errors: ['field_too_large', 'field_required'],
    summary: 'Change limits of one’s own trading: tighter ones hold at once, looser ones after 24 hours',
  },
});
export type BrakesContract = typeof brakesContract;
