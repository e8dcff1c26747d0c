import { add, neg } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrolAuthenticator } from '../../../test/factors.ts';
import { fund, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { claim, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { heldAmounts, houseAccount, houseBalance, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { makeTrader } from '../copytrading/applications.ts';
import { lockParties } from '../wallet/payment-store.ts';
import { advanceClosings } from './closing.ts';
import { NOTICE_TEXTS, type NoticeKind } from './notice-texts.ts';
import { userById } from './users.ts';

const DAY = 86_400_000;

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app);
});

const close = (give_up_dust = false) => app.call('POST /user/close', { give_up_dust }, { token: ann.token });
const logIn = () => app.call('POST /user/login', { user_string: ann.email, password: PASSWORD });
const english = (kind: NoticeKind) => NOTICE_TEXTS[kind].en.subject;
const stateOf = async (id: string) =>
  (await app.database.query('select state from account_request where user_id = $1 order by id', [id])).map(
    ({ state }) => state,
  );

/** Resolves once a transaction waits for a lock on a user. */
async function waiting() {
  for (;;) {
    const rows = await app.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                and query like '%user_account%'`,
    );
    if (rows.length > 0) return;
  }
}

/** The request in the queue, held by a reviewer. */
async function claimed() {
  const { token } = await signInStaff(app);
  const { list } = await app.ok('GET /staff/queue/list', { queue: 'close', status: 'pending' }, { token });
  const id = list.find(({ user }) => user.uid === ann.uid)?.id;
  if (id !== undefined) await app.ok('POST /staff/queue/claim', { queue: 'close', id }, { token });
  return {
    id,
    decide: (what: 'approve' | 'reject') =>
      app.call(`POST /staff/queue/${what}`, { queue: 'close', id, reason: 'x' }, { token }),
  };
}

describe('an account is not closed', () => {
  it('while followers have set a share aside for its owner: it would be paid to no one', async () => {
    const follower = await signUp(app);
    await app.database.transaction((tx) => makeTrader(tx, ann.id, { at: app.now() }));
    const setAside = (amount: string) =>
      app.database.query(
        `insert into copy_account (user_id, trader_user_id, reserved) values ($1, $2, $3)
         on conflict (user_id, trader_user_id) do update set reserved = excluded.reserved`,
        [follower.id, ann.id, amount],
      );
    const obstacles = async () => (await app.ok('GET /user/closing', {}, { token: ann.token })).obstacles;
    await setAside('12.5');
    const amounts = [{ currency: 'USDT', amount: '12.5' }];
    expect(await obstacles()).toEqual([{ kind: 'balance', count: 1, amounts, worth: null }]);
    await setAside('0.4');
    expect(await obstacles()).toEqual([]);
  });

  it('while it holds money, or something waits: what stands in the way is listed', async () => {
    await fund(app, ann.id, 'change', 'USDT', '100');
    await fund(app, ann.id, 'lever', 'BTC', '0.5');
    await app.database.query('update user_account set verification_level = 1 where id = $1', [ann.id]);
    app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    const order = { currency_id: 1, legal_id: 3, type: 'buy', target_price: '40000', amount: '0.001' };
    await app.ok('POST /coin/trade', order, { token: ann.token, idempotencyKey: 'an-order-in-the-way' });
    await claim(app, ann);
    const { obstacles, waiting_days } = await app.ok('GET /user/closing', {}, { token: ann.token });
    expect(waiting_days).toBe(14);
    expect(obstacles).toEqual([
      { kind: 'order', count: 1, amounts: [], worth: null },
      {
        kind: 'balance',
        count: 2,
        amounts: [
          { currency: 'BTC', amount: '0.5' },
          { currency: 'USDT', amount: '100' },
        ],
        // Some of it is held by the order.
        worth: null,
      },
      { kind: 'deposit', count: 1, amounts: [], worth: null },
    ]);
    expect(await close()).toMatchObject({ error: 'account_in_use' });
  });

  it('by a stolen session', async () => {
    app.advance(6 * 60_000);
    expect(await close()).toMatchObject({ error: 'confirmation_required' });
  });

  it('before the waiting time is over; its owner takes it back by logging in', async () => {
    expect(await close()).toMatchObject({ message: { closes_at: app.now() + 14 * DAY } });
    expect(app.outbox.at(-1)).toMatchObject({ to: ann.email, subject: english('closing') });
    expect(await app.rejection('GET /user/info', {}, { token: ann.token })).toMatchObject({ error: 'session_invalid' });
    app.advance(14 * DAY - 1);
    await advanceClosings(app);
    expect((await claimed()).id).toBeUndefined();
    expect((await logIn()).type).toBe('ok');
    expect(await stateOf(ann.id)).toEqual(['cancelled']);
    expect(app.outbox.some(({ subject, to }) => to === ann.email && subject === english('closing_cancelled'))).toBe(
      true,
    );
    app.advance(DAY);
    await advanceClosings(app);
    expect((await claimed()).id).toBeUndefined();
  });

  it('where money came in meanwhile', async () => {
    await close();
    await fund(app, ann.id, 'change', 'USDT', '0.00000001');
    app.advance(14 * DAY);
    await advanceClosings(app);
    const { decide } = await claimed();
    expect(await decide('approve')).toMatchObject({ error: 'account_in_use' });
    expect((await decide('reject')).type).toBe('ok');
    expect((await logIn()).type).toBe('ok');
  });
});

/** A payment to Ann that has locked her row and books when it is told to. */
async function paymentUnderWay(amount: string) {
  let book = () => {};
  const asked = new Promise<void>((resolve) => {
    book = resolve;
  });
  let locked = () => {};
  const begun = new Promise<void>((resolve) => {
    locked = resolve;
  });
  // As a payment does: it locks who receives it, and books.
  const done = app.database.transaction(async (tx) => {
    await lockParties(tx, [ann.id]);
    locked();
    await asked;
    await postJournal(tx, {
      ref: `test:late:${ann.id}`,
      kind: 'receive',
      at: app.now(),
      entries: [
        { account: houseAccount('payments'), currency: 'USDT', amount: neg(amount) },
        { account: userAccount(ann.id, 'change'), currency: 'USDT', amount },
      ],
    });
  });
  await begun;
  return { book, done };
}

it('a payment that comes in while staff close the account keeps it open', async () => {
  await close();
  app.advance(14 * DAY);
  await advanceClosings(app);
  const { decide } = await claimed();
  const payment = await paymentUnderWay('70');
  const decision = decide('approve');
  await waiting();
  payment.book();
  await payment.done;
  expect(await decision).toMatchObject({ error: 'account_in_use' });
  expect(await userById(app.database, ann.id)).toMatchObject({ disabled: false, email: ann.email });
});

describe('dust', () => {
  const fees = (currency: string) => houseBalance(app.database, 'fees', currency);
  const held = () => heldAmounts(app.database, ann.id);
  const due = async () => {
    app.advance(14 * DAY);
    app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    await advanceClosings(app);
    return claimed();
  };
  beforeEach(async () => {
    app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    await fund(app, ann.id, 'change', 'USDT', '0.4');
    await fund(app, ann.id, 'lever', 'BTC', '0.00001');
  });

  it('goes to the house once, in all currencies and accounts, where its user gives it up', async () => {
    const { obstacles } = await app.ok('GET /user/closing', {}, { token: ann.token });
    expect(obstacles).toMatchObject([{ kind: 'balance', count: 2, worth: '0.9' }]);
    const before = [await fees('BTC'), await fees('USDT')];
    expect(await close()).toMatchObject({ error: 'account_in_use' });
    const both = await Promise.all([close(true), close(true)]);
    expect(both.filter(({ type }) => type === 'ok').length).toBeGreaterThan(0);
    expect(await stateOf(ann.id)).toEqual(['waiting']);
    expect(await held()).toHaveLength(2);
    const { decide } = await due();
    const answers = await Promise.all([decide('approve'), decide('approve')]);
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(await held()).toEqual([]);
    expect([await fees('BTC'), await fees('USDT')]).toEqual([
      add(before[0] ?? '', '0.00001'),
      add(before[1] ?? '', '0.4'),
    ]);
    const booked = await app.database.query(
      `select distinct j.kind from journal j join ledger_entry e on e.journal_id = j.id
         join ledger_account a on a.id = e.account_id where a.user_id = $1 and e.amount < 0`,
      [ann.id],
    );
    expect(booked).toEqual([{ kind: 'dust' }]);
  });

  it('of exactly the limit keeps the account open', async () => {
    await fund(app, ann.id, 'legal', 'USDT', '0.1');
    expect(await close(true)).toMatchObject({ error: 'account_in_use' });
  });

  it('without a price keeps the account open', async () => {
    await fund(app, ann.id, 'change', 'ETH', '0.000001');
    expect(await close(true)).toMatchObject({ error: 'account_in_use' });
  });

  it('that is held, or in a product, keeps the account open', async () => {
    await fund(app, ann.id, 'mining', 'USDT', '0.00000001');
    expect(await close(true)).toMatchObject({ error: 'account_in_use' });
  });

  it('that grew, by its price or by a payment, stays its owner’s', async () => {
    await close(true);
    const { decide } = await due();
    app.feed.setPrice('BTC/USDT', '60001', { bid: '60000', ask: '60002' });
    expect(await decide('approve')).toMatchObject({ error: 'account_in_use' });
    app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    const payment = await paymentUnderWay('70');
    const decision = decide('approve');
    await waiting();
    payment.book();
    await payment.done;
    expect(await decision).toMatchObject({ error: 'account_in_use' });
    expect(await held()).toMatchObject([{ currency: 'BTC' }, { currency: 'USDT', amount: '70.4' }]);
  });

  it('of an account that was frozen since stays', async () => {
    await close(true);
    const { decide } = await due();
    await app.database.query('update user_account set frozen_at = $2 where id = $1', [ann.id, new Date(app.now())]);
    expect(await decide('approve')).toMatchObject({ error: 'account_frozen' });
    expect(await held()).toHaveLength(2);
    expect(await userById(app.database, ann.id)).toMatchObject({ email: ann.email });
  });
});

describe('a closed account', () => {
  it('opens no session, and leaves address, factors and list behind; what the law asks for stays', async () => {
    await enrolAuthenticator(app, ann);
    const kyc = { real_type: 1, id_type: 'id_card', country: 'DE', name: 'Wang Wei', card_id: '110105199003077571' };
    await app.ok('POST /user/real', kyc, { token: ann.token });
    await app.ok('POST /optional/add', { symbol: 'BTC/USDT' }, { token: ann.token });
    await app.ok('POST /user/close', {}, { token: ann.token });
    app.advance(14 * DAY);
    await advanceClosings(app);
    const { id, decide } = await claimed();
    expect((await decide('approve')).type).toBe('ok');
    expect(app.outbox.filter(({ to }) => to === ann.email).at(-1)?.subject).toBe(english('closed'));
    expect(await logIn()).toMatchObject({ error: 'wrong_credentials' });
    const [row] = await app.database.query('select * from user_account where id = $1', [ann.id]);
    expect(row).toMatchObject({
      email: null,
      mobile: null,
      password_hash: '',
      nickname: `U${ann.uid}`,
      disabled: true,
    });
    const left = async (table: string, column: string, value: string) =>
      (await app.database.query(`select from ${table} where ${column} = $1`, [value])).length;
    expect(await left('authenticator', 'holder', `user:${ann.id}`)).toBe(0);
    expect(await left('watchlist_item', 'user_id', ann.id)).toBe(0);
    expect(await left('verification_request', 'user_id', ann.id)).toBe(1);
    const { token } = await signInStaff(app);
    expect(await app.ok('GET /staff/queue/show', { queue: 'close', id }, { token })).toMatchObject({
      user: { account_name: ann.email },
    });
    expect(await app.ok('GET /staff/queue/list', { queue: 'identity' }, { token })).toMatchObject({
      list: [{ user: { account_name: ann.uid } }],
    });
    app.advance(1_826 * DAY);
    await advanceClosings(app);
    expect(await app.database.query('select email from account_request where id = $1', [id])).toEqual([
      { email: null },
    ]);
  });

  it('gives its address to who signs up with it next, as a new account', async () => {
    await close();
    app.advance(14 * DAY);
    await advanceClosings(app);
    await (await claimed()).decide('approve');
    const next = await signUp(app, { email: ann.email });
    expect(next.uid).not.toBe(ann.uid);
  });
});
