import type { WirePosition } from '@tessera/api/leverage/wire';
import { add, sub } from '@tessera/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { houseOf } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import type { OpenPosition } from './open.ts';

/* Limit orders that close a position: they rest in the book, and never close more than there is. */

const SYMBOL = 'BTC/USDT-PERP';

let database: TestDatabase;
let desk: SpotDesk;
let ann: string;
let ben: string;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await createSpotDesk({
    prices: { [SYMBOL]: 50_000 },
    // A side of one coin.
    terms: houseOf({ depth: 100_000, cap: 100, jump: 0.2 }),
    database,
  });
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await desk.close();
  await database.close();
});
beforeEach(async () => {
  [ann = '', ben = ''] = await desk.users(2, {});
  await grant(database, [ann, ben], { USDT: '10000' }, 'lever');
  await at(50_000);
});
afterEach(async () => {
  expect(desk.failures).toEqual([]);
  const [row] = await database.query<{ shortfall: string }>(
    'select coalesce(sum(shortfall), 0) as shortfall from lever_position where user_id = any($1)',
    [[ann, ben]],
  );
  expect(row?.shortfall).toBe('0');
});

const at = async (price: number, steps = 2) => {
  desk.source.set(SYMBOL, price * 100);
  await desk.step(steps);
};
const open = (userId: string, order: Partial<OpenPosition['order']> = {}) =>
  desk.lever<WirePosition>({
    kind: 'open',
    userId,
    level: 2,
    country: null,
    sourceId: null,
    slippage: null,
    worst: null,
    order: { symbol: SYMBOL, side: 'long', kind: 'market', mode: 'cross', amount: '0.1', multiple: 10, ...order },
  });
const close = (userId: string, id: string, price?: string, share: number | null = null) =>
  desk.lever<WirePosition>({ kind: 'close', userId, id, share, price, cause: 'user' });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  );
const ordersOf = (positionId: string) =>
  database.query<Record<'id' | 'status' | 'ended' | 'price' | 'quantity' | 'reserved' | 'profit', string>>(
    `select id, status, ended, price, quantity, reserved, profit from lever_order
      where position_id = $1 and purpose = 'close' order by lever_order.id`,
    [positionId],
  );
const frozen = (userId: string) => userBalance(database, userId, 'lever', 'USDT', 'frozen');
const available = (userId: string) => userBalance(database, userId, 'lever', 'USDT');

describe('a limit order that closes', () => {
  it('rests, and fills at its own price as a maker when the market comes', async () => {
    const position = await open(ann);
    expect(await close(ann, position.id, '50500')).toMatchObject({ status: 1, share: position.share });
    expect(await ordersOf(position.id)).toMatchObject([{ status: 'pending', price: '50500', reserved: '0' }]);
    await at(50_400);
    expect(await ordersOf(position.id)).toMatchObject([{ status: 'pending' }]);
    await at(50_600);
    const [row] = await database.query<Record<string, string>>('select * from lever_position where id = $1', [
      position.id,
    ]);
    expect(row).toMatchObject({ status: 'closed', close_reason: 'user', closed_exact: '5050', margin: '0' });
    const [fill] = await database.query<{ maker: boolean; fee: string }>(
      'select f.maker, f.fee from lever_fill f join lever_order o on o.id = f.order_id where o.position_id = $1 and o.price = 50500',
      [position.id],
    );
    expect(fill).toMatchObject({ maker: true });
    // 0.02 % of 5,050; a taker pays 0.05 %.
    expect(Number(fill?.fee)).toBeCloseTo(5_050 * 0.0002, 6);
    expect(await frozen(ann)).toBe('0');
  });

  it('takes what is there already, and no worse price', async () => {
    const position = await open(ann, { side: 'short', mode: 'isolated' });
    const closed = await close(ann, position.id, '50100');
    expect(closed).toMatchObject({ status: 3 });
    expect(Number(closed.close_price)).toBeLessThan(50_100);
  });

  it('is cancelled by its own id, by its owner alone, and frees what it closes', async () => {
    const position = await open(ann);
    await close(ann, position.id, '51000');
    const [order] = await ordersOf(position.id);
    const cancel = (userId: string, orderId = order?.id) =>
      desk.lever({ kind: 'cancel', userId, id: position.id, orderId });
    expect(await codeOf(cancel(ben))).toBe('not_found');
    expect(await codeOf(cancel(ann, '999999'))).toBe('order_not_open');
    expect(await codeOf(close(ann, position.id, '51000'))).toBe('share_limit');
    await cancel(ann);
    expect(await ordersOf(position.id)).toMatchObject([{ status: 'cancelled', ended: 'user' }]);
    expect(await codeOf(close(ann, position.id, '51000'))).toBe('ok');
  });

  it('is one of several that together close no more than there is, the newest give way', async () => {
    const position = await open(ann);
    const third = Math.floor(position.share / 3);
    await close(ann, position.id, '51000', third);
    await close(ann, position.id, '51100', third);
    expect(await codeOf(close(ann, position.id, '51200', 2 * third))).toBe('share_limit');
    // Half of it goes at the market: both do not fit any more.
    await close(ann, position.id, undefined, Math.floor(position.share / 2));
    expect((await ordersOf(position.id)).map(({ status, ended }) => [status, ended])).toEqual([
      ['pending', null],
      ['cancelled', 'reduced'],
      ['filled', null],
    ]);
    await close(ann, position.id);
    expect((await ordersOf(position.id))[0]).toMatchObject({ status: 'cancelled', ended: 'closed' });
  });

  it('ends with its position where a stop or the liquidation closes it', async () => {
    const stopped = await open(ann, { stop_loss_price: '49750' });
    const sunk = await open(ben, { mode: 'isolated', multiple: 100 });
    await close(ann, stopped.id, '51000');
    await close(ben, sunk.id, '51000');
    await at(49_720, 4);
    for (const { id } of [stopped, sunk]) {
      expect((await ordersOf(id))[0]).toMatchObject({ status: 'cancelled', ended: 'closed' });
    }
  });

  it('leaves the way free for a close at the market of the other side', async () => {
    const long = await open(ann);
    const short = await open(ann, { side: 'short', amount: '0.5' });
    await close(ann, short.id, '49994');
    expect(await close(ann, long.id)).toMatchObject({ status: 3 });
    expect((await ordersOf(short.id))[0]).toMatchObject({ status: 'cancelled', ended: 'own_order' });
    await close(ann, short.id);
  });
});

describe('what it may lose is paid for before it rests', () => {
  it('of an isolated position by its margin: no partner far away makes the insurance pay', async () => {
    // At 100 times the margin is 1 %. The house's bids are taken, and a partner bids 2 % below the market.
    const position = await open(ann, { mode: 'isolated', multiple: 100, amount: '0.5' });
    await open(ben, { side: 'short', amount: '1', multiple: 50 });
    const bid = await open(ben, { kind: 'limit', price: '49000', amount: '0.5', multiple: 10 });
    expect(await codeOf(close(ann, position.id, '49000'))).toBe('would_liquidate');
    expect(await codeOf(close(ann, position.id, '51000'))).toBe('ok');
    // Margin that was added counts while it is there.
    const more = (direction: 'add' | 'remove') =>
      desk.lever({
        kind: 'margin',
        userId: ann,
        id: position.id,
        direction,
        amount: direction === 'add' ? '200' : '150',
      });
    await desk.lever({ kind: 'cancel', userId: ann, id: position.id, orderId: (await ordersOf(position.id))[0]?.id });
    await more('add');
    await desk.lever({ kind: 'cancel', userId: ben, id: bid.id });
    const half = Math.floor(position.share / 2);
    expect(await codeOf(close(ann, position.id, '50600', half))).toBe('ok');
    await more('remove');
    expect((await ordersOf(position.id)).at(-1)).toMatchObject({ status: 'pending' });
    await desk.step(5);
    await close(ann, position.id);
  });

  it('of a cross position also by the account, which keeps it until the order ends', async () => {
    // 1 % of 25,000 is its margin; at 49,000 it has lost 500.
    const position = await open(ann, { multiple: 100, amount: '0.5' });
    await at(49_000);
    const before = await available(ann);
    await close(ann, position.id, '49200');
    const [order] = await ordersOf(position.id);
    const reserved = order?.reserved ?? '0';
    // The loss at 49,200 and the taker's fee, less the margin.
    const loss = (Number(position.open_price) - 49_200) * 0.5;
    expect(Number(reserved)).toBeCloseTo(loss + 49_200 * 0.5 * 0.0005 - Number(position.margin), 2);
    expect(sub(before, await available(ann))).toBe(reserved);
    expect(await frozen(ann)).toBe(add(position.margin, reserved));
    // Another user's order fills it: nothing of Ann's is read for that batch.
    await open(ben, { kind: 'limit', price: '49250', amount: '1.6', multiple: 20 });
    await desk.step();
    await at(49_300);
    expect((await ordersOf(position.id))[0]).toMatchObject({ status: 'filled' });
    expect(await frozen(ann)).toBe('0');
    const [row] = await database.query<Record<string, string>>('select * from lever_position where id = $1', [
      position.id,
    ]);
    expect(add('10000', sub(row?.realized ?? '0', row?.fee ?? '0'))).toBe(await available(ann));
    await desk.lever({ kind: 'close_all', userId: ben, side: null, symbol: null, category: null });
  });

  it('where the account has not so much, it does not rest, and a charge on its margin ends it', async () => {
    const position = await open(ann, { multiple: 100, amount: '0.5' });
    await at(49_000);
    await desk.lever({ kind: 'transfer', userId: ann, currency: 'USDT', amount: '9000', to: 'change' });
    expect(await codeOf(close(ann, position.id, '47000'))).toBe('insufficient_balance');
    expect(await ordersOf(position.id)).toEqual([]);
    await close(ann, position.id, '49200');
    const charge = { id: position.id, currency: 'USDT', side: 'long', quantity: '0.5', conversion: '1' } as const;
    const take = (due: number) =>
      desk.lever({
        kind: 'charge',
        userId: ann,
        charge: 'funding',
        due: due * 8 * 3_600_000,
        positions: [{ ...charge, mark: '49000', rate: '0.0075' }],
      });
    for (const due of [1, 2, 3]) await take(due);
    expect((await ordersOf(position.id))[0]).toMatchObject({ status: 'pending' });
    // The account is empty: the fourth comes out of the margin.
    await take(4);
    expect((await ordersOf(position.id))[0]).toMatchObject({ status: 'cancelled', ended: 'reduced' });
    await at(50_000, 3);
    await close(ann, position.id);
  });
});

// The last one: the first node stops.
it('rests on another node after a take-over', async () => {
  const position = await open(ann);
  await close(ann, position.id, '50500');
  await desk.market.stop();
  const other = await desk.node();
  other.source.set(SYMBOL, 5_060_000);
  await other.step(3);
  expect((await ordersOf(position.id))[0]).toMatchObject({ status: 'filled' });
  await other.market.stop();
});
