import { LOAN_CURRENCY } from '@tessera/api/loans/rules';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';

/** Why a price judges nothing now. */
export type Paused = 'stale_price' | 'market_halted' | 'market_closed';

export type Priced =
  | { readonly price: string; readonly at: number; readonly paused: null }
  | { readonly price: string | null; readonly at: number; readonly paused: Paused };

export type Prices = Pick<Dependencies, 'catalogue' | 'feed' | 'now'>;

export const symbolOf = (currency: string): string => `${currency}/${LOAN_CURRENCY}`;

/**
 * USDT for one unit of collateral, by the index: the source's price, which no order of a user can move. What is stale, halted
 * or closed is shown and judges nothing.
 */
export function priceOf({ catalogue, feed, now }: Prices, currency: string): Priced {
  const at = now();
  if (currency === LOAN_CURRENCY) return { price: '1', at, paused: null };
  const symbol = symbolOf(currency);
  const instrument = catalogue.current().instrument(symbol);
  const quote = feed.quote(symbol);
  if (!instrument || !quote) return { price: null, at, paused: 'stale_price' };
  const known = { price: quote.index, at: quote.at };
  if (!quote.open) return { ...known, paused: 'market_closed' };
  if (instrument.halt !== null || quote.halt !== null) return { ...known, paused: 'market_halted' };
  if (at - quote.at > instrument.maxPriceAgeMs) return { ...known, paused: 'stale_price' };
  return { ...known, paused: null };
}

/** Rejects with DomainError while there is no price to judge by. */
export function requirePrice(prices: Prices, currency: string): string {
  const { price, paused } = priceOf(prices, currency);
  if (paused !== null || price === null) throw new DomainError(paused ?? 'stale_price');
  return price;
}
