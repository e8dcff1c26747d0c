import { div, mul, quantize } from '@tessera/money';
import type { Feed } from '../../platform/feed/feed.ts';

/** Digits of what is only shown: a value is no balance. */
const SHOWN = 8;

/**
 * What one unit is worth in USDT by the last price; null while there is none. Fiat currencies come by their rate to the
 * US dollar, which counts as one USDT.
 */
export function priceInUsdt(feed: Feed, code: string, fiatRates?: ReadonlyMap<string, string>): string | null {
  if (code === 'USDT') return '1';
  const quoted = feed.quote(`${code}/USDT`)?.last;
  if (quoted) return quoted;
  const rate = fiatRates?.get(code);
  return rate ? div('1', rate) : null;
}

export function valueInUsdt(
  feed: Feed,
  code: string,
  amount: string,
  fiatRates?: ReadonlyMap<string, string>,
): string | null {
  const price = priceInUsdt(feed, code, fiatRates);
  return price === null ? null : quantize(mul(amount, price), SHOWN, 'down');
}
