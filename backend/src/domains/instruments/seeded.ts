import { seed } from './seed/index.ts';
import { snapshotOf } from './snapshot.ts';

/** The catalogue as a release lists it, without a database. */
export const seededCatalogue = snapshotOf({
  version: 0,
  currencies: seed.currencies.map((currency) => ({ ...currency, version: 0 })),
  calendars: seed.calendars.map((calendar) => ({ ...calendar, version: 0 })),
  instruments: seed.instruments.map((instrument) => ({ ...instrument, version: 0 })),
});
