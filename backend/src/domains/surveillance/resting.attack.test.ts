import { afterEach, beforeEach, expect, test } from 'vitest';
import { houseOf, opening } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk, type SpotNode } from '../../../test/spot-desk.ts';
import { thinDesk } from '../../../test/thin-desk.ts';
import { leftSince } from '../../platform/ways/store.ts';
import type { LeverageCommand } from '../leverage/market-client.ts';

/*
 * A thief with the session of a victim puts all orders into the book before anything was carried, and has many accounts take
 * less from them than staff look at: what rests is judged when it is met.
 */

const SYMBOL = 'BTC/USDT';
const PERPETUAL = 'BTC/USDT-PERP';
const PAIR = { currency_id: 1, legal_id: 3 };
const INDEX = 50_000;

let desk: SpotDesk;
beforeEach(async () => {
  desk = await thinDesk({ [SYMBOL]: INDEX });
});
afterEach(() => desk.close());

const carriedFrom = async (userId: string): Promise<number> =>
  Number(await leftSince(desk.database, userId, desk.now() - 86_400_000, 'unapproved'));

/** A victim whose bids rest far above the index, and friends to sell to them. */
async function crowd(): Promise<readonly [string, readonly string[]]> {
  const [victim = ''] = await desk.users(1, { USDT: '60000', BTC: '1' });
  for (let count = 0; count < 10; count++) {
    await desk.place(victim, { ...PAIR, type: 'buy', target_price: '52000', amount: '0.1' });
  }
  return [victim, await desk.users(25, { USDT: '100', BTC: '0.2' })];
}
const sell = (node: SpotNode, friend: string, amount: string) =>
  node.place(friend, { ...PAIR, type: 'sell', target_price: '51999', amount, time_in_force: 'IOC' });

test('many accounts take a little each from orders that rest: in all no more than from one that takes', async () => {
  const [victim, friends] = await crowd();
  // 180 USDT each.
  for (const friend of friends.slice(0, 8)) await sell(desk, friend, '0.09');
  const carried = await carriedFrom(victim);
  expect(carried).toBeGreaterThan(990);
  expect(carried).toBeLessThanOrEqual(1_000);
  // Nor after a step, nor on the node that takes the market over.
  await desk.step(3);
  await sell(desk, friends[8] as string, '0.09');
  const other = await desk.node();
  await desk.market.stop();
  await other.step(10);
  await sell(other, friends[9] as string, '0.09');
  expect(await carriedFrom(victim)).toBe(carried);
});

test('nor what rests across it meanwhile, on the node that takes the market over', async () => {
  const [victim, friends] = await crowd();
  for (const friend of friends.slice(0, 8)) await sell(desk, friend, '0.09');
  const carried = await carriedFrom(victim);
  for (const friend of friends.slice(8, 12)) {
    await desk.place(friend, { ...PAIR, type: 'sell', target_price: '50500', amount: '0.05' });
  }
  const other = await desk.node();
  await desk.market.stop();
  await other.step(10);
  expect(await carriedFrom(victim)).toBe(carried);
});

test('at once, in one batch', async () => {
  const [victim, friends] = await crowd();
  await Promise.all(friends.map((friend) => sell(desk, friend, '0.09')));
  expect(await carriedFrom(victim)).toBeLessThanOrEqual(1_000);
});

test('from an account whose withdrawals are paused a tenth of it', async () => {
  const [victim, friends] = await crowd();
  await desk.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
    victim,
    new Date(desk.now() + 3_600_000),
  ]);
  await Promise.all(friends.map((friend) => sell(desk, friend, '0.009')));
  expect(await carriedFrom(victim)).toBeGreaterThan(99);
  expect(await carriedFrom(victim)).toBeLessThanOrEqual(100);
});

test('others trade as if what is set aside were not there, and it is met again once it carries nothing', async () => {
  const [victim, friends] = await crowd();
  for (const friend of friends.slice(0, 8)) await sell(desk, friend, '0.09');
  const carried = await carriedFrom(victim);
  const [seller = '', late = ''] = friends.slice(9);
  // Below the bid that is set aside: it rests.
  const resting = await desk.place(seller, { ...PAIR, type: 'sell', target_price: '50500', amount: '0.05' });
  expect(resting).toMatchObject({ status: 'pending', filled_amount: '0' });
  await desk.cancel(seller, resting.id);
  desk.source.set(SYMBOL, 5_200_000);
  await desk.step(3);
  expect(await sell(desk, late, '0.05')).toMatchObject({ filled_amount: '0.05' });
  expect(await carriedFrom(victim)).toBe(carried);
});

test('stops at a limit, placed before and reached in one step, trade near the index once it is too much', async () => {
  const [victim = ''] = await desk.users(1, { BTC: '3' });
  const friends = await desk.users(20, { USDT: '20000' });
  for (let count = 0; count < 20; count++) {
    const prices = { target_price: '47600', stop_price: '49500' };
    await desk.place(victim, { ...PAIR, type: 'sell', kind: 'stop_limit', ...prices, amount: '0.1' });
  }
  for (const friend of friends) {
    await desk.place(friend, { ...PAIR, type: 'buy', target_price: '47700', amount: '0.1' });
  }
  desk.source.set(SYMBOL, 4_949_000);
  await desk.step(4);
  expect(await carriedFrom(victim)).toBeGreaterThan(990);
  expect(await carriedFrom(victim)).toBeLessThanOrEqual(1_000);
});

test('one order that many wait for stops where it is too much', async () => {
  const [victim = ''] = await desk.users(1, { USDT: '200000' });
  for (const friend of await desk.users(25, { BTC: '0.1' })) {
    await desk.place(friend, { ...PAIR, type: 'sell', target_price: '52000', amount: '0.09' });
  }
  const placed = await desk.place(victim, { ...PAIR, type: 'buy', target_price: '52000', amount: '2.25' });
  expect(placed).toMatchObject({ status: 'cancelled', ended: 'market' });
  expect(await carriedFrom(victim)).toBeGreaterThan(990);
  expect(await carriedFrom(victim)).toBeLessThanOrEqual(1_000);
});

test('positions that were opened at the index are closed at a limit for friends no further', async () => {
  const perpetual = await createSpotDesk({
    prices: { [PERPETUAL]: INDEX },
    terms: houseOf({ depth: 1_000, cap: 1, jump: 0.05 }),
  });
  try {
    const [victim = '', friend = '', ...others] = await perpetual.users(16, {});
    await grant(perpetual.database, [victim, friend, ...others], { USDT: '20000' }, 'lever');
    await perpetual.step(3);
    const atIndex = { kind: 'limit', price: '50000', amount: '2' } as const;
    await perpetual.lever(opening(friend, { ...atIndex, side: 'short' }));
    const { id } = await perpetual.lever(opening(victim, atIndex));
    const price = '48000';
    for (const other of others) await perpetual.lever(opening(other, { kind: 'limit', price, amount: '0.09' }));
    for (const _ of others) {
      const close: LeverageCommand = { kind: 'close', userId: victim, id, share: 9_000, price, cause: 'user' };
      await perpetual.lever(close).catch(() => null);
    }
    const left = await leftSince(perpetual.database, victim, perpetual.now() - 86_400_000, 'unapproved');
    expect(Number(left)).toBeGreaterThan(990);
    expect(Number(left)).toBeLessThanOrEqual(1_000);
  } finally {
    await perpetual.close();
  }
});

test('the house fills what rests as ever, whatever its user has carried to others', async () => {
  const both = await thinDesk({ [SYMBOL]: INDEX, 'ETH/USDT': 3_000 });
  try {
    const [victim = ''] = await both.users(1, { USDT: '60000', ETH: '1' });
    const friends = await both.users(10, { BTC: '0.2' });
    const taken = await both.place(victim, {
      ...{ currency_id: 2, legal_id: 3, type: 'sell', target_price: '3050', amount: '0.01' },
    });
    expect(taken.status).toBe('pending');
    for (let count = 0; count < 10; count++) {
      await both.place(victim, { ...PAIR, type: 'buy', target_price: '52000', amount: '0.1' });
    }
    for (const friend of friends) await sell(both, friend, '0.09').catch(() => null);
    both.source.set('ETH/USDT', 310_000);
    await both.step(4);
    const [row] = await both.database.query<{ filled: string }>(
      'select filled_amount as filled from spot_order where id = $1',
      [taken.id],
    );
    // As much as the house takes of it at once.
    expect(Number(row?.filled)).toBeGreaterThan(0);
  } finally {
    await both.close();
  }
});

test('an order that is filled whole or not at all, and is not, gives nothing back', async () => {
  const [victim] = await crowd();
  await desk.place(victim, { ...PAIR, type: 'sell', target_price: '52500', amount: '1' });
  const [friend = ''] = await desk.users(1, { USDT: '600000', BTC: '2' });
  const killed = { ...PAIR, type: 'buy', target_price: '52500', amount: '5', time_in_force: 'FOK' } as const;
  await Promise.all([
    desk.place(friend, killed).catch(() => null),
    ...Array.from({ length: 10 }, () => sell(desk, friend, '0.09').catch(() => null)),
  ]);
  const carried = await carriedFrom(victim);
  expect(carried).toBeGreaterThan(190);
  expect(carried).toBeLessThanOrEqual(200);
});

test('one order of a paused account that many wait for stops at the bound of paused ones', async () => {
  const [victim = ''] = await desk.users(1, { USDT: '60000' });
  const friends = await desk.users(25, { BTC: '0.2' });
  for (const friend of friends) {
    await desk.place(friend, { ...PAIR, type: 'sell', target_price: '51999', amount: '0.009' });
  }
  await desk.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
    victim,
    new Date(desk.now() + 3_600_000),
  ]);
  await desk.place(victim, { ...PAIR, type: 'buy', target_price: '52000', amount: '0.9', time_in_force: 'IOC' });
  const carried = await carriedFrom(victim);
  expect(carried).toBeGreaterThan(99);
  expect(carried).toBeLessThanOrEqual(100);
});

test('orders that are met again across others are judged one by one', async () => {
  const [victim, friends] = await crowd();
  const pausedUntil = (at: number) =>
    desk.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [victim, new Date(at)]);
  await pausedUntil(desk.now() + 3_600_000);
  for (const friend of friends.slice(0, 8)) await sell(desk, friend, '0.009');
  const paused = await carriedFrom(victim);
  for (const friend of friends.slice(8)) {
    await desk.place(friend, { ...PAIR, type: 'sell', target_price: '50500', amount: '0.09' });
  }
  await desk.step(2);
  expect(await carriedFrom(victim)).toBe(paused);
  await pausedUntil(desk.now() - 1);
  await desk.step(3);
  expect(await carriedFrom(victim)).toBeGreaterThan(990);
  expect(await carriedFrom(victim)).toBeLessThanOrEqual(1_000);
});

test('of a paused account nothing is forgiven for volume that two accounts make', async () => {
  const [victim = '', pump = ''] = await desk.users(2, { USDT: '900000', BTC: '8' });
  const friends = await desk.users(60, { USDT: '100', BTC: '0.2' });
  await desk.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
    victim,
    new Date(desk.now() + 3_600_000),
  ]);
  // Both ways at the index: nothing is carried, all of it is traded.
  for (let round = 0; round < 4; round++) {
    for (const type of ['buy', 'sell'] as const) {
      const across = type === 'buy' ? 'sell' : 'buy';
      await desk.place(pump, { ...PAIR, type: across, target_price: '50000', amount: '2' });
      await desk.place(victim, { ...PAIR, type, target_price: '50000', amount: '2', time_in_force: 'IOC' });
    }
  }
  for (let count = 0; count < 15; count++) {
    await desk.place(victim, { ...PAIR, type: 'buy', target_price: '52000', amount: '0.04' });
  }
  for (const friend of friends) await sell(desk, friend, '0.009').catch(() => null);
  expect(await carriedFrom(victim)).toBeLessThanOrEqual(100);
});
