import { offeredPrice } from '@tessera/api/launchpad/rules';
import { max, toStep } from '@tessera/money';
import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { legOf } from '../convert/index.ts';
import { tokenSymbol } from '../instruments/index.ts';
import type { Configuration } from '../site/index.ts';
import type { Project } from './store.ts';

export type LaunchMarket = {
  readonly catalogue: CatalogueSnapshot;
  readonly feed: Feed;
  /** Unix ms. */
  readonly now: number;
};

type Spreads = Configuration['conversionSpreads'];

/**
 * What a token costs now, USDT. One that trades already is not sold below its market: what was bought here could be sold
 * there. Throws `market_halted`, `market_closed` or `stale_price` where it trades and has no fresh price.
 */
export async function tokenPrice(
  sql: Sql,
  market: LaunchMarket,
  { currency: code, price }: Pick<Project, 'currency' | 'price'>,
  spreads: Spreads,
): Promise<string> {
  const listed = market.catalogue.instrument(tokenSymbol(code));
  if (!listed) return price;
  const { ask } = await legOf(sql, market, market.catalogue.heldCurrency(code), spreads);
  return max(price, toStep(ask, listed.tick, 'up'));
}

/** What the exchange gives for a unit of a payment currency, USDT; null for USDT itself. Throws likewise. */
export const bidOf = async (
  sql: Sql,
  market: LaunchMarket,
  currency: Currency,
  spreads: Spreads,
): Promise<string | null> => (currency.code === 'USDT' ? null : (await legOf(sql, market, currency, spreads)).bid);

/** Null where there is no fresh price. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** What a project costs now, in USDT and in each currency that it can be paid with. */
export async function pricesOf(
  sql: Sql,
  market: LaunchMarket,
  project: Pick<Project, 'currency' | 'price' | 'pay_currencies'>,
  spreads: Spreads,
) {
  const price = await orNull(tokenPrice(sql, market, project, spreads));
  const prices = await Promise.all(
    project.pay_currencies.flatMap((code) => {
      const currency = market.catalogue.currencyByCode(code);
      if (!currency?.open) return [];
      return [
        orNull(bidOf(sql, market, currency, spreads).then((bid) => ({ bid }))).then((found) => ({
          pay_currency: code,
          currency_id: currency.id,
          scale: currency.scale,
          price: found && price !== null ? offeredPrice(price, found.bid) : null,
        })),
      ];
    }),
  );
  return { price: price ?? project.price, prices };
}
