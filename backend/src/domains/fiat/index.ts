import { fiatContract } from '@tessera/api/fiat/contract';
import { defineDomain } from '../../platform/domain.ts';
import { currentRates, dueIn, refreshRates, TRY_AGAIN_AFTER } from './rates.ts';

/** Fiat rates: fetched once a day where a source is configured, the last good ones kept. */
export const fiat = defineDomain(fiatContract, ({ database, settings, now, log }) => ({
  name: 'fiat',
  calls: {
    'GET /fiat/rates': () => currentRates(database, { live: settings.fiatRatesUrl !== undefined, now: now() }),
  },
  start: () => {
    const url = settings.fiatRatesUrl;
    if (url === undefined) return () => undefined;
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;

    async function tick(source: string): Promise<number> {
      try {
        const wait = await dueIn(database, now());
        if (wait > 0) return wait;
        await refreshRates(database, source, now);
        return await dueIn(database, now());
      } catch (error) {
        log.warn({ err: error }, 'fiat rates could not be fetched; the last good ones stay');
        return TRY_AGAIN_AFTER;
      }
    }

    let running = Promise.resolve();
    const run = (): void => {
      running = tick(url).then((wait) => {
        if (!stopped) timer = setTimeout(run, wait);
      });
    };
    run();
    return async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    };
  },
}));
