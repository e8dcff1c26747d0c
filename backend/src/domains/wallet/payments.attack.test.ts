import { randomUUID } from 'node:crypto';
import { cmp, sum } from '@tessera/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { type Payer, payer } from '../../../test/payer.ts';
import { fund, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';

const USDT = 3;
const DAY = 86_400_000;

let apps: readonly [TestApp, TestApp];
let app: TestApp;
let ann: Payer;
let ben: Person;
beforeAll(async () => {
  const node = linkedNodes();
  app = await createTestApp({}, {}, undefined, node());
  apps = [app, await createTestApp({}, {}, undefined, node(), app)];
  ann = await payer(app, { funds: { change: { USDT: '100' } } });
  ben = await signUp(app);
});
afterAll(async () => {
  await apps[1].close();
  await app.close();
});

const at = (index: number): TestApp => apps[index % 2 === 0 ? 0 : 1];
const held = ({ id }: { readonly id: string }, name: 'change' | 'legal' = 'change') =>
  userBalance(app.database, id, name, 'USDT');
const to = (account: string, number: string) => ({ account, currency_id: USDT, number });
const whole = async () => expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });

describe('with the whitelist on', () => {
  const configured = 24 * 3_600_000;

  it('a thief sends nothing to an account of their own, nor after they have paid it once', async () => {
    const cara = await payer(app, { funds: { change: { USDT: '100' } } });
    const [friend, thief] = [await signUp(app), await signUp(app)];
    const pay = async (person: Person, number: string) => {
      const payment = to(person.uid, number);
      return cara.send(payment, await cara.approval(payment));
    };
    await pay(friend, '10');
    app.advance(configured - 1);
    // What is signed before the whitelist goes on is not sent after it.
    const early = to(thief.uid, '10');
    const signed = await cara.approval(early);
    await app.database.query('insert into payee_whitelist (user_id, on_since, off_at) values ($1, $2, null)', [
      cara.id,
      new Date(app.now()),
    ]);
    expect(await cara.send(early, signed)).toMatchObject({ error: 'whitelist_recipients' });
    expect(await cara.begin(early)).toMatchObject({ error: 'whitelist_recipients' });
    expect(await cara.begin(to(friend.uid, '10'))).toMatchObject({ error: 'whitelist_recipients' });
    app.advance(1);
    expect(await pay(friend, '10')).toMatchObject({ type: 'ok' });
    expect(await cara.begin(to(friend.email, '1'))).toMatchObject({ type: 'ok' });
    // Switched off it still counts, until its waiting time is over.
    await app.database.query('update payee_whitelist set off_at = $2 where user_id = $1', [
      cara.id,
      new Date(app.now() + configured),
    ]);
    expect(await cara.begin(early)).toMatchObject({ error: 'whitelist_recipients' });
    app.advance(configured + 1);
    expect(await pay(thief, '10')).toMatchObject({ type: 'ok' });
    expect([await held(cara), await held(friend), await held(thief)]).toEqual(['70', '20', '10']);
  });
});

describe('at once, on two nodes', () => {
  it('fifty payments out of money for ten are ten', async () => {
    const payment = to(ben.uid, '10');
    await ann.send(payment, await ann.approval(payment));
    await fund(app, ann.id, 'change', 'USDT', '10');
    const proofs = await Promise.all(Array.from({ length: 50 }, (_, index) => ann.approval(payment, at(index))));
    const outcomes = await Promise.all(proofs.map((proof, index) => ann.send(payment, proof, randomUUID(), at(index))));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(10);
    expect(new Set(outcomes.flatMap((each) => (each.type === 'ok' ? [] : each.error)))).toEqual(
      new Set(['insufficient_balance']),
    );
    expect([await held(ann), await held(ben)]).toEqual(['0', '110']);
    await whole();
  });

  it('one key is one payment, and every repetition hears of it', async () => {
    await fund(app, ann.id, 'change', 'USDT', '100');
    const payment = to(ben.uid, '10');
    const proof = await ann.approval(payment);
    const key = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ann.send(payment, proof, key, at(index))),
    );
    const done = outcomes.filter(({ type }) => type === 'ok');
    expect(done.length).toBeGreaterThan(0);
    for (const each of done) expect(each).toEqual(done[0]);
    expect(await ann.send(payment, proof, key)).toEqual(done[0]);
    expect(await held(ann)).toBe('90');
  });

  it('against transfers of the same money, nothing is spent twice', async () => {
    const payment = to(ben.uid, '60');
    const before = await held(ben);
    const proof = await ann.approval(payment);
    const outcomes = await Promise.all([
      ann.send(payment, proof),
      ...Array.from({ length: 4 }, (_, index) =>
        at(index).call(
          'POST /wallet/change',
          { currency_id: USDT, number: '40', from_field: 'change', to_field: 'legal' },
          { token: ann.token, idempotencyKey: randomUUID() },
        ),
      ),
    ]);
    for (const each of outcomes) if (each.type !== 'ok') expect(each.error).toBe('insufficient_balance');
    const received = sum([await held(ben), `-${before}`]);
    expect(cmp(sum([await held(ann), await held(ann, 'legal'), received]), '90')).toBe(0);
    await whole();
  });

  it('two who pay each other do not wait for each other, and the limit counts what is sent at once', async () => {
    const [one, two] = [
      await payer(app, { level: 1, funds: { change: { USDT: '1000' } } }),
      await payer(app, { level: 1, funds: { change: { USDT: '1000' } } }),
    ];
    await app.database.query(`update setting set value = '250' where keyword = 'send_limit_basic'`);
    const pay = async (from: Payer, recipient: Payer, index: number) => {
      const payment = to(recipient.uid, '100');
      return from.send(payment, await from.approval(payment, at(index)), randomUUID(), at(index));
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) => [pay(one, two, index), pay(two, one, index + 1)]).flat(),
    );
    const done = outcomes.filter((each) => each.status === 'fulfilled' && each.value.type === 'ok');
    expect(done).toHaveLength(4);
    expect(sum([await held(one), await held(two)])).toBe('2000');
    await whole();
    await app.database.query(`update setting set value = '50000' where keyword = 'send_limit_basic'`);
  });
});

describe('who looks for accounts', () => {
  it('learns the same of one that is frozen, disabled or not there', async () => {
    const [frozen, disabled] = [await signUp(app), await signUp(app)];
    await app.database.query('update user_account set frozen_at = $2 where id = $1', [frozen.id, new Date(app.now())]);
    await app.database.query('update user_account set disabled = true where id = $1', [disabled.id]);
    const spy = await payer(app, { funds: { change: { USDT: '100' } } });
    const answers = [];
    for (const account of [
      frozen.uid,
      frozen.email,
      disabled.uid,
      disabled.email,
      '10000000',
      'nobody@example.com',
      '+4915100000000',
      'a,b;c',
    ]) {
      const { error, field, message } = (await spy.begin(to(account, '1'))) as Record<string, unknown>;
      answers.push({ error, field, message });
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]).toMatchObject({ error: 'recipient_unknown', field: 'account' });
    expect(await spy.begin(to(spy.uid, '1'))).toMatchObject({ error: 'recipient_is_self' });
  });

  it('misses ten a day and finds sixty, on whichever node, however many are asked at once', async () => {
    const spy = await payer(app, { funds: { change: { USDT: '100' } } });
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => spy.begin(to(String(20_000_000 + index), '1'), at(index))),
    );
    const errors = guesses.map((each) => (each.type === 'ok' ? 'ok' : each.error));
    expect(errors.filter((error) => error === 'recipient_unknown')).toHaveLength(10);
    expect(errors.filter((error) => error === 'rate_limited')).toHaveLength(30);
    // No more is said of an account that is there.
    expect(await spy.begin(to(ben.uid, '1'))).toMatchObject({ error: 'rate_limited' });
    app.advance(DAY + 1);
    expect((await spy.begin(to(ben.uid, '1'))).type).toBe('ok');
  });

  it('does not find out by paying what looking does not tell, and whom one paid before stays within reach', async () => {
    const spy = await payer(app, { funds: { change: { USDT: '100' } } });
    const payment = to(ben.uid, '1');
    await spy.send(payment, await spy.approval(payment));
    for (let index = 0; index < 12; index++) await spy.send(to(String(30_000_000 + index), '1'), {});
    expect(await spy.send(to('40000000', '1'), {})).toMatchObject({ error: 'rate_limited' });
    expect((await spy.begin(payment)).type).toBe('ok');
  });
});
