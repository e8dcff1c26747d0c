import type { Output } from '@tessera/api/contract';
import type { Instrument as WireInstrument } from '@tessera/api/instruments/contract';
import { type Calendar, type MarketState, rememberState } from '../../platform/calendar/calendar.ts';
import type { CatalogueSnapshot, Currency, Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Feed, Quote } from '../../platform/feed/feed.ts';
import type { CurrencyUses } from '../../platform/ports.ts';

/** By calendar: a new version of one is another object. */
const states = new WeakMap<Calendar, (time: number) => MarketState>();

function stateOf(calendar: Calendar, time: number): MarketState {
  const remembered = states.get(calendar) ?? rememberState(calendar);
  states.set(calendar, remembered);
  return remembered(time);
}

const wireQuote = (quote: Quote): NonNullable<WireInstrument['latest']> => ({
  last: quote.last,
  bid: quote.bid,
  ask: quote.ask,
  index: quote.index,
  mark: quote.mark,
  change_24h: quote.change24h,
  high_24h: quote.high24h,
  low_24h: quote.low24h,
  volume_24h: quote.volume24h,
  turnover_24h: quote.turnover24h,
  at: quote.at,
});

function wireInstrument(catalogue: CatalogueSnapshot, instrument: Instrument, feed: Feed, now: number): WireInstrument {
  const calendar = catalogue.calendarOf(instrument);
  const { open, until } = stateOf(calendar, now);
  const change = Number.isFinite(until) ? until : null;
  const quote = feed.quote(instrument.symbol);
  return {
    symbol: instrument.symbol,
    name: instrument.name,
    category: instrument.category,
    base: instrument.base,
    quote: instrument.quote,
    currency_id: catalogue.currencyByCode(instrument.base)?.id ?? null,
    legal_id: catalogue.heldCurrency(instrument.settlement).id,
    tick: instrument.tick,
    lot: instrument.lot,
    min_amount: instrument.minAmount,
    min_total: instrument.minTotal,
    price_scale: instrument.priceScale,
    amount_scale: instrument.amountScale,
    maker_fee_rate: instrument.makerFeeRate,
    taker_fee_rate: instrument.takerFeeRate,
    trades: [...instrument.trades],
    multiples: [...instrument.multiples],
    open,
    next_open: open ? null : change,
    next_close: open ? change : null,
    timezone: calendar.timezone,
    countries: [...instrument.countries],
    icon: null,
    rank: instrument.rank,
    source: feed.sourceOf(instrument.symbol),
    latest: quote && wireQuote(quote),
    halt: quote?.halt ? { reason: quote.halt, since: quote.haltedAt } : null,
  };
}

export type QuotationFilter = {
  readonly category?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly keyword?: string | undefined;
};

/** Which instruments a filter leaves; of several conditions all have to hold. */
export function matchingInstruments(
  { instruments }: CatalogueSnapshot,
  { category, symbols, keyword }: QuotationFilter,
): readonly Instrument[] {
  const wanted = symbols && new Set(symbols);
  const part = keyword?.toLocaleLowerCase();
  return instruments.filter(
    (each) =>
      (!category || each.category === category || (category === 'options' && each.trades.includes('micro'))) &&
      (!wanted || wanted.has(each.symbol)) &&
      (!part || `${each.symbol} ${each.name}`.toLocaleLowerCase().includes(part)),
  );
}

export const quotation = (
  catalogue: CatalogueSnapshot,
  filter: QuotationFilter,
  feed: Feed,
  now: number,
): Output<'GET /currency/quotation_new'> => ({
  list: matchingInstruments(catalogue, filter).map((instrument) => wireInstrument(catalogue, instrument, feed, now)),
  feed: feed.source,
  now,
});

const wireCurrency = ({ id, code, name, scale, kind }: Currency, { deposits, withdrawals }: CurrencyUses) => ({
  id,
  code,
  name,
  scale,
  kind,
  image: null,
  deposits_open: deposits,
  withdrawals_open: withdrawals,
});

/** Every currency, with what can be done with it now. */
export const currencyList = (
  { currencies }: CatalogueSnapshot,
  usesOf: (code: string) => CurrencyUses,
): Output<'GET /currency/list'> => ({
  list: currencies.map((currency) => wireCurrency(currency, usesOf(currency.code))),
});
