import { randomUUID } from 'node:crypto';
import { leverageContract } from '@tessera/api/leverage/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { innerLeverage } from './index.ts';

const SYMBOL = 'BTC/USDT-PERP';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.feed.setPrice(SYMBOL, '50000', { bid: '49990', ask: '50010' });
  app.feed.setPrice('USD/JPY', '150', { bid: '149.99', ask: '150.01' });
  ann = await signUp(app, { level: 2, funds: { lever: { USDT: '10000' } } });
});

const token = () => ({ token: ann.token });
const key = () => ({ token: ann.token, idempotencyKey: randomUUID() });
const submit = (more: Record<string, unknown> = {}) =>
  app.ok('POST /lever/submit', { symbol: SYMBOL, type: 1, amount: '0.1', multiple: 10, ...more }, key());

describe('the calls', () => {
  it('show a position, its orders, the account and what the wallet holds for it', async () => {
    const position = await submit({ stop_loss_price: '48000' });
    const pending = await submit({ kind: 'limit', target_price: '49000' });
    const deal = await app.ok('POST /lever/deal', { symbol: SYMBOL }, token());
    expect(deal).toMatchObject({ category: 'contract', lot_size: expect.any(String), rate: '1', min_share: 1 });
    expect(deal.positions.map(({ id }) => id)).toEqual([position.id]);
    // Its place in the queue of auto-deleveraging: alone on its side, it loses the spread, and is in none of the fifths.
    expect(deal.positions[0]?.queue).toBe(0);
    // Places stand for some seconds. With a gain it is the first of its side.
    app.feed.setPrice(SYMBOL, '50500', { bid: '50490', ask: '50510' });
    await app.turn();
    app.advance(5_000);
    const gained = await app.ok('POST /lever/deal', { symbol: SYMBOL }, token());
    expect(gained.positions[0]?.queue).toBe(5);
    app.feed.setPrice(SYMBOL, '50000', { bid: '49990', ask: '50010' });
    await app.turn();
    expect(deal.orders.map(({ id }) => id)).toEqual([pending.id]);
    expect(deal.account).toMatchObject({ currency: 'USDT', margin: position.margin, reserved: pending.margin });
    expect(Number(deal.account.risk_rate)).toBeGreaterThan(10);
    const open = await app.ok('POST /lever/dealall', { category: 'contract' }, token());
    expect(open.list).toMatchObject([{ id: position.id, stop_loss_price: '48000' }]);
    expect(open.accounts).toMatchObject([{ currency: 'USDT', reserved: pending.margin }]);
    const mine = await app.ok('POST /lever/my_trade', {}, token());
    expect(mine.list.map(({ id, status }) => [id, status])).toEqual([
      [pending.id, 0],
      [position.id, 1],
    ]);
    const orders = await app.ok('GET /lever/orders', { status: 'pending' }, token());
    expect(orders.list).toMatchObject([{ id: pending.id, purpose: 'open', price: '49000', share: pending.share }]);
    const history = await app.ok('GET /lever/orders', { status: 'history', position_id: position.id }, token());
    expect(history.list).toMatchObject([{ id: position.id, status: 'filled', filled_share: position.share }]);
    const wallet = await app.ok('POST /wallet/list', {}, token());
    expect(wallet.products).toMatchObject([
      { product: 'lever_order', amount: pending.margin },
      { product: 'lever_position', amount: position.margin },
    ]);
    expect(await app.ports.openOrders(app.database, SYMBOL)).toBeGreaterThanOrEqual(2);
  });

  it('open, amend, stop, add margin, reverse and close, each once per key', async () => {
    const position = await submit({ mode: 'isolated' });
    const { id } = position;
    await app.ok('POST /lever/margin', { id, direction: 'add', amount: '10' }, key());
    const stopped = await app.ok('POST /lever/setstop', { id, stop_loss_ratio: '0.3' }, key());
    expect(Number(stopped.stop_loss_price)).toBeCloseTo(Number(position.open_price) * 0.97, 0);
    const trigger = await app.ok('POST /lever/trigger', { id, kind: 'take_profit', price: '55000', share: 1 }, key());
    const moved = await app.ok('PUT /lever/trigger', { id: trigger.id, price: '56000', all: true }, key());
    expect(moved).toMatchObject({ price: '56000', share: null });
    expect(await app.ok('POST /lever/trigger/cancel', { id: trigger.id }, key())).toMatchObject({
      status: 'cancelled',
    });
    expect(await app.rejection('POST /lever/trigger/cancel', { id: trigger.id }, key())).toMatchObject({
      error: 'trigger_not_active',
    });
    const once = key();
    const { closed, opened } = await app.ok('POST /lever/reverse', { id }, once);
    expect(await app.ok('POST /lever/reverse', { id }, once)).toEqual({ closed, opened });
    expect(opened).toMatchObject({ type: 2, mode: 'isolated', share: position.share });
    const pending = await submit({ kind: 'limit', target_price: '49000' });
    expect(await app.ok('POST /lever/amend', { id: pending.id, target_price: '48500' }, key())).toMatchObject({
      price: '48500',
    });
    expect(await app.ok('POST /lever/cancel', { id: pending.id }, key())).toMatchObject({ status: 4 });
    expect(await app.rejection('POST /lever/close', { id: pending.id }, key())).toMatchObject({
      error: 'position_not_open',
    });
    const all = await app.ok('POST /lever/batch_close', { type: 0 }, key());
    expect(all).toMatchObject({ closed: [{ id: opened.id, status: 3 }], refused: [] });
    expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
    const fills = await app.ports.marketFills(app.database, 0, Date.UTC(2100, 0));
    expect(fills.filter(({ userId }) => userId === ann.id)).toHaveLength(4);
    expect(Number(fills.at(-1)?.feeRate)).toBeCloseTo(0.0005, 6);
    const [first, last] = [fills[0]?.at as number, fills.at(-1)?.at as number];
    expect(await app.ports.firstTrade(app.database, 0)).toBe(first);
    expect(await app.ports.firstTrade(app.database, first - 1)).toBe(first);
    expect(await app.ports.firstTrade(app.database, last)).toBeNull();
  });

  it('open at what was shown, or refuse with both prices and open nothing', async () => {
    const opened = await submit({ expected_price: '50020' });
    expect(Number(opened.open_price)).toBeLessThan(50_020 * 1.000_5);
    app.feed.setPrice(SYMBOL, '50500', { bid: '50490', ask: '50510' });
    await app.turn();
    const order = { symbol: SYMBOL, type: 1, amount: '0.1', multiple: 10, expected_price: '50020' };
    const refused = await app.rejection('POST /lever/submit', order, key());
    expect(refused).toMatchObject({ error: 'price_worse', field: 'expected_price' });
    expect(refused.message).toMatch(/50020 was shown, it would be 505\d\d/);
    // A short position gains by the move.
    await submit({ type: 2, expected_price: '50000' });
    const { positions } = await app.ok('POST /lever/deal', { symbol: SYMBOL }, token());
    expect(positions.map(({ type }) => type).sort()).toEqual([1, 2]);
    expect(
      await app.rejection('POST /lever/submit', { ...order, kind: 'limit', target_price: '49000' }, key()),
    ).toMatchObject({ field: 'expected_price' });
    expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('close at a limit, show the order among those in progress, and cancel it', async () => {
    const { id, share } = await submit();
    await app.ok('POST /lever/close', { id, share: Math.floor(share / 2), target_price: '52000' }, key());
    const { list } = await app.ok('GET /lever/orders', { status: 'pending' }, token());
    expect(list).toMatchObject([{ position_id: id, purpose: 'close', kind: 'limit', price: '52000', cause: 'user' }]);
    const deal = await app.ok('POST /lever/deal', { symbol: SYMBOL }, token());
    expect(deal.orders.map((order) => order.id)).toEqual(list.map((order) => order.id));
    expect(await app.rejection('POST /lever/close', { id, target_price: '52000.001' }, key())).toMatchObject({
      error: 'price_off_tick',
      field: 'target_price',
    });
    await app.ok('POST /lever/cancel', { id, order_id: list[0]?.id }, key());
    expect((await app.ok('GET /lever/orders', { status: 'pending' }, token())).list).toEqual([]);
    await app.ok('POST /lever/close', { id }, key());
  });

  it('have cancelled what a tighter limit does not allow when it is confirmed', async () => {
    const pending = [
      await submit({ kind: 'limit', target_price: '49000' }),
      await submit({ kind: 'stop', target_price: '51000' }),
    ];
    const kept = await submit({ kind: 'limit', target_price: '49000', multiple: 5 });
    await app.ok('POST /brakes', { max_multiple: 5 }, token());
    const { list } = await app.ok('GET /lever/orders', { status: 'history' }, token());
    expect(list.map(({ id, ended }) => [id, ended])).toEqual(pending.map(({ id }) => [id, 'brake']).toReversed());
    const open = await app.ok('GET /lever/orders', { status: 'pending' }, token());
    expect(open.list.map(({ id }) => id)).toEqual([kept.id]);
    await app.ok('POST /brakes', { excluded_until: app.now() + 86_400_000 }, token());
    expect((await app.ok('GET /lever/orders', { status: 'pending' }, token())).list).toEqual([]);
  });

  it('convert what is quoted in another currency at the rate of the opening', async () => {
    const deal = await app.ok('POST /lever/deal', { symbol: 'USD/JPY' }, token());
    expect(Number(deal.rate)).toBeCloseTo(1 / 150, 8);
    const position = await submit({ symbol: 'USD/JPY', amount: '', share: 3, multiple: 50 });
    // 3,000 dollars at 50.
    expect(Number(position.margin)).toBeCloseTo(60, 1);
    expect(position).toMatchObject({ category: 'lever', currency: 'USDT' });
  });

  it('keep what positions need on the account', async () => {
    await submit({ amount: '1' });
    const move = { currency_id: 3, from_field: 'lever', to_field: 'change' };
    expect(await app.rejection('POST /wallet/change', { ...move, number: '9000' }, key())).toMatchObject({
      error: 'insufficient_balance',
    });
    const once = key();
    const moved = await app.ok('POST /wallet/change', { ...move, number: '1000' }, once);
    expect(moved).toMatchObject({ number: '1000', from_field: 'lever', currency: 'USDT' });
    expect(await app.ok('POST /wallet/change', { ...move, number: '1000' }, once)).toEqual(moved);
    const { list } = await app.ok('GET /wallet/hzhistory', {}, token());
    expect(list.map(({ id }) => id)).toContain(moved.id);
  });

  it('show a guest nothing', async () => {
    for (const callId of Object.keys(leverageContract) as 'POST /lever/deal'[]) {
      expect(leverageContract[callId].access).toBe('user');
    }
  });
});

describe('other domains', () => {
  const turn = async () => {
    app.advance(200);
    app.feed.setPrice(SYMBOL, '50000', { bid: '49990', ask: '50010' });
    await app.turn();
  };
  const positionsById = async (person: Person, id: string) =>
    (await app.ok('POST /lever/my_trade', {}, { token: person.token })).list.filter((each) => each.id === id);

  it('open, close and detach for a user, and read what was committed', async () => {
    const inner = innerLeverage(app);
    const [newest] = await app.database.query<{ id: string }>(
      'select coalesce(max(id), 0)::text as id from leverage_event',
    );
    const source = await submit();
    const once = randomUUID();
    const order = {
      userId: ann.id,
      key: once,
      level: 2,
      country: null,
      symbol: SYMBOL,
      side: 'long',
      multiple: 10,
      share: 100,
      worst: '50100',
      slippage: '0.002',
      sourceId: source.id,
    } as const;
    const waiting = await inner.open(order);
    expect(waiting).toMatchObject({ source_id: source.id, share: 100, status: 'pending' });
    expect(await inner.open(order)).toEqual(waiting);
    // The index is beyond what it accepts.
    const missed = await inner.open({ ...order, key: randomUUID(), worst: '40000' });
    await turn();
    const [copy] = await positionsById(ann, waiting.id);
    if (!copy) throw new Error('no copy');
    expect(copy).toMatchObject({ status: 1, source_id: source.id, share: 100 });
    const reduce = { userId: ann.id, id: copy.id };
    await inner.reduce({ ...reduce, key: randomUUID(), keep: 40 });
    await turn();
    expect(await positionsById(ann, copy.id)).toMatchObject([{ status: 1, share: 40 }]);
    app.advance(30_000);
    await turn();
    expect(await positionsById(ann, missed.id)).toMatchObject([{ status: 4 }]);
    expect((await inner.detach({ userId: ann.id, key: randomUUID(), id: copy.id })).source_id).toBeNull();
    await expect(inner.reduce({ ...reduce, key: randomUUID(), keep: 0 })).rejects.toMatchObject({
      code: 'position_not_open',
    });
    const events = await inner.events(app.database, newest?.id ?? '0', 10);
    expect(events.map(({ kind, positionId, cause }) => [kind, positionId, cause])).toEqual([
      ['opened', source.id, 'user'],
      ['opened', copy.id, 'user'],
      ['partly_closed', copy.id, 'copy'],
      ['cancelled', missed.id, 'user'],
    ]);
    expect(events[1]).toMatchObject({ sourceId: source.id, openQuantity: copy.quantity, margin: copy.margin });
    expect(Number(events[1]?.price)).toBeGreaterThan(Number(events[1]?.index));
    expect(Number(events[2]?.price)).toBeLessThan(Number(events[2]?.index));
  });
});
