import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSpotDesk, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';

/* A trigger is used once: a stop that finds nothing it may trade with in that step keeps what it protects, and waits. */

const SYMBOL = 'BTC/USDT';
const PAIR = { currency_id: 1, legal_id: 3 };
const STOP = { ...PAIR, type: 'sell', stop_price: '49500' };

let database: TestDatabase;
let desk: SpotDesk;
let ann: string;
let friend: string;
let ben: string;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await createSpotDesk({
    database,
    prices: { [SYMBOL]: 50_000 },
    terms: (terms) => ({
      ...terms,
      house: { halfSpread: 0.000_2, width: 0.000_4, levels: 1, depth: 400, cap: 3, skew: 0, refill: 600_000 },
      breaker: { ...terms.breaker, jump: 0.05 },
    }),
  });
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(desk.failures).toEqual([]);
  await desk.close();
  await database.close();
});
beforeEach(async () => {
  desk.source.set(SYMBOL, 5_000_000);
  await desk.step(2);
  [ann = '', friend = '', ben = ''] = await desk.users(3, { USDT: '200000', BTC: '3' });
});

type Row = {
  status: string;
  ended: string | null;
  filled_amount: string;
  reserved: string;
  revision: number;
  triggered_at: number | null;
};
async function rowOf(id: string): Promise<Row> {
  const [row] = await database.query<Row>('select * from spot_order where id = $1', [id]);
  if (!row) throw new Error(`no order ${id}`);
  return row;
}
const frozen = (userId: string) => userBalance(database, userId, 'change', 'BTC', 'frozen');
/** The house has nothing left on the side of who sells. */
const takeBids = () => desk.place(ben, { ...PAIR, type: 'sell', kind: 'market', amount: '2' }).catch(() => undefined);

/** What ann has bought is sold at the market when its price falls. Returns the order that does so. */
async function protectedBuy(amount: string): Promise<string> {
  await desk.place(ben, { ...PAIR, type: 'sell', target_price: '50000', amount });
  const { id } = await desk.place(ann, { ...PAIR, type: 'buy', target_price: '50000', amount, stop_loss: '49500' });
  const [exit] = await database.query<{ id: string; kind: string }>(
    'select id, kind from spot_order where parent_id = $1',
    [id],
  );
  expect(exit?.kind).toBe('stop_market');
  return exit?.id as string;
}

it.each(['stop_limit', 'stop_market'])(
  'a %s that may not trade with what is there waits with what is left of it',
  async (kind) => {
    await takeBids();
    const id =
      kind === 'stop_market'
        ? await protectedBuy('1')
        : (await desk.place(ann, { ...STOP, kind, target_price: '47600', amount: '1' })).id;
    const whole = Number(await frozen(ann));
    await desk.place(friend, { ...PAIR, type: 'buy', target_price: '49000', amount: '2' });
    desk.source.set(SYMBOL, 4_949_000);
    await desk.step(3);
    const waiting = await rowOf(id);
    expect(waiting).toMatchObject({ status: 'pending', ended: null });
    expect(waiting.triggered_at).not.toBeNull();
    expect(Number(waiting.filled_amount)).toBeLessThan(1);
    expect(Number(await frozen(ann))).toBeCloseTo(whole - Number(waiting.filled_amount), 10);
    if (kind === 'stop_limit') {
      expect(Number(waiting.filled_amount)).toBeGreaterThan(0);
      // Steps that find nothing write nothing.
      await desk.step(3);
      expect(await rowOf(id)).toEqual(waiting);
    }
    // Its user can end it, and another node goes on with it.
    await desk.market.stop();
    const other = await desk.node();
    other.source.set(SYMBOL, 4_949_000);
    await other.step(2);
    expect((await rowOf(id)).status).toBe('pending');
    await other.place(ben, { ...PAIR, type: 'buy', target_price: '49490', amount: '1' });
    await other.step(2);
    expect(await rowOf(id)).toMatchObject({ status: 'filled', reserved: '0' });
    expect(await frozen(ann)).toBe('0');
    await other.market.stop();
    desk = Object.assign(desk, await desk.node());
    await desk.step(2);
    await desk.cancelAll(friend);
    await desk.cancelAll(ben);
  },
);

it('a stop at the market for which the house has nothing is filled once it refills, or cancelled by its user', async () => {
  await takeBids();
  const [one, other] = [await protectedBuy('0.001'), await protectedBuy('0.001')];
  const { reserved } = await rowOf(one);
  desk.source.set(SYMBOL, 4_949_000);
  await desk.step(2);
  expect(await rowOf(one)).toMatchObject({ status: 'pending', filled_amount: '0', reserved });
  await desk.cancel(ann, other);
  expect(await rowOf(other)).toMatchObject({ status: 'cancelled', ended: 'user', reserved: '0' });
  expect(await frozen(ann)).toBe(reserved);
  desk.advance(3_600_000);
  await desk.step(2);
  expect(await rowOf(one)).toMatchObject({ status: 'filled', reserved: '0' });
  expect(await frozen(ann)).toBe('0');
});
