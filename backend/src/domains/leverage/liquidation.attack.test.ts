import { cmp } from '@tessera/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closing, codeOf, leverFunds, type OrderChanges, opening } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import type { DeskOptions } from '../../platform/market/desk-types.ts';
import { openCatalogue } from '../instruments/index.ts';
import { type LeverageCommand, leverageMarketClient } from './market-client.ts';

/* Attempts to lose other people's money: gaps, hedges of which one leg is closed, orders in the way, another node. */

const BTC = 'BTC/USDT-PERP';
const ETH = 'ETH/USDT-PERP';
/** Ticks of 0.01 USDT. */
const PRICES = { [BTC]: 5_000_000, [ETH]: 250_000 } as const;

let database: TestDatabase;
let catalogue: Catalogue;
let desk: SpotDesk;
let ann: string;
let bob: string;

const deskOf = () =>
  createSpotDesk({
    prices: { [BTC]: 50_000, [ETH]: 2_500 },
    terms: (each) => ({
      ...each,
      house: { ...each.house, depth: 100_000_000, halfSpread: 0.0001, refill: 1 },
      breaker: { ...each.breaker, jump: 1_000 },
    }),
    database,
    catalogue,
  });

beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await openCatalogue({ database, now: Date.now });
  desk = await deskOf();
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  const [negative] = await database.query<{ count: number }>(
    `select count(*)::int as count from ledger_account where owner_kind = 'user' and balance < 0`,
  );
  expect(negative?.count).toBe(0);
  await desk.close();
  await database.close();
});
beforeEach(async () => {
  [ann = '', bob = ''] = await desk.users(2, {});
  await grant(database, [ann, bob], { USDT: '1000' }, 'lever');
  for (const symbol of [BTC, ETH] as const) desk.source.set(symbol, PRICES[symbol]);
  await desk.step(2);
});
afterEach(() => expect(desk.failures).toEqual([]));

/** At 50×. */
const near = (userId: string, order: OrderChanges = {}) => opening(userId, { multiple: 50, ...order });
const open = (userId: string, order: OrderChanges = {}) => desk.lever(near(userId, order));
const close = (userId: string, id: string) => desk.lever(closing(userId, id));
const rejected = (command: LeverageCommand) => codeOf(desk.lever(command));
const { available, frozen } = leverFunds(() => database);
const insurance = async () => {
  const [row] = await database.query<{ sum: string }>(
    `select coalesce(sum(e.amount), 0) as sum from ledger_entry e join ledger_account a on a.id = e.account_id
      where a.owner_kind = 'house' and a.name = 'insurance'`,
  );
  return String(row?.sum ?? '0');
};
const rows = (userId: string) =>
  database.query<{ status: string; close_reason: string | null; shortfall: string; margin: string }>(
    'select status, close_reason, shortfall, margin from lever_position where user_id = $1 order by id',
    [userId],
  );
const leap = async (symbol: keyof typeof PRICES, by: number, steps = 6) => {
  desk.source.set(symbol, Math.round(PRICES[symbol] * by));
  await desk.step(steps);
};

describe('a cross account', () => {
  it('is liquidated whole when its risk rate reaches the threshold, not before, gains before losses', async () => {
    await open(ann, { amount: '0.5' });
    const gain = await open(ann, { symbol: ETH, amount: '1', side: 'short' });
    // Margin 550 of 1,000; a loss of 600 leaves 400 less fees, above half of the margin.
    await leap(BTC, 1 - 600 / 25_000);
    expect((await rows(ann)).map(({ status }) => status)).toEqual(['open', 'open']);
    await leap(BTC, 1 - 745 / 25_000);
    expect(await rows(ann)).toMatchObject([
      { status: 'closed', close_reason: 'liquidation' },
      { status: 'closed', close_reason: 'liquidation' },
    ]);
    const events = await database.query<{ position_id: string }>(
      `select position_id from leverage_event where user_id = $1 and kind = 'closed' order by id`,
      [ann],
    );
    expect(events[0]?.position_id).toBe(gain.id);
    expect(await frozen(ann)).toBe('0');
    const left = Number(await available(ann));
    expect(left).toBeGreaterThan(100);
    expect(left).toBeLessThan(300);
  });

  it('that a gap takes far under water loses all of it and nothing of others: the insurance account pays', async () => {
    const before = await insurance();
    await open(ann, { amount: '0.5' });
    await leap(BTC, 0.5);
    const [position] = await rows(ann);
    expect(position).toMatchObject({ status: 'closed', close_reason: 'liquidation', margin: '0' });
    expect([await available(ann), await frozen(ann)]).toEqual(['0', '0']);
    const paid = Number(before) - Number(await insurance());
    expect(paid).toBeCloseTo(Number(position?.shortfall), 6);
    expect(paid).toBeGreaterThan(10_000);
    expect(await available(bob)).toBe('1000');
  });

  it('whose owner holds its rows holds up no other user, and is liquidated although the price has come back', async () => {
    await open(ann, { amount: '0.5' });
    // Its money is to be freed before anything is closed.
    await open(ann, { symbol: ETH, kind: 'limit', price: '2400', amount: '1' });
    await open(bob, { kind: 'limit', mode: 'isolated', price: '49000', amount: '0.01', multiple: 2 });
    let free = (): void => undefined;
    let locked = (): void => undefined;
    const whenLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const over = database.transaction(async (tx) => {
      await tx.query('select from ledger_account where user_id = $1 for update', [ann]);
      locked();
      await new Promise<void>((resolve) => {
        free = resolve;
      });
    });
    await whenLocked;
    try {
      await leap(BTC, 0.965, 4);
      expect((await rows(bob))[0]).toMatchObject({ status: 'open' });
      expect((await rows(ann)).map(({ status }) => status)).toEqual(['closing', 'pending']);
      await leap(BTC, 1, 2);
    } finally {
      free();
      await over;
    }
    await desk.step(6);
    expect((await rows(ann)).map(({ status }) => status)).toEqual(['closed', 'cancelled']);
    expect(await frozen(ann)).toBe('0');
  });

  it('whose losing leg is closed leaves no gain beside a loss of the insurance account', async () => {
    const before = await insurance();
    const long = await open(ann, { amount: '0.4' });
    const short = await open(ann, { amount: '0.4', side: 'short' });
    // Hedged: the account is as it was, however far the price goes.
    await leap(BTC, 1.5);
    expect((await rows(ann)).map(({ status }) => status)).toEqual(['open', 'open']);
    await close(ann, short.id);
    // What the insurance account paid for one leg is owed by the other, and nothing can be moved out beside it.
    const [, owing] = [await rows(ann), (await rows(ann))[0]];
    expect(Number(owing?.shortfall)).toBeGreaterThan(8_000);
    expect(await rejected({ kind: 'transfer', userId: ann, currency: 'USDT', amount: '1', to: 'change' })).toBe(
      'insufficient_balance',
    );
    await close(ann, long.id);
    expect(cmp(await insurance(), before)).toBe(0);
    expect((await rows(ann)).map(({ shortfall }) => shortfall)).toEqual(['0', '0']);
    const left = Number(await available(ann));
    expect(left).toBeLessThan(1_000);
    expect(left).toBeGreaterThan(900);
  });

  it('is not kept from its liquidation by orders of its own, in the way or pending', async () => {
    await open(ann, { amount: '0.5' });
    await open(ann, { kind: 'limit', price: '49000', amount: '0.05' });
    // Orders that would meet the liquidation before any other.
    await leap(BTC, 0.9);
    expect(await rows(ann)).toMatchObject([
      { status: 'closed', close_reason: 'liquidation' },
      { status: expect.stringMatching(/cancelled|closed/) },
    ]);
    const [pending] = await database.query<{ count: number }>(
      `select count(*)::int as count from lever_order where user_id = $1 and status = 'pending'`,
      [ann],
    );
    expect(pending?.count).toBe(0);
    expect(await frozen(ann)).toBe('0');
  });

  it('under water only for what its pending orders hold gets it back, and stays open', async () => {
    await open(ann, { amount: '0.4' });
    await open(ann, { kind: 'limit', price: '48000', amount: '0.4' });
    expect(Number(await available(ann))).toBeLessThan(200);
    await leap(BTC, 1 - 450 / 20_000);
    expect(await rows(ann)).toMatchObject([{ status: 'open' }, { status: 'cancelled' }]);
    expect(Number(await available(ann))).toBeGreaterThan(500);
  });

  it('is found by the node that takes the market over', async () => {
    await open(ann, { amount: '0.5' });
    await desk.market.stop();
    const other = await desk.node();
    other.source.set(BTC, Math.round(PRICES[BTC] * 0.9));
    await other.step(8);
    expect(await rows(ann)).toMatchObject([{ status: 'closed', close_reason: 'liquidation' }]);
    await other.market.stop();
    desk = Object.assign(desk, await desk.node());
    await desk.step(2);
  });
});

it('that waits, however many, slows no order: between two steps nothing is read for it', async () => {
  const position = await open(ann, { amount: '0.5' });
  // Its market is shut, say: it stays marked.
  const mark = (status: string, tick: number | null) =>
    database.query('update lever_position set status = $2, trigger_tick = $3 where id = $1', [
      position.id,
      status,
      tick,
    ]);
  await mark('closing', 1);
  const engine = desk.desks.at(-1)?.engine as DeskOptions['engine'];
  const client = leverageMarketClient({ catalogue, now: Date.now, log: { error: () => undefined } });
  await client.restore(database, engine);
  const queries: string[] = [];
  const sql: Sql = {
    query(text, values) {
      queries.push(text);
      return database.query(text, values);
    },
  };
  const between = await client.prepare(sql, [], false);
  expect(queries).toEqual([]);
  const step = await client.prepare(sql, [], true);
  expect([between.reads.known.has(ann), step.reads.known.has(ann)]).toEqual([false, true]);
  await mark('open', null);
  await close(ann, position.id);
});

it('the accounts that a step finds near liquidation are judged once it is committed, not when it is applied again', async () => {
  const position = await open(ann, { amount: '0.5' });
  // A loss of 700 of 1,000; the threshold is half of a margin of 500.
  await leap(BTC, 1 - 700 / 25_000);
  const engine = desk.desks.at(-1)?.engine as DeskOptions['engine'];
  const client = leverageMarketClient({ catalogue, now: Date.now, log: { error: () => undefined } });
  await client.restore(database, engine);
  const step = await client.prepare(database, [], true);
  client.ticked?.(engine, step, desk.now());
  const readsAnn = async () => (await client.prepare(database, [], true)).reads.known.has(ann);
  expect(await readsAnn()).toBe(false);
  expect(client.isFollowed(step)).toBe(false);
  client.adopt(step);
  expect(await readsAnn()).toBe(true);
  await close(ann, position.id);
});

describe('an exposure cap', () => {
  it('keeps all users together from more on one side, and lets them go back', async () => {
    await database.query(`update instrument set exposure_cap = 30000, version = version + 1 where symbol = $1`, [ETH]);
    await database.query(`update catalogue_head set version = version + 1`);
    await catalogue.refresh();
    const order = { symbol: ETH, amount: '5' };
    const attempt = (userId: string, more: object) => rejected(near(userId, { ...order, ...more }));
    expect(await attempt(ann, {})).toBe('ok');
    expect(await attempt(bob, { amount: '7.5' })).toBe('exposure_full');
    expect(await attempt(bob, { side: 'short', amount: '7' })).toBe('ok');
    // Net is short now: there is room for longs again.
    expect(await attempt(ann, { amount: '3' })).toBe('ok');
    await database.query('update instrument set exposure_cap = null where symbol = $1', [ETH]);
  });
});

describe('brakes', () => {
  const limit = (userId: string, name: string, value: unknown) =>
    database.query(`insert into brake (user_id, name, value, changed_at) values ($1, $2, $3, now())`, [
      userId,
      name,
      JSON.stringify(value),
    ]);

  it('keep from opening by any way; closing stays possible', async () => {
    const position = await open(ann, { multiple: 10 });
    await limit(ann, 'maxMultiple', 5);
    expect(await rejected(near(ann, { multiple: 10 }))).toBe('brake_multiple');
    expect(await rejected({ kind: 'reverse', userId: ann, level: 2, country: null, id: position.id })).toBe(
      'brake_multiple',
    );
    // It was not closed either: both or nothing.
    expect(await rows(ann)).toMatchObject([{ status: 'open' }]);
    expect((await close(ann, position.id)).status).toBe(3);
    await limit(ann, 'excludedUntil', desk.now() + 1_000_000);
    expect(await rejected(near(ann, { multiple: 5 }))).toBe('brake_excluded');
  });

  it('stop a user in the step of the loss: what was sent with it is rejected, what rests is cancelled', async () => {
    await limit(ann, 'dailyLoss', '50');
    const position = await open(ann, { amount: '0.1' });
    const resting = await open(ann, { kind: 'limit', price: '40000', amount: '0.01' });
    const stop = await open(ann, { kind: 'stop', price: '60000', amount: '0.01' });
    await leap(BTC, 0.985, 2);
    // All in one batch.
    const outcomes = await Promise.allSettled([
      close(ann, position.id),
      ...Array.from({ length: 5 }, () => open(ann, { amount: '0.01' })),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array(5).fill('rejected')]);
    expect(outcomes.slice(1)).toMatchObject(Array(5).fill({ reason: { code: 'brake_daily_loss' } }));
    const ended = await database.query<{ id: string; ended: string }>(
      `select id, ended from lever_order where user_id = $1 and status = 'cancelled' order by id`,
      [ann],
    );
    expect(ended).toEqual([resting, stop].map(({ id }) => ({ id, ended: 'brake' })));
    expect(await frozen(ann)).toBe('0');
    const [result] = await database.query<{ result: string; losses: number }>(
      'select result, losses from trading_result where user_id = $1',
      [ann],
    );
    expect(result?.losses).toBe(1);
    expect(Number(result?.result)).toBeCloseTo(Number(await available(ann)) - 1_000, 5);
  });
});

it('what users, house and insurance have adds up after all of it', async () => {
  const accounts = await database.query<{ total: string }>(
    'select sum(amount) as total from ledger_entry group by currency',
  );
  expect(accounts.every(({ total }) => cmp(total, '0') === 0)).toBe(true);
});
