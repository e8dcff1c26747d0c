import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { BTC, bankFor, buyer, buying, checkout } from '../../../test/buy-stage.ts';
import { type CheckoutProvider, signatureOf, startCheckoutProvider } from '../../../test/checkout-provider.ts';
import { jobRun } from '../../../test/job-run.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff, uploadOf } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import {
  auditLedger,
  houseAccount,
  houseBalance,
  postJournal,
  userAccount,
  userBalance,
} from '../../platform/ledger/index.ts';
import { readSettings } from '../../platform/settings.ts';
import { ordersJob } from './jobs.ts';
import type { Shop } from './quote.ts';
import { isSigned } from './webhook.ts';

const HOUR = 3_600_000;

let provider: CheckoutProvider;
let app: TestApp;
let other: TestApp;
let here: ReturnType<typeof buying>;
let there: ReturnType<typeof buying>;
let ann: Person;
beforeAll(async () => {
  provider = await startCheckoutProvider();
  app = await createTestApp(provider.environment);
  other = await createTestApp(provider.environment, {}, undefined, undefined, app);
  here = buying(app);
  there = buying(app, other);
});
beforeEach(async () => {
  for (const node of [app, other]) node.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  ann = await buyer(app);
});
afterAll(async () => {
  const audit = await auditLedger(app.database);
  await other.close();
  await app.close();
  await provider.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});

const seconds = () => Math.floor(app.now() / 1_000);
const balance = (currency = 'USDT') => userBalance(app.database, ann.id, 'change', currency);
const status = async (id: string) => (await here.show(ann, id)).status;
const bought = (changes = {}) => checkout(app, provider, ann, changes);
/** Takes coins out of the account, as a user who has sent them away. */
const spend = (amount: string) =>
  app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `spent:${ann.id}:${amount}`,
      kind: 'send',
      at: app.now(),
      entries: [
        { account: userAccount(ann.id, 'change'), currency: 'USDT', amount: `-${amount}` },
        { account: houseAccount('payments'), currency: 'USDT', amount },
      ],
    }),
  );

describe('a paid checkout', () => {
  it('is credited once, however often, on however many nodes and under whatever event ids it is reported', async () => {
    const { id, reference } = await bought();
    const once = provider.paid(reference, seconds());
    const again = provider.paid(reference, seconds());
    const codes = await Promise.all(
      [here, there, here, there, here, there].map(({ send }, turn) => send(turn < 4 ? once : again)),
    );
    expect(new Set(codes)).toEqual(new Set([200]));
    expect(await status(id)).toBe('successful');
    expect(await balance()).toBe('97.5');
    expect(await app.database.query(`select 1 from journal where ref = $1`, [`quick-buy:${id}:credit`])).toHaveLength(
      1,
    );
  });

  it('asks for exactly what was ordered, by one session however often it is opened', async () => {
    const { id, reference } = await bought();
    const urls = await Promise.all(
      [app, other, app].map((node) => node.ok('POST /quickbuy/order/checkout', { id }, { token: ann.token })),
    );
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    expect(provider.sessions.get(reference)?.fields).toMatchObject({
      'line_items[0][price_data][unit_amount]': '10000',
      'line_items[0][price_data][currency]': 'usd',
      'payment_method_types[0]': 'card',
      success_url: `http://localhost:8080/h5/#/pages/fund/select?order=${id}`,
    });
  });

  it.each([
    ['of a cent less', { amount_total: 9_999 }],
    ['of more', { amount_total: 1_000_000 }],
    ['in another currency', { currency: 'vnd' }],
  ])('%s is not credited but shown to staff, and what they reject is sent back', async (what, changes) => {
    const { id, reference } = await bought();
    expect(await here.send(provider.paid(reference, seconds(), changes))).toBe(200);
    expect(await status(id)).toBe('under_review');
    expect(await balance()).toBe('0');
    const tess = await signInStaff(app, 'treasury');
    await here.turn();
    expect(await status(id)).toBe('under_review');
    // A hundred dong are no hundred dollars.
    const approval = { queue: 'quickbuy', id };
    if (what === 'in another currency')
      expect(await app.call('POST /staff/queue/approve', approval, tess)).toMatchObject({ error: 'field_required' });
    await app.ok('POST /staff/queue/reject', { queue: 'quickbuy', id, reason: 'Another amount' }, tess);
    await here.turn();
    expect(provider.refunds).toContain(`pi_${reference}`);
    expect(await status(id)).toBe('refunded');
  });

  it('that is not settled yet credits nothing until it is', async () => {
    const { id, reference } = await bought();
    await here.send(provider.paid(reference, seconds(), { payment_status: 'unpaid' }));
    expect(await status(id)).toBe('to_be_paid');
    const { body } = provider.paid(reference, seconds());
    const object = (JSON.parse(body) as { data: { object: object } }).data.object;
    await here.send(provider.event('checkout.session.async_payment_succeeded', object, seconds()));
    expect(await status(id)).toBe('successful');
  });

  it('without a price at the moment is credited by the job once there is one', async () => {
    const { id, reference } = await bought({ currency_id: BTC });
    app.advance(60_000);
    await here.send(provider.paid(reference, seconds()));
    expect(await status(id)).toBe('under_review');
    for (const node of [app, other]) node.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    await here.turn();
    expect(await status(id)).toBe('successful');
    expect(Number(await balance('BTC'))).toBeCloseTo(97.5 / 50_060, 6);
  });

  it('that would bring less than the order states goes back at once, on however many nodes it is reported', async () => {
    const { id, reference } = await bought({ currency_id: BTC });
    const { least } = await here.show(ann, id);
    // 2.2 % dearer than when it was ordered; the order states 98 % of what it showed.
    for (const node of [app, other]) node.feed.setPrice('BTC/USDT', '51100', { bid: '51090', ask: '51110' });
    const events = [1, 2, 3, 4].map(() => provider.paid(reference, seconds()));
    await Promise.all(events.map((event, turn) => (turn % 2 ? there : here).send(event)));
    const ended = await here.show(ann, id);
    expect(ended).toMatchObject({ status: 'refunding', credited: null, least });
    expect(Number(ended.brings)).toBeCloseTo(97.5 / 51_161.11, 7);
    expect(Number(ended.brings)).toBeLessThan(Number(least));
    // The price that comes back buys nothing any more: the money is on its way.
    for (const node of [app, other]) node.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    await here.turn();
    await there.turn();
    expect(provider.refunds.filter((payment) => payment === `pi_${reference}`)).toHaveLength(1);
    expect(await here.show(ann, id)).toMatchObject({ status: 'refunded', credited: null });
    expect(await balance('BTC')).toBe('0');
    const mails = [...app.outbox, ...other.outbox].filter(({ to }) => to === ann.email);
    expect(
      mails.filter(({ body }) => body.includes(`${ended.brings} BTC`) && body.includes(`${least} BTC`)),
    ).toHaveLength(1);
  });

  it('of a session that is not the order’s, or for an unknown order, changes nothing', async () => {
    const { id, reference } = await bought();
    expect(await here.send(provider.paid(reference, seconds(), { id: 'cs_foreign' }))).toBe(200);
    expect(await here.send(provider.paid(reference, seconds(), { client_reference_id: '0000000000' }))).toBe(200);
    const bank_id = await bankFor(app, 'USD');
    const transfer = await here.order(ann, {}, { bank_id });
    expect(await here.send(provider.paid(reference, seconds(), { client_reference_id: transfer.reference }))).toBe(200);
    expect([await status(id), await status(transfer.id)]).toEqual(['to_be_paid', 'to_be_paid']);
    expect(await balance()).toBe('0');
  });
});

describe('a forged event', () => {
  it('is rejected by its signature, its age, or its body', async () => {
    const { id, reference } = await bought();
    const { body, header } = provider.paid(reference, seconds());
    const old = seconds() - 301;
    const forged = [
      { body, header: signatureOf(body, 'whsec_guessed_by_somebody', seconds()) },
      { body: body.replace('"paid"', '"paid" '), header },
      { body, header: signatureOf(body, provider.webhookSecret, old) },
      { body, header: signatureOf(body, provider.webhookSecret, seconds() + 301) },
      { body, header: header.replace('v1=', 'v0=') },
      { body, header: `t=${seconds()},v1=` },
      { body, header: '' },
    ];
    for (const event of forged) expect(await here.send(event)).toBe(400);
    const odd = '{"id":"evt_1","type":"x"}';
    expect(await here.send({ body: odd, header: signatureOf(odd, provider.webhookSecret, seconds()) })).toBe(422);
    const text = 'no json';
    expect(await here.send({ body: text, header: signatureOf(text, provider.webhookSecret, seconds()) })).toBe(422);
    expect(await status(id)).toBe('to_be_paid');
    // A recorded message is worth nothing later.
    await here.send({ body, header });
    app.advance(301_000);
    expect(await here.send({ body, header })).toBe(400);
    expect(await balance()).toBe('97.5');
  });

  it('fits any of several secrets while one takes the place of another', () => {
    const header = signatureOf('{}', 'a-former-secret-of-16', 1_000);
    expect(isSigned(header, '{}', ['a-newer-secret-of-16', 'a-former-secret-of-16'], 1_000_000)).toBe(true);
    expect(isSigned(header, '{}', ['a-newer-secret-of-16'], 1_000_000)).toBe(false);
    expect(isSigned(`v1=00,${header}`, '{}', ['a-former-secret-of-16'], 1_000_000)).toBe(true);
  });

  it('has no door where no provider is configured', async () => {
    const bare = await createTestApp({}, {}, undefined, undefined, app);
    const response = await bare.app.inject({
      method: 'POST',
      url: '/api/quickbuy/events',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    await bare.close();
    expect(response.statusCode).toBe(404);
  });
});

describe('events out of order', () => {
  it('that a session expired after it was paid, or failed, change nothing', async () => {
    const { id, reference } = await bought();
    const expired = provider.paid(reference, seconds(), { payment_status: 'unpaid', payment_intent: null });
    const object = (JSON.parse(expired.body) as { data: { object: object } }).data.object;
    await here.send(provider.paid(reference, seconds()));
    await here.send(provider.event('checkout.session.expired', object, seconds()));
    await here.send(provider.event('checkout.session.async_payment_failed', object, seconds()));
    expect(await status(id)).toBe('successful');
  });

  it('that it failed cancel it, and a payment in time after that is credited', async () => {
    const { id, reference } = await bought();
    const { body } = provider.paid(reference, seconds(), { payment_status: 'unpaid' });
    const object = (JSON.parse(body) as { data: { object: object } }).data.object;
    await here.send(provider.event('checkout.session.async_payment_failed', object, seconds()));
    expect(await here.show(ann, id)).toMatchObject({ status: 'cancelled', cause: 'failed' });
    await here.send(provider.paid(reference, seconds()));
    expect(await status(id)).toBe('successful');
  });

  it('that all of it went back before it is known what came credit nothing', async () => {
    const { id, reference } = await bought();
    await here.send(provider.refunded(reference, seconds(), 10_000));
    await here.send(provider.paid(reference, seconds()));
    expect(await status(id)).toBe('refunded');
    expect(await balance()).toBe('0');
  });
});

describe('a late payment', () => {
  it('is sent back by the job, once, also when the provider is away first', async () => {
    const { id, reference } = await bought();
    app.advance(HOUR + 5 * 60_000);
    await here.turn();
    expect(await here.show(ann, id)).toMatchObject({ status: 'cancelled', cause: 'late', takes_voucher: false });
    app.advance(1_000);
    await here.send(provider.paid(reference, seconds()));
    expect(await status(id)).toBe('refunding');
    provider.down = true;
    await here.turn();
    expect(await status(id)).toBe('refunding');
    provider.down = false;
    await here.turn();
    await there.turn();
    expect(provider.refunds.filter((payment) => payment === `pi_${reference}`)).toHaveLength(1);
    expect(await status(id)).toBe('refunded');
    expect(await balance()).toBe('0');
  });

  it('that was in time and is reported late is credited', async () => {
    const { id, reference } = await bought();
    const paidAt = seconds() + 59 * 60;
    app.advance(2 * HOUR);
    await here.turn();
    expect(await status(id)).toBe('cancelled');
    const { body } = provider.paid(reference, paidAt);
    await here.send({ body, header: signatureOf(body, provider.webhookSecret, seconds()) });
    expect(await status(id)).toBe('successful');
  });

  it('for an order that the user cancelled is sent back', async () => {
    const { id, reference } = await bought();
    await here.cancel(ann, id);
    await here.send(provider.paid(reference, seconds()));
    expect(await status(id)).toBe('refunding');
    expect(await balance()).toBe('0');
  });
});

/** Coins that come into the account by other ways. */
const give = (amount: string, as: string) =>
  app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `gift:${ann.id}:${as}`,
      kind: 'reward',
      at: app.now(),
      entries: [
        { account: houseAccount('grants'), currency: 'USDT', amount: `-${amount}` },
        { account: userAccount(ann.id, 'change'), currency: 'USDT', amount },
      ],
    }),
  );

describe('a refund of what was credited', () => {
  it('takes the coins back and the fee, once', async () => {
    const before = await houseBalance(app.database, 'purchases', 'USDT');
    const { id, reference } = await bought();
    await here.send(provider.paid(reference, seconds()));
    const back = provider.refunded(reference, seconds(), 10_000);
    await Promise.all([here.send(back), there.send(back), here.send(provider.refunded(reference, seconds(), 10_000))]);
    expect(await status(id)).toBe('refunded');
    expect(await balance()).toBe('0');
    expect(await houseBalance(app.database, 'purchases', 'USDT')).toBe(before);
  });

  it('in part takes a part back', async () => {
    const { id, reference } = await bought();
    await here.send(provider.paid(reference, seconds()));
    await here.send(provider.refunded(reference, seconds(), 5_000));
    expect([await status(id), await balance()]).toEqual(['successful', '48.75']);
    await here.send(provider.refunded(reference, seconds(), 2_500));
    expect(await balance()).toBe('48.75');
  });

  it('that the holder of the card has by a dispute does, too, on top of what was refunded', async () => {
    const { id, reference } = await bought();
    await here.send(provider.paid(reference, seconds()));
    await here.send(provider.refunded(reference, seconds(), 5_000));
    await spend('48.75');
    const back = provider.disputed(reference, seconds(), 5_000);
    await Promise.all([here.send(back), there.send(back)]);
    expect([await status(id), await balance()]).toEqual(['refunded', '0']);
    const owed = () => app.database.query('select owed from quick_buy_order where id = $1', [id]);
    expect(await owed()).toEqual([{ owed: '48.75' }]);
    await expect(bought()).rejects.toThrow('refund_owed');
    // More than was paid, and of a payment that is no order's.
    await here.send(provider.disputed(reference, seconds(), 10_000));
    await here.send(provider.disputed(reference, seconds(), 10_000, { payment_intent: 'pi_elsewhere' }));
    await here.send(provider.disputed(reference, seconds(), 10_000, { payment_intent: null }));
    expect(await owed()).toEqual([{ owed: '48.75' }]);
  });

  const orders = [
    ['a refund, then a dispute', ['refunded', 'disputed']],
    ['a dispute, then a refund of the rest', ['disputed', 'refunded']],
    ['two disputes', ['disputed', 'disputed']],
  ] as const;
  describe.each(orders)('by %s', (_, kinds) => {
    const back = (reference: string, at: number, number: number) => {
      const kind = kinds[number] ?? 'refunded';
      const more = kind === 'disputed' ? { id: `dp_${reference}_${number}` } : {};
      return provider[kind](reference, at, 5_000, more);
    };

    it.each([
      ['after the payment', 'last'],
      ['before it is known what came', 'first'],
      ['at both times', 'between'],
    ] as const)('adds up, %s', async (_when, when) => {
      const { id, reference } = await bought();
      const [one, two, paid] = [
        back(reference, seconds(), 0),
        back(reference, seconds(), 1),
        provider.paid(reference, seconds()),
      ];
      const events = { last: [paid, one, two], first: [one, two, paid], between: [one, paid, two] }[when];
      for (const event of events) expect(await here.send(event)).toBe(200);
      // Each once, by whatever event it is reported.
      expect(await there.send(back(reference, seconds(), 0))).toBe(200);
      expect([await status(id), await balance()]).toEqual(['refunded', '0']);
      await here.turn();
      expect(provider.refunds).not.toContain(`pi_${reference}`);
    });
  });

  it('in part before it is known what came is credited for the rest alone, and what goes back later is taken of that', async () => {
    const { id, reference } = await bought();
    await here.send(provider.disputed(reference, seconds(), 4_000));
    await here.send(provider.paid(reference, seconds()));
    expect([await status(id), await balance()]).toEqual(['under_review', '0']);
    const tess = await signInStaff(app, 'treasury');
    const approve = (more = {}) => app.call('POST /staff/queue/approve', { queue: 'quickbuy', id, ...more }, tess);
    const { details } = await app.ok('GET /staff/queue/show', { queue: 'quickbuy', id }, tess);
    expect(details).toContainEqual({ name: 'returned', value: '40 USD' });
    expect(await approve({ amount: '100' })).toMatchObject({ error: 'field_too_large', field: 'amount' });
    expect(await approve()).toMatchObject({ type: 'ok' });
    expect([await status(id), await balance()]).toEqual(['successful', '58.5']);
    await here.send(provider.refunded(reference, seconds(), 3_000));
    expect(await balance()).toBe('29.25');
    await here.send(provider.refunded(reference, seconds(), 6_000));
    expect([await status(id), await balance()]).toEqual(['refunded', '0']);
  });

  it('and its payment, told at once on two nodes, find each other', async () => {
    for (let times = 0; times < 8; times += 1) {
      const { id, reference } = await bought();
      const dispute = provider.disputed(reference, seconds(), 10_000);
      await Promise.all([here.send(dispute), there.send(provider.paid(reference, seconds()))]);
      expect([await status(id), await balance()]).toEqual(['refunded', '0']);
    }
  });

  it('in two equal parts takes each of them, also when the coins of both come later', async () => {
    const { id, reference } = await bought();
    await here.send(provider.paid(reference, seconds()));
    await spend('97.5');
    const owed = () => app.database.query('select owed, taken_back from quick_buy_order where id = $1', [id]);
    for (const [returned, taken] of [
      [5_000, '48.75'],
      [10_000, '97.5'],
    ] as const) {
      await here.send(provider.refunded(reference, seconds(), returned));
      await give('48.75', String(returned));
      await here.turn();
      expect([await balance(), await owed()]).toEqual(['0', [{ owed: '0', taken_back: taken }]]);
    }
  });

  it('of coins that are gone is owed: no further order, and the next coins pay it', async () => {
    const { id, reference } = await bought();
    await here.send(provider.paid(reference, seconds()));
    await spend('90');
    await here.send(provider.refunded(reference, seconds(), 10_000));
    expect([await status(id), await balance()]).toEqual(['refunded', '0']);
    await expect(bought()).rejects.toThrow('refund_owed');
    // What they were changed into does not leave either.
    const keeps = () => app.database.transaction((tx) => app.ports.keepsMoney(tx, ann.id));
    await expect(keeps()).rejects.toThrow('refund_owed');
    // Nor is it money of the user's own: of a card, and of a VIP level.
    const owed = (await app.ports.debts(app.database, null)).filter(({ userId }) => userId === ann.id);
    expect(owed).toEqual(await app.ports.debts(app.database, ann.id));
    expect(owed).toEqual([{ userId: ann.id, currency: 'USDT', amount: '90' }]);
    await give('100', 'later');
    await here.turn();
    expect(await balance()).toBe('10');
    await keeps();
    await bought();
  });
});

it('what is owed is collected behind 200 older orders of accounts that stay empty', async () => {
  const { id, reference } = await bought();
  await here.send(provider.paid(reference, seconds()));
  await spend('90');
  await here.send(provider.refunded(reference, seconds(), 10_000));
  const { id: empty } = await signUp(app);
  await app.database.query(
    `insert into quick_buy_order overriding system value
     select (jsonb_populate_record(o, jsonb_build_object('id', -n, 'user_id', $2::bigint, 'reference', translate('QQQQQQQ' || to_char(n, 'FM000'), '01', 'XY'),
                                                         'session', null, 'session_url', null, 'payment', null))).*
       from quick_buy_order o, generate_series(1, 200) n where o.id = $1`,
    [id, empty],
  );
  await give('100', 'behind');
  await here.turn();
  expect(await app.database.query('select owed from quick_buy_order where id = $1', [id])).toEqual([{ owed: '0' }]);
  await app.database.query('delete from quick_buy_order where id < 0');
});

it('of each kind a run takes so many, and the next one goes on behind those that stay', async () => {
  const { id } = await bought();
  await here.turn();
  await app.database.query(
    `insert into quick_buy_order overriding system value
     select (jsonb_populate_record(o, jsonb_build_object('id', -n, 'reference', translate('RRRRRRR' || to_char(n, 'FM000'), '01', 'XY'),
                                                         'session', null, 'session_url', null, 'payment', null,
                                                         'status', case when n <= 3 then 'to_be_paid' else 'refunding' end,
                                                         'created_at', $2::timestamptz, 'pay_by', $3::timestamptz))).*
       from quick_buy_order o, generate_series(1, 6) n where o.id = $1`,
    [id, new Date(app.now() - 3 * HOUR), new Date(app.now() - 2 * HOUR)],
  );
  let asked = 0;
  const job = ordersJob({
    database: app.database,
    now: app.now,
    most: 2,
    // Sends nothing back.
    shop() {
      asked++;
      return { providers: { checkout: {} } } as Shop;
    },
  });
  const states: unknown[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await job.run(jobRun());
    const [row] = await app.database.query<{ count: number }>(
      `select count(*)::int as count from quick_buy_order where id < 0 and status = 'cancelled'`,
    );
    states.push({ cancelled: row?.count, asked });
  }
  expect(states).toEqual([
    { cancelled: 2, asked: 2 },
    { cancelled: 3, asked: 3 },
    { cancelled: 3, asked: 5 },
  ]);
  await app.database.query('delete from quick_buy_step where order_id < 0');
  await app.database.query('delete from quick_buy_order where id < 0');
});

describe('at the same time', () => {
  test.each([1, 2, 3])(
    'payment against expiry, staff, cancel and job: one wins, the ledger is whole (%i)',
    async () => {
      const tess = await signInStaff(app, 'treasury');
      const { id, reference } = await bought();
      const event = provider.paid(reference, seconds());
      app.advance(HOUR + 5 * 60_000);
      const fresh = { body: event.body, header: signatureOf(event.body, provider.webhookSecret, seconds()) };
      const session = await app.database.query<{ token: string }>('select 1');
      expect(session).toHaveLength(1);
      await Promise.all([
        here.send(fresh),
        there.turn(),
        here.cancel(ann, id),
        there.send(fresh),
        app.call('POST /staff/queue/approve', { queue: 'quickbuy', id, txid: 'x' }, tess),
      ]);
      const final = await status(id);
      expect(['successful', 'refunding', 'refunded']).toContain(final);
      expect(await balance()).toBe(final === 'successful' ? '97.5' : '0');
    },
  );

  it('two members and two nodes credit a bank transfer once, and one payment one order', async () => {
    const bank_id = await bankFor(app, 'USD');
    const members = [await signInStaff(app, 'treasury'), await signInStaff(app, 'treasury')];
    const ids: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const { id } = await here.order(ann, {}, { bank_id });
      await here.voucher(ann, id, await uploadOf(app, ann.id));
      ids.push(id);
    }
    const outcomes = await Promise.all(
      ids.flatMap((id) =>
        members.flatMap(({ token }) =>
          [app, other].map((node) =>
            node.call('POST /staff/queue/approve', { queue: 'quickbuy', id, txid: 'statement-1' }, { token }),
          ),
        ),
      ),
    );
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(await balance()).toBe('497.5');
  });

  it('orders of one user on two nodes keep the limit of open ones', async () => {
    const bank_id = await bankFor(app, 'USD');
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, turn) => (turn % 2 ? here : there).order(ann, {}, { bank_id })),
    );
    expect(made.filter(({ status: settled }) => settled === 'fulfilled').length).toBeLessThanOrEqual(3);
  });
});

describe('the provider', () => {
  it('that is away, or sends users elsewhere, opens no page', async () => {
    const made = await here.order(ann, { method: 'card', amount: '100' });
    const open = (node: TestApp) =>
      node.rejection('POST /quickbuy/order/checkout', { id: made.id }, { token: ann.token });
    provider.down = true;
    expect(await open(app)).toMatchObject({ error: 'checkout_unavailable' });
    provider.down = false;
    const astray = await createTestApp(
      { ...provider.environment, CHECKOUT_PAGES: 'https://pay.example' },
      {},
      undefined,
      undefined,
      app,
    );
    expect(await open(astray)).toMatchObject({ error: 'checkout_unavailable' });
    await astray.close();
    const bob = await buyer(app);
    expect(await app.rejection('POST /quickbuy/order/checkout', { id: made.id }, bob)).toMatchObject({
      error: 'not_found',
    });
  });

  it('is configured whole or not at all, over TLS', () => {
    const environment = { DEMO_USER: '0', ...provider.environment };
    expect(readSettings(environment).checkout?.origin).toBe(provider.origin);
    expect(readSettings({}).checkout).toBeUndefined();
    const faults: Record<string, string>[] = [
      { CHECKOUT_SECRET: '' },
      { CHECKOUT_URL: 'http://pay.example' },
      { CHECKOUT_URL: 'https://pay.example/v1' },
      { CHECKOUT_PAGES: 'pay.example' },
      { CHECKOUT_WEBHOOK_SECRETS: 'short' },
      { PUBLIC_ORIGIN: '' },
    ];
    for (const fault of faults) expect(() => readSettings({ ...environment, ...fault })).toThrow(/CHECKOUT/);
  });
});
