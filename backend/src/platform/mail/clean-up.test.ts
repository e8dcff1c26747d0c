import { afterAll, beforeAll, expect, it } from 'vitest';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const DAY = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('what was accepted is remembered for 30 days', async () => {
  const jobs = recurringJobsOf(app);
  const accepted = (id: string) =>
    app.database.query(`insert into message_delivery (id, channel, accepted_at) values ($1, 'mail', $2)`, [
      id,
      new Date(app.now()),
    ]);
  await accepted('early');
  app.advance(DAY);
  await accepted('late');
  app.advance(29 * DAY + 1);
  expect(await jobs.turn('messages-clean-up')).toBe('done');
  expect(await app.database.query('select id from message_delivery')).toEqual([{ id: 'late' }]);
  await jobs.stop();
});
