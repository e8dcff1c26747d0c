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

const messages = async () => (await app.ok('GET /mailMessage/getList', {}, { token: person.token })).list;
const mails = () => app.outbox.filter(({ to, subject }) => to === person.email && subject.startsWith('Deposit'));

test('a decided deposit is told once, in the message centre and by mail, with the reason where it is rejected', async () => {
  const [queue] = app.ports.queues().filter(({ name }) => name === 'deposit');
  const [reviewer] = await app.database.query<{ id: string }>('select min(id) as id from staff_member');
  const by = { reviewerId: reviewer?.id ?? '', at: app.now() };
  const good = await claim(app, person);
  const bad = await claim(app, person);
  await app.database.transaction(async (tx) => {
    await queue?.approve(tx, good.id, { ...by, txid: 'ab'.repeat(32) });
    await queue?.reject(tx, bad.id, { ...by, reason: 'No such transaction' });
  });
  await app.queue.drain();
  const titles = (await messages()).map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Deposit credited: 120.5 USDT', 'Deposit not credited: 120.5 USDT']));
  expect(mails().map(({ subject }) => subject)).toHaveLength(2);
  expect(mails().find(({ subject }) => subject.includes('not'))?.body).toContain('No such transaction');
  await app.queue.drain();
  expect(mails()).toHaveLength(2);
});

test('what is rolled back is not told', async () => {
  const [queue] = app.ports.queues().filter(({ name }) => name === 'deposit');
  const { id } = await claim(app, person);
  const before = (await messages()).length;
  await expect(
    app.database.transaction(async (tx) => {
      await queue?.reject(tx, id, { reviewerId: '1', at: app.now(), reason: 'x' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow();
  await app.queue.drain();
  expect(await messages()).toHaveLength(before);
});
