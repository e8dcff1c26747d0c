import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpotDesk, type SpotDesk } from '../../../test/spot-desk.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { MarketEngine } from '../../platform/market/engine-types.ts';
import type { RestingOrder } from '../../platform/market/order-book.ts';
import { openCatalogue } from '../instruments/index.ts';
import { spotMarketClient } from './market-client.ts';
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
  const warm = warmOrders(() => ({ tick: '0.01', lot: '0.0001' }));
  const placed = [await bid(47_000), await bid(47_500), await bid(48_000), await bid(49_500)];
  await warm.read(counting);
  await warm.read(counting);
  expect(sizes).toEqual([1, 4, 1]);
  await desk.cancel(ann, placed[1]?.id ?? '');
  desk.source.set('BTC/USDT', 4_940_000);
  await desk.step();
  await bid(46_000);
  sizes.length = 0;
  const { open, byId } = await warm.take(counting);
  const orders = open.map(({ order }) => order);
  expect(orders).toEqual(await stored());
  expect([...byId.values()].toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(orders);
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

it('fit the book in the steps of now, also where they were read before staff changed the steps', async () => {
  const order = (await stored()).find(({ progress }) => progress.limit === '46000');
  const client = spotMarketClient(await openCatalogue({ database: desk.database, now: desk.now }));
  await client.warm?.(desk.database);
  const restored: Omit<RestingOrder, 'sequence'>[] = [];
  const finer: Partial<MarketEngine> = {
    prices: () => ({
      tick: '0.001',
      lot: '0.000001',
      bid: null,
      ask: null,
      last: null,
      index: null,
      fine: null,
      quote: 'USDT',
      mark: null,
      number: 1,
      at: 1,
    }),
    restore: (_, each) => void restored.push(each),
  };
  await client.restore(desk.database, finer as MarketEngine);
  expect(restored.find(({ id }) => id === `spot:${order?.id}`)).toMatchObject({ price: 46_000_000, lots: 1_000 });
});

/** A table of open orders, as the statements of the store read it. */
function tableOf() {
  const rows = new Map<number, { version: number; filled: number }>();
  let read = 0;
  const sql: Sql = {
    async query(text, values) {
      const all = [...rows].sort(([a], [b]) => a - b);
      if (text.includes('string_agg')) {
        const spans = Map.groupBy(all, ([id]) => String(Math.floor(id / 1_024)));
        return [...spans].map(([span, of]) => ({
          span,
          ids: of.map(([id]) => id).join(),
          versions: of.map(([, { version }]) => version).join(),
        })) as never;
      }
      const wanted = values?.[0] as readonly string[] | null;
      const found = all.filter(([id]) => wanted === null || wanted.includes(String(id)));
      read += found.length;
      return found.map(([id, { version, filled }]) => ({
        ...{ id: String(id), version: String(version), user_id: '7', symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT' },
        ...{
          side: 'buy',
          kind: 'limit',
          price: '50.5',
          amount: '10',
          filled_amount: String(filled),
          status: 'pending',
        },
      })) as never;
    },
  };
  return { rows, sql, read: () => read };
}

const change = fc.record({
  kind: fc.constantFrom('place', 'place', 'fill', 'end'),
  which: fc.nat(),
  /** Ids that others have taken in between. */
  skipped: fc.nat({ max: 700 }),
});

it('are those of the table after any number of reads, and each version is read once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 12 }), async (rounds) => {
      const { rows, sql, read } = tableOf();
      const warm = warmOrders(() => ({ tick: '0.1', lot: '0.5' }));
      let [last, version, changed] = [0, 0, 0];
      for (const round of rounds) {
        const touched = new Set<number>();
        for (const { kind, which, skipped } of round) {
          const id = [...rows.keys()][which % Math.max(1, rows.size)];
          if (kind === 'place') {
            last += 1 + skipped;
            rows.set(last, { version: ++version, filled: 0 });
            touched.add(last);
          } else if (id !== undefined && kind === 'end') {
            rows.delete(id);
            touched.delete(id);
          } else if (id !== undefined) {
            rows.set(id, { version: ++version, filled: Math.min(9, (rows.get(id)?.filled ?? 0) + 1) });
            touched.add(id);
          }
        }
        changed += touched.size;
        await warm.read(sql);
      }
      expect(read()).toBe(changed);
      const { open, byId } = await warm.take(sql);
      expect(open.map(({ resting }) => resting)).toEqual(
        [...rows]
          .sort(([a], [b]) => a - b)
          .map(([id, { filled }]) => ({
            id: `spot:${id}`,
            userId: '7',
            side: 'buy',
            price: 505,
            lots: 20 - 2 * filled,
          })),
      );
      expect(new Map([...byId].sort(([a], [b]) => Number(a) - Number(b)))).toEqual(
        new Map(open.map(({ order }) => [order.id, order])),
      );
      expect((await warm.take(sql)).open).toHaveLength(rows.size);
    }),
    { numRuns: 60 },
  );
});
