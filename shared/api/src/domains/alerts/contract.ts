import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, flag, optional, rowId, ruled, symbol, unixMs, whole, wholeListOf } from '../../kit/fields.ts';
import { nobodyElse } from '../../kit/value-policy.ts';
import { alertsRoutes } from './routes.ts';
import { checkLevel, MOST_ALERTS } from './rules.ts';

const kind = z.enum(['price', 'change']);
const direction = z.enum(['above', 'below']);

const alert = z.object({
  id: rowId,
  symbol: z.string(),
  kind,
  direction,
  /** A price in the quote currency, or a change over 24 hours in percent. */
  level: decimal,
  repeats: z.boolean(),
  /** Least minutes between two messages of one that repeats. */
  pause_minutes: z.int(),
  /** `done`: told once, and that was all. */
  status: z.enum(['active', 'done']),
  created_at: unixMs,
  /** When it was last told; null before. */
  told_at: z.nullable(unixMs),
  /** The recorded price, or change, that it was told of. */
  told_level: z.nullable(decimal),
});

const terms = {
  kind,
  direction,
  level: ruled(checkLevel),
  repeats: flag(),
  pause_minutes: z._default(whole(1, 1_440), 60),
};

export const alertsContract = defineContract(alertsRoutes, {
  'GET /alerts/list': {
    input: z.object({ symbol: optional(symbol) }),
    output: wholeListOf(alert),
    summary: 'Price alerts, newest first',
  },
  'POST /alerts/set': {
    input: z.object({ symbol, ...terms }),
    output: alert,
    errors: ['instrument_unknown', 'too_many_alerts', 'alert_reached', 'stale_price', 'price_off_tick'],
    value: nobodyElse('It moves nothing.'),
    summary: `Be told once, or each time, when a price or a change over 24 hours is reached; at most ${MOST_ALERTS}`,
  },
  'PUT /alerts/set': {
    input: z.object({ id: rowId, ...terms }),
    output: alert,
    errors: ['not_found', 'alert_reached', 'stale_price', 'price_off_tick'],
    summary: 'Change an alert, which begins anew',
  },
  'POST /alerts/remove': {
    input: z.object({ id: rowId }),
    output: z.object({ id: rowId }),
    errors: ['not_found'],
    summary: 'Delete an alert',
  },
});
export type AlertsContract = typeof alertsContract;
