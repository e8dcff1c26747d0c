import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { claim } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await createTestApp();
  person = await signUp(app, { level: 1 });
});
afterAll(() => app.close());

test('a reviewed claim is announced with the commit of the decision, and what is read then has it', async () => {
  const { id } = await claim(app, person);
  const [queue] = app.ports.queues().filter(({ name }) => name === 'deposit');
  const [reviewer] = await app.database.query<{ id: string }>('select min(id) as id from staff_member');
  const heard: string[] = [];
  const stop = app.accountEvents.listen((userId, { kind }) => {
    if (userId === person.id) heard.push(kind);
  });
  await app.database.transaction(async (tx) => {
    await queue?.approve(tx, id, { reviewerId: reviewer?.id ?? '', at: app.now(), txid: 'ab'.repeat(32) });
  });
  // Nothing waits for a timer or for a job: a page hears it before it could have asked.
  await turn();
  stop();
  expect(heard).toEqual(expect.arrayContaining(['balance', 'deposit']));
  const { accounts } = await app.ok('POST /wallet/list', {}, { token: person.token });
  const usdt = accounts.find(({ type }) => type === 'change')?.currencies.find(({ currency }) => currency === 'USDT');
  expect(Number(usdt?.available)).toBeGreaterThan(0);
  const { list } = await app.ok('GET /recharge/log', {}, { token: person.token });
  expect(list[0]).toMatchObject({ id, status: 'approved' });
});
