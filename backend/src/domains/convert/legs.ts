import type { Leg } from '@tessera/api/convert/rules';
import { div } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { fiatRateMap } from '../fiat/index.ts';
import { type Currency, catalogue, currencyById } from '../instruments/index.ts';

const maxPriceAge = new Map(catalogue.map(({ symbol, maxPriceAgeMs }) => [symbol, maxPriceAgeMs]));

/** The currency of a field of the input. Throws `currency_unknown`. */
export function requireCurrency(id: number, field: string): Currency {
  const currency = currencyById(id);
  if (!currency) throw new DomainError('currency_unknown', { field });
  return currency;
}

/** Current value of a unit of the currency, in USDT. Throws `stale_price` without a fresh price. */
export async function legOf(sql: Sql, feed: Feed, { code, scale, kind }: Currency, now: number): Promise<Leg> {
  if (code === 'USDT') return { code, scale, bid: '1', ask: '1' };
  if (kind === 'fiat') {
    const rate = (await fiatRateMap(sql)).get(code);
    if (rate === undefined) throw new DomainError('stale_price');
    const price = div('1', rate);
    return { code, scale, bid: price, ask: price };
  }
  const symbol = `${code}/USDT`;
  const quote = feed.quote(symbol);
  if (!quote || now - quote.at > (maxPriceAge.get(symbol) ?? 0)) throw new DomainError('stale_price');
  return { code, scale, bid: quote.bid, ask: quote.ask };
}
