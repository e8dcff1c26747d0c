import type { Catalogue, CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { refuseMarkReach } from './instrument-problems.ts';
import { seed } from './seed/index.ts';
import { instrumentOf, snapshotOf } from './snapshot.ts';
import {
  extendCalendars,
  insertChange,
  insertCurrencies,
  insertHolidays,
  insertInstruments,
  nextVersion,
  readCatalogue,
  storedVersion,
} from './store.ts';

/** What a release lists; tests hand in others. */
export type Seed = typeof seed;

/** Undoes the version that was taken in vain. */
class NothingNew extends Error {
  override name = 'NothingNew';
}

async function addSeed(tx: Transaction, { currencies, calendars, instruments }: Seed, now: number): Promise<void> {
  const version = await nextVersion(tx);
  const after = {
    currencies: await insertCurrencies(tx, currencies, version),
    calendars: await extendCalendars(tx, calendars, version),
    instruments: [] as string[],
  };
  const begins = new Map(after.calendars.map(({ id, after: day }) => [id, day]));
  const holidays = calendars.flatMap(({ id: calendar, holidays: days }) => {
    const begin = begins.get(calendar);
    if (begin === undefined) return [];
    return days.flatMap((holiday) => (begin === null || holiday.day > begin ? [{ calendar, ...holiday }] : []));
  });
  await insertHolidays(tx, holidays);
  for (const row of instruments) refuseMarkReach(instrumentOf({ ...row, version }));
  after.instruments = await insertInstruments(tx, instruments, version);
  if (Object.values(after).every((added) => added.length === 0)) throw new NothingNew();
  await insertChange(tx, {
    version,
    at: now,
    staffId: null,
    subject: 'seed',
    action: 'seed',
    reason: null,
    before: null,
    after,
  });
}

/**
 * Adds what this release lists and the database does not, and holidays of years beyond those that the database covers.
 * Nothing that is there is changed: it may be staff's.
 */
export const seedCatalogue = (database: Database, seeds: Seed, now: number): Promise<void> =>
  database
    .transaction((tx) => addSeed(tx, seeds, now))
    .catch((error: unknown) => {
      if (!(error instanceof NothingNew)) throw error;
    });

export type CatalogueOptions = {
  readonly database: Database;
  /** Unix ms. */
  readonly now: () => number;
  readonly seed?: Seed;
  /** A listener could not follow; the others do. Without it, `refresh` rejects. */
  readonly onError?: (error: unknown) => void;
};

const raise = (error: unknown): void => {
  throw error;
};

/** The catalogue of this node, seeded and read. It follows others' changes by `refresh`. */
export async function openCatalogue({
  database,
  now,
  seed: seeds = seed,
  onError = raise,
}: CatalogueOptions): Promise<Catalogue> {
  await seedCatalogue(database, seeds, now());
  let current = snapshotOf(await readCatalogue(database));
  const listeners = new Set<(snapshot: CatalogueSnapshot) => void>();
  return {
    current: () => current,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async refresh() {
      if ((await storedVersion(database)) <= current.version) return;
      const read = snapshotOf(await readCatalogue(database));
      // Another call may have been faster.
      if (read.version <= current.version) return;
      current = read;
      for (const listener of listeners) {
        try {
          listener(read);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
