import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { connect, type Database } from './database.ts';

let owner: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
const lost: Error[] = [];

beforeAll(async () => {
  const { host, user } = inject('postgres');
  owner = await createTestDatabase();
  database = connect({ host, user, database: owner.name, max: 2, onLost: (error) => lost.push(error) });
});
afterAll(async () => {
  await database.close();
  await owner.close();
});

test('notifications arrive after the commit, also after a lost connection, and not after stopping', async () => {
  const heard: string[] = [];
  const stop = await database.listen('Some channel', (payload) => heard.push(payload));
  const notify = (payload: string) => database.query('select pg_notify($1, $2)', ['Some channel', payload]);

  await expect(
    database.transaction(async (tx) => {
      await tx.query('select pg_notify($1, $2)', ['Some channel', 'undone']);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await notify('first');
  await vi.waitFor(() => expect(heard).toEqual(['first']), 10_000);

  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  );
  await vi.waitFor(
    async () => {
      await notify('second');
      expect(heard).toContain('second');
    },
    { timeout: 10_000, interval: 100 },
  );
  expect(lost.length).toBeGreaterThan(0);

  await stop();
  const before = heard.length;
  await notify('third');
  const [left] = await database.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  );
  expect(left?.count).toBe(0);
  expect(heard).toHaveLength(before);
});
