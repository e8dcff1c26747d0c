import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { houseAccount, postJournals, userAccount } from '../../../platform/ledger/index.ts';
import { MOST_LINES } from './index.ts';

let app: TestApp;
let other: TestApp;
let ann: Person;
let eve: Person;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({}, {}, undefined, undefined, app);
  ann = await signUp(app, { funds: { change: { USDT: '777.125' } } });
  eve = await signUp(app, { funds: { change: { USDT: '5' } } });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const ask = ({ token }: Person, asked: Record<string, unknown> = {}) =>
  app.call('POST /wallet/statement', { format: 'csv', time_zone: 'UTC', ...asked }, { token });
const linkOf = async (person: Person, asked?: Record<string, unknown>): Promise<string> => {
  const answer = await ask(person, asked);
  if (answer.type !== 'ok') throw new Error(answer.error);
  return answer.message.path;
};
const get = (path: string, node = app) => node.app.inject({ method: 'GET', url: path });

test('a link opens once, of many at once one, on two nodes too', async () => {
  const path = await linkOf(ann);
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => get(path, index % 2 ? app : other)));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(responses.filter(({ statusCode }) => statusCode === 404)).toHaveLength(19);
  expect((await get(path)).statusCode).toBe(404);
});

test('a link that was replaced, is too old, or was asked for with HEAD opens nothing more or less', async () => {
  const first = await linkOf(ann);
  const second = await linkOf(ann);
  expect((await get(first)).statusCode).toBe(404);
  const look = async (url: string) => (await app.app.inject({ method: 'HEAD', url })).statusCode;
  expect([await look(first), await look(second), await look(second)]).toEqual([404, 200, 200]);
  expect((await get(second)).statusCode).toBe(200);
  expect([await look(second), await look('/api/statements/x')]).toEqual([404, 404]);
  const third = await linkOf(ann);
  app.advance(2 * 60_000);
  expect([await look(third), (await get(third)).statusCode]).toEqual([404, 404]);
});

test('a link that a thief has in hand opens nothing once the owner has frozen the account', async () => {
  const owner = await signUp(app);
  const path = await linkOf(owner);
  await app.ok('POST /user/freeze', {}, { token: owner.token });
  expect((await get(path)).statusCode).toBe(404);
});

test('a link opens nothing once the session that asked for it has ended', async () => {
  const owner = await signUp(app);
  const path = await linkOf(owner);
  await app.ok('GET /user/logout', {}, { token: owner.token });
  expect((await get(path)).statusCode).toBe(404);
});

test('nothing that a user sends makes a statement of another user', async () => {
  for (const extra of [{ user_id: ann.id }, { uid: ann.uid }, { userId: ann.id }]) {
    const { body } = await get(await linkOf(eve, extra));
    expect(body).toContain(',5,0,5,');
    expect(body).not.toContain('777.125');
  }
  const guest = await app.rejection('POST /wallet/statement', { format: 'csv', time_zone: 'UTC' });
  expect(guest.code).toBe(999);
});

test.each(['', 'x', 'a'.repeat(43), '../../etc/passwd', '%00', `${'a'.repeat(42)}%27`])(
  'a token that was never given out opens nothing: %s',
  async (token) => {
    const response = await get(`/api/statements/${token}`);
    expect([404, 200]).toContain(response.statusCode);
    if (response.statusCode === 200) expect(response.json()).toMatchObject({ type: 'error' });
  },
);

test('while one is made there is no second one of the same user, and others get theirs', async () => {
  const path = await linkOf(ann);
  await app.database.query('update statement_link set opened = true where user_id = $1', [ann.id]);
  const refused = await Promise.all(Array.from({ length: 30 }, () => ask(ann)));
  for (const answer of refused) expect(answer).toMatchObject({ error: 'statement_busy' });
  expect((await get(await linkOf(eve))).statusCode).toBe(200);
  // A node that died with it does not lock the user out.
  app.advance(5 * 60_000);
  expect(await linkOf(ann)).not.toBe(path);
});

test('many exports at once are made one after another, and leave no file', async () => {
  const crowd = await Promise.all(Array.from({ length: 5 }, () => signUp(app)));
  const paths = await Promise.all(crowd.map((person) => linkOf(person)));
  const responses = await Promise.all(paths.map((path) => get(path)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(readdirSync(join(app.settings.dataDir, 'statements'))).toEqual([]);
});

test('a range with too many entries is rejected before any is read', async () => {
  const mia = await signUp(app);
  const entry = (amount: string) => [
    { account: houseAccount('grants'), currency: 'USDT', amount: `-${amount}` },
    { account: userAccount(mia.id, 'change'), currency: 'USDT', amount },
  ];
  await app.database.transaction((tx) =>
    postJournals(tx, [{ ref: 'test:many', kind: 'reward', at: app.now(), entries: entry('1') }]),
  );
  await app.database.query(
    `insert into ledger_entry (journal_id, account_id, currency, amount, balance)
     select j.id, a.id, 'USDT', case when n % 2 = 0 then 1 else -1 end, 1
       from journal j, ledger_account a, generate_series(1, $2) n
      where j.ref = 'test:many' and a.user_id = $1 and a.name = 'change' and a.part = 'available'`,
    [mia.id, MOST_LINES],
  );
  expect(await ask(mia)).toMatchObject({ error: 'statement_too_long', field: 'from' });
  expect(await ask(mia, { from: 0, to: 253_402_300_799_999 })).toMatchObject({ error: 'statement_too_long' });
});
