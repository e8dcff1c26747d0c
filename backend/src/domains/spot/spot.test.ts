import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { requireLease } from '../../platform/jobs/lease.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { cancelOrder } from './cancel.ts';
import { sweepOrders } from './sweep.ts';

const BTC = 1;
const ETH = 2;
const USDT = 3;
const PAIR = 'BTC/USDT';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.feed.setPrice(PAIR, '50000', { bid: '49990', ask: '50010' });
  app.feed.setDepth(PAIR, { bids: [['49990', '100']], asks: [['50010', '100']] });
  app.feed.setPrice('ETH/BTC', '0.05', { bid: '0.0499', ask: '0.0501' });
  ann = await signUp(app, { level: 1, funds: { change: { USDT: '10000', BTC: '1' } } });
});

// What rests would be swept by the next test.
afterEach(async () => {
  const resting = await app.database.query<{ id: string; user_id: string }>(
    `select id, user_id from spot_order where status = 'pending'`,
  );
  for (const { id, user_id } of resting) {
    await app.database.transaction((tx) => cancelOrder(tx, user_id, id, app.now()));
  }
});

const held = async (currency: string, part: 'available' | 'frozen' = 'available') =>
  userBalance(app.database, ann.id, 'change', currency, part);

const order = (payload: Record<string, unknown>) => ({ currency_id: BTC, legal_id: USDT, ...payload });
const place = (payload: Record<string, unknown>, idempotencyKey: string = randomUUID()) =>
  app.ok('POST /coin/trade', order(payload), { token: ann.token, idempotencyKey });
const rejection = (payload: Record<string, unknown>) =>
  app.rejection('POST /coin/trade', order(payload), { token: ann.token, idempotencyKey: randomUUID() });
const cancel = (id: string) => app.call('PUT /coin/trade', { id }, { token: ann.token, idempotencyKey: randomUUID() });

const unfenced = async () => undefined;

async function sweep(since = app.now()) {
  app.advance(250);
  const swept = await sweepOrders(app, unfenced, since);
  if (swept.failures[0]) throw swept.failures[0];
  return swept.filled;
}

it('the number of open orders holds, however many are placed at once', async () => {
  await app.database.query("update setting set value = '3' where keyword = 'max_open_orders'");
  const limit = { type: 'buy', target_price: '40000', amount: '0.001' };
  const placed = await Promise.all(
    Array.from({ length: 9 }, () =>
      app.call('POST /coin/trade', order(limit), { token: ann.token, idempotencyKey: randomUUID() }),
    ),
  );
  await app.database.query("update setting set value = '200' where keyword = 'max_open_orders'");
  expect(placed.filter(({ type }) => type === 'ok')).toHaveLength(3);
  expect(placed.filter((outcome) => outcome.type !== 'ok' && outcome.error === 'too_many_orders')).toHaveLength(6);
  expect(await held('USDT', 'frozen')).toBe('120');
});

describe('a market order', () => {
  it('buys at the ask at once and pays the fee from what it receives', async () => {
    const bought = await place({ type: 'buy', kind: 'market', amount: '0.02' });
    expect(bought).toMatchObject({
      status: 'filled',
      average_price: '50010',
      filled_amount: '0.02',
      filled_quote_amount: '1000.2',
      fee: '0.00002',
      fee_currency: 'BTC',
    });
    expect(await held('USDT')).toBe('8999.8');
    expect(await held('BTC')).toBe('1.01998');
  });

  it('sells at the bid and pays the fee in the quote currency', async () => {
    const sold = await place({ type: 'sell', kind: 'market', amount: '0.02' });
    expect(sold).toMatchObject({ average_price: '49990', fee: '0.9998', fee_currency: 'USDT' });
    expect(await held('USDT')).toBe('10998.8002');
    expect(await held('BTC')).toBe('0.98');
  });

  it('walks the book, so that a larger order gets a worse price', async () => {
    app.feed.setDepth(PAIR, {
      bids: [['49990', '5']],
      asks: [
        ['50010', '0.01'],
        ['50020', '0.01'],
        ['50100', '3'],
      ],
    });
    const bought = await place({ type: 'buy', kind: 'market', amount: '0.03' });
    expect(bought.fills.map(({ price, amount }) => [price, amount])).toEqual([
      ['50010', '0.01'],
      ['50020', '0.01'],
      ['50100', '0.01'],
    ]);
    expect(bought.filled_quote_amount).toBe('1501.3');
  });

  it('spends a total on whole lots and never more than the total', async () => {
    const bought = await place({ type: 'buy', kind: 'market', quote_amount: '100' });
    expect(bought).toMatchObject({ amount: '0.00199', quote_amount: '100', filled_quote_amount: '99.5199' });
  });

  it('is rejected whole when the book is not deep enough', async () => {
    app.feed.setDepth(PAIR, { bids: [['49990', '5']], asks: [['50010', '0.01']] });
    expect(await rejection({ type: 'buy', kind: 'market', amount: '0.02' })).toMatchObject({
      error: 'amount_too_large',
      field: 'amount',
    });
    expect(await held('USDT')).toBe('10000');
  });
});

describe('a limit order', () => {
  it('is filled whole however its amount is written', async () => {
    for (const kind of ['limit', 'market'] as const) {
      const size = { type: 'sell', kind, amount: '00.0200', ...(kind === 'limit' && { target_price: '49990.00' }) };
      expect(await place(size)).toMatchObject({ status: 'filled', amount: '0.02', filled_amount: '0.02' });
    }
  });

  it('freezes its funds and rests below the market', async () => {
    const resting = await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    expect(resting).toMatchObject({ status: 'pending', filled_amount: '0', price: '49000', fills: [] });
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['9020', '980']);
  });

  it('fills at its limit when the ask comes down to it, and pays the maker fee', async () => {
    const { id } = await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    app.feed.setRange(PAIR, { lowAsk: '48999', highBid: '50000', low: '48990', high: '50000' });
    expect(await sweep()).toBe(1);
    const { list } = await app.ok('GET /coin/list', { status: 'filled' }, { token: ann.token });
    expect(list[0]).toMatchObject({ id, average_price: '49000', filled_quote_amount: '980' });
    expect([await held('USDT'), await held('USDT', 'frozen'), await held('BTC')]).toEqual(['9020', '0', '1.01998']);
  });

  it('fills better than its limit where the market jumped past it, and returns the difference', async () => {
    await place({ type: 'sell', target_price: '51000', amount: '0.02' });
    app.feed.setRange(PAIR, { lowAsk: '52020', highBid: '52500', low: '52010', high: '52510' });
    expect(await sweep()).toBe(1);
    const { list } = await app.ok('GET /coin/list', {}, { token: ann.token });
    expect(list[0]?.average_price).toBe('52010');
  });

  it('that crosses the market fills at once at the better price and releases the surplus', async () => {
    const filled = await place({ type: 'buy', target_price: '50500', amount: '0.02' });
    expect(filled).toMatchObject({ status: 'filled', average_price: '50010' });
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['8999.8', '0']);
  });

  it('takes what the book gives within its limit and rests with the remainder', async () => {
    app.feed.setDepth(PAIR, {
      bids: [['49990', '5']],
      asks: [
        ['50010', '0.01'],
        ['50600', '5'],
      ],
    });
    const part = await place({ type: 'buy', target_price: '50500', amount: '0.03' });
    expect(part).toMatchObject({ status: 'pending', filled_amount: '0.01', filled_quote_amount: '500.1' });
    expect(await held('USDT', 'frozen')).toBe('1010');
    app.feed.setRange(PAIR, { lowAsk: '50500', highBid: '50510', low: '50480', high: '50510' });
    expect(await sweep()).toBe(1);
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['8489.9', '0']);
  });

  it('is untouched while the market stays away', async () => {
    await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    expect(await sweep()).toBe(0);
  });

  it('is cancelled once, with its funds released', async () => {
    const { id } = await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    expect(await cancel(id)).toMatchObject({ type: 'ok', message: { status: 'cancelled' } });
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['10000', '0']);
    expect(await cancel(id)).toMatchObject({ error: 'order_not_open', field: 'id' });
  });

  it('of another user is not found', async () => {
    const { id } = await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    ann = await signUp(app);
    expect(await cancel(id)).toMatchObject({ error: 'not_found', field: 'id' });
  });

  it('is either cancelled or filled when both are concurrent', async () => {
    for (let round = 0; round < 8; round += 1) {
      app.feed.setPrice(PAIR, '50000', { bid: '49990', ask: '50010' });
      const { id } = await place({ type: 'buy', target_price: '49000', amount: '0.001' });
      app.feed.setRange(PAIR, { lowAsk: '48999', highBid: '50000', low: '48990', high: '50000' });
      const [cancelled, filled] = await Promise.all([cancel(id), sweep()]);
      expect(Number(cancelled.type === 'ok') + filled).toBe(1);
      expect(await held('USDT', 'frozen')).toBe('0');
    }
    expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });
});

describe('the sweep', () => {
  it('fills nothing for a holder whose lease another took', async () => {
    await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    app.feed.setRange(PAIR, { lowAsk: '48999', highBid: '50000', low: '48990', high: '50000' });
    const stale = { name: 'spot-sweep', token: '0', reachedAt: null };
    const swept = await sweepOrders(app, (tx) => requireLease(tx, stale), app.now() - 1_000);
    expect(swept.filled).toBe(0);
    expect(swept.failures[0]?.name).toBe('LeaseLost');
    expect(swept.reachedAt).toBe(app.now() - 1_000);
    expect(await sweep()).toBe(1);
  });

  it('checks a new order only against the market after its placement', async () => {
    const asked: number[] = [];
    const feed = {
      ...app.feed,
      range: (symbol: string, since: number) => {
        if (symbol === PAIR) asked.push(since);
        return symbol === PAIR
          ? { lowAsk: '48000', highBid: '50000', low: '48000', high: '50000', until: app.now() }
          : null;
      },
    };
    await place({ type: 'buy', target_price: '49000', amount: '0.001' });
    const placedAt = app.now();
    app.advance(100);
    await sweepOrders({ ...app, feed }, unfenced, placedAt - 500);
    expect(asked).toContain(placedAt);
  });
});

describe('a spot order is rejected', () => {
  it.each([
    ['price_off_tick', 'target_price', { type: 'buy', target_price: '49000.001', amount: '0.02' }],
    ['price_too_far', 'target_price', { type: 'buy', target_price: '90000', amount: '0.02' }],
    ['amount_off_lot', 'amount', { type: 'buy', target_price: '49000', amount: '0.020000001' }],
    ['amount_too_small', 'amount', { type: 'buy', target_price: '49000', amount: '0.0000001' }],
    ['total_too_small', 'amount', { type: 'buy', target_price: '49000', amount: '0.0001' }],
    ['order_limit', 'amount', { type: 'buy', target_price: '49000', amount: '0.05' }],
    ['field_must_be_positive', 'amount', { type: 'buy', target_price: '49000', amount: '0' }],
    ['field_required', 'target_price', { type: 'buy', amount: '1' }],
    ['field_unknown_choice', 'type', { type: 'hold', target_price: '49000', amount: '1' }],
    ['total_too_small', 'quote_amount', { type: 'buy', kind: 'market', quote_amount: '1' }],
    ['field_too_precise', 'quote_amount', { type: 'buy', kind: 'market', quote_amount: '10.0000001' }],
    ['instrument_unknown', 'currency_id', { currency_id: 999, type: 'buy', target_price: '1', amount: '1' }],
  ])('with %s at %s', async (error, field, payload) => {
    expect(await rejection(payload)).toMatchObject({ error, field });
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['10000', '0']);
  });

  it('without the money for it', async () => {
    ann = await signUp(app, { level: 1, funds: { change: { USDT: '10' } } });
    expect(await rejection({ type: 'buy', target_price: '49000', amount: '0.02' })).toMatchObject({
      error: 'insufficient_balance',
    });
  });

  it('above 500 USDT before verification, and not after it', async () => {
    const unverified = await signUp(app, { level: 0, funds: { change: { USDT: '5000' } } });
    const large = order({ type: 'buy', kind: 'market', amount: '0.0102' });
    const rejection = await app.rejection('POST /coin/trade', large, {
      token: unverified.token,
      idempotencyKey: randomUUID(),
    });
    expect(rejection).toMatchObject({ error: 'order_limit', field: 'amount' });
    expect(rejection.message).toContain('500');
    expect((await place({ type: 'buy', kind: 'market', amount: '0.0102' })).status).toBe('filled');
  });

  it('above the limit by what a sale far below the market brings, not by its price', async () => {
    const sale = { type: 'sell', target_price: '26000', amount: '0.05' };
    expect(await rejection(sale)).toMatchObject({ error: 'order_limit', field: 'amount' });
    expect((await place({ ...sale, amount: '0.03' })).filled_quote_amount).toBe('1499.7');
  });

  it('while the market is closed or its price too old', async () => {
    app.feed.setPrice(PAIR, '50000', { open: false });
    expect((await rejection({ type: 'buy', kind: 'market', amount: '0.01' })).error).toBe('market_closed');
    app.feed.setPrice(PAIR, '50000', { at: app.now() - 5_001 });
    expect((await rejection({ type: 'buy', kind: 'market', amount: '0.01' })).error).toBe('stale_price');
  });

  it('values a pair of two coins in USDT', async () => {
    const coins = { currency_id: ETH, legal_id: BTC, type: 'buy', kind: 'market' };
    expect(await rejection({ ...coins, amount: '1' })).toMatchObject({ error: 'order_limit' });
    expect((await place({ ...coins, amount: '0.5' })).filled_quote_amount).toBe('0.02505');
  });
});

describe('spot orders', () => {
  it('sent twice under one key are placed once', async () => {
    const key = randomUUID();
    const first = await place({ type: 'buy', kind: 'market', amount: '0.01' }, key);
    const second = await place({ type: 'buy', kind: 'market', amount: '0.01' }, key);
    expect(second).toEqual(first);
    expect(await held('USDT')).toBe('9499.9');
  });

  it('are listed newest first, by page, status, symbol and side', async () => {
    await place({ type: 'buy', kind: 'market', amount: '0.01' });
    await place({ type: 'sell', target_price: '55000', amount: '0.01' });
    await place({ type: 'buy', target_price: '45000', amount: '0.01' });
    const list = (query: Record<string, unknown>) => app.ok('GET /coin/list', query, { token: ann.token });
    expect(await list({ limit: 2 })).toMatchObject({ total: 3, list: [{ price: '45000' }, { price: '55000' }] });
    expect((await list({ status: 'pending', type: 'sell' })).list.map(({ price }) => price)).toEqual(['55000']);
    expect((await list({ status: 'history' })).total).toBe(1);
    expect((await list({ symbol: 'ETH/USDT' })).total).toBe(0);
  });

  it('keep with each fill the time of the price it was booked at', async () => {
    app.feed.setPrice(PAIR, '50000', { bid: '49990', ask: '50010', at: app.now() - 700 });
    const { id } = await place({ type: 'buy', kind: 'market', amount: '0.01' });
    const [fill] = await app.database.query<{ at: number; priced_at: number }>(
      'select at, priced_at from spot_fill where order_id = $1',
      [id],
    );
    expect(fill).toEqual({ at: app.now(), priced_at: app.now() - 700 });
  });

  it('notify their owner of every change', async () => {
    const heard: unknown[] = [];
    const stop = app.accountEvents.listen((userId, event) => userId === ann.id && heard.push(event));
    const { id } = await place({ type: 'buy', target_price: '49000', amount: '0.01' });
    app.feed.setRange(PAIR, { lowAsk: '48999', highBid: '50000', low: '48990', high: '50000' });
    await sweep();
    stop();
    expect(heard).toEqual([
      { kind: 'order', id, status: 'pending' },
      { kind: 'balance' },
      { kind: 'order', id, status: 'filled' },
      { kind: 'balance' },
    ]);
  });

  it('pay their fees to the house', async () => {
    const before = await houseBalance(app.database, 'fees', 'BTC');
    await place({ type: 'buy', kind: 'market', amount: '0.01' });
    expect(Number(await houseBalance(app.database, 'fees', 'BTC')) - Number(before)).toBeCloseTo(0.00001, 12);
  });
});
