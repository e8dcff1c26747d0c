import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { tellUser } from './user-messages.ts';

/* Dust that strangers pay, to fill a mailbox, a message centre, or to use up what a real deposit is told with. */

const DAY = 86_400_000;

let app: TestApp;
let other: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({}, {}, undefined, undefined, app);
  ann = await signUp(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

type Kind = 'payment_received' | 'deposit_credited' | 'payment_sent' | 'mining_ended' | 'invest_matured';
const tell = (kind: Kind, reference: string, node = app, then = async () => undefined as unknown) =>
  node.database.transaction(async (tx) => {
    const named = { amount: '0.01 USDT', sender: 'x', recipient: 'x', interest: '0.01 USDT' };
    await tellUser(tx, { userId: ann.id, kind, named, reference, at: app.now(), byMail: true });
    await then();
  });
const storedOf = async (kind: Kind) => {
  const [row] = await app.database.query<{ stored: number; shown: number }>(
    `select count(*)::int as stored, (count(*) filter (where in_centre))::int as shown
       from user_message where user_id = $1 and kind = $2`,
    [ann.id, kind],
  );
  return row;
};
const mailed = async () => {
  // What is committed is handed out.
  await app.call('POST /mailMessage/preferences', { topic: 'payments', channel: 'mail', on: true }, ann);
  return app.outbox.filter(({ to }) => to === ann.email).length;
};

test('one that is told again, or whose transaction fails, uses nothing up', async () => {
  const before = await mailed();
  for (let turn = 0; turn < 25; turn++) {
    await tell('deposit_credited', 'the same', turn % 2 ? other : app);
    await expect(
      tell('deposit_credited', `lost ${turn}`, app, () => Promise.reject(new Error('the node went away'))),
    ).rejects.toThrow('went away');
  }
  expect((await mailed()) - before).toBe(1);
  for (let turn = 0; turn < 19; turn++) await tell('deposit_credited', `real ${turn}`);
  expect((await mailed()) - before).toBe(20);
});

test('at once, on two nodes, 20 of a day are mailed and 100 shown; others of the user’s messages are not touched', async () => {
  const before = await mailed();
  const all = Array.from({ length: 110 }, (_, turn) =>
    tell('payment_received', `dust ${turn}`, turn % 2 ? other : app),
  );
  await Promise.all(all);
  expect((await mailed()) - before).toBe(20);
  expect(await storedOf('payment_received')).toEqual({ stored: 110, shown: 100 });
  // What one sends oneself is told however many strangers pay.
  await tell('payment_sent', 'own');
  expect((await mailed()) - before).toBe(21);
  expect(await storedOf('payment_sent')).toEqual({ stored: 1, shown: 1 });
  app.advance(DAY + 1);
  await tell('payment_received', 'the day after');
  expect(await storedOf('payment_received')).toEqual({ stored: 111, shown: 101 });
});

test('many small products of one user that end together are mailed as often, whichever they are', async () => {
  const before = await mailed();
  for (let turn = 0; turn < 15; turn++) {
    await tell('mining_ended', `position ${turn}`);
    await tell('invest_matured', `order ${turn}`);
  }
  expect((await mailed()) - before).toBe(20);
  expect(await storedOf('mining_ended')).toEqual({ stored: 15, shown: 15 });
});
