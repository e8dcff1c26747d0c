import {
  cautiousVolatility,
  isCovered,
  MOST_VOLATILITY_HOURS,
  sharesLeft,
  type Valued,
} from '@tessera/api/invest/rules';
import { min } from '@tessera/money';
import { type Calendar, spansBetween, stateAt } from '../../platform/calendar/calendar.ts';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { StoredProduct } from './store.ts';

/* Whether a product is sold now, and at which price of its instrument. */

export type InvestMarket = {
  readonly catalogue: CatalogueSnapshot;
  readonly feed: Pick<Feed, 'quote' | 'bars'>;
  /** Unix ms; read again when an order is accepted. */
  readonly now: () => number;
};

/** The index price of an instrument now. Throws where there is none that a product could be sold at. */
export function requireLive({ catalogue, feed, now }: InvestMarket, symbol: string): string {
  const instrument = catalogue.instrument(symbol);
  const quote = feed.quote(symbol);
  if (!instrument || !quote) throw new DomainError('stale_price');
  const at = now();
  if (!quote.open || !stateAt(catalogue.calendarOf(instrument), at).open) throw new DomainError('market_closed');
  if (quote.halt !== null || instrument.halt !== null) throw new DomainError('market_halted');
  if (at - quote.at > instrument.maxPriceAgeMs) throw new DomainError('stale_price');
  return quote.index;
}

/** The same; null instead. */
export function liveIndex(market: InvestMarket, symbol: string): string | null {
  try {
    return requireLive(market, symbol);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** ms before now of which a market's share of open hours is taken. */
const WEEKS = 28 * 86_400_000;

const MINUTE = 60_000;
/** Share of open hours, by calendar, of the minute that was asked for last. */
const shares = new WeakMap<Calendar, { readonly minute: number; readonly share: number }>();

const openBetween = (calendar: Calendar, from: number, to: number): number =>
  spansBetween(calendar, from, to).reduce((sum, [start, end]) => sum + end - start, 0);

/** The share of time that a market was open in the weeks before this minute: all products of a calendar ask for the same. */
function openShare(calendar: Calendar, now: number): number {
  const minute = now - (now % MINUTE);
  const known = shares.get(calendar);
  if (known?.minute === minute) return known.share;
  const share = openBetween(calendar, minute - WEEKS, minute) / WEEKS;
  shares.set(calendar, { minute, share });
  return share;
}

/**
 * ms until a maturity in which the price moves: a volatility is that of all hours of a year, and those of a weekend move
 * nothing. At most the ms of the clock, since a market that rests moves at once when it opens.
 */
function movingTime(
  { catalogue }: Pick<InvestMarket, 'catalogue'>,
  symbol: string,
  now: number,
  until: number,
): number {
  const instrument = catalogue.instrument(symbol);
  if (!instrument) return 0;
  const calendar = catalogue.calendarOf(instrument);
  const share = openShare(calendar, now);
  return share > 0 ? Math.min(until - now, openBetween(calendar, now, until) / share) : 0;
}

const HOUR = 3_600_000;

/** The volatility that an option on an instrument may be valued by now; null while its prices are too few. */
export async function volatilityOf({ feed, now }: InvestMarket, symbol: string): Promise<string | null> {
  const hours = MOST_VOLATILITY_HOURS + 1;
  const bars = await feed.bars(symbol, '1h', { from: now() - hours * HOUR, limit: hours });
  return cautiousVolatility(bars.map(([at, , , , close]) => ({ at, price: close })));
}

/** The same terms, valued by no more than the market's volatility of now. */
export async function valuedCautiously<T extends Pick<StoredProduct, 'volatility'>>(
  market: InvestMarket,
  product: T,
  symbol: string,
): Promise<T> {
  const calm = await volatilityOf(market, symbol);
  return calm === null || product.volatility === null
    ? product
    : { ...product, volatility: min(product.volatility, calm) };
}

/** What the option of a dual product is valued by; null for a product without one. */
export function valuedAt(
  market: Pick<InvestMarket, 'catalogue'>,
  {
    side,
    symbol,
    price,
    volatility,
    matures_at,
  }: Pick<StoredProduct, 'side' | 'symbol' | 'price' | 'volatility' | 'matures_at'>,
  live: string,
  now: number,
): Valued | null {
  if (symbol === null || price === null || volatility === null || matures_at === null) return null;
  return { side, price, live, volatility, left: movingTime(market, symbol, now, matures_at) };
}

/** Whether the house can sell at the product's terms while its instrument stands at this price. */
export function holdsAt(
  market: Pick<InvestMarket, 'catalogue'>,
  product: Omit<StoredProduct, 'id' | 'sold' | 'version'>,
  live: string,
  now: number,
): boolean {
  const valued = valuedAt(market, product, live, now);
  return valued === null || isCovered(product.annual_rate, product.days ?? 0, valued);
}

export type OfferState = 'soon' | 'open' | 'repricing' | 'paused' | 'sold_out' | 'closed';

export const remainingShares = ({ total_shares, share_size, sold }: StoredProduct): number =>
  sharesLeft(total_shares, share_size, sold);

/** Whether a product is sold now. */
export function stateOf(product: StoredProduct, market: InvestMarket): OfferState {
  const { opens_at, closes_at, open, symbol } = product;
  const now = market.now();
  if (closes_at !== null && closes_at <= now) return 'closed';
  if (opens_at > now) return 'soon';
  if (!open) return 'paused';
  if (remainingShares(product) < product.min_shares) return 'sold_out';
  if (symbol === null) return 'open';
  const live = liveIndex(market, symbol);
  if (live === null) return 'paused';
  return holdsAt(market, product, live, now) ? 'open' : 'repricing';
}

/** Throws where a product is not on sale at this time. What the market says is asked apart. */
export function requireSale({ opens_at, closes_at, open }: StoredProduct, now: number): void {
  if (!open || opens_at > now || (closes_at !== null && closes_at <= now)) throw new DomainError('sale_not_open');
}
