import { div, mul, quantize } from '@tessera/money';
import type { Feed } from '../../platform/feed/feed.ts';

/** Digits of what is only shown: a value is no balance. */
const SHOWN = 8;

type FiatRates = ReadonlyMap<string, string>;

function priceBy(
  by: 'last' | 'index',
  feed: Pick<Feed, 'quote'>,
  code: string,
  fiatRates: FiatRates | undefined,
): string | null {
  if (code === 'USDT') return '1';
  const quoted = feed.quote(`${code}/USDT`)?.[by];
  if (quoted) return quoted;
  const rate = fiatRates?.get(code);
  return rate ? div('1', rate) : null;
}

const valueAt = (price: string | null, amount: string): string | null =>
  price === null ? null : quantize(price === '1' ? amount : mul(amount, price), SHOWN, 'down');

/**
 * What one unit is worth in USDT by the last price, to be shown; null while there is none. Fiat currencies come by their
 * rate to the US dollar, which counts as one USDT.
 */
export const priceInUsdt = (feed: Feed, code: string, fiatRates?: FiatRates): string | null =>
  priceBy('last', feed, code, fiatRates);

export const valueInUsdt = (feed: Feed, code: string, amount: string, fiatRates?: FiatRates): string | null =>
  valueAt(priceInUsdt(feed, code, fiatRates), amount);

/**
 * What one unit is worth in USDT by the index, for limits, levels and the number of members who decide: no order of a user
 * moves it. Null while there is none.
 */
export const indexInUsdt = (feed: Pick<Feed, 'quote'>, code: string, fiatRates?: FiatRates): string | null =>
  priceBy('index', feed, code, fiatRates);

/** As `valueInUsdt`, by the index. */
export const indexValueInUsdt = (feed: Feed, code: string, amount: string, fiatRates?: FiatRates): string | null =>
  valueAt(indexInUsdt(feed, code, fiatRates), amount);
