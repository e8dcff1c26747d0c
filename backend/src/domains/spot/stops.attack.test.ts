import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSpotDesk, type SpotDesk, type SpotNode } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Catalogue, CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import { openCatalogue } from '../instruments/index.ts';

/*
 * Orders that wait for a price, and changes of orders: what is reserved when, that everything happens once, and that nothing
 * is lost between two nodes.
 */

const PAIR = { currency_id: 1, legal_id: 3 };
const SYMBOL = 'BTC/USDT';
// The house quotes at 49,990 and 50,010 and gives any amount, so that a price is all that counts.
const HOUSE = { halfSpread: 0.000_2, width: 0.01, levels: 1, depth: 1_000_000_000, cap: 3, skew: 0, refill: 1 };

let plain: TestDatabase;
let desk: SpotDesk;
let second: SpotNode;
let ann: string;
let ben: string;
/** Whether staff have closed bitcoin. */
let isClosed = false;
let closed: CatalogueSnapshot | null = null;
beforeAll(async () => {
  plain = await createTestDatabase();
  const listed = await openCatalogue({ database: plain, now: () => 0 });
  const catalogue: Catalogue = {
    ...listed,
    current: () => {
      const snapshot = listed.current();
      closed ??= {
        ...snapshot,
        currencyByCode(code) {
          const currency = snapshot.currencyByCode(code);
          return currency && code === 'BTC' ? { ...currency, open: false } : currency;
        },
      };
      return isClosed ? closed : snapshot;
    },
  };
  desk = await createSpotDesk({
    database: plain,
    catalogue,
    prices: { [SYMBOL]: 50_000 },
    terms: (terms) => ({ ...terms, house: HOUSE, breaker: { ...terms.breaker, jump: 10 } }),
  });
  await desk.step(5);
  second = await desk.node();
  await second.step();
});
afterAll(async () => {
  await desk.close();
  await plain.close();
});
beforeEach(async () => {
  await move(50_000);
  const left = await plain.query<{ user_id: string }>(
    `select distinct user_id from spot_order where status = 'pending'`,
  );
  for (const { user_id } of left) await desk.cancelAll(user_id);
  [ann = '', ben = ''] = await desk.users(2, { USDT: '10000', BTC: '1' });
});

async function move(price: number): Promise<void> {
  desk.source.set(SYMBOL, price * 100);
  second.source.set(SYMBOL, price * 100);
  await desk.step();
}
const held = async (user: string, part: 'available' | 'frozen' = 'available') => [
  await userBalance(plain, user, 'change', 'USDT', part),
  await userBalance(plain, user, 'change', 'BTC', part),
];
type Row = { id: string; kind: string; status: string; ended: string | null; filled: string; reserved: string };
const rowOf = async (id: string): Promise<Row> => {
  const [row] = await plain.query<Row>(
    'select id, kind, status, ended, filled_amount as filled, reserved from spot_order where id = $1',
    [id],
  );
  if (!row) throw new Error(`no order ${id}`);
  return row;
};
const exitsOf = (id: string) =>
  plain.query<Row & { amount: string; price: string | null }>(
    `select id, kind, status, ended, filled_amount as filled, reserved, amount, price from spot_order
      where parent_id = $1 order by id`,
    [id],
  );
const place = (input: object, key?: string, user = ann) => desk.place(user, { ...PAIR, ...input }, key);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );
const expectSound = async () => {
  expect(await auditLedger(plain)).toEqual({ unbalanced: [], wrongBalances: [] });
  const wrong = await plain.query(
    `select a.user_id, a.currency, a.balance, r.reserved from ledger_account a
       left join (select user_id, case side when 'buy' then quote else base end as currency, sum(reserved) as reserved
                    from spot_order group by 1, 2) r on r.user_id = a.user_id and r.currency = a.currency
      where a.owner_kind = 'user' and a.part = 'frozen' and a.balance <> coalesce(r.reserved, 0)`,
  );
  expect(wrong).toEqual([]);
};

const STOP_SELL = { type: 'sell', kind: 'stop_limit', stop_price: '49000', target_price: '48900', amount: '0.1' };
const OCO_SELL = { type: 'sell', kind: 'oco', target_price: '52000', stop_price: '49000', amount: '0.1' };

describe('a stop-limit order', () => {
  it('reserves from the start, waits outside of the book, and trades once the mark is there', async () => {
    const order = await place(STOP_SELL);
    expect(order).toMatchObject({ status: 'pending', price: null, stop_when: 'below', stop_limit_price: '48900' });
    expect(await held(ann, 'frozen')).toEqual(['0', '0.1']);
    await move(49_500);
    expect(await rowOf(order.id)).toMatchObject({ status: 'pending', filled: '0' });
    await move(48_990);
    expect(await rowOf(order.id)).toMatchObject({ status: 'filled', filled: '0.1', reserved: '0' });
    const [row] = await plain.query<{ tick: string; price: string }>(
      'select trigger_tick as tick, price from spot_order where id = $1',
      [order.id],
    );
    expect(Number(row?.tick)).toBeGreaterThan(0);
    expect(row?.price).toBe('48900');
    expect(await held(ann, 'frozen')).toEqual(['0', '0']);
    await expectSound();
  });

  it.each([-1, 1])('triggers by the time of the market where the clock of the process is %i days off', async (days) => {
    const wrong = vi.spyOn(Date, 'now').mockReturnValue(desk.now() + days * 86_400_000);
    try {
      const order = await place(STOP_SELL);
      await move(49_010);
      expect(await rowOf(order.id)).toMatchObject({ status: 'pending', filled: '0' });
      await move(48_990);
      expect(await rowOf(order.id)).toMatchObject({ status: 'filled', filled: '0.1' });
      const [row] = await plain.query<{ placed: number; triggered: number }>(
        'select created_at as placed, triggered_at as triggered from spot_order where id = $1',
        [order.id],
      );
      expect(row?.triggered).toBe(desk.now());
      expect(row?.placed).toBeLessThan(desk.now());
    } finally {
      wrong.mockRestore();
    }
  });

  it('rests at its limit where a gap has passed it, and never sells below', async () => {
    const order = await place(STOP_SELL);
    await move(45_000);
    expect(await rowOf(order.id)).toMatchObject({ status: 'pending', filled: '0', reserved: '0.1' });
    expect((await rowOf(order.id)).kind).toBe('stop_limit');
    await move(49_000);
    expect(await rowOf(order.id)).toMatchObject({ status: 'filled' });
    await expectSound();
  });

  it('triggers once, at the first tick at or beyond its price, over a restart and on two nodes', async () => {
    const order = await place({
      type: 'buy',
      kind: 'stop_limit',
      stop_price: '51000',
      target_price: '51500',
      amount: '0.1',
    });
    expect(await held(ann, 'frozen')).toEqual(['5150', '0']);
    // The node that holds the market dies; the price leaps while no node holds it.
    await desk.market.stop();
    desk.advance(60_000);
    second.source.set(SYMBOL, 51_200 * 100);
    for (let step = 0; step < 60 && (await rowOf(order.id)).status === 'pending'; step++) await second.step();
    expect(await rowOf(order.id)).toMatchObject({ status: 'filled', filled: '0.1' });
    const fills = await plain.query('select 1 from spot_fill where order_id = $1', [order.id]);
    expect(fills).toHaveLength(1);
    await expectSound();
    // The tests that follow run on the other node.
    desk = { ...desk, ...second };
    second = await desk.node();
    await second.step();
  });

  it('is cancelled or triggered, never both, by a cancellation at the very step', async () => {
    for (let round = 0; round < 4; round++) {
      const order = await place(STOP_SELL);
      desk.source.set(SYMBOL, 48_990 * 100);
      const [code] = await Promise.all([
        codeOf(desk.cancel(ann, order.id)),
        codeOf(second.cancel(ann, order.id)),
        desk.step(),
      ]);
      const row = await rowOf(order.id);
      expect(row.reserved).toBe('0');
      expect(code === 'ok' ? row.ended : row.status).toBe(code === 'ok' ? 'user' : row.status);
      expect(row.filled).toBe(row.status === 'filled' ? '0.1' : '0');
      await move(50_000);
    }
    await expectSound();
  });

  it('ends with its reason and returns the reserve where a currency was closed meanwhile', async () => {
    const order = await place(STOP_SELL);
    isClosed = true;
    try {
      await move(48_990);
    } finally {
      isClosed = false;
    }
    expect(await rowOf(order.id)).toMatchObject({ status: 'cancelled', ended: 'closed', reserved: '0' });
    expect(await held(ann, 'frozen')).toEqual(['0', '0']);
    await expectSound();
  });

  it('is refused at the mark, off its steps, out of reach, without funds, and twice under one key it is one', async () => {
    expect(await codeOf(place({ ...STOP_SELL, stop_price: '50000' }))).toBe('stop_reached');
    expect(await codeOf(place({ ...STOP_SELL, stop_price: '49000.001' }))).toBe('price_off_tick');
    expect(await codeOf(place({ ...STOP_SELL, stop_price: '1' }))).toBe('price_too_far');
    expect(await codeOf(place({ ...STOP_SELL, amount: '1.1' }))).toBe('insufficient_balance');
    expect(await codeOf(place({ ...STOP_SELL, amount: '0.00000001' }))).toBe('amount_too_small');
    expect(await codeOf(place({ ...STOP_SELL, amount: '99999999999' }))).not.toBe('ok');
    const key = randomUUID();
    const both = await Promise.all([
      desk.place(ann, { ...PAIR, ...STOP_SELL }, key),
      second.place(ann, { ...PAIR, ...STOP_SELL }, key),
    ]);
    expect(both[0]?.id).toBe(both[1]?.id);
    expect(await held(ann, 'frozen')).toEqual(['0', '0.1']);
    await expectSound();
  });
});

describe('an OCO', () => {
  it('reserves once; the limit leg ends the stop', async () => {
    const order = await place({ ...OCO_SELL, stop_limit_price: '48900' });
    expect(await held(ann, 'frozen')).toEqual(['0', '0.1']);
    await move(52_100);
    expect(await rowOf(order.id)).toMatchObject({ status: 'filled', reserved: '0' });
    await move(48_000);
    expect(await held(ann)).toMatchObject({ 1: '0.9' });
    await expectSound();
  });

  it('the stop ends the limit leg', async () => {
    const order = await place({ ...OCO_SELL, stop_limit_price: '48900' });
    await move(48_990);
    expect(await rowOf(order.id)).toMatchObject({ status: 'filled', reserved: '0' });
    await move(52_100);
    expect(await held(ann)).toMatchObject({ 1: '0.9' });
    await expectSound();
  });

  it('of a buy reserves its dearer leg, and returns what the cheaper one did not need', async () => {
    const legs = { type: 'buy', kind: 'oco', target_price: '48000', stop_price: '51000', stop_limit_price: '52000' };
    const order = await place({ ...legs, amount: '0.1' });
    expect(await held(ann, 'frozen')).toEqual(['5200', '0']);
    await move(47_900);
    expect(await rowOf(order.id)).toMatchObject({ status: 'filled', reserved: '0' });
    expect(await held(ann)).toEqual(['5200', '1.0999']);
    expect(await codeOf(place({ ...legs, amount: '0.1', stop_price: '47000' }))).toBe('oco_prices_wrong');
    await expectSound();
  });
});

describe('take profit and stop loss', () => {
  const exits = { take_profit: '52000', stop_loss: '49000' };

  it('are one order for what was bought, less its fee, with one reserve', async () => {
    const bought = await place({ type: 'buy', kind: 'market', amount: '0.1', ...exits });
    const [exit] = await exitsOf(bought.id);
    expect(exit).toMatchObject({ kind: 'oco', status: 'pending', amount: '0.0999', reserved: '0.0999' });
    expect(await held(ann, 'frozen')).toEqual(['0', '0.0999']);
    await desk.step();
    await move(52_100);
    expect(await rowOf(exit?.id ?? '')).toMatchObject({ status: 'filled', reserved: '0' });
    await expectSound();
  });

  it('the stop-loss trades at market, through a gap too', async () => {
    const bought = await place({ type: 'buy', kind: 'market', amount: '0.1', ...exits });
    await move(45_000);
    const [exit] = await exitsOf(bought.id);
    expect(exit).toMatchObject({ status: 'filled', filled: '0.0999', price: null });
    await expectSound();
  });

  it('grow with each fill of the order, and stop with what is cancelled of it', async () => {
    const order = await place({ type: 'buy', target_price: '49995', amount: '0.1', ...exits });
    await place({ type: 'sell', target_price: '49995', amount: '0.04' }, undefined, ben);
    expect((await exitsOf(order.id)).map(({ amount }) => amount)).toEqual(['0.03996']);
    await desk.step();
    await place({ type: 'sell', target_price: '49995', amount: '0.03' }, undefined, ben);
    await desk.step();
    expect((await exitsOf(order.id)).map(({ amount, reserved }) => [amount, reserved])).toEqual([
      ['0.06993', '0.06993'],
    ]);
    await desk.cancel(ann, order.id);
    const [exit] = await exitsOf(order.id);
    expect(exit).toMatchObject({ status: 'pending', reserved: '0.06993' });
    await desk.cancel(ann, exit?.id ?? '');
    expect(await held(ann, 'frozen')).toEqual(['0', '0']);
    await expectSound();
  });

  it('once the stop-loss is reached, what is open of the order goes on buying no longer', async () => {
    // Nothing fills this one at its price: the house's bid is withdrawn to where it stands after the gap.
    const order = await place({ type: 'buy', target_price: '49995', amount: '0.1', ...exits });
    await place({ type: 'sell', target_price: '49995', amount: '0.04' }, undefined, ben);
    await desk.step();
    await move(48_900);
    const [exit] = await exitsOf(order.id);
    expect(exit?.status).toBe('filled');
    const parent = await rowOf(order.id);
    expect(parent.status === 'filled' || parent.ended === 'stop_loss').toBe(true);
    await expectSound();
  });

  it('of a sale buy back with its proceeds and no more', async () => {
    const sold = await place({
      type: 'sell',
      kind: 'market',
      amount: '0.1',
      take_profit: '48000',
      stop_loss: '51000',
      stop_loss_limit: '51500',
    });
    const [exit] = await exitsOf(sold.id);
    expect(exit).toMatchObject({ kind: 'oco', status: 'pending' });
    const [usdt] = await held(ann, 'frozen');
    expect(Number(usdt)).toBeLessThanOrEqual(4994.001);
    expect(Number(usdt)).toBeGreaterThan(4990);
    await move(51_100);
    await move(51_000);
    expect(await rowOf(exit?.id ?? '')).toMatchObject({ status: 'filled', reserved: '0' });
    await expectSound();
  });

  it('are refused on the wrong side', async () => {
    const market = { type: 'buy', kind: 'market', amount: '0.01' };
    expect(await codeOf(place({ ...market, take_profit: '49000' }))).toBe('stop_price_wrong');
    expect(await codeOf(place({ ...market, stop_loss: '51000' }))).toBe('stop_price_wrong');
  });
});

describe('amending', () => {
  const rest = (amount: string, price = '49000', user = ann) =>
    place({ type: 'buy', target_price: price, amount }, undefined, user);

  it('keeps its place where only the amount falls, and loses it otherwise', async () => {
    const first = await rest('0.02', '49995');
    const other = await rest('0.02', '49995', ben);
    await desk.amend(ann, { id: first.id, amount: '0.01' });
    expect(await held(ann, 'frozen')).toEqual(['499.95', '0']);
    const [seller = ''] = await desk.users(1, { BTC: '1' });
    await place({ type: 'sell', target_price: '49995', amount: '0.01' }, undefined, seller);
    expect([(await rowOf(first.id)).status, (await rowOf(other.id)).filled]).toEqual(['filled', '0']);
    const third = await rest('0.01', '49995');
    await desk.amend(ben, { id: other.id, amount: '0.03' });
    await place({ type: 'sell', target_price: '49995', amount: '0.01' }, undefined, seller);
    expect([(await rowOf(third.id)).status, (await rowOf(other.id)).filled]).toEqual(['filled', '0']);
    await expectSound();
  });

  it('moves the price and the reserve, takes what it then crosses, and changes nothing where it is refused', async () => {
    const order = await rest('0.1');
    expect(await desk.amend(ann, { id: order.id, target_price: '48000' })).toMatchObject({ price: '48000' });
    expect(await held(ann, 'frozen')).toEqual(['4800', '0']);
    for (const [change, code] of [
      [{ amount: '10' }, 'insufficient_balance'],
      [{ target_price: '48000.001' }, 'price_off_tick'],
      [{ target_price: '1' }, 'price_too_far'],
      [{ amount: '0.00000001' }, 'amount_too_small'],
      [{ stop_price: '51000' }, 'invalid_field'],
    ] as const) {
      expect(await codeOf(desk.amend(ann, { id: order.id, ...change }))).toBe(code);
    }
    expect(await codeOf(desk.amend(ben, { id: order.id, amount: '0.2' }))).toBe('not_found');
    expect(await held(ann, 'frozen')).toEqual(['4800', '0']);
    const taken = await desk.amend(ann, { id: order.id, target_price: '50020' });
    expect(taken).toMatchObject({ status: 'filled', average_price: '50010' });
    expect(await held(ann, 'frozen')).toEqual(['0', '0']);
    expect(await codeOf(desk.amend(ann, { id: order.id, amount: '0.2' }))).toBe('order_not_open');
    const careful = await place({ type: 'buy', target_price: '49000', amount: '0.01', post_only: true });
    expect(await codeOf(desk.amend(ann, { id: careful.id, target_price: '50020' }))).toBe('would_trade');
    expect(await rowOf(careful.id)).toMatchObject({ status: 'pending', reserved: '490' });
    await expectSound();
  });

  it('racing fills, itself and cancellations over two nodes, keeps every lot and every cent', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await rest('0.05', '49995');
      const key = randomUUID();
      const outcomes = await Promise.all([
        codeOf(desk.amend(ann, { id: order.id, amount: '0.03' }, key)),
        codeOf(second.amend(ann, { id: order.id, amount: '0.03' }, key)),
        codeOf(second.place(ben, { ...PAIR, type: 'sell', target_price: '49995', amount: '0.02' })),
        codeOf(second.amend(ann, { id: order.id, target_price: '49996', amount: '0.06' })),
        codeOf(desk.place(ben, { ...PAIR, type: 'sell', target_price: '49995', amount: '0.02' })),
        round % 2 ? codeOf(desk.cancel(ann, order.id)) : 'ok',
      ]);
      expect(outcomes[0] === 'ok').toBe(outcomes[1] === 'ok');
      await expectSound();
    }
    expect(await codeOf(desk.amend(ann, { id: (await rest('0.02')).id, amount: '0.02' }))).toBe('ok');
  });

  it('cannot ask for less than is filled', async () => {
    const order = await rest('0.05', '49995');
    await place({ type: 'sell', target_price: '49995', amount: '0.02' }, undefined, ben);
    expect(await codeOf(desk.amend(ann, { id: order.id, amount: '0.02' }))).toBe('amount_filled');
    expect(await desk.amend(ann, { id: order.id, amount: '0.03' })).toMatchObject({ filled_amount: '0.02' });
    expect(await held(ann, 'frozen')).toEqual(['499.95', '0']);
  });

  it('moves the prices of stops and of both legs, with their reserve', async () => {
    const stop = await place({
      type: 'buy',
      kind: 'stop_limit',
      stop_price: '51000',
      target_price: '51500',
      amount: '0.1',
    });
    expect(await desk.amend(ann, { id: stop.id, stop_price: '49000', target_price: '49500' })).toMatchObject({
      stop_when: 'below',
      stop_price: '49000',
      stop_limit_price: '49500',
    });
    expect(await held(ann, 'frozen')).toEqual(['4950', '0']);
    await desk.cancel(ann, stop.id);
    const both = await place({ ...OCO_SELL, stop_limit_price: '48900' });
    expect(await codeOf(desk.amend(ann, { id: both.id, stop_price: '53000' }))).toBe('oco_prices_wrong');
    await desk.amend(ann, { id: both.id, stop_price: '49500', stop_limit_price: '49400', target_price: '51000' });
    await move(49_490);
    expect(await rowOf(both.id)).toMatchObject({ status: 'filled', reserved: '0' });
    await expectSound();
  });
});

describe('cancelling all', () => {
  it('cancels everything of one pair or of all, once, and nothing of others', async () => {
    const key = randomUUID();
    await place(STOP_SELL);
    await place({ ...OCO_SELL, stop_limit_price: '48900' });
    await place({ type: 'buy', target_price: '49000', amount: '0.01' });
    const other = await place({ type: 'buy', target_price: '49000', amount: '0.01' }, undefined, ben);
    expect(await desk.cancelAll(ann, 'ETH/USDT')).toEqual({ cancelled: [], kept: [] });
    const results = await Promise.all([desk.cancelAll(ann, SYMBOL, key), second.cancelAll(ann, SYMBOL, key)]);
    expect(results[0]).toEqual(results[1]);
    expect(results[0]?.cancelled).toHaveLength(3);
    expect(await held(ann, 'frozen')).toEqual(['0', '0']);
    expect((await rowOf(other.id)).status).toBe('pending');
    await expectSound();
  });
});
