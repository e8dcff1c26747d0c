import { inversePrices, type Leg, withSpread } from '@tessera/api/convert/rules';
import { add, div, max } from '@tessera/money';
import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { agedSpread, fiatTable } from '../fiat/index.ts';
import type { Configuration } from '../site/index.ts';

/** ms for which a daily table of fiat rates is converted at. */
const TABLE_LASTS = 48 * 3_600_000;

/** Currencies whose market trades under another code: the yuan outside of China. */
const TRADED_AS: Readonly<Record<string, string>> = { CNY: 'CNH' };

/** The currency of a field of the input. Throws `currency_unknown`, and `currency_closed` where staff closed it. */
export function requireCurrency(catalogue: CatalogueSnapshot, id: number, field: string): Currency {
  const currency = catalogue.currencyById(id);
  if (!currency) throw new DomainError('currency_unknown', { field });
  if (!currency.open) throw new DomainError('currency_closed', { field });
  return currency;
}

export type Market = {
  readonly catalogue: CatalogueSnapshot;
  readonly feed: Feed;
  /** Unix ms. */
  readonly now: number;
};

type Prices = Pick<Leg, 'bid' | 'ask' | 'index'>;

/** The market of a currency against USDT or the dollar, which counts as one; null where there is none. */
export function symbolOf({ catalogue }: Pick<Market, 'catalogue'>, code: string) {
  const traded = TRADED_AS[code] ?? code;
  const direct = [`${traded}/USDT`, `${traded}/USD`].find((symbol) => catalogue.instrument(symbol));
  if (direct) return { symbol: direct, inverse: false };
  const inverse = `USD/${traded}`;
  return catalogue.instrument(inverse) ? { symbol: inverse, inverse: true } : null;
}

/** Throws `market_closed`, `market_halted`, or `stale_price` without a fresh price. */
function quoted({ catalogue, feed, now }: Market, symbol: string): Prices {
  const instrument = catalogue.instrument(symbol);
  const quote = feed.quote(symbol);
  if (!instrument || !quote) throw new DomainError('stale_price');
  if (!quote.open) throw new DomainError('market_closed');
  if (instrument.halt !== null || quote.halt !== null) throw new DomainError('market_halted');
  if (now - quote.at > instrument.maxPriceAgeMs) throw new DomainError('stale_price');
  return quote;
}

/** By the daily table; throws `stale_price` where it is too old to convert at. */
async function tabled(sql: Sql, { now }: Market, code: string): Promise<{ price: string; age: number }> {
  const { at, rates } = await fiatTable(sql);
  const rate = rates.get(code);
  if (rate === undefined || now - at > TABLE_LASTS) throw new DomainError('stale_price');
  return { price: div('1', rate), age: now - at };
}

/** Value of a unit of the currency in USDT, with the spread of a conversion. Throws where it has no price to convert at. */
export async function legOf(
  sql: Sql,
  market: Market,
  { code, scale, kind }: Currency,
  { quoted: narrow, daily: wide }: Configuration['conversionSpreads'],
): Promise<Leg> {
  if (code === 'USDT') return { code, scale, bid: '1', ask: '1', index: '1' };
  if (code === 'USD') return { code, scale, ...withSpread({ bid: '1', ask: '1', index: '1' }, narrow) };
  const found = symbolOf(market, code);
  if (!found) {
    if (kind !== 'fiat') throw new DomainError('stale_price');
    const { price, age } = await tabled(sql, market, code);
    const spread = add(max(narrow, wide), agedSpread(wide, age));
    return { code, scale, ...withSpread({ bid: price, ask: price, index: price }, spread) };
  }
  const prices = quoted(market, found.symbol);
  return { code, scale, ...withSpread(found.inverse ? inversePrices(prices) : prices, narrow) };
}
