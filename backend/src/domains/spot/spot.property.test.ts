import { add, cmp, isZero, mul, neg, quantize, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samples } from '../../../test/samples.ts';
import { createSpotDesk, type SpotDesk, type SpotNode } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { auditLedger, houseBalance } from '../../platform/ledger/index.ts';
import { seededCatalogue } from '../instruments/index.ts';
import { Batch, bookId } from './batch.ts';
import type { Order } from './order.ts';
import { bookMatch, type Progress, reserveOf } from './rules.ts';

const scales = { base: 8, quote: 6 };

const price = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => mul(String(cents), '0.000001'));
const size = fc.integer({ min: 1, max: 1_000_000_000 }).map((units) => mul(String(units), '0.00000001'));

describe('booking an order in parts', () => {
  it('never needs more than was frozen for the whole, and leaves nothing frozen at the end', () => {
    const part = fc.record({ amount: size, better: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        price,
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.nat(7),
        (side, limit, parts, taken) => {
          const amount = sum(parts.map((each) => each.amount));
          const blank = {
            side,
            limit,
            worst: limit,
            amount,
            filledAmount: '0',
            filledExact: '0',
            filledQuote: '0',
            fee: '0',
          };
          const whole = reserveOf(blank, scales);
          let progress: Progress = { ...blank, reserved: '0' };
          let frozen: string | null = null;
          let spent = '0';
          let released = '0';
          // Some parts are taken from the book, the others filled while the order rests.
          for (const [index, { amount: part, better }] of parts.entries()) {
            const rests = index >= taken;
            if (rests && frozen === null) {
              frozen = reserveOf(progress, scales);
              progress = { ...progress, reserved: frozen };
              expect(cmp(add(spent, frozen), whole)).toBeLessThanOrEqual(0);
            }
            const factor = side === 'buy' ? better.toFixed(6) : (1 + better).toFixed(6);
            const booking = bookMatch(progress, { price: mul(limit, factor), amount: part }, '0.001', scales, rests);
            expect(cmp(booking.spent, '0')).toBeGreaterThanOrEqual(0);
            expect(cmp(booking.released, '0')).toBeGreaterThanOrEqual(0);
            expect(cmp(booking.fee, booking.received)).toBeLessThanOrEqual(0);
            spent = add(spent, booking.spent);
            released = add(released, booking.released);
            progress = booking.progress;
          }
          expect(cmp(spent, whole)).toBeLessThanOrEqual(0);
          expect(progress.reserved).toBe('0');
          const rounding = side === 'buy' ? 'up' : 'down';
          expect(progress.filledQuote).toBe(quantize(progress.filledExact, scales.quote, rounding));
        },
      ),
    );
  });
});

describe('settling fills', () => {
  const TICK = '0.0001';
  const LOT = '0.1';
  const orderOf = (id: string, side: 'buy' | 'sell'): Order => ({
    id,
    userId: id,
    symbol: 'XRP/USDT',
    base: 'XRP',
    quote: 'USDT',
    kind: 'limit',
    quoteAmount: null,
    timeInForce: 'GTC',
    postOnly: false,
    stop: null,
    exits: null,
    parentId: null,
    exitId: null,
    covered: '0',
    revision: 0,
    progress: {
      side,
      limit: side === 'buy' ? '1000' : '0.0001',
      worst: side === 'buy' ? '1000' : '0.0001',
      amount: '1000000',
      filledAmount: '0',
      filledExact: '0',
      filledQuote: '0',
      fee: '0',
      reserved: side === 'buy' ? '1000000000' : '1000000',
    },
    status: 'pending',
    ended: null,
    carried: false,
    createdAt: 0,
    updatedAt: 0,
  });

  it('conserves every currency to the last digit: users pay users, fees and rounding go to the house', () => {
    const fill = fc.record({
      buyer: fc.constantFrom('1', '2', null),
      seller: fc.constantFrom('3', '4', null),
      buyerTakes: fc.boolean(),
      price: fc.integer({ min: 1, max: 99_999 }),
      lots: fc.integer({ min: 1, max: 999 }),
    });
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1, maxLength: 12 }), (drawn) => {
        const fills = drawn.filter(({ buyer, seller }) => buyer || seller);
        const orders = new Map(
          [orderOf('1', 'buy'), orderOf('2', 'buy'), orderOf('3', 'sell'), orderOf('4', 'sell')].map((each) => [
            each.id,
            each,
          ]),
        );
        const memory = { orders, open: new Map(), last: { order: 4, fill: 0 } };
        const reads = { available: new Map(), stored: new Map(), configuration: null };
        const batch = new Batch(memory, reads, seededCatalogue);
        for (const { buyer, seller, buyerTakes, price: ticks, lots } of fills) {
          const party = (id: string | null) => (id ? { id: bookId(id), userId: id } : null);
          const [taker, maker] = buyerTakes ? [buyer, seller] : [seller, buyer];
          const side = buyerTakes ? ('buy' as const) : ('sell' as const);
          const common = { symbol: 'XRP/USDT', side, price: ticks, lots };
          batch.settle(
            [{ ...common, taker: party(taker), maker: party(maker) }],
            () => ({ tick: TICK, lot: LOT, at: 0 }),
            0,
          );
        }
        const totals = new Map<string, string>();
        const count = (key: string, amount: string) => totals.set(key, add(totals.get(key) ?? '0', amount));
        for (const { entries } of batch.journals) {
          for (const currency of ['XRP', 'USDT']) {
            expect(sum(entries.filter((each) => each.currency === currency).map(({ amount }) => amount))).toBe('0');
          }
          for (const { account, currency, amount } of entries) {
            count(`${account.owner === 'user' ? 'users' : account.name} ${currency}`, amount);
          }
        }
        const ofHouse = fills.filter(({ buyer, seller }) => !buyer || !seller);
        const lotsOf = (all: typeof fills) => all.reduce((held, { buyer, lots }) => held + (buyer ? -lots : lots), 0);
        // What the house holds is what it traded itself, of the coin exactly.
        expect(totals.get('counterparty XRP') ?? '0').toBe(mul(String(lotsOf(ofHouse)), LOT));
        if (ofHouse.length === 0) expect(totals.get('counterparty USDT') ?? '0').toBe('0');
        // Rounding never costs the house.
        expect(cmp(totals.get('fees USDT') ?? '0', '0')).toBeGreaterThanOrEqual(0);
        for (const order of [...batch.changed]) {
          const { side, filledExact, filledQuote } = order.progress;
          expect(filledQuote).toBe(quantize(filledExact, 6, side === 'buy' ? 'up' : 'down'));
          expect(isZero(order.progress.filledAmount)).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/* A random day, on one node and on two: the same orders in the same order have the same outcome. */

const PAIR = { currency_id: 25, legal_id: 3 };
const SYMBOL = 'LTC/USDT';
const FUNDS = { USDT: '3000', LTC: '20' };
const PEOPLE = 3;

const person = fc.integer({ min: 0, max: PEOPLE - 1 });
const tick = fc.integer({ min: 9_900, max: 10_100 }).map((cents) => mul(String(cents), '0.01'));
const amount = fc.integer({ min: 5, max: 2_000 }).map((units) => mul(String(units), '0.01'));
const side = fc.constantFrom('buy', 'sell');
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      person,
      side,
      tick,
      amount,
      terms: fc.constantFrom({}, {}, { time_in_force: 'IOC' }, { time_in_force: 'FOK' }, { post_only: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('market' as const), person, side, amount }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('total' as const),
      person,
      total: fc.integer({ min: 5, max: 900 }).map(String),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), person, which: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), tick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('waiting' as const),
      person,
      side,
      // Around the price, so that most have the market between them and some are refused.
      prices: fc.tuple(tick, tick, tick),
      amount,
      oco: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('exits' as const),
      person,
      side,
      tick: fc.option(tick),
      amount,
      away: fc.tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 80 })),
      which: fc.constantFrom('both', 'profit', 'loss'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      person,
      which: fc.nat(5),
      changes: fc.record(
        { target_price: tick, amount, stop_price: tick, stop_limit_price: tick },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel all' as const), person }) },
);
const crash = fc.constant({ kind: 'crash' as const });
type Step = { readonly kind: 'crash' } | (typeof step extends fc.Arbitrary<infer S> ? S : never);

type Day = { readonly desk: SpotDesk; readonly second: SpotNode; readonly database: Database };
const plain: TestDatabase[] = [];
let one: Day;
let two: Day;

async function dayOf(): Promise<Day> {
  const database = await createTestDatabase();
  plain.push(database);
  const desk = await createSpotDesk({
    database,
    prices: { [SYMBOL]: 100 },
    terms: (terms) => ({
      ...terms,
      house: { halfSpread: 0.001, width: 0.01, levels: 5, depth: 500, cap: 2, skew: 0.001, refill: 2_000 },
      breaker: { ...terms.breaker, jump: 10 },
    }),
  });
  await desk.step(20);
  const second = await desk.node();
  await second.step();
  await desk.step();
  return { desk, second, database };
}
beforeAll(async () => {
  one = await dayOf();
  two = await dayOf();
});
afterAll(async () => {
  for (const { desk } of [one, two]) await desk.close();
  for (const database of plain) await database.close();
});

async function act(node: SpotNode, { desk, database }: Day, users: readonly string[], action: Step): Promise<unknown> {
  if (action.kind === 'move') {
    desk.source.set(SYMBOL, Math.round(Number(action.tick) * 1_000));
    return desk.step();
  }
  // What was in memory is read anew, on the same node or on the other one.
  if (action.kind === 'crash') {
    const before = desk.desks.length;
    await database.query(`update lease set token = token + 1, holder = 'another' where name = 'market'`);
    for (let tries = 0; tries < 2_000 && desk.desks.length === before; tries++) {
      await desk.step().catch(() => undefined);
      await database.query(`update lease set until = to_timestamp(0) where holder = 'another'`);
    }
    if (desk.desks.length === before) throw new Error('the market was not taken over');
    return desk.step(20);
  }
  const user = users[action.person] as string;
  if (action.kind === 'cancel all') return node.cancelAll(user);
  if (action.kind === 'cancel' || action.kind === 'amend') {
    const resting = await database.query<{ id: string }>(
      `select id from spot_order where user_id = $1 and status = 'pending' order by id`,
      [user],
    );
    const id = resting[action.which]?.id;
    if (!id) return null;
    if (action.kind === 'cancel') return node.cancel(user, id);
    return Object.keys(action.changes).length > 0 && node.amend(user, { id, ...action.changes });
  }
  if (action.kind === 'waiting') {
    const { side: type, amount: size, prices, oco } = action;
    const [low, middle, high] = prices.toSorted(cmp) as [string, string, string];
    const [limit, second] = type === 'sell' ? [high, middle] : [low, middle];
    const stop = type === 'sell' ? low : high;
    return node.place(user, {
      ...PAIR,
      type,
      kind: oco ? 'oco' : 'stop_limit',
      target_price: limit,
      stop_price: oco ? stop : middle,
      ...(oco && { stop_limit_price: second }),
      amount: size,
    });
  }
  if (action.kind === 'exits') {
    const { side: type, amount: size, tick: limit, away, which } = action;
    const from = limit ?? '100';
    const [up, down] = away.map((cents) => mul(String(cents), '0.01')) as [string, string];
    const [profit, loss] = type === 'buy' ? [add(from, up), sub(from, down)] : [sub(from, up), add(from, down)];
    return node.place(user, {
      ...PAIR,
      type,
      amount: size,
      ...(limit === null ? { kind: 'market' } : { target_price: limit }),
      ...(which !== 'loss' && { take_profit: profit }),
      ...(which !== 'profit' && { stop_loss: loss, ...(type === 'sell' && { stop_loss_limit: loss }) }),
    });
  }
  if (action.kind === 'total')
    return node.place(user, { ...PAIR, type: 'buy', kind: 'market', quote_amount: action.total });
  const { side: type, amount: size } = action;
  return action.kind === 'market'
    ? node.place(user, { ...PAIR, type, kind: 'market', amount: size })
    : node.place(user, { ...PAIR, type, target_price: action.tick, amount: size, ...action.terms });
}

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: string };
  // A fault is no outcome.
  if (code === undefined || code === 'service_unavailable') throw error;
  return code;
};

/** What the day left behind, without ids. */
async function outcomeOf({ database }: Day, users: readonly string[]) {
  const orders = await database.query(
    `select side, price, amount, filled_amount, filled_quote_amount, fee, reserved, status, ended
       from spot_order where user_id = any($1) order by id`,
    [users],
  );
  const balances = await database.query(
    `select currency, part, balance::numeric as balance from ledger_account
      where user_id = any($1) order by user_id, currency, part`,
    [users],
  );
  return { orders, balances };
}

async function expectSound({ database }: Day): Promise<void> {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  for (const currency of ['USDT', 'LTC']) {
    const [held] = await database.query<{ sum: string }>(
      `select coalesce(sum(balance), 0) as sum from ledger_account where owner_kind = 'user' and currency = $1`,
      [currency],
    );
    const houses = await Promise.all(
      (['grants', 'counterparty', 'fees'] as const).map((name) => houseBalance(database, name, currency)),
    );
    expect(held?.sum).toBe(neg(sum(houses)));
  }
  // An order that takes profit or stops a loss is for no more than was received.
  const beyond = await database.query(
    `select o.id from spot_order o
      where o.covered > case side when 'buy' then o.filled_amount else o.filled_quote_amount end - o.fee`,
  );
  expect(beyond).toEqual([]);
  // What is frozen is what open orders reserve; what the house holds is what it traded.
  const wrong = await database.query(
    `select a.user_id from ledger_account a
       left join (select user_id, case side when 'buy' then quote else base end as currency, sum(reserved) as reserved
                    from spot_order group by 1, 2) r on r.user_id = a.user_id and r.currency = a.currency
      where a.owner_kind = 'user' and a.part = 'frozen' and a.balance <> coalesce(r.reserved, 0)`,
  );
  expect(wrong).toEqual([]);
  const [inventory] = await database.query<{ coins: string }>(
    `select inventory * 0.01 as coins from market_symbol where symbol = $1`,
    [SYMBOL],
  );
  expect(inventory?.coins).toBe(await houseBalance(database, 'counterparty', 'LTC'));
  const [both] = await database.query<{ bought: string; sold: string }>(
    `select coalesce(sum(filled_amount) filter (where side = 'buy'), 0) as bought,
            coalesce(sum(filled_amount) filter (where side = 'sell'), 0) as sold from spot_order`,
  );
  expect(add(both?.sold ?? '', neg(both?.bought ?? ''))).toBe(inventory?.coins);
}

describe('a random day', () => {
  it('has the same outcome on one node and over two, and conserves everything', async () => {
    let filled = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
        const outcomes: unknown[] = [];
        for (const day of [one, two]) {
          const users = await day.desk.users(PEOPLE, FUNDS);
          const codes: unknown[] = [];
          for (const [index, action] of steps.entries()) {
            const node = day === two && index % 2 === 1 ? day.second : day.desk;
            codes.push(await act(node, day, users, action).then(() => 'ok', codeOf));
          }
          outcomes.push({ codes, ...(await outcomeOf(day, users)) });
          filled += codes.filter((code) => code === 'ok').length;
          await expectSound(day);
          const resting = await day.database.query<{ id: string; user_id: string }>(
            `select id, user_id from spot_order where status = 'pending'`,
          );
          for (const { id, user_id } of resting) await day.desk.cancel(user_id, id);
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
      }),
      { numRuns: samples(4, 8) },
    );
    expect(filled).toBeGreaterThan(20);
  });

  it('loses nothing where the market is taken over again and again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 6, arbitrary: step }, { weight: 1, arbitrary: crash }), {
          minLength: 10,
          maxLength: 30,
        }),
        async (steps) => {
          const users = await one.desk.users(PEOPLE, FUNDS);
          for (const action of steps) {
            await act(one.desk, one, users, action).catch(codeOf);
            await expectSound(one);
          }
          for (const user of users) await one.desk.cancelAll(user);
          const [left] = await one.database.query<{ sum: string }>(
            `select coalesce(sum(balance), 0) as sum from ledger_account where part = 'frozen'`,
          );
          expect(left?.sum).toBe('0');
        },
      ),
      { numRuns: samples(2, 6), endOnFailure: true },
    );
  });

  it('conserves everything where all act at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const users = await two.desk.users(PEOPLE, FUNDS);
        await Promise.all(
          steps.map((action, index) => act(index % 2 ? two.second : two.desk, two, users, action).catch(codeOf)),
        );
        await expectSound(two);
      }),
      { numRuns: samples(2, 4) },
    );
  });
});
