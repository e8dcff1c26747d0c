import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import type { DomainError } from '../../platform/http/domain-error.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { lastFillPrices } from './store.ts';

const BTC = 1;
const ETH = 2;
const USDT = 3;
const PAIR = 'BTC/USDT';
const HOUSE = { halfSpread: 0.000_2, width: 0.01, levels: 1, depth: 1_000_000_000, cap: 3, skew: 0, refill: 1 };

let desk: SpotDesk;
let ann: string;
let ben: string;
beforeAll(async () => {
  desk = await createSpotDesk({
    // The house quotes bitcoin at 49,990 and 50,010, and ether so far away that users trade with each other.
    prices: { [PAIR]: 50_000, 'ETH/USDT': 2_000, 'ETH/BTC': 0.05 },
    terms: (terms) => ({
      ...terms,
      house: terms.symbol === 'ETH/USDT' ? { ...HOUSE, halfSpread: 0.4 } : HOUSE,
      breaker: { ...terms.breaker, jump: 10 },
    }),
  });
  await desk.step(5);
});
afterAll(() => desk.close());
beforeEach(async () => {
  await move(50_000);
  [ann = '', ben = ''] = await desk.users(2, { USDT: '10000', BTC: '1', ETH: '5' });
});

// What rests would meet the orders of the next test.
afterEach(async () => {
  const resting = await desk.database.query<{ id: string; user_id: string }>(
    `select id, user_id from spot_order where status = 'pending'`,
  );
  for (const { id, user_id } of resting) await desk.cancel(user_id, id);
});

/** Moves the price of bitcoin and makes a step. */
async function move(price: number): Promise<void> {
  desk.source.set(PAIR, price * 100);
  await desk.step();
}

const held = (currency: string, part: 'available' | 'frozen' = 'available', user = ann) =>
  userBalance(desk.database, user, 'change', currency, part);
const place = (input: object, key?: string) =>
  desk.place(ann, { currency_id: BTC, legal_id: USDT, ...input }, key ?? randomUUID());
const benPlaces = (input: object) => desk.place(ben, { currency_id: ETH, legal_id: USDT, ...input });
const annPlaces = (input: object) => place({ currency_id: ETH, ...input });
const rejection = (input: object): Promise<DomainError> =>
  place(input).then(
    () => Promise.reject(new Error('it was not rejected')),
    (error: DomainError) => error,
  );
const statusOf = async (id: string) => {
  const [row] = await desk.database.query<{ status: string; ended: string | null; filled: string }>(
    'select status, ended, filled_amount as filled from spot_order where id = $1',
    [id],
  );
  return row;
};

describe('a market order', () => {
  it('buys at the ask at once and pays the fee from what it receives', async () => {
    expect(await place({ type: 'buy', kind: 'market', amount: '0.02' })).toMatchObject({
      status: 'filled',
      ended: null,
      time_in_force: 'IOC',
      average_price: '50010',
      filled_amount: '0.02',
      filled_quote_amount: '1000.2',
      fee: '0.00002',
      fee_currency: 'BTC',
    });
    expect([await held('USDT'), await held('BTC')]).toEqual(['8999.8', '1.01998']);
  });

  it('sells at the bid and pays the fee in the quote currency', async () => {
    const sold = await place({ type: 'sell', kind: 'market', amount: '0.02' });
    expect(sold).toMatchObject({ average_price: '49990', fee: '0.9998', fee_currency: 'USDT' });
    expect([await held('USDT'), await held('BTC')]).toEqual(['10998.8002', '0.98']);
    expect((await lastFillPrices(desk.database)).get(PAIR)).toBe(49_990);
  });

  it('walks the book, so that a larger order gets a worse price, and ends with what there was', async () => {
    for (const price of ['2010', '2000', '2020']) await benPlaces({ type: 'sell', target_price: price, amount: '0.1' });
    const bought = await annPlaces({ type: 'buy', kind: 'market', amount: '0.25' });
    expect(bought.fills.map(({ price, amount }) => [price, amount])).toEqual([
      ['2000', '0.1'],
      ['2010', '0.1'],
      ['2020', '0.05'],
    ]);
    expect(bought).toMatchObject({ status: 'filled', filled_quote_amount: '502' });
    desk.source.lose('ETH/USDT');
    // The rest is at the end of the users' book; the house quotes at 2,800.
    const rest = await annPlaces({ type: 'buy', target_price: '2020', amount: '1', time_in_force: 'IOC' });
    expect(rest).toMatchObject({
      status: 'cancelled',
      ended: 'immediate',
      filled_amount: '0.05',
      filled_quote_amount: '101',
    });
    desk.source.set('ETH/USDT', 200_000);
  });

  it('spends a total on whole lots and never more than the total', async () => {
    const bought = await place({ type: 'buy', kind: 'market', quote_amount: '100' });
    expect(bought).toMatchObject({
      status: 'filled',
      amount: '0.00199',
      quote_amount: '100',
      filled_quote_amount: '99.5199',
    });
  });
});

describe('a market order with the price that was shown', () => {
  const shown = (input: object) => ({ kind: 'market', amount: '0.02', expected_price: '50010', ...input });
  const wealth = async () => [await held('USDT'), await held('USDT', 'frozen'), await held('BTC')];

  it('is filled as long as the price has hardly moved, and where it is better', async () => {
    await move(50_010);
    expect(await place(shown({ type: 'buy' }))).toMatchObject({ status: 'filled', average_price: '50020.01' });
    await move(49_000);
    expect(await place(shown({ type: 'buy' }))).toMatchObject({ status: 'filled', average_price: '49009.8' });
    await move(52_000);
    expect(await place(shown({ type: 'sell' }))).toMatchObject({ status: 'filled', average_price: '51989.6' });
  });

  it.each([
    ['of a purchase', { type: 'buy' }, 50_200, '50210.04'],
    ['of a purchase by total', { type: 'buy', amount: undefined, quote_amount: '1000' }, 50_200, '50210.04'],
    ['of a sale', { type: 'sell' }, 49_800, '49790.04'],
  ])('is refused whole, with both prices %s, where the market has moved away', async (_what, input, price, now) => {
    await move(price);
    const before = await wealth();
    expect(await rejection(shown(input))).toMatchObject({
      code: 'price_worse',
      field: 'expected_price',
      params: { expected: '50010', price: now },
    });
    expect(await wealth()).toEqual(before);
    // The house sold nothing: what follows has the same price.
    const { expected_price: _, ...any } = shown(input);
    expect(await place(any)).toMatchObject({ status: 'filled', average_price: now });
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
    expect(resting).toMatchObject({ status: 'pending', filled_amount: '0', price: '49000', fills: [], ended: null });
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['9020', '980']);
  });

  it('fills at its limit when the ask comes down to it, and pays the maker fee', async () => {
    const { id } = await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    await move(48_000);
    expect(await statusOf(id)).toEqual({ status: 'filled', ended: null, filled: '0.02' });
    expect([await held('USDT'), await held('USDT', 'frozen'), await held('BTC')]).toEqual(['9020', '0', '1.01998']);
  });

  it('that crosses the market fills at once at the better price, and freezes nothing', async () => {
    const filled = await place({ type: 'buy', target_price: '50500', amount: '0.02' });
    expect(filled).toMatchObject({ status: 'filled', average_price: '50010' });
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['8999.8', '0']);
    const kinds = await desk.database.query<{ kind: string }>(
      'select kind from journal where reference = $1 order by id',
      [`${PAIR} #${filled.id}`],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['trade_buy', 'trade_fee']);
  });

  it('takes what the book gives within its limit and rests with the remainder, which another user fills', async () => {
    await benPlaces({ type: 'sell', target_price: '2000', amount: '0.1' });
    const part = await annPlaces({ type: 'buy', target_price: '2005', amount: '0.3' });
    expect(part).toMatchObject({ status: 'pending', filled_amount: '0.1', filled_quote_amount: '200' });
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['9399', '401']);
    expect(await benPlaces({ type: 'sell', target_price: '1990', amount: '0.2' })).toMatchObject({
      average_price: '2005',
    });
    expect(await statusOf(part.id)).toMatchObject({ status: 'filled', filled: '0.3' });
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['9399', '0']);
  });

  it('is untouched while the market stays away', async () => {
    const { id } = await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    await move(49_500);
    expect(await statusOf(id)).toMatchObject({ status: 'pending' });
  });

  it('is cancelled once, with its funds released', async () => {
    const { id } = await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    expect(await desk.cancel(ann, id)).toMatchObject({ status: 'cancelled', ended: 'user', fills: [] });
    expect([await held('USDT'), await held('USDT', 'frozen')]).toEqual(['10000', '0']);
    await expect(desk.cancel(ann, id)).rejects.toMatchObject({ code: 'order_not_open', field: 'id' });
    await move(48_000);
    expect(await statusOf(id)).toMatchObject({ status: 'cancelled' });
  });

  it('keeps what was filled when the rest is cancelled', async () => {
    const { id } = await annPlaces({ type: 'buy', target_price: '2000', amount: '0.3' });
    await benPlaces({ type: 'sell', target_price: '2000', amount: '0.1' });
    const cancelled = await desk.cancel(ann, id);
    expect(cancelled).toMatchObject({ status: 'cancelled', ended: 'user', filled_amount: '0.1' });
    expect(cancelled.fills).toMatchObject([{ price: '2000', amount: '0.1', quote_amount: '200' }]);
    expect([await held('USDT'), await held('USDT', 'frozen'), await held('ETH')]).toEqual(['9800', '0', '5.0999']);
  });

  it('of another user is not found', async () => {
    const { id } = await place({ type: 'buy', target_price: '49000', amount: '0.02' });
    await expect(desk.cancel(ben, id)).rejects.toMatchObject({ code: 'not_found', field: 'id' });
    await expect(desk.cancel(ann, '999999')).rejects.toMatchObject({ code: 'not_found', field: 'id' });
  });

  it('of a user that meets his own ends there, and the resting one stays', async () => {
    const resting = await annPlaces({ type: 'sell', target_price: '2000', amount: '0.1' });
    const taking = await annPlaces({ type: 'buy', target_price: '2000', amount: '0.1' });
    expect(taking).toMatchObject({ status: 'cancelled', ended: 'own_order', filled_amount: '0' });
    expect(await statusOf(resting.id)).toMatchObject({ status: 'pending' });
    await desk.cancel(ann, resting.id);
  });

  it('that is all or nothing takes nothing where not all of it is there', async () => {
    await benPlaces({ type: 'sell', target_price: '2000', amount: '0.1' });
    const some = await annPlaces({ type: 'buy', target_price: '2000', amount: '0.2', time_in_force: 'FOK' });
    expect(some).toMatchObject({ status: 'cancelled', ended: 'all_or_nothing', filled_amount: '0', fills: [] });
    const all = await annPlaces({ type: 'buy', target_price: '2000', amount: '0.1', time_in_force: 'FOK' });
    expect(all).toMatchObject({ status: 'filled', time_in_force: 'FOK' });
  });

  it('that only makes ends instead of taking, and rests otherwise', async () => {
    const taking = await place({ type: 'buy', target_price: '50010', amount: '0.01', post_only: true });
    expect(taking).toMatchObject({ status: 'cancelled', ended: 'post_only', post_only: true });
    const resting = await place({ type: 'buy', target_price: '50009.99', amount: '0.01', post_only: true });
    expect(resting).toMatchObject({ status: 'pending' });
    expect(await held('USDT', 'frozen')).toBe('500.0999');
  });
});

describe('between users', () => {
  it('money and coins change hands, fees and what rounding leaves go to the house, which is no party', async () => {
    const before = await Promise.all(
      (['counterparty', 'fees'] as const).flatMap((name) =>
        ['USDT', 'ETH'].map((currency) => houseBalance(desk.database, name, currency)),
      ),
    );
    // A lot of 0.0001 at 1,999.99 is 0.199999 USDT: whole at the scale of six digits.
    const resting = await benPlaces({ type: 'sell', target_price: '1999.99', amount: '0.0123' });
    const taken = await annPlaces({ type: 'buy', kind: 'market', amount: '0.0123' });
    expect(taken).toMatchObject({ filled_quote_amount: '24.599877', fee: '0.0000123' });
    expect(await statusOf(resting.id)).toMatchObject({ status: 'filled' });
    expect(await held('USDT')).toBe('9975.400123');
    // 24.599877 less a fee of 0.1 %, rounded up.
    expect(await held('USDT', 'available', ben)).toBe('10024.575277');
    const after = await Promise.all(
      (['counterparty', 'fees'] as const).flatMap((name) =>
        ['USDT', 'ETH'].map((currency) => houseBalance(desk.database, name, currency)),
      ),
    );
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(Number(after[2]) - Number(before[2])).toBeCloseTo(0.0246, 9);
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });
});

describe('a spot order is rejected', () => {
  it.each([
    ['price_off_tick', 'target_price', { type: 'buy', target_price: '49000.001', amount: '0.02' }],
    ['price_too_far', 'target_price', { type: 'buy', target_price: '90000', amount: '0.02' }],
    ['amount_off_lot', 'amount', { type: 'buy', target_price: '49000', amount: '0.020000001' }],
    ['amount_too_small', 'amount', { type: 'buy', target_price: '49000', amount: '0.0000001' }],
    ['total_too_small', 'amount', { type: 'buy', target_price: '49000', amount: '0.0001' }],
    ['total_too_small', 'amount', { type: 'sell', kind: 'market', amount: '0.0001' }],
    ['order_limit', 'amount', { type: 'buy', target_price: '49000', amount: '50' }],
    ['order_limit', 'amount', { type: 'sell', kind: 'market', amount: '30' }],
    ['amount_too_large', 'amount', { type: 'buy', kind: 'market', amount: '99999999999999999' }],
    ['amount_too_large', 'amount', { type: 'buy', target_price: '49000', amount: '99999999999999999' }],
    ['total_too_small', 'quote_amount', { type: 'buy', kind: 'market', quote_amount: '1' }],
    ['order_limit', 'quote_amount', { type: 'buy', kind: 'market', quote_amount: '2000000' }],
    ['field_too_precise', 'quote_amount', { type: 'buy', kind: 'market', quote_amount: '10.0000001' }],
    ['instrument_unknown', 'currency_id', { currency_id: 999, type: 'buy', target_price: '1', amount: '1' }],
    ['insufficient_balance', undefined, { type: 'buy', target_price: '49000', amount: '1' }],
    ['insufficient_balance', undefined, { type: 'buy', kind: 'market', amount: '1' }],
    ['insufficient_balance', undefined, { type: 'sell', target_price: '51000', amount: '1.00001' }],
  ])('with %s at %s, and nothing has changed', async (code, field, input) => {
    const { depth } = { depth: desk.desks.at(-1)?.engine.prices(PAIR) };
    expect(await rejection(input)).toMatchObject({ code, ...(field && { field }) });
    expect([await held('USDT'), await held('USDT', 'frozen'), await held('BTC')]).toEqual(['10000', '0', '1']);
    expect(desk.desks.at(-1)?.engine.prices(PAIR)).toEqual(depth);
  });

  it('above the limit by what a sale far below the market brings, not by its price', async () => {
    await grant(desk.database, [ann], { BTC: '40' });
    const sale = { type: 'sell', target_price: '26000', amount: '25' };
    expect(await rejection(sale)).toMatchObject({ code: 'order_limit', field: 'amount' });
    expect((await place({ ...sale, amount: '15' })).filled_quote_amount).toBe('749850');
  });

  it('while its price is too old', async () => {
    desk.source.set(PAIR, 5_000_000, { at: desk.now() - 10_000 });
    await desk.step();
    expect((await rejection({ type: 'buy', kind: 'market', amount: '0.01' })).code).toBe('stale_price');
    // A halt lasts a while.
    desk.advance(140_000);
    desk.source.set(PAIR, 5_000_000);
    await desk.step(2);
  });

  it('values a pair of two coins in USDT', async () => {
    const coins = { currency_id: ETH, legal_id: BTC, type: 'buy', kind: 'market' };
    expect(await rejection({ ...coins, amount: '1000' })).toMatchObject({ code: 'order_limit' });
    expect((await place({ ...coins, amount: '0.5' })).filled_quote_amount).toBe('0.025005');
  });
});

describe('spot orders', () => {
  it('keep with each fill the time of the price it was booked at', async () => {
    desk.source.set(PAIR, 5_000_000, { at: desk.now() - 700 });
    await desk.step();
    const { id } = await place({ type: 'buy', kind: 'market', amount: '0.01' });
    const [fill] = await desk.database.query<{ at: number; priced_at: number }>(
      'select at, priced_at from spot_fill where order_id = $1',
      [id],
    );
    expect(fill).toEqual({ at: desk.now(), priced_at: desk.now() - 900 });
  });

  it('go on over a change of the holder: what rests is in the book, ids go on', async () => {
    const resting = await annPlaces({ type: 'sell', target_price: '2000', amount: '0.2' });
    await benPlaces({ type: 'buy', target_price: '2000', amount: '0.1' });
    const other = await desk.node();
    await desk.market.stop();
    await other.step(3);
    expect(other.market.holds()).toBe(true);
    const taken = await other.place(ben, {
      currency_id: ETH,
      legal_id: USDT,
      type: 'buy',
      kind: 'market',
      amount: '0.1',
    });
    expect(taken).toMatchObject({ status: 'filled', average_price: '2000' });
    expect(Number(taken.id)).toBe(Number(resting.id) + 2);
    expect(await statusOf(resting.id)).toMatchObject({ status: 'filled' });
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });
});
