import { randomUUID } from 'node:crypto';
import type { WirePosition } from '@tessera/api/leverage/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closing,
  codeOf,
  houseOf,
  leverFunds,
  type OrderChanges,
  opening,
  storedPosition,
} from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk, type SpotNode } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { bookResults } from '../brakes/index.ts';
import type { OpenPosition } from './open.ts';

const SYMBOL = 'BTC/USDT-PERP';
const PRICE = 5_000_000;
/** The most digits that a number of an input has. */
const HUGE = '99999999999999999999';
const TINY = '0.000000000000000001';

let database: TestDatabase;
let desk: SpotDesk;
let other: SpotNode;
let ann: string;
let ben: string;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await createSpotDesk({
    prices: { [SYMBOL]: 50_000 },
    // A side of one coin: what an order takes is gone until it has been refilled.
    terms: houseOf({ depth: 100_000, cap: 1_000_000, jump: 0.2 }),
    database,
  });
  other = await desk.node();
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await desk.close();
  await database.close();
});
beforeEach(async () => {
  [ann = '', ben = ''] = await desk.users(2, {});
  await grant(database, [ann, ben], { USDT: '10000' }, 'lever');
  desk.source.set(SYMBOL, PRICE);
  await desk.step(3);
});
afterEach(async () => {
  expect(desk.failures).toEqual([]);
  for (const user of [ann, ben]) {
    desk.source.set(SYMBOL, PRICE);
    await desk.step(2);
    for (const { id } of await live(user, 'pending')) await desk.lever({ kind: 'cancel', userId: user, id });
    await desk.lever({ kind: 'close_all', userId: user, side: null, symbol: null, category: null });
  }
});

const live = (user: string, status: string) =>
  database.query<{ id: string }>('select id from lever_position where user_id = $1 and status = $2', [user, status]);
const open = (userId: string, order: OrderChanges = {}) => desk.lever(opening(userId, order));
const funds = leverFunds(() => database);
const balances = async (user: string) => ({
  available: await funds.available(user),
  frozen: await funds.frozen(user),
});
const stored = (id: string) => storedPosition(database, id);

describe('the same money twice', () => {
  it('one key is one position, on whichever node, and another order under it is refused', async () => {
    const key = randomUUID();
    const all = await Promise.all(
      [desk, other, desk, other].map((node) => node.lever<WirePosition>(opening(ann), key)),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await codeOf(desk.lever(opening(ann, { multiple: 20 }), key))).toBe('idempotency_conflict');
    expect(await live(ann, 'open')).toHaveLength(1);
  });

  it('one position is closed once by two nodes at once', async () => {
    const { id } = await open(ann);
    const codes = await Promise.all([desk, other, desk, other].map((node) => codeOf(node.lever(closing(ann, id)))));
    expect(codes.toSorted()).toEqual(['ok', 'position_not_open', 'position_not_open', 'position_not_open']);
    const orders = await database.query(`select id from lever_order where position_id = $1 and purpose = 'close'`, [
      id,
    ]);
    expect(orders).toHaveLength(1);
    expect((await balances(ann)).frozen).toBe('0');
  });

  it('no two orders at once are paid from the same money, nor does it leave the account meanwhile', async () => {
    // Each needs about 5,000 of 10,000.
    const work = [0, 1, 2, 3].map((count) => (count % 2 ? other : desk).lever(opening(ann, { amount: '1' })));
    const out = [0, 1].map(() =>
      desk.lever({ kind: 'transfer', userId: ann, currency: 'USDT', amount: '4000', to: 'change' }),
    );
    const codes = await Promise.all([...work, ...out].map(codeOf));
    expect(codes).toContain('insufficient_balance');
    const { available, frozen } = await balances(ann);
    expect(Number(available)).toBeGreaterThanOrEqual(0);
    const [held] = await database.query<{ margin: string }>(
      `select coalesce(sum(margin), 0)::text as margin from lever_position where user_id = $1`,
      [ann],
    );
    expect(Number(frozen)).toBeCloseTo(Number(held?.margin), 8);
  });

  it('a cancellation and a fill of the same order: one of both', async () => {
    const { id } = await open(ann, { kind: 'limit', price: '49000' });
    desk.source.set(SYMBOL, 4_890_000);
    const [code] = await Promise.all([codeOf(desk.lever({ kind: 'cancel', userId: ann, id })), desk.step()]);
    const { status } = await stored(id);
    expect([code, status]).toEqual(code === 'ok' ? ['ok', 'cancelled'] : ['order_not_open', 'open']);
    if (status === 'cancelled') expect(await balances(ann)).toEqual({ available: '10000', frozen: '0' });
  });
});

describe('absurd numbers', () => {
  it.each<[string, Partial<OpenPosition['order']>, readonly string[]]>([
    ['a size beyond all', { amount: '99999999999999999999' }, ['share_limit']],
    ['the most lots', { amount: undefined, share: Number.MAX_SAFE_INTEGER }, ['share_limit']],
    ['more than the book holds, of which it gets what there is', { amount: '5', multiple: 50 }, ['ok']],
    ['a stop of nothing', { stop_loss_price: '0.01' }, ['ok']],
    ['a take profit beyond all prices', { target_profit_price: '99999999999999999999' }, ['ok']],
    ['a loss of more than all', { stop_loss_amount: '99999999999999999999' }, ['ok']],
    ['a gain of a thousandfold', { side: 'short', target_profit_ratio: '1000' }, ['ok']],
    ['a stop entry beyond all prices', { kind: 'stop', price: '99999999999999999999' }, ['price_too_far']],
    ['a limit of nothing', { kind: 'limit', price: '0.01' }, ['price_too_far']],
  ])('%s', async (_, order, codes) => {
    expect(codes).toContain(await codeOf(desk.lever(opening(ann, order))));
    desk.source.set(SYMBOL, 5_050_000);
    await desk.step(2);
    desk.source.set(SYMBOL, 4_950_000);
    await desk.step(2);
    expect(Number((await balances(ann)).available)).toBeGreaterThan(9_000 - 5_000 - 500);
  });

  it.each<[string, Partial<OpenPosition['order']>, number]>([
    ['a gain that no price gives, of what a step fills', { kind: 'limit', price: '49800' }, 4_970_000],
    ['the same of a short', { kind: 'limit', price: '50200', side: 'short', stop_loss_amount: HUGE }, 5_030_000],
    ['the same of a stop that a step triggers', { kind: 'stop', price: '50200' }, 5_030_000],
  ])('%s, keep no step from being taken', async (_, order, price) => {
    const absurd = order.side === 'short' ? {} : { target_profit_amount: HUGE };
    const { id } = await open(ann, { amount: '0.001', ...absurd, ...order });
    desk.source.set(SYMBOL, price);
    await desk.step(3);
    expect(await stored(id)).toMatchObject({ status: 'open' });
    expect(await database.query('select status from lever_trigger where position_id = $1', [id])).toEqual([
      { status: 'cancelled' },
    ]);
    expect(await codeOf(open(ben))).toBe('ok');
  });

  it('in every field of a stop and of every order keep no step from being taken', async () => {
    const stops = ['target_profit', 'stop_loss'].flatMap((name) =>
      ['price', 'ratio', 'amount'].flatMap((by) => [HUGE, TINY].map((value) => ({ [`${name}_${by}`]: value }))),
    );
    const trails = [HUGE, TINY].map((trailing_from) => ({ trailing_distance: '0.2', trailing_from }));
    const entries: readonly OrderChanges[] = [
      { kind: 'limit', price: '49800' },
      { kind: 'limit', price: '50200', side: 'short' },
      { kind: 'stop', price: '50200' },
      { kind: 'stop', price: '49800', side: 'short' },
    ];
    const orders = entries.flatMap((entry) => [...stops, ...trails].map((stop) => ({ ...entry, ...stop })));
    const codes = await Promise.all(orders.map((order) => codeOf(open(ann, { amount: '0.001', ...order }))));
    expect(new Set(codes)).toEqual(new Set(['ok', 'stop_price_wrong', 'price_off_tick']));
    for (const price of [4_970_000, 5_030_000, PRICE]) {
      desk.source.set(SYMBOL, price);
      await desk.step(3);
    }
    expect(await live(ann, 'pending')).toEqual([]);
    expect(await codeOf(open(ben))).toBe('ok');
  });

  it('as results of what is open are refused, also of a part that makes them too large', async () => {
    const { id } = await open(ann);
    const stop = { by: 'amount', value: HUGE } as const;
    expect(await codeOf(desk.lever({ kind: 'stops', userId: ann, id, takeProfit: stop }))).toBe('stop_price_wrong');
    const trigger = { kind: 'take_profit', by: 'amount', value: '1000000000', activationPrice: null } as const;
    const added = await desk.lever<{ id: string }>({ kind: 'trigger', userId: ann, id, trigger, share: null });
    const move = { kind: 'move', userId: ann, id: added.id, stated: null, share: 1 } as const;
    expect(await codeOf(desk.lever(move))).toBe('stop_price_wrong');
  });

  it('twenty triggers are enough', async () => {
    const { id } = await open(ann);
    const add = () =>
      desk.lever({
        kind: 'trigger',
        userId: ann,
        id,
        trigger: { kind: 'take_profit', by: 'price', value: '60000', activationPrice: null },
        share: 1,
      });
    const codes = await Promise.all(Array.from({ length: 25 }, () => codeOf(add())));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(20);
    expect(codes.filter((code) => code === 'too_many_triggers')).toHaveLength(5);
  });
});

describe('own orders in the way', () => {
  it('do not keep a position open: they are cancelled, and the position is closed', async () => {
    const { id } = await open(ann, { side: 'short', amount: '0.5' });
    // Asks of one's own in front of all others.
    const mine = await open(ann, { side: 'short', kind: 'limit', price: '50004', amount: '0.4' });
    expect(mine.status).toBe(0);
    const closed = await desk.lever(closing(ann, id));
    expect(closed).toMatchObject({ status: 3 });
    expect(await stored(mine.id)).toMatchObject({ status: 'cancelled' });
  });

  it('do not keep a liquidation from happening', async () => {
    const { id } = await open(ann, { side: 'short', mode: 'isolated', multiple: 100, amount: '0.1' });
    await open(ann, { side: 'short', kind: 'limit', price: '51000', amount: '0.5', multiple: 20 });
    desk.source.set(SYMBOL, 5_060_000);
    await desk.step(3);
    expect(await stored(id)).toMatchObject({ status: 'closed', close_reason: 'liquidation' });
  });
});

describe('a halt', () => {
  it('opens and closes no position, and what was reached is done when it is over', async () => {
    const { id } = await open(ann, { stop_loss_price: '49500' });
    desk.source.set(SYMBOL, 4_900_000);
    await desk.step();
    // The source falls silent before the step that would execute it.
    desk.source.lose(SYMBOL);
    await desk.step(2);
    expect((await stored(id)).status).toBe('open');
    expect(['stale_price', 'market_halted']).toContain(await codeOf(desk.lever(opening(ben))));
    expect(['stale_price', 'market_halted']).toContain(await codeOf(desk.lever(closing(ann, id))));
    const drop = desk.lever({ kind: 'margin', userId: ann, id, direction: 'add', amount: '1' });
    expect(await codeOf(drop)).toBe('isolated_only');
    desk.source.set(SYMBOL, 4_920_000);
    await desk.step(3);
    expect(await stored(id)).toMatchObject({ status: 'closed', close_reason: 'stop_loss' });
  });
});

describe('a book that is thin', () => {
  it('closes what a stop asks for over several steps, and settles each lot once', async () => {
    // The margin of both coins is all that Ann has; a side of the book holds one coin.
    const first = await open(ann, { amount: '0.9', multiple: 20, stop_loss_price: '49600' });
    await desk.step(5);
    const second = await open(ann, { amount: '0.9', multiple: 20, stop_loss_price: '49600' });
    desk.source.set(SYMBOL, 4_955_000);
    await desk.step(12);
    for (const { id } of [first, second]) {
      expect(await stored(id)).toMatchObject({ status: 'closed', closed_quantity: '0.9', close_reason: 'stop_loss' });
    }
    expect((await balances(ann)).frozen).toBe('0');
  });
});

describe('two accounts that trade with each other', () => {
  /** What both have more than they began with, once all is closed. */
  const gained = async () => {
    while ((await live(ann, 'open')).length > 0) {
      await desk.lever({ kind: 'close_all', userId: ann, side: null, symbol: null, category: null });
      await desk.step();
    }
    const all = await Promise.all([ann, ben].map(balances));
    return all.reduce((sum, { available, frozen }) => sum + Number(available) + Number(frozen), -20_000);
  };

  it('do not make the insurance pay: who would be under water at once is refused', async () => {
    // Ben offers far above the market, after the house's side is bought empty. Ann may lose 200 USDT to him: 0.1.
    const [buyer = ''] = await desk.users(1, {});
    await grant(database, [buyer], { USDT: '20000' }, 'lever');
    await open(buyer, { amount: '1' });
    await open(ben, { side: 'short', kind: 'limit', price: '52000', amount: '0.5', multiple: 20 });
    const greedy = (mode: 'isolated' | 'cross') =>
      codeOf(desk.lever(opening(ann, { kind: 'limit', price: '52000', amount: '0.5', multiple: 50, mode })));
    expect(await greedy('isolated')).toBe('would_liquidate');
    // With 9,850 gone there is no money for what the fills are away from the mark.
    await desk.lever({ kind: 'transfer', userId: ann, currency: 'USDT', amount: '9850', to: 'change' });
    expect(['would_liquidate', 'insufficient_balance']).toContain(await greedy('cross'));
    const shortfalls = await database.query('select id from lever_position where user_id = any($1) and shortfall > 0', [
      [ann, ben],
    ]);
    expect(shortfalls).toEqual([]);
  });

  it.each(['placed', 'moved'] as const)('nor by an order that was %s to rest far beyond the market', async (how) => {
    // Ben takes the house's side and bids on far above the market, where Ann sells to him.
    const far = { kind: 'limit', price: '52000', mode: 'isolated', multiple: 100 } as const;
    const bid = async () => {
      if (how === 'placed') return await open(ben, { ...far, amount: '1.5' });
      const { id } = await open(ben, { ...far, price: '49000', amount: '1.5' });
      return await desk.lever({ kind: 'amend', userId: ben, level: 2, id, price: far.price });
    };
    const code = await codeOf(bid());
    await codeOf(open(ann, { side: 'short', kind: 'limit', price: '51900', amount: '0.5', multiple: 20 }));
    await desk.step(5);
    expect(await gained()).toBeLessThanOrEqual(0);
    expect(code).toBe('would_liquidate');
  });

  it('nor by an order that the market has left behind', async () => {
    // More than the house sells: what is left stands where the market was.
    await open(ben, { kind: 'limit', price: '49990', mode: 'isolated', multiple: 100, amount: '3.9' });
    desk.source.set(SYMBOL, 4_900_000);
    await desk.step();
    await codeOf(open(ann, { side: 'short', kind: 'limit', price: '49990', amount: '2.5', multiple: 20 }));
    await desk.step(5);
    expect(await gained()).toBeLessThanOrEqual(0);
  });

  it('nor by one whose owner keeps it out of the book until the market is elsewhere', async () => {
    await open(ben, { kind: 'limit', price: '49900', mode: 'isolated', multiple: 100, amount: '3.9' });
    const held = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const holding = database.transaction(async (tx) => {
      await tx.query('select from ledger_account where user_id = $1 for update', [ben]);
      held.resolve();
      await over.promise;
    });
    await held.promise;
    try {
      desk.source.set(SYMBOL, 4_800_000);
      await desk.step(3);
      await codeOf(open(ann, { side: 'short', kind: 'limit', price: '48100', amount: '3.9', multiple: 20 }));
    } finally {
      over.resolve();
      await holding;
    }
    await desk.step(30);
    for (const { id } of await live(ann, 'pending')) await desk.lever({ kind: 'cancel', userId: ann, id });
    expect(await gained()).toBeLessThanOrEqual(0);
  });

  it('pay the taker’s fee for an order that is moved to where the market is', async () => {
    const pending = await open(ann, { kind: 'limit', price: '49000' });
    const taken = await desk.lever({ kind: 'amend', userId: ann, level: 2, id: pending.id, price: '50100' });
    expect(taken.status).toBe(1);
    const notional = Number(taken.open_price) * 0.1;
    expect(Number(taken.trade_fee)).toBeCloseTo(notional * 0.0005, 4);
  });
});

describe('limits that users set for themselves', () => {
  it('hold for a pending order that is moved to where the market is', async () => {
    const pending = await open(ann, { kind: 'limit', price: '49000' });
    await database.query(
      `insert into brake (user_id, name, value, changed_at) values ($1, 'maxMultiple', '5', now())`,
      [ann],
    );
    const move = desk.lever({ kind: 'amend', userId: ann, level: 2, id: pending.id, price: '50100' });
    expect(await codeOf(move)).not.toBe('ok');
    expect(await stored(pending.id)).toMatchObject({ status: 'pending', price: '49000' });
    await desk.lever({ kind: 'cancel', userId: ann, id: pending.id });
  });
});

describe('limits that are set while orders wait', () => {
  const brake = (name: string, value: string) =>
    database.query('insert into brake (user_id, name, value, changed_at) values ($1, $2, $3, now())', [
      ann,
      name,
      value,
    ]);
  const waiting = async () => [
    await open(ann, { kind: 'limit', price: '49900' }),
    await open(ann, { kind: 'stop', price: '50100' }),
  ];
  /** The market comes to both prices. */
  const reach = async () => {
    desk.source.set(SYMBOL, 4_985_000);
    await desk.step(3);
    desk.source.set(SYMBOL, 5_030_000);
    await desk.step(3);
  };
  const ended = async (ids: readonly WirePosition[]) =>
    (
      await database.query<{ ended: string }>('select ended from lever_order where id = any($1)', [
        ids.map(({ id }) => id),
      ])
    ).map((row) => row.ended);

  it.each([
    ['maxMultiple', '5'],
    ['excludedUntil', String(Date.UTC(2100, 0))],
  ])('%s: what it does not allow is cancelled before it fills, whichever node told the market', async (name, value) => {
    const all = await waiting();
    await brake(name, value);
    // One step finds that a limit was changed, the next one what it says.
    await desk.step(2);
    await reach();
    expect(await ended(all)).toEqual(['brake', 'brake']);
    expect(await live(ann, 'open')).toEqual([]);
    expect(await balances(ann)).toEqual({ available: '10000', frozen: '0' });
  });

  it('a loss of elsewhere that uses the day up, and a pause that follows from it', async () => {
    await brake('dailyLoss', '"100"');
    const all = await waiting();
    await desk.step(2);
    expect(await ended(all)).toEqual([null, null]);
    const lost = { userId: ann, amount: '-100', outcome: 'lost', at: desk.now() } as const;
    await database.transaction((tx) => bookResults(tx, [lost]));
    await desk.step();
    await reach();
    expect(await ended(all)).toEqual(['brake', 'brake']);
  });

  it('a multiple that is allowed stays, and so does what closes', async () => {
    const [, stop] = await waiting();
    const position = await open(ann, { multiple: 5, stop_loss_price: '49000' });
    const small = await open(ann, { kind: 'limit', price: '49800', multiple: 5 });
    await brake('maxMultiple', '5');
    await desk.step(2);
    expect(await ended([small])).toEqual([null]);
    expect(await ended([stop as WirePosition])).toEqual(['brake']);
    desk.source.set(SYMBOL, 4_890_000);
    await desk.step(4);
    expect(await stored(position.id)).toMatchObject({ status: 'closed', close_reason: 'stop_loss' });
  });

  it('are no way to cancel what cannot be cancelled: the market has prices that the book does not know yet', async () => {
    const { id } = await open(ann, { kind: 'limit', price: '49900' });
    desk.source.lose(SYMBOL);
    await brake('maxMultiple', '5');
    await desk.step(3);
    expect(await stored(id)).toMatchObject({ status: 'pending' });
  });
});

describe('a reversal at the limit of the margin', () => {
  it.each([
    ['0', 'ok'],
    // The fees of closing and of opening are what is missing.
    ['205', 'insufficient_balance'],
  ])('is whole or nothing: %s USDT taken out before, %s', async (amount, expected) => {
    const { id } = await open(ann, { amount: '0.39', multiple: 2 });
    await desk.step(5);
    if (amount !== '0') await desk.lever({ kind: 'transfer', userId: ann, currency: 'USDT', amount, to: 'change' });
    const reverse = desk.lever({ kind: 'reverse', userId: ann, level: 2, country: null, id });
    expect(await codeOf(reverse)).toBe(expected);
    expect((await stored(id)).status).toBe(expected === 'ok' ? 'closed' : 'open');
    expect(await live(ann, 'open')).toHaveLength(1);
  });
});
