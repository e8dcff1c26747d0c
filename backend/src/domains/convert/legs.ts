import type { Leg } from '@tessera/api/convert/rules';
import { div } from '@tessera/money';
import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { fiatRateMap } from '../fiat/index.ts';

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

/** Current value of a unit of the currency, in USDT. Throws `stale_price` without a fresh price. */
export async function legOf(sql: Sql, { catalogue, feed, now }: Market, { code, scale, kind }: Currency): Promise<Leg> {
  if (code === 'USDT') return { code, scale, bid: '1', ask: '1' };
  if (kind === 'fiat') {
    const rate = (await fiatRateMap(sql)).get(code);
    if (rate === undefined) throw new DomainError('stale_price');
    const price = div('1', rate);
    return { code, scale, bid: price, ask: price };
  }
  const symbol = `${code}/USDT`;
  const quote = feed.quote(symbol);
  if (!quote || now - quote.at > (catalogue.instrument(symbol)?.maxPriceAgeMs ?? 0))
    throw new DomainError('stale_price');
  return { code, scale, bid: quote.bid, ask: quote.ask };
}
