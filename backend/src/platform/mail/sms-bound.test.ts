import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { countNotice, NOTICES_A_DAY, type NoticeOf, SMS_SETTING } from './sms-bound.ts';

const NOW = Date.UTC(2026, 10, 20, 15);
const TO = '491511234567';
const ALL = Object.keys(NOTICES_A_DAY) as NoticeOf[];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('truncate counted_attempt, sms_sent');
  await bound(1_000);
});

const bound = (most: number) =>
  database.query(
    `insert into setting (keyword, value) values ($1, $2) on conflict (keyword) do update set value = excluded.value`,
    [SMS_SETTING, String(most)],
  );
const tell = (of: NoticeOf, to = TO) => countNotice(database, { of, to, now: NOW });
const tellTimes = async (times: number, of: NoticeOf) => {
  for (let each = 0; each < times; each += 1) await tell(of);
};

describe('notices by SMS', () => {
  it.each(ALL)('of %s end for a number, and leave those of all else and of other numbers', async (of) => {
    await tellTimes(NOTICES_A_DAY[of], of);
    expect(await tell(of)).toBe('over_number');
    expect(await tell(of, '491511234568')).toBe('counted');
    for (const other of ALL) if (other !== of) expect(await tell(other)).toBe('counted');
  });

  it('that their country has no room for count neither for it nor for their number', async () => {
    await bound(0);
    for (let each = 0; each < 40; each += 1) expect(await tell('account')).toBe('over_bound');
    await bound(1_000);
    for (let each = 0; each < NOTICES_A_DAY.account; each += 1) expect(await tell('account')).toBe('counted');
    expect(await database.query('select sent from sms_sent')).toEqual([{ sent: NOTICES_A_DAY.account }]);
  });

  it('that their number has no room for count not for its country', async () => {
    await tellTimes(NOTICES_A_DAY.log_in + 20, 'log_in');
    expect(await database.query('select sent from sms_sent')).toEqual([{ sent: NOTICES_A_DAY.log_in }]);
  });
});
