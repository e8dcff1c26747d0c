import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../db/database.ts';
import { createItems, type ItemReport, type JobItems } from './items.ts';
import { LeaseLost } from './lease.ts';
import { Unreached } from './unreached.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query('create table tried (id bigint primary key, check (id <> 3))');
});
afterAll(() => database.close());

let time: number;
let logged: { readonly item: string; readonly tries: number; readonly again: number }[];
let failures: ItemReport[];
let stopping: AbortController;
let items: JobItems;
let forget: () => void;
beforeEach(async () => {
  await database.query('truncate tried');
  time = 0;
  logged = [];
  failures = [];
  stopping = new AbortController();
  ({ items, forget } = createItems({
    job: 'tried',
    log: { error: ((details: (typeof logged)[number]) => void logged.push(details)) as never },
    signal: stopping.signal,
    onItemFailed: (report) => void failures.push(report),
    clock: () => time,
  }));
});

const idOf = (id: string): string => id;
const outage = Object.assign(new Error('the disk is full'), { code: '53100' });
const insert = (ids: readonly string[]) =>
  database.transaction(async (tx) => {
    for (const id of ids) await tx.query('insert into tried values ($1)', [id]);
  });
const inserted = async () =>
  (await database.query<{ id: string }>('select id from tried order by id')).map(({ id }) => id);

describe('items that are taken one by one', () => {
  it('go on where one fails, which is logged with its id and counted', async () => {
    expect(await items.each('order', ['1', '3', '5'], idOf, (id) => insert([id]))).toBe(2);
    expect(await inserted()).toEqual(['1', '5']);
    expect(logged).toMatchObject([{ job: 'tried', kind: 'order', item: '3', tries: 1, again: 5_000 }]);
    expect(failures).toEqual([{ job: 'tried', kind: 'order' }]);
    expect(items.aside('order')).toEqual(['3']);
    expect(items.aside('deposit')).toEqual([]);
  });

  it('are tried again after a pause that grows to a quarter of an hour', async () => {
    const pauses: number[] = [];
    for (let tries = 1; tries <= 12; tries++) {
      await items.each('order', ['3'], idOf, () => insert(['3']));
      // Not before its time, however often it is asked for.
      await items.each('order', ['3'], idOf, () => insert(['3']));
      expect(logged).toHaveLength(tries);
      pauses.push(logged.at(-1)?.again ?? 0);
      time += pauses.at(-1) ?? 0;
    }
    expect(pauses.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(pauses.slice(-3)).toEqual([900_000, 900_000, 900_000]);
    await items.each('order', ['3'], idOf, async () => undefined);
    await items.each('order', ['3'], idOf, () => insert(['3']));
    expect(logged.at(-1)?.again).toBe(5_000);
  });

  it('are tried at once after another node had the job', async () => {
    await items.each('order', ['3'], idOf, () => insert(['3']));
    forget();
    expect(items.aside('order')).toEqual([]);
  });

  it.each([
    ['the lease', new LeaseLost('tried')],
    ['what the job needs', new Unreached('the signer does not respond')],
    ['the database', outage],
    ['the database, told by another error', new Error('not booked', { cause: outage })],
    ['the database among others', new AggregateError([new Error('odd'), outage])],
  ])('end the run without %s', async (_, error) => {
    const taken: string[] = [];
    const run = items.each('order', ['1', '2', '3'], idOf, async (id) => {
      taken.push(id);
      if (id === '2') throw error;
    });
    await expect(run).rejects.toBe(error);
    expect(taken).toEqual(['1', '2']);
    expect(failures).toEqual([]);
  });

  it('go past the one at which the database broke, in the next run', async () => {
    const taken: string[] = [];
    const run = () =>
      items.each('order', ['1', '2', '3'], idOf, async (id) => {
        taken.push(id);
        if (id === '2') throw outage;
      });
    await expect(run()).rejects.toBe(outage);
    await run();
    expect(taken).toEqual(['1', '2', '1', '3']);
  });

  it('end where the node stops', async () => {
    const taken: string[] = [];
    await items.each('order', ['1', '2'], idOf, async (id) => {
      taken.push(id);
      stopping.abort();
    });
    expect(taken).toEqual(['1']);
  });
});

describe('items that are taken together', () => {
  it('are parted until the one that fails is alone', async () => {
    const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];
    expect(await items.together('order', ids, idOf, insert)).toBe(7);
    expect(await inserted()).toEqual(ids.filter((id) => id !== '3'));
    expect(items.aside('order')).toEqual(['3']);
  });

  it('are found page by page, and those set aside take no place', async () => {
    const rows = ['3', '1', '2', '4', '5'];
    const done = await items.pages(
      'order',
      async (aside) => {
        const there = await inserted();
        return rows.filter((id) => !aside.includes(id) && !there.includes(id)).slice(0, 1);
      },
      idOf,
      insert,
    );
    expect(done).toBe(4);
    expect(await inserted()).toEqual(['1', '2', '4', '5']);
  });

  it('are not found for ever where more fail than are remembered', async () => {
    const many = Array.from({ length: 10_100 }, (_, index) => String(index));
    const find = async (aside: readonly string[]) => {
      const left = new Set(aside);
      return many.filter((id) => !left.has(id)).slice(0, 500);
    };
    const done = await items.pages('order', find, idOf, async () => {
      throw new Error('odd');
    });
    expect(done).toBe(0);
    expect(items.aside('order')).toHaveLength(10_000);
  });
});

describe('items within a transaction', () => {
  it('leave out the one that fails, and commit the rest', async () => {
    const ids = ['1', '2', '3', '4', '5'];
    const left = await database.transaction((tx) =>
      items.within(tx, 'user', ids, idOf, async (some) => {
        for (const id of some) await tx.query('insert into tried values ($1)', [id]);
      }),
    );
    expect(left).toEqual(['3']);
    expect(await inserted()).toEqual(['1', '2', '4', '5']);
    expect(failures).toEqual([{ job: 'tried', kind: 'user' }]);
  });

  it('are repeated as a whole where PostgreSQL asks for it', async () => {
    let runs = 0;
    await database.transaction(async (tx) => {
      runs += 1;
      await items.within(tx, 'user', ['1'], idOf, async () => {
        if (runs === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
      });
    });
    expect(runs).toBe(2);
    expect(failures).toEqual([]);
  });
});
