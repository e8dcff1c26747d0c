import { add, cmp, sub } from '@tessera/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amid } from '../../../test/amid.ts';
import { KEY } from '../../../test/nft-stage.ts';
import { fund, type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { confirmedSession } from '../../../test/well-used.ts';
import type { RecurringJobs } from '../../platform/jobs/recurring.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import { hashSecret } from '../identity/password.ts';
import { makeTrader } from './applications.ts';

/*
 * What a follower owes to the trader is set aside by a job, seconds after the copy has closed. Who moves the money out of the
 * leverage account in between would never pay a share: it is kept there from the close on.
 */

const PERP = 'BTC/USDT-PERP';
const DAY = 86_400_000;

let app: TestApp;
let jobs: RecurringJobs;
let trader: Person;
let follower: Person;
beforeAll(async () => {
  app = await createTestApp();
  jobs = recurringJobsOf(app);
  trader = await signUp(app, { level: 2, funds: { lever: { USDT: '10000' } } });
  follower = await signUp(app, { level: 2, funds: { lever: { USDT: '10000' } } });
  await app.database.query('update user_account set pay_password_hash = $2 where id = $1', [
    follower.id,
    await hashSecret(KEY),
  ]);
  await app.database.transaction((tx) => makeTrader(tx, trader.id, { at: app.now() }));
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await app.close();
});

let price = '50000';
const setPrice = (next = price) => {
  price = next;
  app.feed.setPrice(PERP, price, { bid: String(Number(price) - 1), ask: String(Number(price) + 1) });
};
const keyed = ({ token }: Person) => ({ token, idempotencyKey: crypto.randomUUID() });
async function step() {
  app.advance(500);
  setPrice();
  await app.turn();
}
async function turn(job: string) {
  await step();
  expect(await jobs.turn(job)).not.toBe('failed');
}
const lever = () => userBalance(app.database, follower.id, 'lever', 'USDT');
const leave = async (number: string) =>
  app.call('POST /wallet/change', { currency_id: 3, number, from_field: 'lever', to_field: 'change' }, keyed(follower));
const dueNow = async () => (await app.ok('GET /follow/my', {}, { token: follower.token })).list[0]?.share_due ?? '0';

/** The follower copies a position that the trader has closed with a gain; the next step closes the copy. */
async function gain(): Promise<void> {
  setPrice('50000');
  const order = { symbol: PERP, type: 1, share: 2_000, multiple: 10 };
  const source = await app.ok('POST /lever/submit', order, keyed(trader));
  await turn('copy-follow');
  await turn('copy-follow');
  setPrice('52000');
  await step();
  await app.ok('POST /lever/close', { id: source.id }, keyed(trader));
  await turn('copy-follow');
}

it('a share is paid on Monday though all that may leave was moved away the moment the copy had closed', async () => {
  setPrice();
  const terms = { type: 'multiple', number: '1', amount: '5000', agreement: true, key: KEY };
  await app.ok('POST /follow/follow', { trader_user_id: trader.uid, ...terms }, keyed(follower));
  await gain();
  // The copy closes, and no job has read of it yet.
  await step();
  const { list } = await app.ok('POST /lever/my_trade', {}, { token: follower.token });
  expect(list).toMatchObject([{ status: 3, close_reason: 'copy' }]);
  const has = await lever();
  expect(await leave(has)).toMatchObject({ error: 'share_due' });
  const { token } = follower;
  const { transferable } = await app.ok('GET /wallet/transferable', { account: 'lever', currency_id: 3 }, { token });
  expect(await leave(transferable)).toMatchObject({ type: 'ok' });
  expect(await leave('0.000001')).toMatchObject({ error: 'share_due' });
  await turn('copy-follow');
  const due = await dueNow();
  expect(Number(due)).toBeGreaterThan(3);
  // Exactly what is due has stayed, and stays when it was read and is not set aside yet.
  expect(sub(has, transferable)).toBe(due);
  expect(await leave('0.000001')).toMatchObject({ error: 'share_due' });
  await turn('copy-shares');
  expect(await lever()).toBe('0');
  // The Monday after the first day of the follow.
  app.advance(10 * DAY);
  await turn('copy-shares');
  expect(await app.database.query('select due, paid from copy_statement')).toEqual([{ due, paid: due }]);
});

it('nor does money that is moved in the moment of the close take the share along', async () => {
  const [session] = await Promise.all([
    confirmedSession(app, follower),
    fund(app, follower.id, 'lever', 'USDT', '1000'),
  ]);
  follower = { ...follower, token: session };
  trader = { ...trader, token: await confirmedSession(app, trader) };
  await gain();
  const all = add(await lever(), '100');
  await Promise.all([step(), ...Array.from({ length: 20 }, (_, index) => leave(sub(all, String(index))))]);
  await turn('copy-follow');
  expect(cmp(await lever(), await dueNow())).toBeGreaterThanOrEqual(0);
});

it('a follower whose row is locked holds up no other share, and pays afterwards', async () => {
  const [leader, held, other] = [await signUp(app), await signUp(app, { level: 2 }), await signUp(app, { level: 2 })];
  await app.database.transaction((tx) => makeTrader(tx, leader.id, { at: app.now() }));
  for (const { id } of [held, other]) {
    await fund(app, id, 'lever', 'USDT', '1000');
    await app.database.query(
      `insert into copy_follow (user_id, trader_user_id, type, number, max_amount, slippage, agreement, started_at)
       values ($1, $2, 'multiple', 1, 10000, 0.003, 1, $3)`,
      [id, leader.id, new Date(app.now())],
    );
    await app.database.query(
      'insert into copy_account (user_id, trader_user_id, realised, moved) values ($1, $2, 1000, true)',
      [id, leader.id],
    );
  }
  const statements = async () =>
    (
      await app.database.query<{ user_id: string }>('select user_id from copy_statement where trader_user_id = $1', [
        leader.id,
      ])
    ).map(({ user_id }) => user_id);
  app.advance(10 * DAY);
  await step();
  const meanwhile: string[] = [];
  await amid(
    app,
    { table: 'user_account', id: held.id },
    () => jobs.turn('copy-shares'),
    async () => {
      meanwhile.push(...(await statements()));
    },
  );
  expect(meanwhile).toEqual([other.id]);
  expect((await statements()).toSorted()).toEqual([held.id, other.id].toSorted());
});
