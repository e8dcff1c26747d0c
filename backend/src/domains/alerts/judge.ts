import { isReached } from '@tessera/api/alerts/rules';
import { div, mul, quantize, sub } from '@tessera/money';
import type { JudgedAlert } from './store.ts';

const MINUTE = 60_000;
const PERCENT_DIGITS = 4;

/** A recorded tick of a symbol. */
export type Seen = {
  readonly number: number;
  /** Unix ms. */
  readonly at: number;
  /** Price of the last trade, in the quote currency. */
  readonly last: string;
};

/** What an alert told of, and by which tick. */
export type Told = { readonly alert: JudgedAlert; readonly tick: Seen; readonly value: string };

/** Change of a price since another one, in percent. */
export const changeOf = (price: string, before: string): string =>
  quantize(mul(div(sub(price, before), before), '100'), PERCENT_DIGITS, 'down');

/**
 * Judges an alert by the ticks of its symbol, oldest first: it tells at the first one at its level or beyond. One that
 * repeats waits until the price was on the other side, and for its pause. `dayAgo` is the price of a day before a tick,
 * null where there was none. Pure.
 */
export function judge(
  alert: JudgedAlert,
  ticks: readonly Seen[],
  dayAgo: (at: number) => string | null,
): { readonly alert: JudgedAlert; readonly told: readonly Told[] } {
  let now = alert;
  const told: Told[] = [];
  for (const tick of ticks) {
    if (now.status !== 'active') break;
    if (tick.at <= now.since) continue;
    const before = now.kind === 'change' ? dayAgo(tick.at) : null;
    if (now.kind === 'change' && before === null) continue;
    const value = before === null ? tick.last : changeOf(tick.last, before);
    if (!isReached(now.direction, now.level, value)) {
      if (!now.armed) now = { ...now, armed: true };
      continue;
    }
    const rests = now.told_at !== null && tick.at - now.told_at < now.pause_minutes * MINUTE;
    if (!now.armed || rests) continue;
    now = { ...now, armed: false, told_at: tick.at, told_level: value, status: now.repeats ? 'active' : 'done' };
    told.push({ alert: now, tick, value });
  }
  return { alert: now, told };
}
