import { fiatContract } from '@tessera/api/fiat/contract';
import { defineDomain } from '../../platform/domain.ts';
import { currentRates, ratesJob } from './rates.ts';

export { agedSpread, fiatRateMap, fiatTable } from './rates.ts';

/** Fiat rates: fetched once a day where a source is configured, the last good ones kept. */
export const fiat = defineDomain(fiatContract, ({ database, settings, now }) => ({
  name: 'fiat',
  calls: {
    'GET /fiat/rates': () => currentRates(database, { live: settings.fiatRatesUrl !== undefined, now: now() }),
  },
  jobs: settings.fiatRatesUrl === undefined ? [] : [ratesJob({ database, now, url: settings.fiatRatesUrl })],
}));
