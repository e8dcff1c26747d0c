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
});

const HOUR = 3_600_000;

/** A clock that said `HOUR`, and that the database's is set back to 0 for. */
function setBack() {
  const time = { passed: 5_000 };
  const clock = databaseClock(() => time.passed);
  clock.set(HOUR, time.passed, time.passed);
  expect(clock.now()).toBe(HOUR);
  clock.set(0, time.passed, time.passed);
  return { clock, time };
}

test('it goes on, slower, until a clock that was set back has come up again: what ends by it ends', () => {
  const { clock, time } = setBack();
  expect(clock.now()).toBe(HOUR);
  let before = HOUR;
  for (let second = 1; second <= 3_600; second++) {
    time.passed += 1_000;
    const now = clock.now();
    expect(now - before).toBe(500);
    before = now;
  }
  time.passed += HOUR;
  expect(clock.now()).toBe(2 * HOUR);
  time.passed += 1_000;
  expect(clock.now()).toBe(2 * HOUR + 1_000);
});

test('so it does from a time that was recorded by a clock that was ahead', () => {
  let passed = 0;
  const clock = databaseClock(() => passed);
  clock.set(0, 0, 0);
  clock.reach(HOUR);
  passed += 10_000;
  expect(clock.now()).toBe(HOUR + 5_000);
  clock.reach(5_000);
  expect(clock.now()).toBe(HOUR + 5_000);
});
