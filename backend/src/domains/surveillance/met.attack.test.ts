import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { closing, codeOf, opening, storedPosition } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { thinDesk } from '../../../test/thin-desk.ts';
import { leftSince } from '../../platform/ways/store.ts';

/*
 * However two orders meet, whatever their kind: trades carry no more from a user than the bound, to one other user and to all,
 * and less by no more than a lot. A thief with the session of a victim has friends wait for it.
 */

const SYMBOL = 'BTC/USDT';
const PERPETUAL = 'BTC/USDT-PERP';
const PAIR = { currency_id: 1, legal_id: 3 };
/** As of a coin of little turnover: a ladder that reaches 0.2 % and holds next to nothing. */
const LADDER = { halfSpread: 0.000_15, width: 0.002, levels: 20, depth: 80, cap: 3, skew: 0.001, refill: 10_000 };

let desk: SpotDesk;
/** Of a house with a ladder. */
let ladder: SpotDesk;
beforeAll(async () => {
  desk = await thinDesk({ [SYMBOL]: 50_000 });
  ladder = await createSpotDesk({
    prices: { [SYMBOL]: 50_000, [PERPETUAL]: 50_000 },
    terms: (terms) => ({ ...terms, house: LADDER }),
  });
  await ladder.step(5);
});
afterAll(async () => {
  await desk.close();
  await ladder.close();
});
/** Each test finds an empty book at the index. */
afterEach(async () => {
  for (const each of [desk, ladder]) {
    const rows = await each.database.query<{ user: string }>(
      `select distinct user_id as "user" from spot_order where status = 'pending'`,
    );
    for (const { user } of rows) await each.cancelAll(user);
  }
  desk.source.set(SYMBOL, 5_000_000);
  await desk.step(2);
});

async function pause(userId: string, of = desk): Promise<void> {
  await of.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
    userId,
    new Date(of.now() + 3_600_000),
  ]);
}
const carriedFrom = async (userId: string, of = desk): Promise<number> =>
  Number(await leftSince(of.database, userId, of.now() - 86_400_000, 'unapproved'));
const expectBound = (carried: number, bound: number) => {
  expect(carried).toBeGreaterThan(bound * 0.99);
  expect(carried).toBeLessThanOrEqual(bound);
};
const states = [
  { paused: true, one: 20, all: 100 },
  { paused: false, one: 200, all: 1_000 },
];

test.each(states)('one order meets one other user: paused $paused, $one USDT', async ({ paused, one }) => {
  const [victim = '', friend = ''] = await desk.users(2, { USDT: '1000000', BTC: '20' });
  if (paused) await pause(victim);
  await desk.place(friend, { ...PAIR, type: 'sell', target_price: '52000', amount: '18' });
  const taken = await desk.place(victim, { ...PAIR, type: 'buy', target_price: '52000', amount: '18' });
  expect(taken).toMatchObject({ status: 'cancelled', ended: 'market' });
  expectBound(await carriedFrom(victim), one);
  // All or nothing is nothing, and counts as nothing; so is what one sends at once.
  const whole = { ...PAIR, type: 'buy', target_price: '52000', amount: '1' };
  expect(await codeOf(desk.place(victim, { ...whole, time_in_force: 'FOK' }))).toBe('trades_off_market');
  const burst = Array.from({ length: 8 }, () => codeOf(desk.place(victim, { ...whole, time_in_force: 'IOC' })));
  expect(new Set(await Promise.all(burst))).toEqual(new Set(['trades_off_market']));
  expectBound(await carriedFrom(victim), one);
});

test.each(states)('one order, or a stop, that many wait for: paused $paused, $all USDT', async ({ paused, all }) => {
  const [victim = ''] = await desk.users(1, { USDT: '900000', BTC: '20' });
  const friends = await desk.users(12, { USDT: '30000', BTC: '0.2' });
  if (paused) await pause(victim);
  const prices = { target_price: '47600', stop_price: '49500' };
  for (let count = 0; count < 12; count++) {
    await desk.place(victim, { ...PAIR, type: 'sell', kind: 'stop_limit', ...prices, amount: '0.1' });
  }
  for (const friend of friends) {
    await desk.place(friend, { ...PAIR, type: 'buy', target_price: '47700', amount: '0.1' });
  }
  desk.source.set(SYMBOL, 4_949_000);
  await desk.step(4);
  // Those whose standing was not known when the step began are judged by it all the same.
  expectBound(await carriedFrom(victim), all);
  for (const friend of friends) {
    await desk.place(friend, { ...PAIR, type: 'sell', target_price: '51000', amount: '0.1' });
  }
  await codeOf(desk.place(victim, { ...PAIR, type: 'buy', target_price: '51000', amount: '1.2' }));
  expectBound(await carriedFrom(victim), all);
});

test('a stop of a user of whom nothing is known is filled with the step, as far as one user may gain', async () => {
  const [user = '', other = ''] = await desk.users(2, { BTC: '1', USDT: '50000' });
  const prices = { target_price: '47600', stop_price: '49500' };
  const { id } = await desk.place(user, { ...PAIR, type: 'sell', kind: 'stop_limit', ...prices, amount: '0.1' });
  await desk.place(other, { ...PAIR, type: 'buy', target_price: '47700', amount: '0.1' });
  desk.source.set(SYMBOL, 4_949_000);
  await desk.step(1);
  const [row] = await desk.database.query<{ status: string }>('select status from spot_order where id = $1', [id]);
  expect(row?.status).toBe('filled');
  expect(await carriedFrom(user)).toBeGreaterThan(170);
});

test.each(states)('a market order within the reach of the ladder: paused $paused', async ({ paused, all }) => {
  const [victim = ''] = await ladder.users(1, { USDT: '1000000' });
  if (paused) await pause(victim, ladder);
  for (const friend of await ladder.users(8, { BTC: '2' })) {
    await ladder.place(friend, { ...PAIR, type: 'sell', target_price: '50150', amount: '1.8' });
  }
  await ladder.place(victim, { ...PAIR, type: 'buy', kind: 'market', amount: '14' });
  expectBound(await carriedFrom(victim, ladder), all);
});

test('closings at the market, reversals and stop losses of positions that were opened at the index', async () => {
  const [victim = '', friend = '', ...others] = await ladder.users(14, {});
  await grant(ladder.database, [victim, friend, ...others], { USDT: '5000000' }, 'lever');
  const atIndex = { kind: 'limit', price: '50000', multiple: 2 } as const;
  const held: string[] = [];
  for (const amount of ['19', '2', '0.5']) {
    await ladder.lever(opening(friend, { ...atIndex, side: 'short', amount }));
    held.push((await ladder.lever(opening(victim, { ...atIndex, amount }))).id);
  }
  const bid = (other: string, price: string, amount = '1.9') =>
    ladder.lever(opening(other, { kind: 'limit', price, amount, multiple: 2 }));
  for (const other of others) await bid(other, '49900');
  const [first = '', second = '', third = ''] = held;
  expect(await codeOf(ladder.lever(closing(victim, first)))).toBe('ok');
  expectBound(await carriedFrom(victim, ladder), 1_000);
  // Whole or not at all.
  const reversal = { kind: 'reverse', userId: victim, level: 2, country: null, id: second } as const;
  expect(await codeOf(ladder.lever(reversal))).toBe('trades_off_market');
  expect(await storedPosition(ladder.database, second)).toMatchObject({ status: 'open', quantity: '2' });
  expect(await codeOf(ladder.lever(closing(victim, second)))).toBe('trades_off_market');
  // What the exchange has to close is tried with each step, and closes where nothing is carried.
  const stop = { kind: 'stop_loss', by: 'price', value: '49980', activationPrice: null } as const;
  await ladder.lever({ kind: 'trigger', userId: victim, id: third, trigger: stop, share: null });
  ladder.source.set(PERPETUAL, 4_995_500);
  await ladder.step(4);
  expect(await storedPosition(ladder.database, third)).toMatchObject({ status: 'closing' });
  expectBound(await carriedFrom(victim, ladder), 1_000);
  const [late = ''] = await ladder.users(1, {});
  await grant(ladder.database, [late], { USDT: '5000000' }, 'lever');
  await bid(late, '49955', '2');
  await ladder.step(2);
  expect(await storedPosition(ladder.database, third)).toMatchObject({ status: 'closed' });
  expectBound(await carriedFrom(victim, ladder), 1_000);
});

test('a close at the market passes over others and clears an own order behind them before it is refused', async () => {
  const [victim = '', friend = ''] = await ladder.users(2, {});
  await grant(ladder.database, [victim, friend], { USDT: '5000000' }, 'lever');
  ladder.source.set(PERPETUAL, 5_000_000);
  await ladder.step(60);
  const rest = (userId: string, side: 'long' | 'short', price: string, amount: string) =>
    ladder.lever<{ id: string }>(opening(userId, { kind: 'limit', side, price, amount, multiple: 2 }));
  await rest(friend, 'short', '50000', '12');
  const { id } = await rest(victim, 'long', '50000', '12');
  // So far the friend, and others who still wait, may gain.
  await rest(friend, 'long', '49901', '12');
  expect(await codeOf(ladder.lever(closing(victim, id)))).toBe('ok');
  expect(await carriedFrom(victim, ladder)).toBeGreaterThan(199);
  expect(await storedPosition(ladder.database, id)).toMatchObject({ status: 'open' });
  await ladder.step(60);
  await rest(friend, 'long', '49994', '0.01');
  const own = await rest(victim, 'long', '49993', '0.01');
  expect(await codeOf(ladder.lever(closing(victim, id)))).toBe('ok');
  expect(await storedPosition(ladder.database, own.id)).toMatchObject({ status: 'cancelled' });
});

test('no volume that two accounts make is forgiven', async () => {
  const [victim = '', pump = ''] = await desk.users(2, { USDT: '900000', BTC: '8' });
  // Both ways at 0.0101 % from the index: next to nothing counts as carried.
  for (let round = 0; round < 5; round++) {
    for (const [type, across, price] of [
      ['buy', 'sell', '50005.01'],
      ['sell', 'buy', '49994.99'],
    ] as const) {
      await desk.place(pump, { ...PAIR, type: across, target_price: price, amount: '2' });
      await desk.place(victim, { ...PAIR, type, target_price: price, amount: '2', time_in_force: 'IOC' });
    }
  }
  for (let count = 0; count < 4; count++) {
    await desk.place(victim, { ...PAIR, type: 'buy', target_price: '52000', amount: '0.4' });
  }
  for (const friend of await desk.users(12, { USDT: '100', BTC: '0.2' })) {
    await codeOf(
      desk.place(friend, { ...PAIR, type: 'sell', target_price: '51999', amount: '0.09', time_in_force: 'IOC' }),
    );
  }
  expectBound(await carriedFrom(victim), 1_000);
});

test('what came back may be given back, and what staff have excused counts no more, of stops as well', async () => {
  const desk = await thinDesk({ [SYMBOL]: 50_000 });
  onTestFinished(() => desk.close());
  const [victim = '', before = '', friend = ''] = await desk.users(3, { BTC: '1', USDT: '20000' });
  const pair = [victim, before, new Date(desk.now() - (desk.now() % 3_600_000))];
  for (const table of ['value_carried', 'value_excused']) {
    const values = 'values ($1, $2, $3, 900, 30000), ($2, $1, $3, 300, 30000)';
    await desk.database.query(`insert into ${table} (payer_id, payee_id, hour, value, traded) ${values}`, pair);
  }
  const other = await desk.node();
  await desk.market.stop();
  await other.step(10);
  const prices = { target_price: '47600', stop_price: '49500' };
  await other.place(victim, { ...PAIR, type: 'sell', kind: 'stop_limit', ...prices, amount: '0.1' });
  await other.place(before, { ...PAIR, type: 'buy', target_price: '47700', amount: '0.2' });
  other.source.set(SYMBOL, 4_949_000);
  await other.step(4);
  const stored = await desk.database.query<{ value: string }>(
    'select value from value_counted where payer_id = $1 and payee_id = $2',
    [victim, before],
  );
  const first = Number(stored[0]?.value);
  expect(first).toBeGreaterThan(170);
  // 300 that came back were excused, too: they are no room.
  const more = { ...PAIR, type: 'sell', target_price: '47700', amount: '0.1', time_in_force: 'IOC' };
  await codeOf(other.place(victim, more));
  expectBound(await carriedFrom(victim, desk), 200);
  // The friend loses to the victim, and gets it back beyond the bound of a paused account.
  await other.place(victim, { ...PAIR, type: 'sell', target_price: '51400', amount: '0.1' });
  await other.place(friend, { ...PAIR, type: 'buy', target_price: '51400', amount: '0.1', time_in_force: 'IOC' });
  await pause(victim, desk);
  await other.place(friend, { ...PAIR, type: 'buy', target_price: '47600', amount: '0.3' });
  await codeOf(other.place(victim, { ...more, target_price: '47600', amount: '0.3' }));
  const net = await desk.database.query<{ net: number }>(
    `select (sum(case payer_id when $1 then value else -value end))::float8 as net from value_counted
      where $1 in (payer_id, payee_id) and $2 in (payer_id, payee_id)`,
    [victim, friend],
  );
  // It is over the bound of all already: no more than what came back.
  expect(net[0]?.net).toBeGreaterThan(-1);
  expect(net[0]?.net).toBeLessThanOrEqual(0);
});
