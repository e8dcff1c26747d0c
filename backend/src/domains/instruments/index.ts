import type { Output } from '@tessera/api/contract';
import { instrumentsContract } from '@tessera/api/instruments/contract';
import { defineDomain } from '../../platform/domain.ts';
import type { MarketListing } from '../../platform/feed/simulation/market-listing.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { calendars } from './calendars.ts';
import { catalogue } from './catalogue/index.ts';
import { currencyList, instrumentBySymbol, quotation } from './market-calls.ts';

export { catalogue } from './catalogue/index.ts';
export { type Currency, currencies, currencyByCode, currencyById, heldCurrency } from './currencies.ts';
export type { Instrument } from './instrument.ts';
export { priceInUsdt, valueInUsdt } from './valuation.ts';

/** The catalogue as a feed takes it. */
export const marketListings: readonly MarketListing[] = catalogue.map((listing) => ({
  ...listing,
  calendar: calendars[listing.calendar],
}));

type BarRow = Output<'GET /currency/new_timeshar'>['bars'][number];

/** What is listed, what it costs, and how it got there. */
export const instruments = defineDomain(instrumentsContract, ({ feed, now, ports }) => ({
  name: 'instruments',
  calls: {
    'GET /currency/list': async ({ database }) => currencyList(await ports.currencyUses(database)),
    'GET /currency/quotation_new': async (_, filter) => quotation(filter, feed, now()),
    'GET /currency/new_timeshar': async (_, { symbol, interval, from, to, limit }) => {
      if (!instrumentBySymbol(symbol)) throw new DomainError('instrument_unknown', { field: 'symbol' });
      if (from !== undefined && to !== undefined && from > to)
        throw new DomainError('invalid_field', { field: 'from' });
      const bars = await feed.bars(symbol, interval, {
        limit,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      });
      return {
        symbol,
        interval,
        bars: bars.map(([t, open, high, low, close, volume]): BarRow => [t, open, high, low, close, volume]),
      };
    },
  },
}));
