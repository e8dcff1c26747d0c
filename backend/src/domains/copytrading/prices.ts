import type { Side } from '@tessera/api/copytrading/rules';
import { div, mul, quantize, sub } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Feed } from '../../platform/feed/feed.ts';

export type Prices = { readonly catalogue: Catalogue; readonly feed: Feed; readonly now: () => number };

/** Digits of estimates. */
const SHOWN = 8;

/** The index, which no order of a user can move; null where there is no price that is recent enough to trade at. */
export function freshIndex({ catalogue, feed, now }: Prices, symbol: string): string | null {
  const quote = feed.quote(symbol);
  const instrument = catalogue.current().instrument(symbol);
  if (!quote || !instrument || !quote.open || quote.halt !== null) return null;
  return now() - quote.at > instrument.maxPriceAgeMs ? null : quote.index;
}

/** The mark price that open results are valued at, however old; null where there never was one. */
export const markPrice = ({ feed }: Prices, symbol: string): string | null => feed.quote(symbol)?.mark ?? null;

export type OpenSize = {
  readonly side: Side;
  /** Average, and what is open, in units of the base. */
  readonly openPrice: string;
  readonly quantity: string;
  /** What a unit of the quote currency is worth in USDT, as of the opening. */
  readonly rate: string;
};

/** Result of what is open at a price, in USDT, before the fee of closing. */
export function openResult({ side, openPrice, quantity, rate }: OpenSize, price: string): string {
  const move = side === 'long' ? sub(price, openPrice) : sub(openPrice, price);
  return quantize(mul(mul(move, quantity), rate), SHOWN, 'down');
}

/** The margin that so many units need at a price. */
export const marginOf = (quantity: string, price: string, rate: string, multiple: number): string =>
  quantize(div(mul(mul(quantity, price), rate), String(multiple)), SHOWN, 'up');
