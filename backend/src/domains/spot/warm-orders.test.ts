import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpotDesk, type SpotDesk } from '../../../test/spot-desk.ts';
import type { Sql } from '../../platform/db/database.ts';
import { openOrders } from './store.ts';
import { warmOrders } from './warm-orders.ts';

let desk: SpotDesk;
let ann: string;
beforeAll(async () => {
  desk = await createSpotDesk({ prices: { 'BTC/USDT': 50_000 } });
  [ann = ''] = await desk.users(1, { USDT: '100000', BTC: '10' });
  await desk.step(2);
});
afterAll(() => desk.close());

const bid = (price: number) =>
  desk.place(ann, { currency_id: 1, legal_id: 3, type: 'buy', target_price: String(price), amount: '0.001' });
const stored = async () =>
  (await openOrders(desk.database, null)).map(({ order }) => order).sort((a, b) => Number(a.id) - Number(b.id));

it('are those of now, and only rows that have changed are read again', async () => {
  /** Rows that each statement returned. */
  const sizes: number[] = [];
  const counting: Sql = {
    async query(text, values) {
      const rows = await desk.database.query(text, values);
      sizes.push(rows.length);
      return rows as never;
    },
  };
  const warm = warmOrders();
  const placed = [await bid(47_000), await bid(47_500), await bid(48_000), await bid(49_500)];
  await warm.read(counting);
  await warm.read(counting);
  expect(sizes).toEqual([1, 4, 1]);
  await desk.cancel(ann, placed[1]?.id ?? '');
  desk.source.set('BTC/USDT', 4_940_000);
  await desk.step();
  await bid(46_000);
  sizes.length = 0;
  const orders = await warm.take(counting);
  expect(orders).toEqual(await stored());
  expect(orders.length).toBeGreaterThan(1);
  expect(sizes[0]).toBe(1);
  expect(sizes[1]).toBeLessThan(orders.length);
});

it('of a node that follows are what it takes over with', async () => {
  const next = await desk.node();
  await next.step();
  const order = await bid(46_500);
  await desk.market.stop();
  await next.step(2);
  expect((await next.cancel(ann, order.id)).status).toBe('cancelled');
  expect((await stored()).map(({ id }) => id)).not.toContain(order.id);
});
