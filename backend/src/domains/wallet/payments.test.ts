import { randomUUID } from 'node:crypto';
import type { LanguageCode } from '@tessera/api/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolAuthenticator } from '../../../test/factors.ts';
import { PAY_PASSWORD, type Payer, payer } from '../../../test/payer.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { enqueue } from '../../platform/jobs/queued-job.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { receivedTask } from './received.ts';

const USDT = 3;
const BTC = 1;
const DAY = 86_400_000;

let app: TestApp;
let ann: Payer;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await payer(app, { funds: { change: { USDT: '1000', BTC: '1' } } });
  ben = await signUp(app, { email: 'ben.okri@example.com' });
  await app.database.query(`update user_account set nickname = 'Benedict', mobile = '4915112345678' where id = $1`, [
    ben.id,
  ]);
});
afterAll(() => app.close());

const held = ({ id }: { readonly id: string }, currency = 'USDT') => userBalance(app.database, id, 'change', currency);
const to = (account: string, number = '5') => ({ account, currency_id: USDT, number });
const configure = (keyword: string, value: string) =>
  app.database.query('update setting set value = $2 where keyword = $1', [keyword, value]);

async function sent(payment: ReturnType<typeof to>, from = ann) {
  const outcome = await from.send(payment, await from.approval(payment));
  if (outcome.type !== 'ok') throw new Error(`rejected: ${outcome.error}`);
  return outcome.message;
}

describe('a payment', () => {
  it.each([
    ['UID', () => ben.uid],
    ['e-mail address', () => 'Ben.Okri@Example.com'],
    ['number with country code', () => '+49 151 12345678'],
  ])('goes to a user by %s, whose masked name the sender confirms first', async (_, account) => {
    const payment = to(account());
    expect(await ann.begin(payment)).toMatchObject({
      message: { name: 'B***t', fee: '0', limit: '500000', approval: { totp: false, code: null } },
    });
    const [mine, theirs] = [await held(ann), await held(ben)];
    expect(await sent(payment)).toMatchObject({ direction: 'sent', name: 'B***t', account: account(), number: '5' });
    expect([Number(mine) - Number(await held(ann)), Number(await held(ben)) - Number(theirs)]).toEqual([5, 5]);
  });

  it('is in the history and the records of both, each from its side, and the ledger is whole', async () => {
    await sent(to(ben.uid, '7'));
    const ofAnn = await app.ok('GET /wallet/zhuanzhan/list', {}, { token: ann.token });
    const ofBen = await app.ok('GET /wallet/zhuanzhan/list', {}, { token: ben.token });
    expect(ofAnn.list[0]).toMatchObject({ direction: 'sent', account: ben.uid, number: '7', currency: 'USDT' });
    expect(ofBen.list[0]).toMatchObject({
      id: ofAnn.list[0]?.id,
      direction: 'received',
      account: `******${ann.uid.slice(-2)}`,
      number: '7',
    });
    const records = async ({ token }: { readonly token: string }, kind: string) =>
      (await app.ok('POST /wallet/legal_log', { kind }, { token })).list[0];
    expect(await records(ann, 'send')).toMatchObject({ amount: '-7' });
    expect(await records(ben, 'receive')).toMatchObject({ amount: '7' });
    expect(await houseBalance(app.database, 'payments', 'USDT')).toBe('0');
    expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('reaches the recipient’s screens over realtime', async () => {
    const heard: unknown[] = [];
    const stop = app.accountEvents.listen((userId, event) => void (userId === ben.id && heard.push(event)));
    const { id } = await sent(to(ben.uid));
    expect(heard).toEqual([
      { kind: 'balance', id, status: 'received' },
      { kind: 'message', id: expect.stringMatching(/^1\d{12}$/), status: expect.any(String) },
    ]);
    stop();
  });

  it('is told its recipient once: in the message centre in the language of the page, and by mail', async () => {
    const cara = await signUp(app);
    await app.database.query(`update user_account set language = 'de' where id = $1`, [cara.id]);
    const { id } = await sent(to(cara.uid, '7.5'));
    const from = `${ann.uid.slice(-2)}`;
    const read = async (language: LanguageCode) =>
      (await app.ok('GET /mailMessage/getList', {}, { ...cara, language })).list.filter(({ title }) =>
        /7[.,]5/.test(title),
      );
    expect(await read('en')).toMatchObject([
      { kind: 'system', title: 'You received 7.5 USDT', content: expect.stringContaining(`(******${from}) sent you`) },
    ]);
    expect(await read('de')).toMatchObject([{ title: 'Sie haben 7,5 USDT erhalten' }]);
    const [told] = await read('de');
    const message = { id: told?.id ?? '' };
    const announced = await app.ok('GET /mailMessage/getDetail', message, { ...cara, language: 'de' });
    expect(announced).toMatchObject({ ...message, title: 'Sie haben 7,5 USDT erhalten' });
    // No other user reads it.
    expect(await app.rejection('GET /mailMessage/getDetail', message, ann)).toMatchObject({ error: 'not_found' });
    const mails = () =>
      app.outbox.filter(({ to: address, subject }) => address === cara.email && /7[.,]5/.test(subject));
    expect(mails()).toMatchObject([{ channel: 'mail', subject: 'Sie haben 7,5 USDT erhalten' }]);
    // The sender learns of it as well: it may not have been them.
    const own = app.outbox.filter(
      ({ to: address, subject }) => address === ann.email && subject === 'You sent 7.5 USDT',
    );
    expect(own).toMatchObject([{ channel: 'mail', body: expect.stringContaining('If this was not you') }]);
    const { list } = await app.ok('GET /mailMessage/getList', {}, ann);
    expect(list.filter(({ title }) => title === 'You sent 7.5 USDT')).toHaveLength(1);
    // A job that runs again after a crash.
    await app.database.transaction((tx) => enqueue(tx, receivedTask, { id }));
    await app.queue.drain();
    expect(await read('de')).toHaveLength(1);
    expect(mails()).toHaveLength(1);
  });

  it('of next to nothing fills no mailbox, nor do many of them', async () => {
    const dan = await signUp(app);
    const mails = () =>
      app.outbox.filter(({ to: address, subject }) => address === dan.email && /received/.test(subject));
    await sent(to(dan.uid, '0.000001'));
    expect(mails()).toHaveLength(0);
    const task = await app.database.query<{ id: string }>(
      `insert into payment (sender_id, recipient_id, account, currency, amount, value, at)
       select $1, $2, $3, 'USDT', 5, 5, $4 from generate_series(1, 30) returning id`,
      [ann.id, dan.id, dan.uid, new Date(app.now())],
    );
    await app.database.transaction(async (tx) => {
      for (const { id } of task) await enqueue(tx, receivedTask, { id });
    });
    await app.queue.drain();
    const { total } = await app.ok('GET /mailMessage/getList', {}, dan);
    expect(mails()).toHaveLength(20);
    expect(total).toBeGreaterThanOrEqual(31);
    await app.database.query('delete from payment where id = any($1)', [task.map(({ id }) => id)]);
  });

  it('needs the payment password', async () => {
    const payment = to(ben.uid);
    const outcome = await app.rejection(
      'POST /wallet/zhuanzhan',
      { ...payment, key: '111112', ...(await ann.approval(payment)) },
      { token: ann.token, idempotencyKey: randomUUID() },
    );
    expect(outcome).toMatchObject({ error: 'key_wrong' });
  });

  it('needs a passkey that signed exactly this payment, once', async () => {
    const payment = to(ben.uid);
    const before = await held(ann);
    expect(await ann.send(payment, {})).toMatchObject({ error: 'passkey_required' });
    for (const other of [
      { ...payment, number: '6' },
      { ...payment, account: ann.uid },
      { ...payment, currency_id: BTC },
    ]) {
      const outcome = await ann.send(other, await ann.approval(payment));
      expect(outcome.type).toBe('error');
    }
    expect(await held(ann)).toBe(before);
    const proof = await ann.approval(payment);
    expect((await ann.send(payment, proof)).type).toBe('ok');
    expect(await ann.send(payment, proof)).toMatchObject({ error: 'passkey_wrong' });
  });

  it('takes a code of the authenticator, and a mailed one only from who has neither', async () => {
    const cleo = await payer(app, { factor: false, funds: { change: { USDT: '100' } } });
    const payment = to(ben.uid);
    expect(await cleo.begin(payment)).toMatchObject({
      message: { approval: { passkey: null, totp: false, code: expect.any(String), factor_from: null } },
    });
    expect(await cleo.send(payment, {})).toMatchObject({ error: 'code_wrong' });
    expect(await cleo.send(payment, { code: '000000' })).toMatchObject({ error: 'code_wrong' });
    app.advance(60_000);
    const proof = await cleo.approval(payment);
    expect((await cleo.send(payment, proof)).type).toBe('ok');
    expect(await cleo.send(payment, proof)).toMatchObject({ error: 'code_wrong' });
    await app.database.query('update session set confirmed_at = $2 where user_id = $1', [cleo.id, new Date(app.now())]);
    const { code } = await enrolAuthenticator(app, cleo);
    expect(await cleo.begin(payment)).toMatchObject({
      message: { approval: { passkey: null, totp: true, code: null, factor_from: null } },
    });
    expect((await cleo.send(payment, { totp: code() })).type).toBe('ok');
  });

  it('is rejected without enough money, finer than the currency is held, and while withdrawals are paused', async () => {
    expect(await ann.begin(to(ben.uid, '5000'))).toMatchObject({ error: 'insufficient_balance' });
    expect(await ann.begin(to(ben.uid, '0.0000001'))).toMatchObject({ error: 'field_too_precise' });
    expect(await ann.begin({ ...to(ben.uid), currency_id: 999 })).toMatchObject({ error: 'currency_unknown' });
    const payment = to(ben.uid);
    const proof = await ann.approval(payment);
    await app.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
      ann.id,
      new Date(app.now() + DAY),
    ]);
    expect(await ann.begin(payment)).toMatchObject({ error: 'withdrawals_paused' });
    expect(await ann.send(payment, proof)).toMatchObject({ error: 'withdrawals_paused' });
    await app.database.query('update user_account set withdrawals_blocked_until = null where id = $1', [ann.id]);
  });

  it('is limited in 24 hours by level, and not for the unverified', async () => {
    app.feed.setPrice('BTC/USDT', '60000');
    const dora = await payer(app, { level: 1, funds: { change: { BTC: '5' } } });
    await configure('send_limit_basic', '90000');
    const payment = { account: ben.uid, currency_id: BTC, number: '1' };
    await sent(payment, dora);
    const over = await dora.begin(payment);
    expect(over).toMatchObject({ error: 'send_limit', message: expect.stringContaining('30000') });
    app.advance(DAY + 1);
    app.feed.setPrice('BTC/USDT', '60000');
    await configure('send_limit_basic', '50000');
    const unverified = await signUp(app, { funds: { change: { USDT: '10' } } });
    expect(await app.rejection('POST /wallet/zhuanzhan/begin', to(ben.uid), { token: unverified.token })).toMatchObject(
      {
        type: '998',
      },
    );
  });

  it('with the same key is one, also where its approval is used up by then', async () => {
    const payment = to(ben.uid);
    const proof = await ann.approval(payment);
    const key = randomUUID();
    const before = await held(ben);
    const first = await ann.send(payment, proof, key);
    expect(first.type).toBe('ok');
    expect(await ann.send(payment, proof, key)).toEqual(first);
    expect(await ann.send({ ...payment, number: '6' }, proof, key)).toMatchObject({ error: 'idempotency_conflict' });
    expect(Number(await held(ben)) - Number(before)).toBe(5);
    expect(PAY_PASSWORD).toHaveLength(6);
  });
});
