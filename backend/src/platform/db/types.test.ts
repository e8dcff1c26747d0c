import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { plainNumeric, unixMs } from './types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Asia/Kathmandu', 'Europe/Amsterdam', 'Pacific/Apia'];

describe('values of PostgreSQL', () => {
  it('are numbers for times and strings for money, ids and days', async () => {
    const [row] = await database.query(
      `select 1200.4500::numeric as money, 0.000::numeric as nothing, 100::numeric as whole, 'NaN'::numeric as nan,
              -0.10::amount as domain, 9007199254740993::bigint as id, date '2026-11-20' as day,
              timestamptz '2026-11-20 15:00:00.123999Z' as at, 5::int as small, null::timestamptz as never`,
    );
    expect(row).toEqual({
      money: '1200.45',
      nothing: '0',
      whole: '100',
      nan: 'NaN',
      domain: '-0.1',
      id: '9007199254740993',
      day: '2026-11-20',
      at: Date.UTC(2026, 10, 20, 15, 0, 0, 123),
      small: 5,
      never: null,
    });
  });

  it('are the same inside arrays', async () => {
    const [row] = await database.query(
      `select array[1.50, null, 100.0]::numeric[] as money, array[9007199254740993]::int8[] as ids,
              array[timestamptz '1970-01-01 00:00:01Z', null] as times, array[date '2026-11-20'] as days,
              array[array[1.0], array[2.50]]::numeric[] as nested`,
    );
    expect(row).toEqual({
      money: ['1.5', null, '100'],
      ids: ['9007199254740993'],
      times: [1000, null],
      nested: [['1'], ['2.5']],
      days: ['2026-11-20'],
    });
  });

  it('keep times at either end of the scale', async () => {
    const [row] = await database.query(
      `select timestamptz 'infinity' as never, timestamptz '-infinity' as ever, timestamptz '0044-03-15 12:00:00Z BC' as ides,
              timestamptz '0050-06-01 00:00:00Z' as early, timestamptz '12026-01-01 00:00:00Z' as late`,
    );
    expect(row).toEqual({
      never: Number.POSITIVE_INFINITY,
      ever: Number.NEGATIVE_INFINITY,
      ides: Date.parse('-000043-03-15T12:00:00Z'),
      early: Date.parse('0050-06-01T00:00:00Z'),
      late: Date.parse('+012026-01-01T00:00:00Z'),
    });
  });

  it('reject a time in another style', () => {
    expect(() => unixMs('20.11.2026 15:00:00.123 CET')).toThrow('20.11.2026');
  });

  it('are the instants that PostgreSQL means, in every time zone', async () => {
    const instants = fc.array(
      fc.record({
        day: fc.integer({ min: -2_000_000, max: 3_000_000 }),
        microsecond: fc.integer({ min: 0, max: 86_399_999_999 }),
      }),
      { minLength: 1, maxLength: 50 },
    );
    await fc.assert(
      fc.asyncProperty(instants, fc.constantFrom(...ZONES), async (all, zone) => {
        const rows = await database.transaction(async (tx) => {
          await tx.query(`select set_config('timezone', $1, true)`, [zone]);
          // Days and microseconds apart: PostgreSQL multiplies intervals as floating point.
          return tx.query<{ day: number; microsecond: string; at: number }>(
            `select day, microsecond, (timestamp 'epoch' + make_interval(days => day)
                                       + microsecond * interval '1 microsecond') at time zone 'UTC' as at
               from unnest($1::int[], $2::int8[]) as v (day, microsecond)`,
            [all.map(({ day }) => day), all.map(({ microsecond }) => microsecond)],
          );
        });
        expect(rows).toHaveLength(all.length);
        for (const { day, microsecond, at } of rows) {
          expect(at).toBe(day * 86_400_000 + Math.floor(Number(microsecond) / 1000));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are read back unchanged', async () => {
    const ms = fc.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 });
    await fc.assert(
      fc.asyncProperty(ms, async (at) => {
        const [row] = await database.query('select $1::timestamptz as at', [new Date(at)]);
        expect(row).toEqual({ at });
      }),
      { numRuns: 60 },
    );
    // To the very instant, as far as PostgreSQL multiplies intervals exactly.
    const recent = fc.integer({ min: -4_000_000_000_000, max: 4_000_000_000_000 });
    await fc.assert(
      fc.asyncProperty(recent, async (at) => {
        const [row] = await database.query(
          `select $1 = timestamptz 'epoch' + $2::int8 * interval '1 millisecond' as same`,
          [new Date(at), at],
        );
        expect(row).toEqual({ same: true });
      }),
      { numRuns: 60 },
    );
  });

  it('are decimals as `trim_scale` writes them', async () => {
    const decimals = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }));
    await fc.assert(
      fc.asyncProperty(fc.array(decimals, { minLength: 1, maxLength: 50 }), async (all) => {
        const rows = await database.query<{ plain: string; expected: string }>(
          `select n as plain, trim_scale(n)::text as expected
             from unnest($1::numeric[], $2::int[]) as v (digits, scale), lateral (select round(digits / 10::numeric ^ scale, scale)) as r (n)`,
          [all.map(([digits]) => String(digits)), all.map(([, scale]) => scale)],
        );
        for (const { plain, expected } of rows) expect(plain).toBe(expected);
      }),
      { numRuns: 30 },
    );
    expect(plainNumeric('1000')).toBe('1000');
  });

  it('reach other pools of the process in the default types', async () => {
    const client = new pg.Client(database.connection);
    await client.connect();
    const { rows } = await client.query(
      "select timestamptz '2026-11-20 15:00:00Z' as at, array[1.5]::numeric[] as array",
    );
    await client.end();
    expect(rows).toEqual([{ at: new Date(Date.UTC(2026, 10, 20, 15)), array: [1.5] }]);
  });
});
