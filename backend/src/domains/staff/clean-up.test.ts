import { afterAll, beforeAll, expect, it } from 'vitest';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { CLAIM_LASTS, takeClaim } from './claims.ts';

const DAY = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('claims that have ended and sessions of long ago are deleted, others stay', async () => {
  const jobs = recurringJobsOf(app);
  const mara = await signInStaff(app);
  const count = async (table: string) => (await app.database.query(`select from ${table}`)).length;
  const take = (id: string) =>
    app.database.transaction((tx) => takeClaim(tx, { queue: 'deposit', id }, mara.id, app.now()));
  await take('1');
  app.advance(CLAIM_LASTS / 2);
  await take('2');
  app.advance(CLAIM_LASTS / 2 + 1);
  expect(await jobs.turn('staff-clean-up')).toBe('done');
  expect(await app.database.query('select item_id from staff_claim')).toEqual([{ item_id: '2' }]);

  await app.ok('POST /staff/logout', {}, { token: mara.token });
  app.advance(29 * DAY);
  await signInStaff(app);
  await jobs.turn('staff-clean-up');
  expect(await count('staff_session')).toBe(2);
  app.advance(2 * DAY);
  await jobs.turn('staff-clean-up');
  expect(await count('staff_session')).toBe(1);
  await jobs.stop();
});
