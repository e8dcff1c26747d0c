import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { databaseClock } from './database-clock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the time is the database’s, goes on with this process, and never goes back', async () => {
  let passed = 5_000;
  const clock = databaseClock(() => passed);
  expect(() => clock.now()).toThrow('was not read');
  const before = Date.now();
  await clock.measure(database);
  // PostgreSQL runs on this machine.
  const first = clock.now();
  expect(first).toBeGreaterThanOrEqual(before - 1);
  expect(first).toBeLessThanOrEqual(Date.now() + 1);
  passed += 1_500;
  expect(clock.now()).toBe(first + 1_500);
  clock.set(first, passed, passed);
  expect(clock.now()).toBe(first + 1_500);
  passed += 2_000;
  expect(clock.now()).toBe(first + 2_000);
});
