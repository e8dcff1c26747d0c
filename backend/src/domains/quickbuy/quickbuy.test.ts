import { randomUUID } from 'node:crypto';
import { add, sub } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BTC, bankFor, buyer, buying, payer } from '../../../test/buy-stage.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff, uploadOf } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { runCommand } from '../staff/commands.ts';
import { approveWaiting } from '../staff/sandbox.ts';

const HOUR = 3_600_000;

let app: TestApp;
let calls: ReturnType<typeof buying>;
let bank_id: number;
let ann: Person;
let tess: Awaited<ReturnType<typeof signInStaff>>;
let tom: typeof tess;
beforeAll(async () => {
  app = await createTestApp();
  calls = buying(app);
  bank_id = await bankFor(app, 'USD');
  await bankFor(app, 'THB');
});
beforeEach(async () => {
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  ann = await buyer(app);
  tess = await signInStaff(app, 'treasury');
  tom = await signInStaff(app, 'treasury');
});
afterAll(async () => {
  const audit = await auditLedger(app.database);
  await app.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});

const order = (changes = {}, fields = {}, person = ann) => calls.order(person, changes, { bank_id, ...fields });
const balance = (currency = 'USDT', { id } = ann) => userBalance(app.database, id, 'change', currency);
const approve = (id: string, payload: Record<string, unknown> = {}, { token } = tess) =>
  app.call('POST /staff/queue/approve', { queue: 'quickbuy', id, txid: `bank-${id}`, ...payload }, { token });
const reject = (id: string, reason: string) =>
  app.call('POST /staff/queue/reject', { queue: 'quickbuy', id, reason }, { token: tess.token });
/** An order whose screenshot was sent. */
async function sent(changes = {}, person = ann) {
  const made = await order(changes, {}, person);
  await calls.voucher(person, made.id, await uploadOf(app, person.id));
  return made;
}
const rates = (at: number) =>
  app.database.query(
    `insert into fiat_rates (rates, fetched_at) values ($1, $2)
     on conflict (one) do update set rates = excluded.rates, fetched_at = excluded.fetched_at`,
    [JSON.stringify({ USD: '1.02', THB: '32.4', EUR: '0.86' }), new Date(at)],
  );

describe('a quote', () => {
  it('of dollars is one to one to USDT less the fee, whatever the table says of the dollar', async () => {
    await rates(app.now());
    expect(await calls.quote(ann)).toMatchObject({
      rate: '1',
      fee_rate: '0.005',
      fee: '2.5',
      net: '497.5',
      receive: '497.5',
      fixed: true,
    });
  });

  it('of another currency is at the rate of the day, and of none that is older than two days', async () => {
    await rates(app.now());
    const { rate, receive } = await calls.quote(ann, { fiat: 'THB', amount: '32400', country: 'TH' });
    expect({ rate, receive }).toEqual({ rate: '32.4', receive: '995' });
    await rates(app.now() - 49 * HOUR);
    const late = await app.rejection('POST /quickbuy/quote', calls.asked({ fiat: 'THB', amount: '32400' }), ann);
    expect(late).toMatchObject({ error: 'stale_price' });
  });

  it('of a currency without a market here costs more with each hour that the table is old', async () => {
    const thb = { fiat: 'THB', amount: '32400', country: 'TH' } as const;
    await rates(app.now() - 24 * HOUR);
    // 32.4 · 1.015: the spread of a conversion after a day.
    expect(await calls.quote(ann, thb)).toMatchObject({ rate: '32.886' });
    const { fiats } = await app.ok('GET /quickbuy/terms', {}, ann);
    expect(fiats.find(({ fiat }) => fiat === 'THB')).toMatchObject({ rate: '32.886' });
    await rates(app.now() - 12 * HOUR);
    expect(await calls.quote(ann, thb)).toMatchObject({ rate: '32.643' });
    // The market says what a euro is worth now, unless its price is old.
    const euro = { fiat: 'EUR', amount: '430' } as const;
    app.feed.setPrice('EUR/USD', '1.25');
    expect(await calls.quote(ann, euro)).toMatchObject({ rate: '0.86' });
    app.feed.setPrice('EUR/USD', '1.25', { at: app.now() - HOUR });
    expect(await calls.quote(ann, euro)).toMatchObject({ rate: '0.86645' });
    app.feed.setPrice('EUR/USD', '1.25', { at: app.now() - HOUR, open: false });
    expect(await calls.quote(ann, euro)).toMatchObject({ rate: '0.86' });
  });

  it.each([
    [{ amount: '50.5' }, 'field_not_whole'],
    [{ amount: '49' }, 'amount_too_small'],
    [{ amount: '100001' }, 'amount_too_large'],
    [{ country: 'DE' }, 'area_unsupported'],
    [{ fiat: 'JPY' }, 'fiat_unsupported'],
    [{ method: 'card' }, 'method_unavailable'],
    [{ currency_id: 4 }, 'currency_unknown'],
  ])('%j is rejected with %s', async (changes, error) => {
    expect(await app.rejection('POST /quickbuy/quote', calls.asked(changes), ann)).toMatchObject({ error });
  });

  it('is not for who lives elsewhere or is not verified', async () => {
    const gus = await buyer(app, { country: 'DE' });
    expect(await app.rejection('POST /quickbuy/quote', calls.asked({}), gus)).toMatchObject({
      error: 'area_unsupported',
      message: 'Your area is temporarily not supported',
    });
    const nobody = await signUp(app);
    expect(await app.call('POST /quickbuy/quote', calls.asked({}), nobody)).toMatchObject({ type: '998' });
  });

  it('leaves no more than the level allows in 24 hours', async () => {
    const bob = await buyer(app, { level: 1 });
    const { limit, left } = await app.ok('GET /quickbuy/terms', {}, bob);
    expect({ limit, left }).toEqual({ limit: '20000', left: '20000' });
    await order({ amount: '15000' }, {}, bob);
    expect(await app.rejection('POST /quickbuy/quote', calls.asked({ amount: '5001' }), bob)).toMatchObject({
      error: 'buy_limit',
    });
    await calls.quote(bob, { amount: '5000' });
  });
});

describe('an order', () => {
  it('shows every field of the bank, a reference of its own, and when it is to be paid', async () => {
    const made = await order();
    expect(made).toMatchObject({
      status: 'to_be_paid',
      bank: {
        account_name: 'Tessera Payments Ltd',
        iban: 'GB29NWBK60161331926819',
        swift: 'NWBKGB2L',
        beneficiary_country: 'GB',
        bank_name: 'NatWest',
        bank_address: 'London',
      },
      pay_by: app.now() + 24 * HOUR,
      takes_voucher: true,
    });
    expect(made.reference).toMatch(/^[0-9A-Z]{10}$/);
    expect((await order()).reference).not.toBe(made.reference);
  });

  it('takes a quote once, and none that is older than a minute', async () => {
    const { quote_id } = await calls.quote(ann);
    const use = () =>
      app.call('POST /quickbuy/order', { quote_id, bank_id, ...payer }, { ...ann, idempotencyKey: randomUUID() });
    app.advance(60_001);
    expect(await use()).toMatchObject({ error: 'quote_expired' });
    app.advance(-60_001);
    expect(await use()).toMatchObject({ type: 'ok' });
    expect(await use()).toMatchObject({ error: 'quote_expired' });
  });

  it('is of the verified owner only, and in Brazil with a CPF', async () => {
    const attempt = async (fields: object, changes = {}) => {
      const { quote_id } = await calls.quote(ann, changes);
      const all = { quote_id, bank_id, ...payer, ...fields };
      return app.call('POST /quickbuy/order', all, { ...ann, idempotencyKey: randomUUID() });
    };
    expect(await attempt({ first_name: 'Grace' })).toMatchObject({ error: 'payer_differs' });
    expect(await attempt({ phone: 'none' })).toMatchObject({ error: 'invalid_mobile', field: 'phone' });
    expect(await attempt({ bank_id: 999 })).toMatchObject({ error: 'bank_unknown' });
    const brazil = { full_name: 'ada lovelace', first_name: undefined, last_name: undefined };
    expect(await attempt(brazil, { country: 'BR' })).toMatchObject({ error: 'field_required', field: 'tax_id' });
    expect(await attempt({ ...brazil, tax_id: '529.982.247-26' }, { country: 'BR' })).toMatchObject({
      error: 'tax_id_invalid',
    });
    const outcome = await attempt({ ...brazil, tax_id: '52998224725' }, { country: 'BR' });
    expect(outcome).toMatchObject({ message: { payer: 'ada lovelace' } });
  });

  it('is the third at most that is open, and not after five of a day that were not paid', async () => {
    for (let turn = 0; turn < 3; turn += 1) await order();
    const refused = async () => {
      const { quote_id } = await calls.quote(ann);
      return app.call(
        'POST /quickbuy/order',
        { quote_id, bank_id, ...payer },
        { ...ann, idempotencyKey: randomUUID() },
      );
    };
    expect(await refused()).toMatchObject({ error: 'too_many_buys' });
    const { list } = await app.ok('GET /quickbuy/orders', { status: 'to_be_paid' }, ann);
    for (const { id } of list) expect(await calls.cancel(ann, id)).toMatchObject({ message: { status: 'cancelled' } });
    for (let turn = 0; turn < 2; turn += 1) await calls.cancel(ann, (await order()).id);
    expect(await refused()).toMatchObject({ error: 'unpaid_buys' });
  });

  it('is not made by a frozen account', async () => {
    const { quote_id } = await calls.quote(ann);
    await app.database.query('update user_account set frozen_at = now() where id = $1', [ann.id]);
    expect(
      await app.call('POST /quickbuy/order', { quote_id, bank_id, ...payer }, { ...ann, idempotencyKey: randomUUID() }),
    ).not.toMatchObject({ type: 'ok' });
  });
});

describe('a bank transfer', () => {
  it('is credited when staff confirm what came, by the ledger to the last unit', async () => {
    const before = await houseBalance(app.database, 'purchases', 'USDT');
    const fees = await houseBalance(app.database, 'fees', 'USDT');
    const { id } = await sent();
    expect(await app.ok('GET /quickbuy/order', { id }, ann)).toMatchObject({
      status: 'under_review',
      has_voucher: true,
    });
    expect(await app.ok('GET /staff/queue/show', { queue: 'quickbuy', id }, tess)).toMatchObject({
      details: expect.arrayContaining([
        { name: 'payer', value: 'Ada Lovelace' },
        { name: 'verified_name', value: 'Ada Lovelace' },
      ]),
      pictures: [expect.stringMatching(/^\/api\/uploads\//)],
    });
    expect(await approve(id, { txid: undefined })).toMatchObject({ error: 'txid_required' });
    expect(await approve(id)).toMatchObject({ message: { status: 'approved' } });
    expect(await balance()).toBe('497.5');
    expect(sub(before, await houseBalance(app.database, 'purchases', 'USDT'))).toBe('500');
    expect(sub(await houseBalance(app.database, 'fees', 'USDT'), fees)).toBe('2.5');
    expect(await calls.show(ann, id)).toMatchObject({
      status: 'successful',
      credited: '497.5',
      timeline: [{ status: 'to_be_paid' }, { status: 'under_review' }, { status: 'successful' }],
    });
    const { list } = await app.ok('POST /wallet/legal_log', { kind: 'quick_buy' }, ann);
    expect(list).toHaveLength(1);
    expect(app.outbox.filter(({ to }) => to === ann.email).at(-1)?.body).toContain('has arrived');
  });

  it('of another amount buys what came, and more than was ordered needs a second member', async () => {
    const first = await sent();
    expect(await approve(first.id, { amount: '250' })).toMatchObject({ message: { status: 'approved' } });
    expect(await balance()).toBe('248.75');
    const second = await sent();
    expect(await approve(second.id, { amount: '600' })).toMatchObject({ message: { status: 'pending' } });
    expect(await approve(second.id, { amount: '600' }, tom)).toMatchObject({ message: { status: 'approved' } });
    expect(await balance()).toBe(add('248.75', '597'));
  });

  it('above the limit of one member waits for a second, and those of a day count together', async () => {
    const first = await sent({ amount: '6000' });
    expect(await approve(first.id)).toMatchObject({ message: { status: 'approved' } });
    const second = await sent({ amount: '6000' });
    expect(await approve(second.id)).toMatchObject({ message: { status: 'pending' } });
    expect(await approve(second.id)).toMatchObject({ error: 'second_member_required' });
    expect(await approve(second.id, {}, tom)).toMatchObject({ message: { status: 'approved' } });
  });

  it('of a part is credited at the rate of the order, whatever its roundings', async () => {
    await rates(app.now());
    const made = await order(
      { fiat: 'THB', country: 'TH', amount: '32000' },
      { bank_id: await bankFor(app, 'THB'), full_name: 'Ada Lovelace' },
    );
    await calls.voucher(ann, made.id, await uploadOf(app, ann.id));
    expect(made.least).toBe('982.716048');
    // 6,500/32,000 of the least is 199.6141972.
    expect(await approve(made.id, { amount: '6500' })).toMatchObject({ message: { status: 'approved' } });
    expect(await balance()).toBe('199.614196');
  });

  it('of bitcoin is credited at the price of the moment, down to the least that the order states', async () => {
    const { id, receive, least, fixed } = await sent({ currency_id: BTC });
    expect(Number(receive)).toBeCloseTo(497.5 / 50_060, 5);
    expect({ least: Number(least), fixed }).toEqual({ least: expect.closeTo(0.95 * Number(receive), 7), fixed: false });
    app.feed.setPrice('BTC/USDT', '52000', { bid: '51990', ask: '52010' });
    await approve(id);
    expect(Number(await balance('BTC'))).toBeCloseTo(497.5 / 52_062, 6);
    expect(Number(await balance('BTC'))).toBeGreaterThan(Number(least));
  });

  it('that would bring less than the order states is credited by nobody, and goes back with both figures', async () => {
    const { id, least } = await sent({ currency_id: BTC });
    app.feed.setPrice('BTC/USDT', '53000', { bid: '52990', ask: '53010' });
    // A part brings its part, and more money than was ordered no fewer coins.
    expect(await approve(id, { amount: '100' })).toMatchObject({ error: 'buy_below_least' });
    expect(await approve(id)).toMatchObject({
      error: 'buy_below_least',
      message: expect.stringContaining(`${least} BTC`),
    });
    expect(await balance('BTC')).toBe('0');
    expect(await calls.show(ann, id)).toMatchObject({ status: 'under_review', brings: null });
    expect(await reject(id, 'The price has moved')).toMatchObject({ message: { status: 'rejected' } });
    const ended = await calls.show(ann, id);
    expect(ended).toMatchObject({ status: 'rejected', least, credited: null });
    expect(Number(ended.brings)).toBeCloseTo(497.5 / 53_063, 6);
    const mail = app.outbox.filter(({ to }) => to === ann.email).at(-1)?.body;
    expect(mail).toContain(`${ended.brings} BTC`);
    expect(mail).toContain(`${least} BTC`);
    expect(await balance('BTC')).toBe('0');
  });

  it('of another payer is rejected with a reason that the user reads', async () => {
    const { id } = await sent();
    expect(await reject(id, 'Paid by another person')).toMatchObject({ message: { status: 'rejected' } });
    expect(await calls.show(ann, id)).toMatchObject({ status: 'rejected', reason: 'Paid by another person' });
    expect(await approve(id)).toMatchObject({ error: 'already_reviewed' });
    expect(await balance()).toBe('0');
  });

  it('that is rejected before anything was found to have come is not told what it would have brought', async () => {
    const { id } = await sent({ currency_id: BTC });
    app.feed.setPrice('BTC/USDT', '53000', { bid: '52990', ask: '53010' });
    expect(await reject(id, 'Paid by another person')).toMatchObject({ message: { status: 'rejected' } });
    expect(await calls.show(ann, id)).toMatchObject({ status: 'rejected', brings: null });
    const mail = app.outbox.filter(({ to }) => to === ann.email).at(-1)?.body;
    expect(mail).toContain('Paid by another person');
    expect(mail).not.toContain('would have brought');
  });

  it('that is credited after a refused approval is told nothing of what it would have brought', async () => {
    const { id } = await sent({ currency_id: BTC });
    app.feed.setPrice('BTC/USDT', '53000', { bid: '52990', ask: '53010' });
    expect(await approve(id)).toMatchObject({ error: 'buy_below_least' });
    app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    expect(await approve(id)).toMatchObject({ message: { status: 'approved' } });
    expect(await calls.show(ann, id)).toMatchObject({ status: 'successful', brings: null });
  });

  it('that would bring less does not hold up what the sandbox approves behind it', async () => {
    const less = await sent({ currency_id: BTC });
    const { id } = await sent();
    app.feed.setPrice('BTC/USDT', '53000', { bid: '52990', ask: '53010' });
    await approveWaiting(app.database, app.ports.queues(), 0, app.now());
    expect(await calls.show(ann, less.id)).toMatchObject({ status: 'rejected', brings: expect.any(String) });
    expect(await calls.show(ann, id)).toMatchObject({ status: 'successful' });
  });

  it('in a demonstration is approved by the sandbox without a payment', async () => {
    const { id } = await sent();
    await approveWaiting(app.database, app.ports.queues(), 0, app.now());
    expect(await calls.show(ann, id)).toMatchObject({ status: 'successful' });
  });
});

describe('a rate that the user holds', () => {
  /** An order of 32,400 THB at 32.4 whose screenshot was sent at once; where the baht stands when it is confirmed. */
  async function held(wait: number, amount: string, now = '36') {
    await rates(app.now());
    const thb = await bankFor(app, 'THB');
    const made = await order(
      { fiat: 'THB', country: 'TH', amount: '32400' },
      { bank_id: thb, full_name: 'Ada Lovelace' },
    );
    await calls.voucher(ann, made.id, await uploadOf(app, ann.id));
    app.advance(wait);
    await app.database.query('update fiat_rates set rates = $1, fetched_at = $2', [
      JSON.stringify({ THB: now }),
      new Date(app.now()),
    ]);
    let last: unknown;
    for (const _ of [1, 2]) last = await approve(made.id, { amount }, await signInStaff(app, 'treasury'));
    return { balance: await balance(), last, id: made.id };
  }

  it('is that of the order while a transfer in time may still arrive', async () => {
    expect(await held(3 * 24 * HOUR, '32400', '32.56')).toMatchObject({ balance: '995' });
  });

  it('is that of the order however old the table has become', async () => {
    await rates(app.now());
    const made = await order(
      { fiat: 'THB', country: 'TH', amount: '32400' },
      { bank_id: await bankFor(app, 'THB'), full_name: 'Ada Lovelace' },
    );
    await calls.voucher(ann, made.id, await uploadOf(app, ann.id));
    app.advance(36 * HOUR);
    expect(await approve(made.id, { amount: '32400' }, await signInStaff(app, 'treasury'))).toMatchObject({
      type: 'ok',
    });
    expect(await balance()).toBe('995');
  });

  it('is none once the baht has fallen by more than the fee: what was shown comes, or the money goes back', async () => {
    // 32,400 / (36 · 0.995), less 0.5 %: what the money is worth when it is confirmed.
    const { balance: had, last, id } = await held(HOUR, '32400');
    expect(had).toBe('0');
    expect(last).toMatchObject({
      error: 'buy_below_least',
      message: expect.stringMatching(/899\.999999 USDT.*995 USDT/),
    });
    tess = await signInStaff(app, 'treasury');
    expect(await reject(id, 'The rate has moved')).toMatchObject({ message: { status: 'rejected' } });
    expect(await calls.show(ann, id)).toMatchObject({ brings: '899.999999', least: '995', credited: null });
  });

  it('by a screenshot of nothing, and pays days later, is the worse one', async () => {
    const { balance: had, last } = await held(5 * 24 * HOUR, '32400');
    expect({ had, last }).toMatchObject({ had: '0', last: { error: 'buy_below_least' } });
  });

  it('and pays more than was ordered once it has become good, is the worse one', async () => {
    expect(await held(HOUR, '324000')).toMatchObject({ balance: '8955' });
  });
});

describe('a late payment', () => {
  it('for an account that was closed meanwhile is not credited: staff send it back', async () => {
    const made = await order();
    app.advance(24 * HOUR);
    await calls.turn();
    tess = await signInStaff(app, 'treasury');
    await app.database.query('update user_account set closed_at = $2, disabled = true where id = $1', [
      ann.id,
      new Date(app.now()),
    ]);
    await app.ok(
      'POST /staff/quickbuy/late',
      { reference: made.reference, reason: 'came late' },
      { token: tess.token },
    );
    expect(await approve(made.id)).toMatchObject({ error: 'account_frozen' });
    expect(await balance()).toBe('0');
    expect(await reject(made.id, 'The account is closed')).toMatchObject({ message: { status: 'rejected' } });
  });

  it('is cancelled by the job, and credited by two members at the worse of the two rates', async () => {
    await rates(app.now());
    await app.database.query('update quick_buy_account set open = true');
    const thb = await bankFor(app, 'THB');
    const made = await order(
      { fiat: 'THB', country: 'TH', amount: '32400' },
      {
        bank_id: thb,
        full_name: 'Ada Lovelace',
      },
    );
    app.advance(24 * HOUR);
    await calls.turn();
    expect(await calls.show(ann, made.id)).toMatchObject({ status: 'cancelled', cause: 'late', takes_voucher: true });
    expect(app.outbox.filter(({ to }) => to === ann.email).at(-1)?.body).toContain('not paid in time');
    expect(await calls.voucher(ann, made.id, await uploadOf(app, ann.id))).toMatchObject({
      message: { status: 'under_review', late: true },
    });
    // The baht has lost by now: who waited gets no more for it.
    await app.database.query('update fiat_rates set rates = $1, fetched_at = $2', [
      JSON.stringify({ THB: '36' }),
      new Date(app.now()),
    ]);
    tess = await signInStaff(app, 'treasury');
    tom = await signInStaff(app, 'treasury');
    expect(await approve(made.id)).toMatchObject({ message: { status: 'pending' } });
    await approve(made.id, {}, tom);
    expect(await balance()).toBe('895.5');
  });

  it('without a word of the user is matched by staff on the command line, and the user is told', async () => {
    const made = await order();
    app.advance(24 * HOUR);
    await calls.turn();
    const lines: string[] = [];
    const run = (...args: string[]) =>
      runCommand(args, {
        database: app.database,
        queues: app.ports.queues(),
        commands: app.ports.staffCommands(),
        now: app.now,
        print: (line) => void lines.push(line),
        readPassword: async () => '',
        readUpload: async () => null,
      });
    await run('quickbuy-late', made.reference, '--why', 'came on the 23rd');
    expect(await calls.show(ann, made.id)).toMatchObject({ status: 'under_review', late: true });
    expect(app.outbox.filter(({ to }) => to === ann.email).length).toBeGreaterThan(0);
    await expect(run('quickbuy-late', made.reference, '--why', 'again')).rejects.toMatchObject({
      code: 'order_not_payable',
    });
    await run('quickbuy-method', 'qr', 'open=0', 'countries=TH VN', '--why', 'two countries only');
    await run(
      'quickbuy-account',
      'fiat=EUR',
      'account_name=Tessera',
      'iban=DE89 3704 0044 0532 0130 00',
      'beneficiary_country=DE',
      'swift=COBADEFF',
      'bank_name=Commerzbank',
      'bank_address=Frankfurt',
      '--why',
      'new',
    );
    await run('quickbuy');
    expect(lines.join('\n')).toMatch(/qr .*open false.*countries TH,VN/);
    expect(lines.join('\n')).toContain('DE89370400440532013000');
  });
});

describe('what staff change', () => {
  it('needs treasury and a second factor, and does not reach an order that was made', async () => {
    const made = await order();
    const change = { id: bank_id, account_name: 'Another Ltd', reason: 'renamed' };
    const reviewer = await signInStaff(app);
    expect(await app.rejection('POST /staff/quickbuy/account', change, reviewer)).toMatchObject({ error: 'forbidden' });
    await app.ok('POST /staff/quickbuy/account', change, tess);
    expect((await calls.show(ann, made.id)).bank?.account_name).toBe('Tessera Payments Ltd');
    expect((await order()).bank?.account_name).toBe('Another Ltd');
    const rejected = (payload: object) =>
      app.rejection('POST /staff/quickbuy/account', { ...change, ...payload }, tess);
    expect(await rejected({ iban: 'GB29NWBK60161331926818' })).toMatchObject({ error: 'invalid_field', field: 'iban' });
    expect(await rejected({ swift: 'NOTABIC!' })).toMatchObject({ error: 'invalid_field', field: 'swift' });
    expect(await rejected({ id: 999_999 })).toMatchObject({ error: 'not_found' });
    const added = await app.ok('GET /staff/quickbuy', {}, tess);
    const twin = { ...added.accounts.find(({ fiat }) => fiat === 'USD'), id: undefined, demonstration: undefined };
    expect(await rejected(twin)).toMatchObject({ error: 'invalid_field', field: 'account_number' });
    const terms = { method: 'bank_transfer', reason: 'dearer', fee_rate: '0.01' };
    const view = await app.ok('POST /staff/quickbuy/method', terms, tess);
    expect(view.methods[0]).toMatchObject({ method: 'bank_transfer', fee_rate: '0.01' });
    expect((await calls.show(ann, made.id)).fee_rate).toBe('0.005');
    await app.ok('POST /staff/quickbuy/method', { ...terms, fee_rate: '0.005' }, tess);
    expect((await app.ok('GET /staff/quickbuy', {}, tess)).checkout).toBe(false);
  });
});

describe('a demonstration', () => {
  it('shows accounts that say so, and an installation that is none any more closes them', async () => {
    const open = () =>
      app.database.query('select fiat from quick_buy_account where demonstration and open order by fiat');
    const seed = app.domains.find(({ name }) => name === 'quickbuy')?.seed;
    await app.database.query(
      `insert into quick_buy_account (fiat, account_name, iban, beneficiary_country, swift, bank_name, bank_address, demonstration)
       values ('GBP', 'x', 'GB82WEST12345698765432', 'GB', 'WESTGB2L', 'x', 'x', true)`,
    );
    await seed?.();
    expect(await open()).toEqual([]);
    const demo = await createTestApp({ DEMO_USER: '1' });
    try {
      const dora = await buyer(demo);
      const { methods, fiats } = await demo.ok('GET /quickbuy/terms', {}, dora);
      expect(methods[0]?.banks.map(({ fiat }) => fiat)).toEqual(['USD', 'EUR']);
      expect(methods.slice(1).every(({ unavailable }) => unavailable === 'not_configured')).toBe(true);
      expect(fiats.map(({ fiat }) => fiat)).toContain('EUR');
      const made = await buying(demo).order(dora, {}, { bank_id: methods[0]?.banks[0]?.bank_id });
      expect(made.demonstration).toBe(true);
    } finally {
      await demo.close();
    }
  });
});
