import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { db, execute, time } from './kysely.ts';
import { schemaSource } from './schema-source.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('schema.ts is what the migrations make', async () => {
  await expect(await schemaSource(database)).toMatchFileSnapshot('./schema.ts');
});

it('an SQL type without a mapping is not guessed', async () => {
  await expect(
    database.transaction(async (tx) => {
      await tx.query('create table odd (at interval)');
      return schemaSource(tx);
    }),
  ).rejects.toThrow('odd.at');
});

describe('a built statement', () => {
  const at = Date.UTC(2026, 10, 20, 15);
  const write = (name: string) =>
    db.insertInto('lease').values({ name, holder: 'node', token: '9007199254740993', until: new Date(at) });

  it('reads and writes the types of the database', async () => {
    await execute(database, write('first'));
    const found = await execute(
      database,
      db.selectFrom('lease').select(['name', 'token', 'until', 'reached_at']).where('until', '<=', time(at)),
    );
    expect(found).toEqual([{ name: 'first', token: '9007199254740993', until: at, reached_at: null }]);
  });

  it('runs in the transaction that it is given', async () => {
    const rolledBack = database.transaction(async (tx) => {
      await execute(tx, write('second'));
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await execute(database, db.selectFrom('lease').select('name').where('name', '=', 'second'))).toEqual([]);
  });
});
