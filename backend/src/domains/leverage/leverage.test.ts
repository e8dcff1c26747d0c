import { randomUUID } from 'node:crypto';
import type { LeverTrigger, WirePosition } from '@tessera/api/leverage/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closing, codeOf, leverFunds, type OrderChanges, opening, storedPosition } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import type { MarketTerms } from '../../platform/market/terms.ts';
import { openCatalogue } from '../instruments/index.ts';
import type { LeverageCommand } from './market-client.ts';

const SYMBOL = 'BTC/USDT-PERP';
/** Ticks of 0.01 USDT: 50,000 USDT. */
const PRICE = 5_000_000;

let database: TestDatabase;
let desk: SpotDesk;
let ann: string;
let ben: string;

const termsOf = (each: MarketTerms): MarketTerms => ({
  ...each,
  house: { ...each.house, depth: 100_000_000, halfSpread: 0.0001, refill: 1 },
  // Prices leap in these tests.
  breaker: { ...each.breaker, jump: 10 },
});
const deskOf = () =>
  createSpotDesk({
    prices: { [SYMBOL]: 50_000 },
    terms: termsOf,
    database,
  });

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await deskOf();
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
  // The mark follows the index within half a per cent.
  await desk.step(2);
});
afterEach(() => expect(desk.failures).toEqual([]));

const open = (userId: string, order: OrderChanges = {}, key?: string) => desk.lever(opening(userId, order), key);
const close = (userId: string, id: string, share: number | null = null, key?: string) =>
  desk.lever(closing(userId, id, share), key);
const rejected = (command: LeverageCommand) => codeOf(desk.lever(command));
const { available, frozen } = leverFunds(() => database);
const stored = (id: string) => storedPosition(database, id);
/** Sets the price and lets what it reaches be executed: marked in one step, done in the next. */
async function price(ticks: number, steps = 2) {
  desk.source.set(SYMBOL, ticks);
  await desk.step(steps);
}

describe('a position', () => {
  it('opens at the ask, closes at the bid, and leaves the ledger with its result', async () => {
    const position = await open(ann);
    expect(position).toMatchObject({ status: 1, type: 1, multiple: 10, quantity: '0.1', margin: expect.any(String) });
    expect(Number(position.open_price)).toBeGreaterThan(50_000);
    // Margin is what is frozen, and the fee is gone.
    expect(await frozen(ann)).toBe(position.margin);
    expect(Number(await available(ann))).toBeCloseTo(10_000 - Number(position.margin) - Number(position.trade_fee), 6);
    await price(5_100_000);
    const closed = await close(ann, position.id);
    expect(closed).toMatchObject({ status: 3, close_reason: 'user', margin: '0', trigger_tick: null });
    expect(Number(closed.realized_profit)).toBeCloseTo(
      (Number(closed.close_price) - Number(closed.open_price)) * 0.1,
      6,
    );
    expect(await frozen(ann)).toBe('0');
    expect(Number(await available(ann))).toBeCloseTo(
      10_000 + Number(closed.realized_profit) - Number(closed.trade_fee),
      6,
    );
  });

  it('closes in parts: what is left keeps its entry price and its share of the margin', async () => {
    const position = await open(ann, { side: 'short', mode: 'isolated' });
    const half = await close(ann, position.id, position.share / 2);
    expect(half).toMatchObject({ status: 1, share: position.share / 2, closed_share: position.share / 2 });
    expect(Number(half.open_price)).toBeCloseTo(Number(position.open_price), 8);
    expect(Number(half.margin)).toBeCloseTo(Number(position.margin) / 2, 5);
    expect(await rejected({ kind: 'close', userId: ann, id: position.id, share: position.share, cause: 'user' })).toBe(
      'share_limit',
    );
    expect((await close(ann, position.id)).status).toBe(3);
    expect(await frozen(ann)).toBe('0');
  });

  it('is reversed, and all are closed by side', async () => {
    const position = await open(ann);
    const { closed, opened } = await desk.lever<{ closed: WirePosition; opened: WirePosition }>({
      kind: 'reverse',
      userId: ann,
      level: 2,
      country: null,
      id: position.id,
    });
    expect(closed).toMatchObject({ id: position.id, status: 3 });
    expect(opened).toMatchObject({ type: 2, status: 1, share: position.share });
    await open(ann, { side: 'long' });
    const all = (side: 'long' | 'short' | null) =>
      desk.lever<{ closed: WirePosition[] }>({ kind: 'close_all', userId: ann, side, symbol: null, category: null });
    expect((await all('short')).closed.map(({ id }) => id)).toEqual([opened.id]);
    expect((await all(null)).closed).toHaveLength(1);
    expect((await all(null)).closed).toEqual([]);
    expect(await frozen(ann)).toBe('0');
  });

  it('takes margin and gives back what it does not need, where it is isolated', async () => {
    const position = await open(ann, { mode: 'isolated' });
    const change = (direction: 'add' | 'remove', amount: string) =>
      desk.lever({ kind: 'margin', userId: ann, id: position.id, direction, amount });
    const added = await change('add', '100');
    expect(Number(added.margin)).toBeCloseTo(Number(position.margin) + 100, 6);
    expect(Number(added.liquidation_price)).toBeLessThan(Number(position.liquidation_price));
    expect((await change('remove', '50')).margin).toBe(String(Number(added.margin) - 50));
    await expect(change('remove', '100')).rejects.toMatchObject({ code: 'margin_in_use' });
    await expect(change('add', '1000000')).rejects.toMatchObject({ code: 'insufficient_balance' });
    const cross = await open(ann);
    const wrong = desk.lever({ kind: 'margin', userId: ann, id: cross.id, direction: 'add', amount: '1' });
    await expect(wrong).rejects.toMatchObject({ code: 'isolated_only' });
  });

  it('of a user belongs to that user', async () => {
    const position = await open(ann, { stop_loss_price: '45000' });
    expect(await rejected({ kind: 'close', userId: ben, id: position.id, share: null, cause: 'user' })).toBe(
      'position_not_open',
    );
    expect(await rejected({ kind: 'stops', userId: ben, id: position.id })).toBe('position_not_open');
    expect(await rejected({ kind: 'drop', userId: ben, id: position.triggers[0]?.id ?? '' })).toBe('not_found');
    expect(await rejected({ kind: 'detach', userId: ben, id: position.id })).toBe('position_not_open');
  });
});

describe('an order', () => {
  it('that rests has margin and fee frozen, fills at its price, and gives back what it does not need', async () => {
    const pending = await open(ann, { kind: 'limit', price: '49000' });
    expect(pending).toMatchObject({ status: 0, price: '49000', open_price: null, opened_share: 0 });
    expect(await frozen(ann)).toBe(pending.margin);
    await price(4_890_000);
    expect(await stored(pending.id)).toMatchObject({ status: 'open', quantity: '0.1', entry_exact: '4900' });
    const { margin } = await stored(pending.id);
    expect(await frozen(ann)).toBe(margin);
  });

  it('is moved and cancelled while it is pending', async () => {
    const pending = await open(ann, { kind: 'limit', price: '49000' });
    const amend = (value: string) => desk.lever({ kind: 'amend', userId: ann, level: 2, id: pending.id, price: value });
    const moved = await amend('48000');
    expect(moved).toMatchObject({ status: 0, price: '48000' });
    expect(Number(moved.margin)).toBeLessThan(Number(pending.margin));
    await expect(amend('48000.001')).rejects.toMatchObject({ code: 'price_off_tick' });
    // To where the market is: it takes at once, from what is frozen for it.
    const taken = await amend('50500');
    expect(taken).toMatchObject({ status: 1, share: pending.share });
    const other = await open(ann, { kind: 'limit', price: '49000' });
    expect(await desk.lever({ kind: 'cancel', userId: ann, id: other.id })).toMatchObject({ status: 4, margin: '0' });
    expect(await rejected({ kind: 'cancel', userId: ann, id: other.id })).toBe('order_not_open');
    expect(await frozen(ann)).toBe((await stored(taken.id)).margin);
  });

  it('that waits for its stop price becomes a market order there, with the number of the tick', async () => {
    const pending = await open(ann, { kind: 'stop', price: '51000' });
    expect(pending).toMatchObject({ status: 0 });
    expect(await rejected(opening(ann, { kind: 'stop', price: '49000' }))).toBe('stop_entry_wrong');
    await price(5_110_000, 1);
    expect((await stored(pending.id)).status).toBe('pending');
    await desk.step();
    expect(await stored(pending.id)).toMatchObject({ status: 'open' });
    const [order] = await database.query<{ trigger_tick: string; trigger_price: string }>(
      'select trigger_tick, trigger_price from lever_order where id = $1',
      [pending.id],
    );
    expect(Number(order?.trigger_price)).toBeGreaterThanOrEqual(51_000);
    expect(Number(order?.trigger_tick)).toBeGreaterThan(0);
  });

  it('at stop ends where the money is gone meanwhile', async () => {
    const pending = await open(ann, { kind: 'stop', price: '51000', amount: '0.96', multiple: 5 });
    await price(5_400_000);
    // Margin and fee at 54,000 are more than there is.
    expect(await stored(pending.id)).toMatchObject({ status: 'cancelled' });
    const [order] = await database.query<{ ended: string }>('select ended from lever_order where id = $1', [
      pending.id,
    ]);
    expect(order?.ended).toBe('insufficient_balance');
    expect(await available(ann)).toBe('10000');
  });

  it.each<[string, OrderChanges, string]>([
    ['of a multiple that is not offered', { multiple: 7 }, 'leverage_not_offered'],
    ['of a size beyond the tier', { multiple: 125, amount: '10' }, 'leverage_limit'],
    ['of no lot', { amount: '0.0000001' }, 'amount_off_lot'],
    ['without the money', { amount: '19', multiple: 10 }, 'insufficient_balance'],
    ['of an instrument that is spot only', { symbol: 'BTC/USDT' }, 'instrument_unknown'],
    ['far from the market', { kind: 'limit', price: '1' }, 'price_too_far'],
    ['with a stop loss above the price of a long', { stop_loss_price: '51000' }, 'stop_price_wrong'],
    ['with a take profit below it', { target_profit_price: '49000' }, 'stop_price_wrong'],
    [
      'with a stop loss beyond the limit price',
      { kind: 'limit', price: '49000', stop_loss_price: '49500' },
      'stop_price_wrong',
    ],
    ['with a trail of nothing', { trailing_distance: '0.00001' }, 'field_too_small'],
  ])('%s is rejected', async (_, order, code) => {
    expect(await rejected(opening(ann, order))).toBe(code);
    expect(await available(ann)).toBe('10000');
    expect(await frozen(ann)).toBe('0');
  });

  it('beyond the limit of the identity level is rejected by its notional value', async () => {
    expect(await rejected({ ...opening(ann), level: 1 })).toBe('order_limit');
    expect((await desk.lever({ ...opening(ann, { amount: '0.03' }), level: 1 })).status).toBe(1);
  });

  it('in a closed country, at an old price or in a halt is rejected', async () => {
    desk.source.set(SYMBOL, PRICE, { at: 1 });
    await desk.step();
    expect(['stale_price', 'market_halted']).toContain(await rejected(opening(ann)));
  });
});

describe('a trigger', () => {
  it.each<[string, OrderChanges, number, string]>([
    ['a take profit of a long', { target_profit_price: '51000' }, 5_110_000, 'take_profit'],
    ['a stop loss of a long', { stop_loss_price: '49500' }, 4_940_000, 'stop_loss'],
    ['a take profit of a short', { side: 'short', target_profit_ratio: '0.2' }, 4_890_000, 'take_profit'],
    ['a stop loss of a short', { side: 'short', stop_loss_amount: '100' }, 5_115_000, 'stop_loss'],
  ])('%s closes by the mark, in the step after it', async (_, order, ticks, reason) => {
    const position = await open(ann, { ...order, mode: 'isolated' });
    await price(ticks, 1);
    expect((await stored(position.id)).status).toBe('open');
    await desk.step();
    expect(await stored(position.id)).toMatchObject({ status: 'closed', close_reason: reason });
    expect(Number((await stored(position.id)).trigger_tick)).toBeGreaterThan(0);
    const triggers = await database.query('select status from lever_trigger where position_id = $1', [position.id]);
    expect(triggers).toEqual([{ status: 'done' }]);
    expect(await frozen(ann)).toBe('0');
  });

  it('by result has its price from the entry, also of an order that fills later', async () => {
    const pending = await open(ann, {
      kind: 'limit',
      price: '49000',
      stop_loss_amount: '50',
      target_profit_ratio: '1',
    });
    expect(pending).toMatchObject({ stop_loss_price: null, target_profit_price: null });
    expect(pending.triggers.map(({ status }) => status)).toEqual(['pending', 'pending']);
    await price(4_890_000);
    const rows = await database.query<{ kind: string; price: string; status: string }>(
      'select kind, price, status from lever_trigger where position_id = $1 order by kind',
      [pending.id],
    );
    expect(rows).toEqual([
      { kind: 'stop_loss', price: '48500', status: 'active' },
      { kind: 'take_profit', price: '53900', status: 'active' },
    ]);
  });

  it('on a part closes that part, and the rest stays as it was', async () => {
    const position = await open(ann);
    const trigger = await desk.lever<LeverTrigger>({
      kind: 'trigger',
      userId: ann,
      id: position.id,
      trigger: { kind: 'take_profit', by: 'price', value: '51000', activationPrice: null },
      share: position.share / 4,
    });
    expect(trigger).toMatchObject({ share: position.share / 4, status: 'active', price: '51000' });
    await price(5_120_000);
    expect(await stored(position.id)).toMatchObject({ status: 'open', closed_quantity: '0.025', close_reason: null });
  });

  it('is moved, and taken away', async () => {
    const position = await open(ann, { stop_loss_price: '49000' });
    const id = position.triggers[0]?.id ?? '';
    const move = (value: string) =>
      desk.lever<LeverTrigger>({ kind: 'move', userId: ann, id, stated: { by: 'price', value } });
    expect(await move('49500')).toMatchObject({ price: '49500', share: null });
    await expect(move('50500')).rejects.toMatchObject({ code: 'stop_price_wrong' });
    const set = await desk.lever({
      kind: 'stops',
      userId: ann,
      id: position.id,
      takeProfit: { by: 'price', value: '52000' },
      stopLoss: { by: 'price', value: '0' },
    });
    expect(set).toMatchObject({ target_profit_price: '52000', stop_loss_price: null });
    await price(4_800_000);
    expect(await stored(position.id)).toMatchObject({ status: 'open' });
    expect(await rejected({ kind: 'drop', userId: ann, id })).toBe('trigger_not_active');
  });

  it('that trails follows the best mark and closes behind it', async () => {
    const position = await open(ann, { trailing_distance: '0.02', trailing_from: '50500' });
    await price(5_020_000);
    expect((await stored(position.id)).status).toBe('open');
    for (const ticks of [5_100_000, 5_200_000, 5_300_000]) await price(ticks);
    const [trail] = await database.query<{ best_price: string; price: string }>(
      'select best_price, price from lever_trigger where position_id = $1',
      [position.id],
    );
    expect(Number(trail?.best_price)).toBeGreaterThan(52_000);
    expect(Number(trail?.price)).toBeCloseTo(Number(trail?.best_price) * 0.98, 6);
    await price(5_180_000);
    expect(await stored(position.id)).toMatchObject({ status: 'closed', close_reason: 'trailing_stop' });
  });
});

describe('a new tick of the market', () => {
  it('moves no trigger: its price is the same in the ticks of now', async () => {
    const position = await open(ann, { stop_loss_price: '49000', mode: 'isolated' });
    const known = desk.desks.at(-1)?.engine;
    const catalogue = await openCatalogue({ database, now: desk.now });
    const revised = (tick: string) =>
      desk.market.revise(
        catalogue
          .current()
          .marketTerms()
          .filter(({ symbol }) => symbol === SYMBOL)
          .map((each) => ({ ...termsOf(each), tick })),
      );
    const { tick } = catalogue.current().instrument(SYMBOL) as { tick: string };
    revised('0.001');
    desk.source.set(SYMBOL, 50_000_000);
    await desk.step(3);
    expect(known?.prices(SYMBOL)).toMatchObject({ tick: '0.001' });
    expect((await stored(position.id)).status).toBe('open');
    desk.source.set(SYMBOL, 48_900_000);
    await desk.step(3);
    expect(await stored(position.id)).toMatchObject({ status: 'closed', close_reason: 'stop_loss' });
    desk.source.set(SYMBOL, 50_000_000);
    await desk.step();
    revised(tick);
    desk.source.set(SYMBOL, PRICE);
    await desk.step(2);
  });
});

describe('an isolated position', () => {
  it('is liquidated at its price, with its margin at most', async () => {
    const position = await open(ann, { mode: 'isolated', multiple: 50 });
    const before = Number(await available(ann));
    expect(Number(position.liquidation_price)).toBeCloseTo(Number(position.open_price) * (1 - (0.5 / 50 - 0.0005)), 0);
    await price(Math.floor(Number(position.liquidation_price) * 100) - 100, 1);
    expect(await stored(position.id)).toMatchObject({ status: 'closing' });
    // Nothing can be done with it any more.
    expect(await rejected({ kind: 'close', userId: ann, id: position.id, share: null, cause: 'user' })).toBe(
      'position_not_open',
    );
    await desk.step();
    expect(await stored(position.id)).toMatchObject({ status: 'closed', close_reason: 'liquidation', margin: '0' });
    expect(Number(await available(ann))).toBeGreaterThanOrEqual(before);
    expect(await frozen(ann)).toBe('0');
  });

  it('that is far under water loses no more than its margin: the insurance pays the rest', async () => {
    const position = await open(ann, { mode: 'isolated', multiple: 100 });
    const before = await available(ann);
    await price(4_800_000);
    expect(await stored(position.id)).toMatchObject({ status: 'closed', close_reason: 'liquidation' });
    expect(await available(ann)).toBe(before);
    expect(Number((await stored(position.id)).shortfall)).toBeGreaterThan(0);
  });
});

describe('money', () => {
  it('that cross positions need does not leave the account', async () => {
    const position = await open(ann, { amount: '1', multiple: 10 });
    await price(4_900_000);
    const out = (amount: string, key = randomUUID()) =>
      desk.lever<{ ref: string }>({ kind: 'transfer', userId: ann, currency: 'USDT', amount, to: 'change' }, key);
    // About 5,000 of 10,000 are margin, and 1,000 are lost.
    await expect(out('4900')).rejects.toMatchObject({ code: 'margin_in_use' });
    const key = randomUUID();
    const first = await out('3000', key);
    expect(await out('3000', key)).toEqual(first);
    expect(await userBalance(database, ann, 'change', 'USDT')).toBe('3000');
    expect((await stored(position.id)).status).toBe('open');
  });
});

// Last: the desk of the tests above ends here.
describe('what is due', () => {
  it('is executed by the node that takes the market over, once', async () => {
    const position = await open(ann, { stop_loss_price: '49500' });
    await price(4_940_000, 1);
    const other = await desk.node();
    other.source.set(SYMBOL, 4_945_000);
    await desk.market.stop();
    await other.step(3);
    expect(await stored(position.id)).toMatchObject({ status: 'closed', close_reason: 'stop_loss' });
    const orders = await database.query(`select id from lever_order where purpose = 'close' and position_id = $1`, [
      position.id,
    ]);
    expect(orders).toHaveLength(1);
  });
});
