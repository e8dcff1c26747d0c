import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openLog } from './log.ts';

/* The database quotes rows where it refuses one: what a line of the log has of its error is no value of a user. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    'create table written_down (id bigint primary key, mail text unique, secret text, check (id < 10))',
  );
  await database.query(`insert into written_down values (1, 'ann@example.com', 'a-secret')`);
});
afterAll(() => database.close());

function lines() {
  const written: string[] = [];
  return { log: openLog('info', { write: (line: string) => void written.push(line) }), written };
}

const failure = (text: string, values: readonly unknown[] = []): Promise<Error> =>
  database.query(text, values).then(
    () => new Error('it was taken'),
    (error: Error) => error,
  );

it.each([
  ['a check', () => failure(`insert into written_down values (11, 'ben@example.com', 'a-secret')`), '23514'],
  ['a key that is there', () => failure(`insert into written_down values (2, 'ann@example.com', 'a-secret')`), '23505'],
  [
    'what is no JSON',
    () => failure(`select * from jsonb_to_recordset($1::jsonb) as r (id int)`, ['[{"mail": "ann@example.com", "x"}]']),
    '22P02',
  ],
])('of a row that is refused by %s a line has the code, not the row', async (_, failing, code) => {
  const err = await failing();
  expect(err).toMatchObject({ code });
  const { log, written } = lines();
  log.error({ err, job: 'tried' }, 'an item of a job failed');
  log.error({ err: new AggregateError([err], 'many') }, 'items failed');
  log.error({ err: Object.assign(new Error('one', { cause: err }), { other: err }) }, 'an item failed');
  expect(written).toHaveLength(3);
  for (const line of written) {
    expect(line).not.toMatch(/example\.com|a-secret/);
    expect(line).toContain(code);
  }
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ job: 'tried', err: { message: err.message } });
  // What the error says elsewhere is as it was.
  expect('detail' in err && 'where' in err).toBe(true);
});
