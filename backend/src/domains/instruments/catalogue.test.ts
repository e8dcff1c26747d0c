import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { checkTerms } from '../../platform/market/house.ts';
import { refuseNonsense } from './instrument-problems.ts';
import { lowerFee } from './market-terms.ts';
import { openCatalogue, seedCatalogue } from './open-catalogue.ts';
import { seed } from './seed/index.ts';
import { seededCatalogue } from './seeded.ts';

const NOW = Date.UTC(2026, 10, 20, 15);
const now = () => NOW;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('the catalogue in the database', () => {
  it('is what the release lists, field by field, after the first start', async () => {
    const { current } = await openCatalogue({ database, now });
    const { instruments, currencies, calendars, version } = current();
    expect(version).toBe(1);
    expect(instruments).toEqual(seededCatalogue.instruments.map((each) => ({ ...each, version })));
    expect(currencies).toEqual(seededCatalogue.currencies.map((each) => ({ ...each, version })));
    expect([...calendars.values()].toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      [...seededCatalogue.calendars.values()]
        .map((each) => ({ ...each, version }))
        .toSorted((a, b) => a.id.localeCompare(b.id)),
    );
    const { catalogue_change: changes } = {
      catalogue_change: await database.query('select subject, staff_id from catalogue_change'),
    };
    expect(changes).toEqual([{ subject: 'seed', staff_id: null }]);
  });

  it('stays at its version when a node starts again, two at once as well', async () => {
    const other = connectTo(database);
    const opened = await Promise.all([database, other, database].map((each) => openCatalogue({ database: each, now })));
    expect(opened.map(({ current }) => current().version)).toEqual([1, 1, 1]);
    await other.close();
  });

  it('keeps what staff changed, and adds what a later release lists', async () => {
    await database.query(`update instrument set tick = 0.1, halt = 'maintenance' where symbol = 'BTC/USDT'`);
    await database.query(`update currency set name = 'Tether USD' where code = 'USDT'`);
    await database.query(`delete from calendar_holiday where calendar = 'us_equity' and day = '2026-12-25'`);
    const [bitcoin] = seed.instruments;
    if (!bitcoin) throw new Error('nothing is seeded');
    const later = {
      currencies: [
        ...seed.currencies,
        { id: 900, code: 'NEW', name: 'New', scale: 8, kind: 'crypto' as const, open: true },
      ],
      calendars: seed.calendars.map((each) =>
        each.id === 'us_equity'
          ? {
              ...each,
              coveredUntil: '2029-12-31',
              holidays: [...each.holidays, { day: '2029-01-01', closeMinute: null }],
            }
          : each,
      ),
      instruments: [...seed.instruments, { ...bitcoin, id: 1999, symbol: 'NEW/USDT', name: 'New', base: 'NEW' }],
    };
    const catalogue = await openCatalogue({ database, now, seed: later });
    const snapshot = catalogue.current();
    expect(snapshot.version).toBe(2);
    expect(snapshot.instrument('BTC/USDT')).toMatchObject({ tick: '0.1', priceScale: 1, halt: 'maintenance' });
    expect(snapshot.instrument('NEW/USDT')).toMatchObject({ id: 1999, version: 2 });
    expect(snapshot.instruments.at(-1)?.symbol).toBe('NEW/USDT');
    expect(snapshot.currencyByCode('USDT')?.name).toBe('Tether USD');
    expect(snapshot.heldCurrency('NEW')).toMatchObject({ id: 900, scale: 8 });
    const american = snapshot.calendars.get('us_equity');
    expect(american?.coveredUntil).toBe('2029-12-31');
    const days = american?.holidays.map(({ day }) => day);
    expect(days).toContain('2029-01-01');
    // Staff removed it, and the release knew it before.
    expect(days).not.toContain('2026-12-25');
    await seedCatalogue(database, later, NOW);
    await catalogue.refresh();
    expect(catalogue.current()).toBe(snapshot);
  });

  it('tells its listeners of a newer version, once', async () => {
    const catalogue = await openCatalogue({ database, now });
    const versions: number[] = [];
    const unsubscribe = catalogue.onChange(({ version }) => versions.push(version));
    await catalogue.refresh();
    await database.query('update catalogue_head set version = version + 1');
    await Promise.all([catalogue.refresh(), catalogue.refresh()]);
    expect(versions).toEqual([3]);
    unsubscribe();
    const failed: unknown[] = [];
    const careful = await openCatalogue({ database, now, onError: (error) => failed.push(error) });
    const heard: number[] = [];
    careful.onChange(() => {
      throw new Error('cannot follow');
    });
    careful.onChange(({ version }) => heard.push(version));
    await database.query('update catalogue_head set version = version + 1');
    await catalogue.refresh();
    expect(versions).toEqual([3]);
    // One that fails keeps no other from following.
    await careful.refresh();
    expect([failed.length, heard]).toEqual([1, [4]]);
  });
});

const seeded = {
  currencies: seededCatalogue.currencies,
  calendars: seed.calendars.map((calendar) => ({ ...calendar, version: 0 })),
};

describe('market terms', () => {
  it.each(seededCatalogue.marketTerms())('$symbol: nothing can be earned by its terms', (terms) => {
    const instrument = seededCatalogue.instrument(terms.symbol);
    if (!instrument) throw new Error(`${terms.symbol} is not listed`);
    checkTerms(terms.house, lowerFee(instrument));
    // What staff could not enter is not released either.
    refuseNonsense(instrument, seeded);
    expect(terms.house.halfSpread).toBeGreaterThanOrEqual(0.0001);
    expect(terms.house.halfSpread * terms.simulation.start).toBeGreaterThanOrEqual(Number(terms.tick) * 0.999_999);
    expect(terms.house.width).toBeGreaterThanOrEqual(0.002);
    expect(Number.isSafeInteger(terms.house.depth * terms.house.cap * 2)).toBe(true);
    expect(terms.house.cap).toBeGreaterThanOrEqual(1.5);
    expect(terms.house.cap).toBeLessThanOrEqual(5);
    // The house's own quotes must not halt it.
    expect(terms.breaker.spread).toBeGreaterThan(2 * terms.house.halfSpread);
    expect(terms.halted).toBe(false);
  });

  it('halts contracts together with their coins', () => {
    const classes = new Map(seededCatalogue.marketTerms().map(({ symbol, assetClass }) => [symbol, assetClass]));
    expect(classes.get('BTC/USDT-PERP')).toBe('crypto');
    expect(classes.get('ES')).toBe('futures');
  });
});
