import type { DomainFactory } from '../../platform/domain.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { currencyList, instrumentBySymbol, quotation } from './market-calls.ts';

/** What is listed, what it costs, and how it got there. */
export const market: DomainFactory = ({ feed, now }) => ({
  name: 'market',
  calls: {
    'GET /currency/list': async () => currencyList(),
    'GET /currency/quotation_new': async (_, filter) => quotation(filter, feed, now()),
    'GET /currency/new_timeshar': async (_, { symbol, interval, from, to, limit }) => {
      if (!instrumentBySymbol(symbol)) throw new Refusal('instrument_unknown', { field: 'symbol' });
      if (from !== undefined && to !== undefined && from > to) throw new Refusal('invalid_field', { field: 'from' });
      const bars = await feed.bars(symbol, interval, {
        limit,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      });
      return { symbol, interval, bars: bars.map((bar) => [...bar]) };
    },
  },
});
