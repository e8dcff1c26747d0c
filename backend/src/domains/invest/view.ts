import type { Output } from '@tessera/api/contract';
import { dayRateOf, meanPrice, penaltyOf } from '@tessera/api/invest/rules';
import type { LanguageCode } from '@tessera/api/rules';
import { cmp, div, sub } from '@tessera/money';
import { type CatalogueSnapshot, countriesWithout } from '../../platform/catalogue/catalogue.ts';
import type { ProductHolding } from '../../platform/ports.ts';
import { screenLink } from '../../platform/screens/screen-link.ts';
import { nextDayStart } from './days.ts';
import { type InvestMarket, liveIndex, remainingShares, stateOf } from './offer.ts';
import type { ShownOrder, StoredProduct } from './store.ts';
import { namesOfProduct, textOf } from './texts.ts';

type WireProduct = Output<'GET /dual/index'>['list'][number];
type WireOrder = Output<'GET /dual/order'>;

/** A product as users see it. */
export function productView(product: StoredProduct, market: InvestMarket, language: LanguageCode): WireProduct {
  const { catalogue } = market;
  const { symbol, other_currency } = product;
  const { id: currency_id, scale } = catalogue.heldCurrency(product.currency);
  return {
    id: product.id,
    section: product.section,
    side: product.side,
    name: textOf(product, 'name', language),
    symbol,
    tick: symbol === null ? null : (catalogue.instrument(symbol)?.tick ?? null),
    countries: [...countriesWithout(catalogue, symbol)],
    index_price: symbol === null ? null : liveIndex(market, symbol),
    currency: product.currency,
    currency_id,
    scale,
    other_currency,
    other_scale: other_currency === null ? null : catalogue.heldCurrency(other_currency).scale,
    price: product.price,
    annual_rate: product.annual_rate,
    day_rate: dayRateOf(product.annual_rate),
    penalty_ratio: product.penalty_ratio,
    days: product.days,
    matures_at: product.matures_at,
    opens_at: product.opens_at,
    closes_at: product.closes_at,
    share_size: product.share_size,
    total_shares: product.total_shares,
    remaining_shares: remainingShares(product),
    min_shares: product.min_shares,
    max_shares: product.max_shares,
    status: stateOf(product, market),
    version: product.version,
  };
}

/** An order as its owner sees it. */
export function orderView(order: ShownOrder, catalogue: CatalogueSnapshot, language: LanguageCode): WireOrder {
  const { symbol, total, ticks, tick, section, amount, share_size } = order;
  const settled = order.settled_at !== null && ticks !== null && tick !== null;
  return {
    id: order.id,
    product_id: order.product_id,
    section,
    side: order.side,
    name: textOf(order, 'name', language),
    symbol,
    tick: tick ?? (symbol === null ? null : (catalogue.instrument(symbol)?.tick ?? null)),
    currency: order.currency,
    currency_id: catalogue.heldCurrency(order.currency).id,
    scale: order.scale,
    other_currency: order.other_currency,
    other_scale: order.other_scale,
    price: order.price,
    annual_rate: order.rate_now,
    penalty_ratio: order.penalty_ratio,
    days: order.days,
    share_size,
    num: section === 'demand' ? amount : div(amount, share_size),
    amount,
    accrued: order.accrued,
    status: order.status,
    settlement_price: settled && total !== null ? meanPrice({ total, count: ticks }, tick) : null,
    settlement_ticks: settled ? ticks : null,
    paid: order.paid,
    paid_currency: order.paid_currency,
    penalty: order.penalty,
    renew: order.renew,
    matures_at: order.matures_at,
    created_at: order.created_at,
    settled_at: order.settled_at,
  };
}

/** How a dual product was settled, without the ticks. */
export function settledView(
  order: ShownOrder,
  catalogue: CatalogueSnapshot,
  language: LanguageCode,
): Output<'GET /dual/proof'> {
  const { symbol, matures_at, ticks, total, tick, first_number, last_number, kept } = order;
  const known = symbol !== null && matures_at !== null && ticks !== null && tick !== null;
  return {
    version: 1,
    product: 'dual',
    order: orderView(order, catalogue, language),
    settlement: known
      ? {
          symbol,
          at: matures_at,
          ticks,
          total,
          tick,
          first_number: first_number === null ? null : Number(first_number),
          last_number: last_number === null ? null : Number(last_number),
          kept: kept === true,
        }
      : null,
  };
}

/** What a user holds, for the overview of all products. `interest` is what an order will pay beside its principal. */
export function holdingOf(order: ShownOrder, interest: string, now: number): ProductHolding {
  const { section, id, currency, scale, amount, penalty_ratio, created_at, matures_at } = order;
  const dual = order.symbol !== null;
  return {
    product: section === 'metals' ? 'metal' : section === 'blockchain' ? 'dual' : section,
    id,
    name: namesOfProduct(order),
    account: dual ? 'dual' : 'invest',
    currency,
    amount,
    earned: [{ currency, amount: order.accrued }],
    // The day on which money came in pays nothing: its lowest balance is zero.
    nextPayment:
      dual || cmp(interest, '0') === 0 ? null : { at: matures_at ?? nextDayStart(now), currency, amount: interest },
    ...(matures_at !== null && { startedAt: created_at }),
    maturesAt: matures_at,
    ...(!dual && { exit: sub(amount, penaltyOf(amount, penalty_ratio, scale)) }),
    status: order.status,
    screen:
      section === 'demand'
        ? screenLink('/pages/fund/demandDeposit', { id: order.product_id })
        : screenLink('/pages/invest/mine', { id }),
    ...(matures_at !== null && {
      events: dual
        ? [{ at: matures_at, kind: 'settlement' as const, currency, amount: null }]
        : [
            ...(order.renew ? [] : [{ at: matures_at, kind: 'principal' as const, currency, amount }]),
            { at: matures_at, kind: 'interest' as const, currency, amount: interest },
          ],
    }),
  };
}
