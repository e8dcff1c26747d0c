import { instrumentsContract } from '@tessera/api/instruments/contract';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { minuteRecord } from '../../platform/market/minute-record.ts';
import { feedSigningKey } from '../../platform/market/signing-key.ts';
import { onlySets } from '../../platform/staff-changes/restricts.ts';
import { encodedCalls } from './encoded-calls.ts';
import { currencyList, quotation } from './market-calls.ts';
import { recordCalls } from './record-calls.ts';
import { sparklines } from './sparklines.ts';
import { staffCalls } from './staff-calls.ts';
import { newlyListed } from './store.ts';

export { countryOfTrader, livesIn } from './countries.ts';
export {
  ensureToken,
  listToken,
  refuseListing,
  type TokenListing,
  tokenSymbol,
} from './list-token.ts';
export { insuranceCapOf, insuranceShareOf, openInterestOf } from './market-terms.ts';
export { openCatalogue } from './open-catalogue.ts';
export { headsOf, wireSpan } from './record-calls.ts';
export { seededCatalogue } from './seeded.ts';
export { indexInUsdt, indexValueInUsdt, priceInUsdt, valueInUsdt } from './valuation.ts';

/** Between nodes: the catalogue has a newer version. */
const TOPIC = 'catalogue';
/** ms between looks for a newer version of the catalogue. */
const FOLLOW_EVERY = 1_000;

/** ms for which an instrument counts as new. */
const NEW_FOR = 90 * 86_400_000;

/** What is listed, what it costs, and how it got there. */
export const instruments = defineDomain(instrumentsContract, (dependencies) => {
  const { database: stored, catalogue, feed, nodes, log, now, ports, settings } = dependencies;
  const encoded = encodedCalls(dependencies);
  const curves = sparklines({ database: stored, catalogue, feed, now });
  return {
    name: 'instruments',
    runsAlone: { 'POST /staff/currencies/change': onlySets(['code', 'version'], { open: false }) },
    jobs: [
      {
        // Of what other nodes changed this one has heard, unless a message was lost.
        name: 'catalogue-follow',
        every: FOLLOW_EVERY,
        exclusive: false,
        whole: 'this node reads the catalogue',
        run: () => catalogue.refresh(),
      },
      minuteRecord({ database: stored, key: () => feedSigningKey(settings) }),
    ],
    start: () =>
      nodes.onBroadcast(TOPIC, () => {
        catalogue.refresh().catch((err: unknown) => log.error({ err }, 'the catalogue could not be read'));
      }),
    calls: {
      ...staffCalls({
        database: stored,
        catalogue,
        ports,
        now,
        announce: (version) => nodes.broadcast(TOPIC, String(version)),
      }),
      ...recordCalls({ database: stored, catalogue, key: () => feedSigningKey(settings) }),
      'GET /currency/list': async ({ database }) =>
        currencyList(catalogue.current(), await ports.currencyUses(database)),
      'GET /currency/quotation_new': async (_, filter) =>
        encoded.quotes(filter) ?? quotation(catalogue.current(), filter, feed, now()),
      'GET /currency/sparklines': () => curves(),
      'GET /currency/listed': async ({ database }) => {
        const listed = await newlyListed(database, now() - NEW_FOR);
        return { list: listed.filter(({ symbol }) => catalogue.current().instrument(symbol)) };
      },
      'GET /currency/new_timeshar': async (_, query) => {
        const { symbol, from, to } = query;
        if (!catalogue.current().instrument(symbol)) throw new DomainError('instrument_unknown', { field: 'symbol' });
        if (from !== undefined && to !== undefined && from > to)
          throw new DomainError('invalid_field', { field: 'from' });
        return encoded.bars(query);
      },
    },
  };
});
