import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { connect, type Database } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query('create table counter (id int primary key, n bigint not null)');
  await database.query('insert into counter values (1, 0), (2, 0)');
});
afterAll(() => database.close());

const count = async () => (await database.query<{ n: string }>('select n from counter where id = 1'))[0]?.n;

describe('the database', () => {
  it('hands out money, ids and days as text', async () => {
    const [row] = await database.query(
      `select 12345678901234567890.123456789012345678::numeric as money, 9007199254740993::bigint as id, date '2026-11-20' as day`,
    );
    expect(row).toEqual({
      money: '12345678901234567890.123456789012345678',
      id: '9007199254740993',
      day: '2026-11-20',
    });
  });

  it('runs a transaction again when PostgreSQL asks for it', async () => {
    const increment = () =>
      database.transaction(async (tx) => {
        await tx.query('set transaction isolation level serializable');
        const [row] = await tx.query<{ n: string }>('select n from counter where id = 1');
        await tx.query('update counter set n = $1 where id = 1', [Number(row?.n) + 1]);
      });
    await Promise.all(Array.from({ length: 6 }, increment));
    expect(await count()).toBe('6');
  });

  it('says by which statement a transaction failed, whichever of those issued together is heard first', async () => {
    const failing = database.transaction(async (tx) => {
      const first = tx.query('select 1 / 0 as never').then(async (rows) => rows);
      // Of two that are issued together the one that is not at fault may reject first.
      const deep = (async () => (async () => first)())();
      await Promise.all([deep, tx.query('select 1'), tx.query('select 2')]);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });

  it('ends a transaction that falls silent, and its locks with it', async () => {
    const lost: Error[] = [];
    const usual = connect({ ...database.connection, max: 1, onLost: (error) => void lost.push(error) });
    const [set] = await usual.query("select current_setting('idle_in_transaction_session_timeout') as most");
    expect(set).toEqual({ most: '5s' });
    await usual.close();
    const hanging = connect({
      ...database.connection,
      max: 1,
      // Long enough for a busy machine to begin.
      idle_in_transaction_session_timeout: 500,
      onLost: (error) => void lost.push(error),
    });
    const increment = 'update counter set n = n + 1 where id = 2';
    const silent = hanging.transaction(async (tx) => {
      await tx.query(increment);
      // Waits for the lock of the first, which says nothing meanwhile.
      await database.query(increment);
    });
    await expect(silent).rejects.toThrow();
    expect(lost).not.toEqual([]);
    expect(await database.query('select n from counter where id = 2')).toEqual([{ n: '1' }]);
    await hanging.close();
  });

  it('does not take a transaction for silent while what goes with its first statement is put together', async () => {
    const impatient = connect({ ...database.connection, max: 1, onLost: () => undefined });
    const rows = await impatient.transaction(async (tx) => {
      const first = tx.query("select set_config('idle_in_transaction_session_timeout', '30', true)");
      // As long as the values of some thousand rows take; the process does no other work meanwhile.
      const until = performance.now() + 150;
      while (performance.now() < until);
      const second = tx.query("select set_config('idle_in_transaction_session_timeout', '0', true) as most");
      return (await Promise.all([first, second]))[1];
    });
    expect(rows).toEqual([{ most: '0' }]);
    await impatient.close();
  });

  it('gets two that wait for each other out of it', async () => {
    let waiting = 0;
    let both: () => void = () => undefined;
    const met = new Promise<void>((resolve) => {
      both = resolve;
    });
    const cross = (first: number, second: number) =>
      database.transaction(async (tx) => {
        await tx.query('update counter set n = n + 1 where id = $1', [first]);
        waiting += 1;
        if (waiting === 2) both();
        await met;
        await tx.query('update counter set n = n + 1 where id = $1', [second]);
      });
    const before = Number(await count());
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(Number(await count())).toBe(before + 2);
  });
});

describe('a parameter', () => {
  it('arrives as it was, alone and in arrays', async () => {
    const texts = [
      '',
      'NULL',
      'null',
      'a,b',
      '{x}',
      'a"b',
      'a\\b',
      ' a ',
      '-1.5e3',
      'ä😀',
      "'",
      '\n',
      '(1,2)',
      '1:2_3+4',
    ];
    const times = [0, 1, -1, Date.UTC(2026, 10, 20, 15, 0, 0, 123), Date.UTC(1, 0), Date.UTC(9999, 11, 31)];
    const bytes = Buffer.from([0, 92, 34, 255]);
    const [row] = await database.query(
      `select $1::text[] as texts, $2::bigint[] as ids, $3::boolean[] as flags, $4::timestamptz[] as times,
              $5::jsonb as json, $6::bytea[] as bytes, $7::text[] as nested, $8::text as text, $9::timestamptz as at,
              $10::bytea as one, $11::numeric as big`,
      [
        [...texts, null],
        [1, 9_007_199_254_740_993n, '7', null],
        [true, false],
        times.map((time) => new Date(time)),
        { a: [1, "x'"] },
        [bytes],
        [
          ['a b', 'c'],
          ['d', null],
        ],
        'NULL',
        new Date(5),
        new Uint8Array(bytes),
        12n,
      ],
    );
    expect(row).toEqual({
      texts: [...texts, null],
      ids: ['1', '9007199254740993', '7', null],
      flags: [true, false],
      times,
      json: { a: [1, "x'"] },
      bytes: [bytes],
      nested: [
        ['a b', 'c'],
        ['d', null],
      ],
      text: 'NULL',
      at: 5,
      one: bytes,
      big: '12',
    });
    await expect(async () => database.query('select $1::timestamptz', [new Date(Number.NaN)])).rejects.toThrow(
      RangeError,
    );
  });

  it('in arrays is any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))),
        async (texts) => {
          expect(await database.query('select $1::text[] as texts', [texts])).toEqual([{ texts }]);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('statements that run often', () => {
  it('are prepared, whatever runs once or seldom is not', async () => {
    const seen = await database.transaction(async (tx) => {
      await tx.query('create table watched (id int)');
      for (let run = 0; run < 20; run++) await tx.query('select id from watched where id = $1', [run]);
      await tx.query('select id from watched where id > $1', [0]);
      await tx.query('select 1 from watched where id = 1; select 2 from watched where id = 2');
      return tx.query<{ statement: string }>(
        "select statement from pg_prepared_statements where statement like '%from watched%'",
      );
    });
    expect(seen).toEqual([{ statement: 'select id from watched where id = $1' }]);
  });

  it('go on when their tables change, inside a transaction and outside', async () => {
    await database.query('create table changing (id int)');
    await database.query('insert into changing values (1)');
    const all = (sql: Pick<Database, 'query'>) => sql.query('select * from changing where id = $1', [1]);
    const many = () => Promise.all(Array.from({ length: 40 }, () => all(database)));
    await many();
    await database.query("alter table changing add column word text default 'new'");
    expect((await many()).flat()).toEqual(Array.from({ length: 40 }, () => ({ id: 1, word: 'new' })));
    await database.query('alter table changing add column more int');
    const inside = () => database.transaction((tx) => all(tx));
    expect(await Promise.all(Array.from({ length: 8 }, inside))).toEqual(
      Array.from({ length: 8 }, () => [{ id: 1, word: 'new', more: null }]),
    );
    await database.query('alter table changing add column most int');
    const together = () => database.together((sql) => Promise.all([all(sql), sql.query('select 1 as one')]));
    expect(await Promise.all(Array.from({ length: 8 }, together))).toEqual(
      Array.from({ length: 8 }, () => [[{ id: 1, word: 'new', more: null, most: null }], [{ one: 1 }]]),
    );
  });

  it('keep a bounded number of plans, however many texts run', async () => {
    for (let text = 0; text < 330; text++)
      await Promise.all(Array.from({ length: 8 }, () => database.query(`select ${text} as n where $1 = 1`, [1])));
    const counts = await Promise.all(
      Array.from({ length: 8 }, () =>
        database.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements'),
      ),
    );
    for (const [row] of counts) expect(row?.n).toBeLessThanOrEqual(300);
  });

  it('commits a batch as a whole or not at all, and its connection goes on', async () => {
    const before = await count();
    const add = 'update counter set n = n + 10 where id = 1';
    await database.batch((tx) => Promise.all([tx.query(add), tx.query('select 1 as one')]));
    expect(await count()).toBe(String(Number(before) + 10));
    await expect(
      database.batch((tx) =>
        Promise.all([tx.query(add), tx.query('insert into counter values (2, 0)'), tx.query(add)]),
      ),
    ).rejects.toMatchObject({ constraint: 'counter_pkey' });
    await expect(
      database.batch(async (tx) => {
        await tx.query('select 2 as two');
        await tx.query(add);
      }),
    ).rejects.toMatchObject({ name: 'OutcomeUnknown', message: expect.stringContaining('issues its statements') });
    // Statements that were prepared by a batch that failed, or behind its failure, are prepared where they run next.
    for (let time = 0; time < 20; time++) {
      await expect(
        database.batch((tx) =>
          Promise.all([tx.query(add), tx.query('select 1 / $1::int as q', [0]), tx.query('select 3 as late')]),
        ),
      ).rejects.toMatchObject({ code: '22012' });
      await database.together((sql) => Promise.all([sql.query('select 3 as late'), sql.query('select 5 as other')]));
    }
    // Who words the error of the statement that failed is heard, whatever stands behind that.
    await expect(
      database.batch((tx) =>
        Promise.all([
          tx.query(add),
          (async () => {
            await tx.query('insert into counter values (1, 0)').catch(async () => {
              await Promise.resolve();
              throw new RangeError('counted already');
            });
          })(),
          tx.query('select 6 as six'),
        ]),
      ),
    ).rejects.toThrow('counted already');
    // What fails before it has issued all commits nothing of what it issued, and gives its connection back.
    for (let time = 0; time < 20; time++) {
      await expect(
        database.batch(async (tx) => {
          await Promise.all([tx.query(add), (async () => JSON.parse('{'))()]);
        }),
      ).rejects.toThrow(SyntaxError);
    }
    await expect(
      database.batch((tx) => {
        void tx.query(add);
        throw new RangeError('half of it');
      }),
    ).rejects.toThrow('half of it');
    expect(await count()).toBe(String(Number(before) + 10));
    expect(
      await database.together((sql) => Promise.all([sql.query('select 3 as n'), sql.query('select 4 as n')])),
    ).toEqual([[{ n: 3 }], [{ n: 4 }]]);
  });
});
