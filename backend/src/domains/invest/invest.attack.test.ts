import { randomUUID } from 'node:crypto';
import { add, cmp } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amid } from '../../../test/amid.ts';
import { createInvestStage, type InvestStage, PAY_PASSWORD } from '../../../test/invest-stage.ts';
import { jobRun } from '../../../test/job-run.ts';
import type { Person } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import type { Sql } from '../../platform/db/database.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { auditLedger, houseBalance, type UserAccountName, userBalance } from '../../platform/ledger/index.ts';
import { accrueJob } from './accrue.ts';
import { renewJob } from './renew.ts';
import { settleJob } from './settle.ts';

const DAY = 86_400_000;

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

const partsOf = ({ app: { database, catalogue, feed, ports, now } }: InvestStage) => ({
  ...{ database, catalogue, feed, ports, now },
});
/** The job that settles, on a node of its own. */
const settleOn = (of: InvestStage) => settleJob(partsOf(of));

/** Several of them, who sign up one after the other. */
async function investors(count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) people.push(await stage.investor());
  return people;
}

const held = (name: UserAccountName, currency = 'USDT', person = ann) =>
  userBalance(stage.app.database, person.id, name, currency);
const call = (
  id: 'POST /dual/buyDual' | 'POST /dual/buyDemand' | 'POST /dual/order_sh',
  payload: object,
  person = ann,
  idempotencyKey: string = randomUUID(),
) => stage.app.call(id, { key: PAY_PASSWORD, ...payload }, { token: person.token, idempotencyKey });
const errorsOf = (outcomes: readonly { readonly type: string }[]) =>
  outcomes.map((outcome) => ('error' in outcome ? outcome.error : 'ok')).toSorted();
const buyLow = (changes = {}) =>
  stage.product({ section: 'blockchain', side: 'buy_low', other_currency: 'BTC', price: '59000', ...changes });

it('a price that an attacker traded at lowers nothing that a purchase counts for', async () => {
  await stage.fundHouse('dual', 'USDT', '100000');
  await stage.fundHouse('dual', 'BTC', '1');
  const terms = { section: 'blockchain', side: 'sell_high', currency: 'BTC', other_currency: 'USDT' } as const;
  const id = await stage.product({ ...terms, price: '61000', share_size: '0.001', annual_rate: '0.01' });
  const bob = await stage.investor({ BTC: '1' }, 0);
  stage.app.feed.setPrice('BTC/USDT', '60000', { last: '30000' });
  expect(await call('POST /dual/buyDual', { id, num: 10 }, bob)).toMatchObject({ error: 'order_limit' });
  expect(await call('POST /dual/buyDual', { id, num: 8 }, bob)).toMatchObject({ type: 'ok' });
  const [row] = await stage.app.database.query<{ worth: string }>('select worth from invest_order where user_id = $1', [
    bob.id,
  ]);
  expect(row?.worth).toBe('480');
});

describe('an attacker who buys', () => {
  it('the last share at the same time as others is one of those who get it', async () => {
    const id = await stage.product({ section: 'fixed', annual_rate: '0.01', total_shares: 3 });
    const people = await investors(4);
    const outcomes = await Promise.all(people.map((person) => call('POST /dual/buyDual', { id, num: 2 }, person)));
    expect(errorsOf(outcomes)).toEqual(['field_too_large', 'field_too_large', 'field_too_large', 'ok']);
    const last = await Promise.all(people.map((person) => call('POST /dual/buyDual', { id, num: 1 }, person)));
    expect(errorsOf(last)).toEqual(['ok', 'sold_out', 'sold_out', 'sold_out']);
    expect((await stage.app.ok('GET /dual/detail', { id })).status).toBe('sold_out');
  });

  it('the same ten times at once has it once, and more than there is money for nothing', async () => {
    const id = await stage.product({ section: 'fixed', annual_rate: '0.01' });
    const key = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => call('POST /dual/buyDual', { id, num: 10 }, ann, key)),
    );
    const ids = new Set(outcomes.flatMap((outcome) => (outcome.type === 'ok' ? [outcome.message.id] : [])));
    expect(ids.size).toBe(1);
    expect([await held('change'), await held('invest')]).toEqual(['99000', '1000']);
    const poor = await stage.investor({ USDT: '250' });
    const many = await Promise.all(Array.from({ length: 3 }, () => call('POST /dual/buyDual', { id, num: 1 }, poor)));
    expect(errorsOf(many)).toEqual(['insufficient_balance', 'ok', 'ok']);
    expect([await held('change', 'USDT', poor), await held('invest', 'USDT', poor)]).toEqual(['50', '200']);
  });

  it('in several orders gets no more than a user may have', async () => {
    const id = await stage.product({ section: 'fixed', annual_rate: '0.01', max_shares: 5 });
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => call('POST /dual/buyDual', { id, num: 2 })));
    expect(errorsOf(outcomes)).toEqual(['ok', 'ok', 'quantity_limit', 'quantity_limit']);
  });

  it('and breaks off again and again uses up no shares of others', async () => {
    const id = await stage.product({ section: 'fixed', annual_rate: '0.01', total_shares: 4, penalty_ratio: '0.001' });
    for (let round = 0; round < 3; round++) {
      const bought = await call('POST /dual/buyDual', { id, num: 3 });
      const order = bought.type === 'ok' ? bought.message.id : '';
      expect(await call('POST /dual/order_sh', { id: order })).toMatchObject({ type: 'ok' });
    }
    expect(await stage.app.ok('GET /dual/detail', { id })).toMatchObject({ remaining_shares: 4, status: 'open' });
    expect(await call('POST /dual/buyDual', { id, num: 4 }, await stage.investor())).toMatchObject({ type: 'ok' });
  });

  it('parts of shares, sums of any size, or without the right password is rejected', async () => {
    const [fixed, demand] = [
      await stage.product({ section: 'fixed', annual_rate: '0.01' }),
      await stage.product({ section: 'demand', annual_rate: '0.01', share_size: '1' }),
    ];
    for (const num of ['1.5', '-1', '0', '99999999999', '1e3', 'NaN', ' ']) {
      expect((await call('POST /dual/buyDual', { id: fixed, num })).type, num).toBe('error');
    }
    for (const num of ['99999999999999999999', '1e3', '-5', 'NaN', '1.000000001', '0x10']) {
      expect((await call('POST /dual/buyDemand', { id: demand, num })).type, num).toBe('error');
    }
    expect(await call('POST /dual/buyDual', { id: fixed, num: 1, key: '111119' })).toMatchObject({
      error: 'key_wrong',
    });
    expect(await held('change')).toBe('100000');
  });

  it('with a frozen account or above the limit of their level gets nothing', async () => {
    const id = await buyLow();
    const unverified = await stage.investor(undefined, 0);
    expect(await call('POST /dual/buyDual', { id, num: 6 }, unverified)).toMatchObject({ error: 'order_limit' });
    expect((await call('POST /dual/buyDual', { id, num: 5 }, unverified)).type).toBe('ok');
    await stage.app.database.query('update user_account set frozen_at = $2 where id = $1', [
      ann.id,
      new Date(stage.app.now()),
    ]);
    await stage.app.database.query('update session set ended_at = $2 where user_id = $1', [
      ann.id,
      new Date(stage.app.now()),
    ]);
    expect(await call('POST /dual/buyDual', { id, num: 1 })).toMatchObject({ type: '999' });
  });

  it('while the owner freezes the account gets nothing', async () => {
    const { database, now } = stage.app;
    for (const [id, buy] of [
      [await stage.product({ section: 'fixed', annual_rate: '0.01' }), 'POST /dual/buyDual'],
      [await stage.product({ section: 'demand', annual_rate: '0.01', share_size: '1' }), 'POST /dual/buyDemand'],
    ] as const) {
      const eve = await stage.investor();
      const outcome = await database.transaction(async (tx) => {
        await tx.query('update user_account set frozen_at = $2 where id = $1', [eve.id, new Date(now())]);
        const bought = call(buy, { id, num: 1 }, eve);
        const waits = () => database.query(`select from pg_locks where not granted limit 1`);
        await expect.poll(waits).toHaveLength(1);
        return { bought };
      });
      expect(await outcome.bought, buy).toMatchObject({ error: 'session_invalid' });
      expect([await held('change', 'USDT', eve), await held('invest', 'USDT', eve)]).toEqual(['100000', '0']);
    }
  });
});

describe('an attacker who foresees', () => {
  it('buys nothing once the price has moved to where the yield is a gift', async () => {
    // Three days at 36.5 %: 0.3 % for an option that was worth more at 60,000, and next to nothing at 75,000.
    const id = await buyLow({ annual_rate: '0.365', volatility: '0.3' });
    expect((await call('POST /dual/buyDual', { id, num: 1 })).type).toBe('ok');
    stage.app.feed.setPrice('BTC/USDT', '66000');
    expect((await stage.app.ok('GET /dual/detail', { id })).status).toBe('repricing');
    expect(await call('POST /dual/buyDual', { id, num: 1 })).toMatchObject({ error: 'price_moved' });
  });

  it('buys nothing on a price that is old, halted or of a market that is shut', async () => {
    const id = await buyLow();
    stage.app.feed.setPrice('BTC/USDT', '60000', { at: stage.app.now() - 60_000 });
    expect(await call('POST /dual/buyDual', { id, num: 1 })).toMatchObject({ error: 'stale_price' });
    stage.app.feed.setPrice('BTC/USDT', '60000', { halt: 'jump' });
    expect(await call('POST /dual/buyDual', { id, num: 1 })).toMatchObject({ error: 'market_halted' });
    stage.app.feed.setPrice('BTC/USDT', '60000', { open: false });
    expect(await call('POST /dual/buyDual', { id, num: 1 })).toMatchObject({ error: 'market_closed' });
  });

  it('buys nothing before a weekend at the price of days on which the metal moves', async () => {
    // A Monday 08:00 UTC that is far enough away; 1970 began on a Thursday.
    const monday = Math.ceil((stage.app.now() + 21 * DAY) / (7 * DAY)) * 7 * DAY + 4 * DAY + DAY / 3;
    const friday = monday - 3 * DAY;
    // 0.12 % for three days: the option is worth 0.18 % where all of them move the price.
    const terms = {
      section: 'metals',
      symbol: 'XAU/USD',
      price: '3960',
      annual_rate: '0.146',
      volatility: '0.15',
    } as const;
    const sold = async (matures_at: number): Promise<string | undefined> => {
      const id = await stage.product({ ...terms, matures_at, closes_at: matures_at - 3 * DAY, days: 3 });
      await stage.until(matures_at - 3 * DAY - 3_600_000);
      stage.app.feed.setPrice('XAU/USD', '4000');
      const outcome = await call('POST /dual/buyDual', { id, num: 1 });
      return outcome.type === 'ok' ? 'ok' : outcome.error;
    };
    expect(await sold(friday)).toBe('ok');
    expect(await sold(monday)).toBe('price_moved');
  });

  it('pays in no currency that staff have closed', async () => {
    const { app } = stage;
    const id = await stage.product({
      section: 'fixed',
      currency: 'ETH',
      share_size: '1',
      annual_rate: '0.01',
      days: 30,
    });
    const demand = await stage.product({ section: 'demand', currency: 'ETH', share_size: '1', annual_rate: '0.01' });
    const { token } = await signInStaff(app, 'admin');
    const change = (open: boolean) =>
      app.ok(
        'POST /staff/currencies/change',
        { code: 'ETH', version: app.catalogue.current().currencyByCode('ETH')?.version, open, reason: 'upgrade' },
        { token },
      );
    await change(false);
    expect(await call('POST /dual/buyDual', { id, num: 1 })).toMatchObject({ error: 'currency_closed' });
    expect(await call('POST /dual/buyDemand', { id: demand, num: '1' })).toMatchObject({ error: 'currency_closed' });
    await change(true);
  });

  it('buys nothing after the sale: days before the hour, also by a product that says otherwise', async () => {
    const id = await buyLow();
    const { closes_at, matures_at } = await stage.app.ok('GET /dual/detail', { id });
    await stage.until(closes_at ?? 0);
    stage.app.feed.setPrice('BTC/USDT', '60000');
    expect(await call('POST /dual/buyDual', { id, num: 1 })).toMatchObject({ error: 'sale_not_open' });
    await expect(
      stage.app.database.query('update invest_product set closes_at = $2 where id = $1', [
        id,
        new Date((matures_at ?? 0) - 2 * 3_600_000),
      ]),
    ).rejects.toThrow('check');
  });
});

describe('the house', () => {
  it('sells no more than it can pay in the other currency, with all buyers at once', async () => {
    // Ten shares may take 1 BTC; the house has 20 and owes what is open.
    const id = await buyLow({ price: '1000', share_size: '1000', volatility: '5', annual_rate: '0' });
    const people = await investors(5);
    const before = await stage.app.ports.dualPromises(stage.app.database, 'BTC');
    const outcomes = await Promise.all(people.map((person) => call('POST /dual/buyDual', { id, num: 6 }, person)));
    expect(errorsOf(outcomes).filter((error) => error === 'ok').length).toBe(Math.floor((20 - Number(before)) / 6));
    expect(errorsOf(outcomes)).toContain('sold_out');
    const needed = await stage.app.ports.dualPromises(stage.app.database, 'BTC');
    expect(cmp(needed, await houseBalance(stage.app.database, 'dual', 'BTC'))).toBeLessThanOrEqual(0);
  });

  it('takes no more principal in one direction than its capacity', async () => {
    const setting = (value: string) =>
      stage.app.database.query(`update setting set value = $1 where keyword = 'invest_capacity'`, [value]);
    const id = await stage.product({ section: 'metals' });
    await setting('1000');
    expect((await call('POST /dual/buyDual', { id, num: 6 })).type).toBe('ok');
    expect(await call('POST /dual/buyDual', { id, num: 5 })).toMatchObject({ error: 'sold_out' });
    await setting('2000000');
  });

  it('promises in parallel only the interest that it has', async () => {
    const id = await stage.product({
      section: 'fixed',
      currency: 'BTC',
      share_size: '1',
      annual_rate: '3.65',
      days: 30,
    });
    // 30 % each: 1 BTC of the house covers three.
    const people = await investors(5);
    const outcomes = await Promise.all(people.map((person) => call('POST /dual/buyDual', { id, num: 1 }, person)));
    expect(errorsOf(outcomes)).toEqual(['ok', 'ok', 'ok', 'sold_out', 'sold_out']);
  });
});

describe('jobs', () => {
  const signal = new AbortController().signal;
  const lost = async (): Promise<void> => {
    throw new LeaseLost('elsewhere');
  };
  const never = async (_: Sql): Promise<void> => undefined;

  it('of two nodes at once accrue a day once, and one that lost its lease nothing', async () => {
    const id = await stage.product({ section: 'demand', annual_rate: '0.365', share_size: '1', total_shares: 9_000 });
    const order = await stage.deposit(ann, id, '1000');
    await stage.until(stage.app.now() + 3 * DAY);
    const job = accrueJob({ database: stage.app.database, now: stage.app.now, pause: async () => undefined });
    await expect(job.run(jobRun({ fence: lost, signal }))).rejects.toThrow(LeaseLost);
    expect((await stage.order(ann, order.id)).accrued).toBe('0');
    await Promise.all([
      ...Array.from({ length: 3 }, () => job.run(jobRun({ fence: never, signal }))),
      stage.redeem(ann, order.id, '1'),
      stage.redeem(ann, order.id, '2'),
    ]);
    // Two whole days of a thousand, one each.
    expect((await stage.order(ann, order.id)).accrued).toBe('2');
    expect(await held('change')).toBe('99005');
    await stage.until(stage.app.now() + DAY);
    await job.run(jobRun({ fence: never, signal }));
    expect((await stage.order(ann, order.id)).accrued).toBe('2.997');
  });

  it('of two nodes at once pay a term once, whether it is redeemed in the same moment or not', async () => {
    const id = await stage.product({ section: 'fixed', annual_rate: '0.0365', penalty_ratio: '0.01', days: 10 });
    const order = await stage.buy(ann, id, 10);
    await stage.until((order.matures_at ?? 0) - 1);
    const job = settleOn(stage);
    const run = () => job.run(jobRun({ fence: never, signal }));
    const redeemed = call('POST /dual/order_sh', { id: order.id });
    await stage.until(order.matures_at ?? 0);
    await Promise.all([run(), run(), redeemed, call('POST /dual/order_sh', { id: order.id })]);
    const { status, paid } = await stage.order(ann, order.id);
    expect(['completed', 'redeemed']).toContain(status);
    expect(paid).toBe(status === 'completed' ? '1001' : '990');
    expect(await held('change')).toBe(add('99000', paid ?? '0'));
    expect(await held('invest')).toBe('0');
  });
});

it('a deposit that two nodes renew at once is renewed once, and is not redeemed beside it', async () => {
  const id = await stage.product({ section: 'fixed', annual_rate: '0.0365', penalty_ratio: '0.01', days: 10 });
  const order = await stage.buy(ann, id, 10);
  await stage.app.ok('POST /dual/renew', { id: order.id, renew: true }, { token: ann.token });
  await stage.until(order.matures_at ?? 0);
  const job = renewJob(partsOf(stage));
  const run = () => job.run(jobRun({ fence: async () => undefined, signal: new AbortController().signal }));
  await Promise.all([run(), run(), run(), call('POST /dual/order_sh', { id: order.id })]);
  const renewals = await stage.app.database.query('select id from invest_order where renews = $1', [order.id]);
  expect(renewals).toHaveLength(1);
  expect(await held('change')).toBe('99001');
  expect(await held('invest')).toBe('1000');
  await expect(
    stage.app.database.query('update invest_order set renews = null where renews = $1', [order.id]),
  ).rejects.toThrow('does not change');
});

it('a renewal that waits for its owner holds no product: others buy it, and the owner’s purchases wait in no circle', async () => {
  const id = await stage.product({ section: 'fixed', annual_rate: '0.0365', days: 10 });
  const order = await stage.buy(ann, id, 1);
  await stage.app.ok('POST /dual/renew', { id: order.id, renew: true }, { token: ann.token });
  await stage.until(order.matures_at ?? 0);
  const free: unknown[] = [];
  await amid(
    stage.app,
    { table: 'user_account', id: ann.id },
    () => stage.run('invest-renew'),
    async () => {
      free.push(
        ...(await stage.app.database.query('select id from invest_product where id = $1 for update nowait', [id])),
      );
    },
  );
  expect(free).toEqual([{ id }]);
  expect(await stage.app.database.query('select id from invest_order where renews = $1', [order.id])).toHaveLength(1);
});

it('a renewal takes the place of its former terms within the shares that a user may buy', async () => {
  const id = await stage.product({ section: 'fixed', annual_rate: '0.0365', days: 10, max_shares: 10 });
  let order = await stage.buy(ann, id, 10);
  await stage.app.ok('POST /dual/renew', { id: order.id, renew: true }, { token: ann.token });
  for (let term = 0; term < 2; term++) {
    await stage.until(order.matures_at ?? 0);
    await stage.run('invest-renew');
    const [renewed] = await stage.app.database.query<{ id: string }>('select id from invest_order where renews = $1', [
      order.id,
    ]);
    order = await stage.order(ann, renewed?.id ?? '');
    expect(order).toMatchObject({ status: 'purchased', renew: true });
  }
  expect(await call('POST /dual/buyDual', { id, num: 1, key: PAY_PASSWORD })).toMatchObject({ type: 'error' });
});

describe('an operator', () => {
  it('cannot change an order, what it was settled by, or what a day paid', async () => {
    const { database } = stage.app;
    const id = await stage.product({ section: 'fixed', annual_rate: '0.01' });
    const { id: order } = await stage.buy(ann, id, 1);
    for (const change of ['annual_rate = 1', 'amount = 9', 'matures_at = now()', 'user_id = user_id + 1']) {
      await expect(database.query(`update invest_order set ${change} where id = $1`, [order])).rejects.toThrow();
    }
    await expect(database.query('delete from invest_order where id = $1', [order])).rejects.toThrow('are kept');
    await expect(database.query('delete from invest_accrual')).rejects.toThrow('append-only');
    const [settled] = await database.query('select symbol from invest_settlement');
    if (settled) {
      await expect(database.query('update invest_settlement set total = 1')).rejects.toThrow('does not change');
    } else {
      await database.query(
        `insert into invest_settlement (symbol, at, ticks, total, tick, first_number, last_number, settled_at)
         values ('BTC/USDT', '2031-01-01 08:00Z', 600, 6, 0.01, 1, 600, '2031-01-01 08:01Z')`,
      );
      await expect(database.query('update invest_settlement set total = 1')).rejects.toThrow('does not change');
      await expect(database.query('delete from invest_settlement')).rejects.toThrow('does not change');
    }
  });
});
