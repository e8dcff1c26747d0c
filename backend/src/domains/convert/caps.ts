import type { Leg } from '@tessera/api/convert/rules';
import { add, cmp, div, max, min, mul, quantize, sub } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import type { Configuration } from '../site/index.ts';
import { convertedToday, flowsOf } from './store.ts';

/** Fraction digits of a value in USDT that is compared with a limit. */
const VALUE_SCALE = 8;

/** What a conversion moves, by the index. */
export const valueInIndex = (number: string, from: Leg): string =>
  quantize(mul(number, from.index), VALUE_SCALE, 'down');

type Trader = Pick<SignedIn, 'id' | 'level'>;

/** USDT that the user may convert now: as an order, and in the 24 hours. */
export async function allowanceOf(
  sql: Sql,
  { id, level }: Trader,
  { orderLimits, conversionLimits }: Configuration,
  now: number,
): Promise<{ readonly order: string; readonly day: string; readonly limit: string }> {
  const limit = conversionLimits[level];
  return { order: orderLimits[level], day: max('0', sub(limit, await convertedToday(sql, id, now))), limit };
}

/** Rejects what is above the user's limits with `order_limit` or `conversion_limit`. */
export async function requireAllowance(
  sql: Sql,
  user: Trader,
  value: string,
  configuration: Configuration,
  now: number,
): Promise<void> {
  const { order, day, limit } = await allowanceOf(sql, user, configuration, now);
  if (cmp(value, order) > 0) throw new DomainError('order_limit', { field: 'number', params: { limit: order } });
  if (cmp(value, day) > 0) throw new DomainError('conversion_limit', { field: 'number', params: { limit } });
}

/**
 * Units of the source that the house can still convert: it grows neither longer in the source nor shorter in the target
 * than its cap, USDT by the index. USDT is what it counts in and has no cap.
 */
function roomFor(from: Leg, to: Leg, flows: ReadonlyMap<string, string>, cap: string): string | null {
  const rooms: string[] = [];
  if (from.code !== 'USDT') rooms.push(sub(cap, mul(flows.get(from.code) ?? '0', from.index)));
  if (to.code !== 'USDT') rooms.push(add(cap, mul(flows.get(to.code) ?? '0', to.index)));
  const [first, ...rest] = rooms;
  return first === undefined ? null : max('0', quantize(div(min(first, ...rest), from.index), from.scale, 'down'));
}

/** Rejects with `conversion_capped` what would leave the house with more of a currency, or less, than it may have. */
export async function requireRoom(
  sql: Sql,
  number: string,
  { from, to }: { readonly from: Leg; readonly to: Leg },
  { conversionHouseCap }: Configuration,
  now: number,
): Promise<void> {
  const room = roomFor(from, to, await flowsOf(sql, [from.code, to.code], now), conversionHouseCap);
  if (room !== null && cmp(number, room) > 0) {
    throw new DomainError('conversion_capped', { field: 'number', params: { max: `${room} ${from.code}` } });
  }
}
