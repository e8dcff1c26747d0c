import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from './database.ts';

let database: Database;
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
