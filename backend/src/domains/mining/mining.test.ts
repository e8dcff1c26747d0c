import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMiningStage, type MiningOrder, type MiningStage } from '../../../test/mining-stage.ts';
import type { Person } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { toldOf } from '../../../test/told.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { namedText, namedTime } from '../../platform/mail/fill-text.ts';
import { runCommand } from '../staff/commands.ts';
import { addProduct, lowerRates, termsAt } from './products.ts';

const DAY = 86_400_000;

let stage: MiningStage;
beforeAll(async () => {
  stage = await createMiningStage();
});
afterAll(async () => {
  expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await stage.close();
});

const held = async (person: Person, currency = 'USDT') => [
  await userBalance(stage.app.database, person.id, 'change', currency),
  await userBalance(stage.app.database, person.id, 'mining', currency),
];
async function locked(person: Person, more: Record<string, unknown> = {}): Promise<MiningOrder> {
  const outcome = await stage.lock(person, await stage.productOf(5), more);
  if (outcome.type !== 'ok') throw new Error(outcome.error);
  return outcome.message;
}

describe('a position', () => {
  it('of 10,000 for 5 days at 0.008 % to 0.012 % pays 5, a day at a time, and returns by itself', async () => {
    const ann = await stage.person();
    const interest = await houseBalance(stage.app.database, 'interest', 'USDT');
    const order = await locked(ann);
    expect(order).toMatchObject({ amount: '10000', interest_total: '5', paid_days: 0, renew: false, scale: 6 });
    expect(order.expires_at).toBe(order.created_at + 5 * DAY);
    expect(await held(ann)).toEqual(['10000', '10000']);
    const paid: string[] = [];
    for (let day = 1; day <= 4; day++) {
      await stage.days(1);
      paid.push((await held(ann))[0] as string);
    }
    expect(paid).toEqual(['10000.8', '10001.7', '10002.7', '10003.8']);
    // A run in between pays nothing twice.
    await stage.days(0);
    expect(await held(ann)).toEqual(['10003.8', '10000']);
    await stage.days(1);
    expect(await held(ann)).toEqual(['20005', '0']);
    const { list, locked: sums } = await stage.orders(ann);
    expect(list).toMatchObject([{ status: 'redeemed', paid_days: 5, interest_paid: '5', penalty: null }]);
    expect(sums).toEqual([{ currency: 'USDT', amount: '0', interest_paid: '5' }]);
    expect(await houseBalance(stage.app.database, 'interest', 'USDT')).toBe(String(Number(interest) - 5));
    const records = await stage.app.ok('POST /wallet/legal_log', { account: 'change' }, { token: ann.token });
    expect(records.list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['mining_interest', 'mining_return']));
    expect(await toldOf(stage.app, ann, 'products')).toEqual([
      {
        title: 'Locked mining ended: 10,000 USDT',
        content: '10,000 USDT is back in your spot account. It earned 5 USDT.',
        link: `/pages/lockming/order?id=${order.id}`,
      },
    ]);
  });

  it('is paid what it is owed by one late run, too', async () => {
    const ann = await stage.person();
    await locked(ann);
    await stage.days(400);
    expect(await held(ann)).toEqual(['20005', '0']);
  });

  it('redeemed early pays the days that are over and takes the penalty of the principal', async () => {
    const ann = await stage.person();
    const fees = await houseBalance(stage.app.database, 'fees', 'USDT');
    const order = await locked(ann);
    // Two days are over, and none of them is paid yet.
    stage.app.advance(2 * DAY + 5);
    expect(await stage.redeem(ann, order)).toMatchObject({
      message: { status: 'redeemed_early', penalty: '10', interest_paid: '1.7', paid_days: 2 },
    });
    expect(await held(ann)).toEqual(['19991.7', '0']);
    expect(await houseBalance(stage.app.database, 'fees', 'USDT')).toBe(String(Number(fees) + 10));
    expect(await stage.redeem(ann, order)).toMatchObject({ error: 'order_not_open' });
    await stage.days(10);
    expect(await held(ann)).toEqual(['19991.7', '0']);
  });

  it('redeemed after its end costs no penalty', async () => {
    const ann = await stage.person();
    const order = await locked(ann);
    stage.app.advance(5 * DAY);
    expect(await stage.redeem(ann, order)).toMatchObject({ message: { status: 'redeemed', penalty: null } });
    expect(await held(ann)).toEqual(['20005', '0']);
  });

  it('is renewed only where that was asked for, from its end on, however late the run', async () => {
    const ann = await stage.person();
    const order = await locked(ann);
    expect(await stage.app.ok('GET /lh/deposit/order', { status: 'in_progress' }, { token: ann.token })).toMatchObject({
      total: 1,
      list: [{ renew: false }],
    });
    await stage.app.ok('POST /lh/deposit/order/renew', { id: order.id, renew: true }, { token: ann.token });
    await stage.days(7);
    const { list } = await stage.orders(ann);
    expect(list).toMatchObject([
      { status: 'in_progress', created_at: order.expires_at, paid_days: 2, renew: true, amount: '10000' },
      { id: order.id, status: 'redeemed', paid_days: 5 },
    ]);
    expect(await held(ann)).toEqual(['10006.7', '10000']);
    const until = namedText('until', namedTime(list[0]?.expires_at ?? 0), 'en');
    expect(await toldOf(stage.app, ann, 'products')).toEqual([
      {
        title: 'Locked mining renewed: 10,000 USDT',
        content: `10,000 USDT is locked again until ${until}. The last term earned 5 USDT.`,
        link: `/pages/lockming/order?id=${list[0]?.id}`,
      },
    ]);
    await stage.app.ok('POST /lh/deposit/order/renew', { id: list[0]?.id, renew: false }, { token: ann.token });
    await stage.days(3);
    expect(await held(ann)).toEqual(['20010', '0']);
    const past = { id: order.id, renew: true };
    expect(await stage.app.rejection('POST /lh/deposit/order/renew', past, { token: ann.token })).toMatchObject({
      error: 'order_not_open',
    });
    expect(
      await stage.app.rejection('POST /lh/deposit/order/renew', { id: '999999', renew: true }, { token: ann.token }),
    ).toMatchObject({ error: 'not_found' });
  });

  it('returns where the service is paused, in which no renewal is turned on', async () => {
    const pause = (names: string) =>
      stage.app.database.query(`update setting set value = $1 where keyword = 'paused_services'`, [names]);
    const ann = await stage.person();
    const order = await locked(ann);
    const renew = { id: order.id, renew: true };
    await stage.app.ok('POST /lh/deposit/order/renew', renew, { token: ann.token });
    await pause('mining');
    expect(await stage.app.rejection('POST /lh/deposit/order/renew', renew, { token: ann.token })).toMatchObject({
      error: 'service_paused',
    });
    await stage.days(5);
    await pause('');
    expect(await held(ann)).toEqual(['20005', '0']);
  });

  it('is among the holdings with every payment to come, and keeps the account from being closed', async () => {
    const ann = await stage.person();
    const order = await locked(ann);
    await stage.days(1);
    const [holding, ...others] = await stage.app.ports.productHoldings(stage.app.database, ann.id);
    expect(others).toEqual([]);
    expect(holding).toMatchObject({
      product: 'mining',
      account: 'mining',
      amount: '10000',
      earned: [{ currency: 'USDT', amount: '0.8' }],
      nextPayment: { at: order.created_at + 2 * DAY, amount: '0.9' },
      maturesAt: order.expires_at,
    });
    expect([...(holding?.events ?? [])].map(({ kind, amount }) => [kind, amount])).toEqual([
      ['interest', '0.9'],
      ['interest', '1'],
      ['interest', '1.1'],
      ['interest', '1.2'],
      ['principal', '10000'],
    ]);
    const obstacles = await stage.app.ports.closingObstacles(stage.app.database, ann.id);
    expect(obstacles).toContainEqual({ kind: 'order', count: 1 });
    expect(Number(await stage.app.ports.promises(stage.app.database, 'USDT'))).toBeGreaterThanOrEqual(4.2);
    await stage.redeem(ann, order);
  });
});

describe('products', () => {
  it('are in every state, in the language of the reader, a year later too', async () => {
    const states = async () => {
      const { list } = await stage.app.ok('GET /lh/deposit/config', {}, { language: 'de' });
      expect(list.some(({ name }) => name === 'USDT für 5 Tage')).toBe(true);
      return new Set(list.map(({ status }) => status));
    };
    const roll = async () => expect(await stage.jobs.turn('mining.demonstration')).toBe('done');
    await roll();
    expect(await states()).toEqual(new Set(['open', 'upcoming', 'ended']));
    stage.app.advance(365 * DAY);
    await roll();
    await roll();
    expect(await states()).toEqual(new Set(['open', 'upcoming', 'ended']));
  });

  it('are changed by treasury with a reason; positions keep the terms that they were made at', async () => {
    const ann = await stage.person({ USDT: '100000' });
    const treasury = await signInStaff(stage.app, 'treasury');
    const key = { token: treasury.token };
    const before = await stage.productOf(5);
    const order = await locked(ann, { amount: '1000', renew: true });
    const change = { product: 'demo-usdt-5', day_rates: '0.001 0.001', reason: 'calmer', purchase_limit: '0' };
    const refused = async (more: object, by = key) =>
      (await stage.app.rejection('POST /staff/mining/product', { ...change, ...more }, by)).error;
    expect(await refused({}, { token: (await signInStaff(stage.app, 'reviewer')).token })).toBe('forbidden');
    expect(await refused({ penalty_ratio: '1.01' })).toBe('field_too_large');
    // A year at 0.365 is sold, one at 9 is not, nor one whose last day makes up for the others.
    expect(await refused({ day_rates: '0.0247 0.0247' })).toBe('field_too_large');
    expect(await refused({ day_rates: '0.0001 0.0027' })).toBe('field_too_large');
    expect(await refused({ min_amount: '0.0000001' })).toBe('field_too_precise');
    expect(await refused({ purchase_limit: '1' })).toBe('field_too_small');
    expect(await refused({ opens_at: 2e12, closes_at: 1e12 })).toBe('field_too_small');
    expect(await refused({ currency: 'BTC' })).toBe('currency_unknown');
    expect(await refused({ product: 'new' })).toBe('field_required');
    const { list } = await stage.app.ok('POST /staff/mining/product', change, key);
    expect(list.find(({ product }) => product === 'demo-usdt-5')).toMatchObject({
      version: before.version + 1,
      day_rates: '0.001 0.001',
      purchase_limit: null,
    });
    // Who saw the former terms buys nothing at others.
    expect(await stage.lock(ann, before)).toMatchObject({ error: 'terms_changed' });
    await stage.days(5);
    expect(await stage.orders(ann)).toMatchObject({
      list: [
        { day_rates: ['0.001', '0.001'], interest_total: '2' },
        { id: order.id, interest_paid: '0.5' },
      ],
    });
    const [action] = await stage.app.database.query<{ reason: string }>(
      `select reason from staff_action where action = 'mining.change' order by id desc limit 1`,
    );
    expect(action?.reason).toMatch(/^calmer \(before: .*0\.00009/);
    expect(
      (await stage.app.ok('GET /staff/mining', {}, { token: (await signInStaff(stage.app, 'support')).token })).list
        .length,
    ).toBeGreaterThan(4);
  });

  it('are changed and added on the command line', async () => {
    const lines: string[] = [];
    const run = (...args: string[]) =>
      runCommand(args, {
        database: stage.app.database,
        queues: [],
        commands: stage.app.ports.staffCommands(),
        now: stage.app.now,
        print: (line) => void lines.push(line),
        readPassword: async () => '',
        readUpload: async () => null,
      });
    const fields = [
      'currency=USDT',
      'name_en=Two days',
      'description_en=Short',
      'day_rates=0.001 0.0012',
      'min_amount=1',
    ];
    await run('mining-product', 'two-days', ...fields, 'penalty_ratio=0', '--why', 'asked for');
    expect(lines).toEqual([expect.stringContaining('product two-days')]);
    await run('mining-product', 'two-days', 'open=false', '--why', 'nobody came');
    await run('mining');
    expect(lines.at(-1)).toMatch(/product two-days.*open false/);
    const { list } = await stage.app.ok('GET /lh/deposit/config');
    expect(list.some(({ name }) => name === 'Two days')).toBe(false);
  });
});

describe('products of a demonstration of a former version', () => {
  it('pay less from the next start on, and what was promised for positions that are open', async () => {
    const { app } = stage;
    const former = ['0.003', '0.00325', '0.0035', '0.00375', '0.004'];
    await app.database.query(
      `insert into mining_product (product, currency, demonstration) values ('former', 'USDT', true)`,
    );
    const [row] = await app.database.query<{ id: number }>(`select id from mining_product where product = 'former'`);
    await app.database.query(
      `insert into mining_terms (product_id, version, valid_from, names, descriptions, day_rates, min_amount,
                                 purchase_limit, penalty_ratio, open, opens_at)
       select $1, 1, $3, names, descriptions, $2, min_amount, purchase_limit, penalty_ratio, true, $3
         from mining_terms where product_id <> $1 limit 1`,
      [row?.id, former, new Date(app.now())],
    );
    const ann = await stage.person();
    const { list } = await app.ok('GET /lh/deposit/config');
    const sold = list.find(({ id }) => id === row?.id);
    if (!sold) throw new Error('the former product is not sold');
    expect(await stage.lock(ann, sold)).toMatchObject({ message: { interest_total: '175' } });
    const day_rates = ['0.00008', '0.00009', '0.0001', '0.00011', '0.00012'];
    const offered = { product: 'former', day_rates, penalty_ratio: '0.001' };
    // By two nodes that start at once.
    const lower = () => app.database.transaction((tx) => lowerRates(tx, offered, app.now()));
    await Promise.all([lower(), lower(), lower()]);
    await lower();
    const renewed = (await app.ok('GET /lh/deposit/config')).list.find(({ id }) => id === row?.id);
    expect(renewed).toMatchObject({ version: 2, day_rates, penalty_ratio: '0.001' });
    await stage.days(5);
    expect(await held(ann)).toEqual(['20175', '0']);
  });

  it('are not added above the bound', async () => {
    const { app } = stage;
    const [terms] = await termsAt(app.database, app.now());
    if (!terms) throw new Error('there is no product');
    const added = { ...terms, product: 'too-much', day_rates: ['0.003'] };
    await expect(app.database.transaction((tx) => addProduct(tx, added, app.now()))).rejects.toMatchObject({
      code: 'field_too_large',
      field: 'day_rates',
    });
  });
});
