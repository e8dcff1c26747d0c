import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { resealFactors } from './reseal.ts';
import { type SealKeys, seal, unseal } from './seal.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(() => undefined);
});
afterAll(() => database.close());

test('secrets of an old key are encrypted again with the new one, others are left; then the old key can go', async () => {
  const [old, current] = [randomBytes(32), randomBytes(32)];
  const keep = (holder: string, keys: SealKeys) =>
    database.query(`insert into authenticator (holder, secret, last_counter, created_at) values ($1, $2, 7, now())`, [
      holder,
      seal(keys, holder, Buffer.from(`secret of ${holder}`)),
    ]);
  await keep('user:1', [old]);
  await keep('staff:1', [old]);
  await keep('user:2', [current]);
  const keys = (): SealKeys => [current, old];
  expect(await resealFactors({ database, keys }, jobRun())).toBe(2);
  expect(await resealFactors({ database, keys }, jobRun())).toBe(0);
  const rows = await database.query<{ holder: string; secret: Buffer }>('select holder, secret from authenticator');
  for (const { holder, secret } of rows) {
    expect(unseal([current], holder, secret).toString()).toBe(`secret of ${holder}`);
  }
  expect(rows).toHaveLength(3);
  await keep('user:3', [randomBytes(32)]);
  const errors: unknown[] = [];
  const run = jobRun({}, { log: { error: (details: unknown) => void errors.push(details) } });
  // It holds up no other, and is told of.
  await keep('user:4', [old]);
  expect(await resealFactors({ database, keys }, run)).toBe(2);
  expect(errors).toMatchObject([{ item: 'user:3', err: { message: expect.stringContaining('FACTOR_KEY') } }]);
  expect(await resealFactors({ database, keys }, run)).toBe(0);
});
