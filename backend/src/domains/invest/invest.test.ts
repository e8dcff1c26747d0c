import { randomUUID } from 'node:crypto';
import { averagedHour } from '@tessera/api/invest/rules';
import { dualFault } from '@tessera/api/invest/verify';
import { add, cmp } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt } from '../../../test/factors.ts';
import { createInvestStage, type InvestStage, maturityAfter, PAY_PASSWORD } from '../../../test/invest-stage.ts';
import { jobRun } from '../../../test/job-run.ts';
import type { Person } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { toldOf } from '../../../test/told.ts';
import { auditLedger, houseBalance, type UserAccountName, userBalance } from '../../platform/ledger/index.ts';
import { runCommand } from '../staff/commands.ts';
import { demonstrationJob } from './demonstration.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let stage: InvestStage;
let ann: Person;
beforeAll(async () => {
  stage = await createInvestStage();
});
afterAll(async () => {
  expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await stage.close();
});
beforeEach(async () => {
  stage.app.feed.setPrice('BTC/USDT', '60000');
  ann = await stage.investor();
});

const held = (name: UserAccountName, currency = 'USDT', person = ann) =>
  userBalance(stage.app.database, person.id, name, currency);
const rejection = (
  call: 'POST /dual/buyDual' | 'POST /dual/buyDemand' | 'POST /dual/order_sh',
  payload: object,
  person = ann,
) =>
  stage.app.rejection(
    call,
    { key: PAY_PASSWORD, ...payload },
    { token: person.token, idempotencyKey: `key-${Math.random()}` },
  );
const live = (price: string) => stage.app.feed.setPrice('BTC/USDT', price);
const sellHigh = (price = '61000') =>
  stage.product({
    section: 'blockchain',
    side: 'sell_high',
    currency: 'BTC',
    other_currency: 'USDT',
    share_size: '0.1',
    price,
    annual_rate: '0.365',
  });
/** The sum of a user's holdings by account and currency must be what the ledger holds. */
async function holdingsAreWhole(person = ann): Promise<void> {
  const sums = new Map<string, string>();
  for (const { account, currency, amount } of await stage.app.ports.productHoldings(stage.app.database, person.id)) {
    sums.set(`${account} ${currency}`, add(sums.get(`${account} ${currency}`) ?? '0', amount));
  }
  for (const account of ['invest', 'dual'] as const) {
    for (const currency of ['USDT', 'BTC']) {
      expect(cmp(sums.get(`${account} ${currency}`) ?? '0', await held(account, currency, person))).toBe(0);
    }
  }
}

describe('a dual product', () => {
  it('is bought in whole shares, settled by the mean of its hour, and proves it', async () => {
    const id = await sellHigh();
    const detail = await stage.app.ok('GET /dual/detail', { id }, { language: 'de' });
    expect(detail).toMatchObject({
      name: 'BTC hoch verkaufen',
      status: 'open',
      index_price: '60000',
      remaining_shares: 1_000,
      days: 3,
    });
    const matures = detail.matures_at ?? 0;
    expect(detail.closes_at).toBe(matures - 3 * DAY);
    const low = await stage.buy(ann, id, 5);
    expect(low).toMatchObject({ num: '5', amount: '0.5', status: 'purchased', settlement_price: null });
    expect([await held('change', 'BTC'), await held('dual', 'BTC')]).toEqual(['19.5', '0.5']);
    await holdingsAreWhole();
    expect((await stage.app.ok('GET /dual/detail', { id })).remaining_shares).toBe(995);
    expect(await rejection('POST /dual/order_sh', { id: low.id })).toMatchObject({ error: 'order_not_open' });
    const [below, bought, metal] = [
      await stage.buy(ann, await sellHigh('61000.01'), 10),
      await stage.buy(
        ann,
        await stage.product({
          section: 'blockchain',
          side: 'buy_low',
          other_currency: 'BTC',
          price: '61000.01',
          annual_rate: '0.365',
        }),
        100,
      ),
      await stage.buy(ann, await stage.product({ section: 'metals', annual_rate: '0.365', price: '62000' }), 10),
    ];
    await holdingsAreWhole();
    const house = await houseBalance(stage.app.database, 'dual', 'USDT');
    const before = { btc: await held('change', 'BTC'), usdt: await held('change') };

    await stage.until(averagedHour(matures)[0] - HOUR);
    await stage.run('invest-settle');
    expect((await stage.order(ann, low.id)).status).toBe('purchased');
    await stage.until(averagedHour(matures)[0]);
    await stage.run('invest-settle');
    expect((await stage.order(ann, low.id)).status).toBe('settling');

    // One price of 700 above the pegged one by a cent each is as much as one by 7 below.
    await stage.recordHour(matures, 700, (step) => (step === 300 ? 6_100_700 : 6_099_999));
    await stage.run('invest-settle');
    const settled = await stage.order(ann, low.id);
    // (699 × 60,999.99 + 61,007) / 700 = 61,000.0000142…
    expect(settled).toMatchObject({
      status: 'completed',
      settlement_price: '61000.000014',
      settlement_ticks: 700,
      paid: '30591.5',
      paid_currency: 'USDT',
    });
    // 1 × 1.003 BTC; 10,000 / 61,000.01 × 1.003 BTC; 1,000 × 61,000.0000142… / 62,000 × 1.003 USDT.
    expect(await stage.order(ann, below.id)).toMatchObject({ paid: '1.003', paid_currency: 'BTC', accrued: '0.003' });
    expect(await stage.order(ann, bought.id)).toMatchObject({ paid: '0.1644262', paid_currency: 'BTC', accrued: '0' });
    expect(await stage.order(ann, metal.id)).toMatchObject({ paid: '986.82258', paid_currency: 'USDT' });
    const after = { btc: add(before.btc, '1.1674262'), usdt: add(before.usdt, '31578.32258') };
    expect({ btc: await held('change', 'BTC'), usdt: await held('change') }).toEqual(after);
    expect([await held('dual', 'BTC'), await held('dual')]).toEqual(['0', '0']);
    const told = await toldOf(stage.app, ann, 'products');
    expect(told).toHaveLength(4);
    expect(told).toContainEqual({
      title: 'Dual investment settled: BTC/USDT',
      content: '30,591.5 USDT is in your spot account. The settlement price is in your order.',
      link: `/pages/invest/mine?id=${low.id}`,
    });
    expect(Number(await houseBalance(stage.app.database, 'dual', 'USDT'))).toBeCloseTo(
      Number(house) + 10_000 - 30_591.5 + 13.17742,
      6,
    );

    // Twice and late: nothing more is paid.
    await stage.until(stage.app.now() + 40 * DAY);
    await stage.run('invest-settle');
    expect({ btc: await held('change', 'BTC'), usdt: await held('change') }).toEqual(after);

    // After the week for which the record is kept.
    await stage.app.database.query('delete from market_block');
    await stage.app.database.query('delete from market_step');
    const proof = await stage.app.ok('GET /dual/proof', { id: low.id }, { token: ann.token });
    expect(proof.settlement).toMatchObject({ ticks: 700, kept: true, at: matures });
    const [from] = averagedHour(matures);
    const spans = [];
    for (let at = from; at < matures; at += 600_000) {
      spans.push(await stage.app.ok('GET /market/ticks', { symbol: 'BTC/USDT', from: at, to: at + 600_000 }));
    }
    const heads = [];
    let key = '';
    for (const at of new Set(spans.flatMap(({ start, end }) => [start.at ?? 0, end.at ?? 0]))) {
      const signed = await stage.app.ok('GET /market/heads', { from: at, to: at, limit: 1 });
      heads.push(...signed.list);
      key = signed.key;
    }
    const record = { spans, heads, key };
    expect(await dualFault({ ...proof, record }, key)).toBeNull();
    const other = { ...proof, order: { ...proof.order, paid: '30591.6' } };
    expect(await dualFault({ ...other, record }, key)).toBe('payout');
  });

  it('returns the principal where its hour has 599 prices, also when nothing is signed for a day', async () => {
    const order = await stage.buy(ann, await sellHigh(), 1);
    await stage.recordHour(order.matures_at ?? 0, 599, 6_000_000);
    await stage.run('invest-settle');
    expect(await stage.order(ann, order.id)).toMatchObject({
      status: 'failed',
      paid: '0.1',
      paid_currency: 'BTC',
      settlement_price: null,
      settlement_ticks: 599,
    });
    expect(await held('change', 'BTC')).toBe('20');
    expect(await toldOf(stage.app, ann, 'products')).toMatchObject([
      { title: 'Dual investment returned: BTC/USDT', link: `/pages/invest/mine?id=${order.id}` },
    ]);
    live('60000');
    const silent = await stage.buy(ann, await sellHigh(), 1);
    await stage.until((silent.matures_at ?? 0) + HOUR);
    await stage.run('invest-settle');
    expect((await stage.order(ann, silent.id)).status).toBe('settling');
    await stage.until(stage.app.now() + DAY);
    await stage.run('invest-settle');
    expect(await stage.order(ann, silent.id)).toMatchObject({ status: 'failed', settlement_ticks: 0, paid: '0.1' });
  });
});

describe('a demand deposit', () => {
  it('pays each day on its lowest balance, at the rate of the day, whenever the job runs', async () => {
    await stage.until(Date.UTC(2028, 1, 27, 22));
    const id = await stage.product({ section: 'demand', annual_rate: '0.0365', share_size: '1', total_shares: 10_000 });
    const order = await stage.deposit(ann, id, '1000');
    expect(order).toMatchObject({ status: 'purchased', amount: '1000', num: '1000', matures_at: null });
    expect([await held('change'), await held('invest')]).toEqual(['99000', '1000']);
    const { database, ports } = stage.app;
    const next = async () =>
      (await ports.productHoldings(database, ann.id)).find((holding) => holding.id === order.id)?.nextPayment;
    expect(await next()).toBeNull();
    // The first day, on which nothing stood in it at the beginning, and 28 February with its lowest balance of 400.
    await stage.until(Date.UTC(2028, 1, 28, 9));
    await stage.redeem(ann, order.id, '600');
    await stage.deposit(ann, id, '5600');
    expect((await stage.order(ann, order.id)).amount).toBe('6000');
    expect(await next()).toMatchObject({ amount: '0.04', at: Date.UTC(2028, 1, 29) });
    // A leap day and the change to daylight saving time are days like others; nothing ran until then.
    await stage.app.database.query(`insert into invest_rate values ($1, '2028-03-02', '0.073')`, [id]);
    await stage.until(Date.UTC(2028, 2, 3, 0, 0, 1));
    await stage.run('invest-accrue');
    await stage.run('invest-accrue');
    const { list, total } = await stage.app.ok('GET /dual/accruals', { id: order.id }, { token: ann.token });
    expect(total).toBe(4);
    expect(list.map(({ day, low, amount }) => [day, low, amount])).toEqual([
      ['2028-03-02', '6000', '1.2'],
      ['2028-03-01', '6000', '0.6'],
      ['2028-02-29', '6000', '0.6'],
      ['2028-02-28', '400', '0.04'],
    ]);
    expect((await stage.order(ann, order.id)).accrued).toBe('2.44');
    expect(await held('change')).toBe('94002.44');
    await holdingsAreWhole();
    // What is taken out during a day is not in its lowest balance; the days before are paid first, once.
    await stage.until(Date.UTC(2028, 2, 4, 12));
    const closed = await stage.redeem(ann, order.id);
    expect(closed).toMatchObject({ status: 'redeemed', paid: '6000', accrued: '3.64', amount: '0' });
    await stage.until(Date.UTC(2028, 2, 8));
    await stage.run('invest-accrue');
    expect(await held('change')).toBe('100003.64');
    expect(await held('invest')).toBe('0');
    // A new deposit is a new position.
    const again = await stage.deposit(ann, id, '5');
    expect(again.id).not.toBe(order.id);
    expect(await rejection('POST /dual/order_sh', { id: again.id, number: '5.01' })).toMatchObject({
      error: 'wrong_amount',
    });
  });

  it('takes nothing in that it has no room for, and its rate changes from the next day on', async () => {
    const id = await stage.product({ section: 'demand', annual_rate: '0.0365', share_size: '10', total_shares: 10 });
    expect(await rejection('POST /dual/buyDemand', { id, num: '9.99' })).toMatchObject({ error: 'amount_too_small' });
    expect(await rejection('POST /dual/buyDemand', { id, num: '100.01' })).toMatchObject({ error: 'sold_out' });
    const order = await stage.deposit(ann, id, '100');
    expect(await rejection('POST /dual/buyDemand', { id, num: '10' })).toMatchObject({ error: 'sold_out' });
    await stage.redeem(ann, order.id, '50');
    await stage.deposit(ann, id, '50');
    expect(await rejection('POST /dual/buyDual', { id, num: 1 })).toMatchObject({ error: 'not_found' });
  });

  it('is not sold when the house could not pay a month of its interest, and still pays what it sold', async () => {
    const id = await stage.product({
      section: 'demand',
      annual_rate: '3.65',
      share_size: '1',
      total_shares: 1_000_000,
    });
    const rich = await stage.investor({ USDT: '500000' });
    // 30 % a month: 10,000 USDT of the house cover 33,333.
    expect(await rejection('POST /dual/buyDemand', { id, num: '40000' }, rich)).toMatchObject({ error: 'sold_out' });
    const order = await stage.deposit(rich, id, '30000');
    const spent = await houseBalance(stage.app.database, 'interest', 'USDT');
    await stage.until(stage.app.now() + 61 * DAY);
    await stage.run('invest-accrue');
    expect(Number((await stage.order(rich, order.id)).accrued)).toBe(18_000);
    expect(Number(await houseBalance(stage.app.database, 'interest', 'USDT'))).toBeLessThan(Number(spent) - 17_999);
    await stage.redeem(rich, order.id);
    await stage.fundHouse('interest', 'USDT', '20000');
  });
});

describe('a fixed deposit', () => {
  it('pays its interest with the principal when its term is over, however late the job runs', async () => {
    const id = await stage.product({
      section: 'fixed',
      currency: 'BTC',
      share_size: '0.1',
      annual_rate: '0.073',
      days: 5,
    });
    const order = await stage.buy(ann, id, 10);
    expect(order).toMatchObject({ matures_at: order.created_at + 5 * DAY, amount: '1', annual_rate: '0.073' });
    await holdingsAreWhole();
    await stage.until(stage.app.now() + 5 * DAY - 1);
    await stage.run('invest-settle');
    expect((await stage.order(ann, order.id)).status).toBe('purchased');
    await stage.until(stage.app.now() + 3 * DAY);
    await stage.run('invest-settle');
    await stage.run('invest-settle');
    expect(await stage.order(ann, order.id)).toMatchObject({ status: 'completed', paid: '1.001', accrued: '0.001' });
    expect(await held('change', 'BTC')).toBe('20.001');
    expect(await toldOf(stage.app, ann, 'products')).toEqual([
      {
        title: 'Fixed deposit matured: 1.001 BTC',
        content: '1.001 BTC is in your spot account, 0.001 BTC of it interest.',
        link: `/pages/invest/mine?id=${order.id}`,
      },
    ]);
  });

  it('is renewed only where that was asked for: the interest is paid, and the principal starts the next term', async () => {
    const id = await stage.product({ section: 'fixed', share_size: '100', annual_rate: '0.0365', days: 10 });
    const bob = await stage.investor({ USDT: '5000' });
    const order = await stage.buy(bob, id, 10);
    expect(order.renew).toBe(false);
    const token = { token: bob.token };
    expect(await stage.app.ok('POST /dual/renew', { id: order.id, renew: true }, token)).toMatchObject({ renew: true });
    // A run that is late by a term and a half: both ends were at their time.
    await stage.until((order.matures_at ?? 0) + 15 * DAY);
    await stage.ends();
    const { list } = await stage.app.ok('POST /dual/dual_list', { section: 'fixed' }, token);
    const starts = order.matures_at ?? 0;
    expect(list).toMatchObject([
      {
        status: 'purchased',
        amount: '1000',
        renew: true,
        matures_at: starts + 20 * DAY,
        created_at: starts + 10 * DAY,
      },
      { status: 'completed', amount: '1000', paid: '1001', matures_at: starts + 10 * DAY },
      { id: order.id, status: 'completed', paid: '1001', accrued: '1' },
    ]);
    expect(await userBalance(stage.app.database, bob.id, 'change', 'USDT')).toBe('4002');
    const told = await toldOf(stage.app, bob, 'products');
    expect(told.map(({ title }) => title)).toEqual([
      'Fixed deposit renewed: 1,000 USDT',
      'Fixed deposit renewed: 1,000 USDT',
    ]);
    // Off again: the term that runs is the last.
    await stage.app.ok('POST /dual/renew', { id: list[0]?.id ?? '', renew: false }, token);
    await stage.until(starts + 20 * DAY);
    await stage.ends();
    expect(await userBalance(stage.app.database, bob.id, 'change', 'USDT')).toBe('5003');
    expect(await stage.app.rejection('POST /dual/renew', { id: order.id, renew: true }, token)).toMatchObject({
      error: 'order_not_open',
    });
  });

  it('returns where the service is paused, in which no renewal is turned on', async () => {
    const pause = (names: string) =>
      stage.app.database.query(`update setting set value = $1 where keyword = 'paused_services'`, [names]);
    const id = await stage.product({ section: 'fixed', share_size: '100', annual_rate: '0.0365', days: 10 });
    const bob = await stage.investor({ USDT: '5000' });
    const token = { token: bob.token };
    const [first, second] = [await stage.buy(bob, id, 10), await stage.buy(bob, id, 10)];
    await stage.app.ok('POST /dual/renew', { id: first.id, renew: true }, token);
    await pause('invest');
    const on = { id: second.id, renew: true };
    expect(await stage.app.rejection('POST /dual/renew', on, token)).toMatchObject({ error: 'service_paused' });
    await stage.app.ok('POST /dual/renew', { ...on, renew: false }, token);
    await stage.until(first.matures_at ?? 0);
    await stage.ends();
    await pause('');
    expect(await userBalance(stage.app.database, bob.id, 'change', 'USDT')).toBe('5002');
    const { list } = await stage.app.ok('POST /dual/dual_list', { section: 'fixed' }, token);
    expect(list.map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('whose product is not sold any more is renewed with the next of its coin, term and share, else it returns', async () => {
    const bob = await stage.investor({ USDT: '5000' });
    const terms = { section: 'fixed', share_size: '250', annual_rate: '0.0365', days: 10 } as const;
    const closes_at = stage.app.now() + DAY;
    const id = await stage.product({ ...terms, closes_at });
    const buy = async () =>
      stage.app.ok(
        'POST /dual/buyDual',
        { id, num: 4, renew: true, key: PAY_PASSWORD },
        { token: bob.token, idempotencyKey: randomUUID() },
      );
    const order = await buy();
    const next = await stage.product({ ...terms, annual_rate: '0.073' });
    await stage.until(order.matures_at ?? 0);
    await stage.ends();
    const { list } = await stage.app.ok('POST /dual/dual_list', { section: 'fixed' }, { token: bob.token });
    expect(list).toMatchObject([
      { product_id: next, annual_rate: '0.073', renew: true, status: 'purchased' },
      { product_id: id, status: 'completed', paid: '1001' },
    ]);
    await stage.app.database.query('update invest_product set open = false where id = $1', [next]);
    await stage.until(list[0]?.matures_at ?? 0);
    await stage.ends();
    expect(await userBalance(stage.app.database, bob.id, 'change', 'USDT')).toBe('5003');
    expect(await userBalance(stage.app.database, bob.id, 'invest', 'USDT')).toBe('0');
  });

  it('redeemed early keeps its penalty and pays no interest; once it is due it is paid in full', async () => {
    const id = await stage.product({
      section: 'fixed',
      currency: 'BTC',
      share_size: '0.00000001',
      annual_rate: '0.073',
      penalty_ratio: '0.005',
      days: 5,
    });
    const order = await stage.buy(ann, id, 333);
    const fees = await houseBalance(stage.app.database, 'fees', 'BTC');
    await stage.until(stage.app.now() + 4 * DAY);
    expect(await rejection('POST /dual/order_sh', { id: order.id, number: '1' })).toMatchObject({
      error: 'wrong_amount',
    });
    expect(await stage.redeem(ann, order.id)).toMatchObject({
      status: 'redeemed',
      paid: '0.00000331',
      penalty: '0.00000002',
    });
    expect(await houseBalance(stage.app.database, 'fees', 'BTC')).toBe(add(fees, '0.00000002'));
    const due = await stage.buy(ann, id, 10);
    await stage.until(stage.app.now() + 5 * DAY);
    expect(await rejection('POST /dual/order_sh', { id: due.id })).toMatchObject({ error: 'order_not_open' });
    await stage.run('invest-settle');
    expect((await stage.order(ann, due.id)).status).toBe('completed');
  });
});

it('investments are listed by section and state, and shown to their owner alone', async () => {
  const [demand, fixed] = [
    await stage.product({ section: 'demand', annual_rate: '0.01', share_size: '1' }),
    await stage.product({ section: 'fixed', annual_rate: '0.01' }),
  ];
  const [one, two] = [await stage.deposit(ann, demand, '10'), await stage.buy(ann, fixed, 1)];
  await stage.redeem(ann, one.id);
  const listed = async (payload: object) =>
    (await stage.app.ok('POST /dual/dual_list', { ...payload }, { token: ann.token })).list.map(({ id }) => id);
  expect(await listed({})).toEqual([two.id, one.id]);
  expect(await listed({ status: 'open' })).toEqual([two.id]);
  expect(await listed({ section: 'demand' })).toEqual([one.id]);
  expect(await listed({ status: 'redeemed' })).toEqual([one.id]);
  const bob = await stage.investor();
  for (const call of ['GET /dual/order', 'GET /dual/accruals', 'GET /dual/proof'] as const) {
    expect(await stage.app.rejection(call, { id: one.id }, { token: bob.token })).toMatchObject({ error: 'not_found' });
  }
  expect(await rejection('POST /dual/order_sh', { id: two.id }, bob)).toMatchObject({ error: 'not_found' });
  const sections = await stage.app.ok('GET /dual/index', { section: 'fixed' });
  expect(new Set(sections.list.map(({ section }) => section))).toEqual(new Set(['fixed']));
  const { products } = await stage.app.ok('POST /wallet/list', {}, { token: ann.token });
  expect(products).toContainEqual(expect.objectContaining({ product: 'invest', currency: 'USDT', amount: '100' }));
});

describe('staff', () => {
  it('add and change products with the right to it and a reason, and never give money away', async () => {
    const treasury = await signInStaff(stage.app, 'treasury');
    const reviewer = await signInStaff(stage.app, 'reviewer');
    const key = { token: treasury.token };
    live('60000');
    const matures_at = maturityAfter(stage.app.now(), 4);
    const wanted = {
      code: 'btc-high-1',
      reason: 'a new one',
      section: 'blockchain',
      side: 'sell_high',
      symbol: 'BTC/USDT',
      price: '61000',
      annual_rate: '0.3',
      days: 3,
      matures_at,
      volatility: '0.55',
      share_size: '0.01',
      total_shares: 100,
      name_en: 'Weekly BTC',
    };
    const refused = async (more: Record<string, unknown>, by = key) =>
      (await stage.app.rejection('POST /staff/invest/product', { ...wanted, ...more }, by)).error;
    expect(await refused({}, { token: reviewer.token })).toBe('forbidden');
    stage.app.advance(60_000);
    live('60000');
    await stage.app.ok('POST /staff/confirm', { totp: codeAt(treasury.secret, stage.app.now()) }, key);
    // Above what the option is worth.
    expect(await refused({ annual_rate: '9' })).toBe('field_too_large');
    // Its sale would go on until its price is nearly known.
    expect(await refused({ closes_at: matures_at - 2 * HOUR })).toBe('invalid_field');
    expect(await refused({ matures_at: matures_at + HOUR })).toBe('invalid_field');
    expect(await refused({ symbol: 'NONE/USDT' })).toBe('instrument_unknown');
    expect(await refused({ side: undefined })).toBe('field_required');
    // Gold has no price on a Sunday morning.
    const sunday = Array.from({ length: 7 }, (_, day) => matures_at + day * DAY).find(
      (at) => new Date(at).getUTCDay() === 0,
    );
    stage.app.feed.setPrice('XAU/USD', '4000');
    expect(
      await refused({ section: 'metals', side: undefined, symbol: 'XAU/USD', price: '3900', matures_at: sunday }),
    ).toBe('market_closed');
    const added = await stage.app.ok('POST /staff/invest/product', wanted, key);
    expect(await refused({})).toBe('invalid_field');
    const product = added.products.find(({ name }) => name === 'Weekly BTC');
    if (!product) throw new Error('it is listed');
    expect(product).toMatchObject({ currency: 'BTC', other_currency: 'USDT', volatility: '0.55', version: 1 });
    expect(product.closes_at).toBe(matures_at - 3 * DAY);

    // A buyer agrees to what they saw.
    const change = { id: product.id, reason: 'calmer' };
    await stage.app.ok('POST /staff/invest/product', { ...change, annual_rate: '0.2' }, key);
    expect(await rejection('POST /dual/buyDual', { id: product.id, num: 1, version: 1 })).toMatchObject({
      error: 'price_moved',
    });
    // A country without the instrument is known to the page before it asks for the payment password.
    const inCountries = async (countries: string) => {
      await stage.app.database.query('update instrument set countries = $1 where symbol = $2', [countries, 'BTC/USDT']);
      await stage.app.database.query('update catalogue_head set version = version + 1');
      await stage.app.catalogue.refresh();
    };
    await inCountries('{DE}');
    await stage.app.database.query(`update user_account set document_country = 'DE' where id = $1`, [ann.id]);
    expect((await stage.app.ok('GET /dual/detail', { id: product.id })).countries).toEqual(['DE']);
    expect(await rejection('POST /dual/buyDual', { id: product.id, num: 1, version: 2 })).toMatchObject({
      error: 'country_restricted',
    });
    await inCountries('{}');
    const order = await stage.app.ok(
      'POST /dual/buyDual',
      { id: product.id, num: 1, version: 2, key: PAY_PASSWORD },
      { token: ann.token, idempotencyKey: 'key-of-what-was-seen' },
    );
    expect(order.annual_rate).toBe('0.2');
    expect((await stage.app.rejection('POST /staff/invest/product', { ...change, days: 9 }, key)).error).toBe(
      'invalid_field',
    );
    await stage.app.ok('POST /staff/invest/product', { ...change, open: 0 }, key);
    expect((await stage.app.ok('GET /dual/detail', { id: product.id })).status).toBe('paused');
    expect(await rejection('POST /dual/buyDual', { id: product.id, num: 1 })).toMatchObject({ error: 'sale_not_open' });
    const { house } = await stage.app.ok('GET /staff/invest', {}, key);
    expect(house.map(({ currency }) => currency)).toEqual(['BTC', 'USDT']);
    const actions = await stage.app.database.query<{ reason: string }>(
      `select reason from staff_action where action = 'invest.change' order by id`,
    );
    expect(actions).toHaveLength(3);
    expect(actions[1]?.reason).toContain('calmer (before: {');
  });

  it('do the same on the command line, and a demand rate counts from tomorrow', async () => {
    const { database, ports, now } = stage.app;
    const lines: string[] = [];
    const context = {
      database,
      queues: [],
      commands: ports.staffCommands(),
      now,
      print: (line: string) => void lines.push(line),
      readPassword: async () => '',
      readUpload: async () => Buffer.of(),
    };
    const base = ['section=demand', 'currency=USDT', 'annual_rate=0.03', 'share_size=1', 'total_shares=1000'];
    await runCommand(['invest-product', 'code=usdt-on-demand', ...base, '--why', 'savings'], context);
    const { list } = await stage.app.ok('GET /dual/index', { section: 'demand' });
    const product = list.at(-1);
    if (!product) throw new Error('it is listed');
    await runCommand(['invest-product', String(product.id), 'annual_rate=0.05', '--why', 'more'], context);
    const rates = await database.query<{ since: string; annual_rate: string }>(
      'select since, annual_rate from invest_rate where product_id = $1 order by since',
      [product.id],
    );
    const today = new Date(now()).toISOString().slice(0, 10);
    const tomorrow = new Date(now() + DAY).toISOString().slice(0, 10);
    expect(rates).toEqual([
      { since: today, annual_rate: '0.03' },
      { since: tomorrow, annual_rate: '0.05' },
    ]);
    await runCommand(['invest'], context);
    expect(lines.join('\n')).toContain('needed');
  });
});

describe('the products of a demonstration', () => {
  it('are in every state at any time, a year later too, and priced so that they can be sold', async () => {
    const { app } = stage;
    const bars = Array.from({ length: 300 }, (_, hour) => {
      const price = String(hour % 2 === 0 ? 60_000 : 60_300);
      return [hour * HOUR, price, price, price, price, '1'] as const;
    });
    const market = () => ({
      catalogue: app.catalogue.current(),
      feed: { ...app.feed, bars: async () => bars },
      now: app.now,
    });
    const job = demonstrationJob({ database: app.database, market });
    const run = async () => job.run(jobRun());
    for (const at of [Date.UTC(2029, 5, 6, 12), Date.UTC(2030, 5, 6, 7, 59)]) {
      await stage.until(at - DAY);
      for (const symbol of ['BTC/USDT', 'ETH/USDT', 'XAU/USD', 'XAG/USD']) app.feed.setPrice(symbol, '60000');
      await run();
      await stage.until(at);
      for (const symbol of ['BTC/USDT', 'ETH/USDT', 'XAU/USD', 'XAG/USD']) app.feed.setPrice(symbol, '60000');
      await run();
      await run();
      const { list } = await app.ok('GET /dual/index', {});
      const dual = list.filter(({ symbol }) => symbol === 'BTC/USDT');
      expect(new Set(dual.map(({ status }) => status))).toEqual(new Set(['soon', 'open', 'closed']));
      for (const { id, status, annual_rate } of dual) {
        if (status === 'closed') continue;
        expect(Number(annual_rate), String(id)).toBeGreaterThan(0.05);
        expect(Number(annual_rate), String(id)).toBeLessThan(0.65);
      }
      expect(new Set(list.map(({ section }) => section))).toEqual(new Set(['blockchain', 'metals', 'demand', 'fixed']));
      const codes = await app.database.query(`select code from invest_product where rolled and opens_at <= $1`, [
        new Date(app.now()),
      ]);
      expect(new Set(codes).size).toBe(codes.length);
    }
    // The market moves: what is on sale is priced anew, and what was seen before does not hold.
    const { list } = await app.ok('GET /dual/index', { section: 'blockchain' });
    const before = list.find(({ status, side, days }) => status === 'open' && side === 'sell_high' && days === 7);
    if (!before) throw new Error('one is on sale');
    for (const symbol of ['BTC/USDT', 'ETH/USDT']) app.feed.setPrice(symbol, '58000');
    expect((await app.ok('GET /dual/detail', { id: before.id })).status).toBe('repricing');
    await run();
    const after = await app.ok('GET /dual/detail', { id: before.id });
    expect(after.status).toBe('open');
    expect(after.price).toBe(before.price);
    expect(cmp(after.annual_rate, before.annual_rate)).toBeLessThan(0);
    expect(after.version).toBeGreaterThan(before.version);
    expect(Number(await houseBalance(app.database, 'dual', 'USDT'))).toBeGreaterThan(2_500_000);
  });
});
