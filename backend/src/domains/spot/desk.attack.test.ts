import { randomUUID } from 'node:crypto';
import { cmp, mul, sub } from '@tessera/money';
import { afterEach, describe, expect, it } from 'vitest';
import { createSpotDesk, grant, type SpotDesk, type SpotNode } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { auditLedger, freezeEntries, postJournal, userAccount, userBalance } from '../../platform/ledger/index.ts';

const PAIR = { currency_id: 1, legal_id: 3 };
const SYMBOL = 'BTC/USDT';
const HOUSE = { halfSpread: 0.000_2, width: 0.01, levels: 20, depth: 1_000_000, cap: 3, skew: 0, refill: 1 };
const buy = (amount: string) => ({ ...PAIR, type: 'buy', kind: 'market', amount });
const restingBuy = (amount: string, price = '49000') => ({ ...PAIR, type: 'buy', target_price: price, amount });

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** A desk whose database runs `before` ahead of each transaction, and `after` when it has committed. */
async function deskWith(
  hooks: {
    reads?: (database: TestDatabase) => Promise<void>;
    before?: (database: TestDatabase) => Promise<void>;
    after?: () => Promise<void> | void;
  } = {},
  house = HOUSE,
): Promise<SpotDesk> {
  const plain = await createTestDatabase();
  open.push(plain);
  const hooked = async <T>(write: () => Promise<T>): Promise<T> => {
    await hooks.before?.(plain);
    const result = await write();
    await hooks.after?.();
    return result;
  };
  const database: Database = {
    ...plain,
    async transaction<T>(work: (tx: Transaction) => Promise<T>) {
      return hooked(() => plain.transaction(work));
    },
    batch: (work) => hooked(() => plain.batch(work)),
    async together(work) {
      await hooks.reads?.(plain);
      return plain.together(work);
    },
  };
  const desk = await createSpotDesk({
    database,
    plain,
    prices: { [SYMBOL]: 50_000 },
    terms: (terms) => ({ ...terms, house, breaker: { ...terms.breaker, jump: 10 } }),
  });
  open.push(desk);
  await desk.step(5);
  return desk;
}

const held = ({ database }: Pick<SpotDesk, 'database'>, user: string, currency = 'USDT', part?: 'frozen') =>
  userBalance(database, user, 'change', currency, part);
const ordersIn = async ({ database }: SpotDesk) =>
  (await database.query<{ count: number }>('select count(*)::int as count from spot_order'))[0]?.count;
const outcomes = async (all: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((each) =>
    each.status === 'fulfilled' ? 'placed' : (each.reason as { code?: string }).code,
  );
const count = (all: readonly unknown[], what: unknown) => all.filter((each) => each === what).length;

/** Makes steps until the promise is settled: the market comes back by them. */
async function whileStepping<T>(nodes: readonly SpotNode[], promise: Promise<T>): Promise<T> {
  let settled = false;
  const end = promise.finally(() => {
    settled = true;
  });
  end.catch(() => undefined);
  while (!settled) for (const node of nodes) await node.step().catch(() => undefined);
  return end;
}

/** As a client does under one key while the market does not take it; calls `refused` each time. */
async function repeated<T>(send: () => Promise<T>, refused: () => void): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'service_unavailable') throw error;
      refused();
    }
  }
}

describe('one key', () => {
  it('sent many times at once, and again, places one order with one result', async () => {
    const desk = await deskWith();
    const [ann = ''] = await desk.users(1, { USDT: '10000' });
    const key = randomUUID();
    const results = await Promise.all(Array.from({ length: 12 }, () => desk.place(ann, buy('0.01'), key)));
    results.push(await desk.place(ann, buy('0.01'), key));
    for (const result of results) expect(result).toEqual(results[0]);
    expect(await ordersIn(desk)).toBe(1);
    await expect(desk.place(ann, buy('0.02'), key)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    const [one, other] = await outcomes([
      desk.place(ann, buy('0.01'), 'a-new-key'),
      desk.place(ann, buy('0.02'), 'a-new-key'),
    ]);
    expect([one, other]).toEqual(['placed', 'idempotency_conflict']);
  });

  it('may be tried again after a rejection', async () => {
    const desk = await deskWith();
    const [ann = ''] = await desk.users(1, { USDT: '100' });
    const key = randomUUID();
    await expect(desk.place(ann, buy('0.01'), key)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await grant(desk.database, [ann], { USDT: '1000' });
    expect(await desk.place(ann, buy('0.01'), key)).toMatchObject({ status: 'filled' });
  });

  it('that another call of its user has not committed yet delays the others by moments', async () => {
    const desk = await deskWith();
    const [ann = '', ben = ''] = await desk.users(2, { USDT: '10000' });
    const delayed = async () => {
      const key = randomUUID();
      let free = (): void => undefined;
      let written = (): void => undefined;
      const whenWritten = new Promise<void>((resolve) => (written = resolve));
      const over = desk.database.transaction(async (tx) => {
        await tx.query(
          `insert into idempotency_key (user_id, key, call, fingerprint, at) values ($1, $2, 'another', '\\x00', $3)`,
          [ann, key, new Date(desk.now())],
        );
        written();
        await new Promise<void>((resolve) => (free = resolve));
      });
      await whenWritten;
      const began = performance.now();
      const stuck = outcomes([desk.place(ann, buy('0.01'), key)]);
      let took: number;
      try {
        expect((await desk.place(ben, buy('0.01'))).status).toBe('filled');
        took = performance.now() - began;
      } finally {
        free();
        await over;
      }
      expect(await whileStepping([desk], stuck)).toEqual(['idempotency_conflict']);
      return took;
    };
    // Before, each of six attempts waited for a quarter of a second. The best of some: the machine has other work, too.
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 10 && least >= 1_400; round++) least = Math.min(least, await delayed());
    expect(least).toBeLessThan(1_400);
    expect(desk.desks).toHaveLength(1);
  });

  it('sent to two nodes at once places one order', async () => {
    const desk = await deskWith();
    const other = await desk.node();
    await other.step();
    expect(other.market.holds()).toBe(false);
    const [ann = ''] = await desk.users(1, { USDT: '10000' });
    const key = randomUUID();
    const results = await Promise.all([desk, other, desk, other].map((node) => node.place(ann, buy('0.01'), key)));
    for (const result of results) expect(result).toEqual(results[0]);
    expect(await ordersIn(desk)).toBe(1);
    await expect(other.place(ann, buy('99999'))).rejects.toMatchObject({ code: 'order_limit', field: 'amount' });
  });
});

describe('money', () => {
  it('is spent once, however many orders want it at once', async () => {
    const desk = await deskWith();
    const [ann = ''] = await desk.users(1, { USDT: '2500' });
    // 500.1 each, frozen or spent.
    const placed = await outcomes(
      Array.from({ length: 20 }, (_, index) => desk.place(ann, index % 2 ? buy('0.01') : restingBuy('0.01', '49000'))),
    );
    expect(count(placed, 'placed')).toBe(5);
    expect(count(placed, 'insufficient_balance')).toBe(15);
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('that is away whenever it is written is not enough, whatever was read', async () => {
    let moving: string | null = null;
    let moves = 0;
    const move = (database: TestDatabase, from: 'change' | 'legal', to: 'change' | 'legal') =>
      database.transaction(async (tx) => {
        const user = moving;
        if (user === null || (await userBalance(tx, user, from, 'USDT')) === '0') return;
        moves++;
        await postJournal(tx, {
          ref: `move:${moves}`,
          kind: 'transfer',
          at: 0,
          entries: [
            { account: userAccount(user, from), currency: 'USDT', amount: '-1000' },
            { account: userAccount(user, to), currency: 'USDT', amount: '1000' },
          ],
        });
      });
    const desk = await deskWith({
      reads: (database) => move(database, 'legal', 'change').then(() => undefined),
      before: (database) => move(database, 'change', 'legal').then(() => undefined),
    });
    const [ann = ''] = await desk.users(1, { USDT: '1000' });
    moving = ann;
    expect(await outcomes([desk.place(ann, buy('0.01'))])).toEqual(['insufficient_balance']);
    expect(moves).toBe(5);
    expect(desk.desks).toHaveLength(1);
  });

  it('that leaves between reading and writing rejects the order that wanted it, and no other', async () => {
    let drain: string | null = null;
    const desk = await deskWith({
      async before(database) {
        if (drain === null) return;
        const user = drain;
        drain = null;
        await database.transaction((tx) =>
          postJournal(tx, {
            ref: `drain:${user}`,
            kind: 'transfer',
            at: 0,
            entries: [
              { account: userAccount(user, 'change'), currency: 'USDT', amount: '-9000' },
              { account: userAccount(user, 'legal'), currency: 'USDT', amount: '9000' },
            ],
          }),
        );
      },
    });
    const [ann = '', ben = '', cid = ''] = await desk.users(3, { USDT: '10000' });
    drain = ann;
    const placed = await outcomes([ben, ann, cid].map((user) => desk.place(user, buy('0.1'))));
    expect(placed).toEqual(['placed', 'insufficient_balance', 'placed']);
    expect(await held(desk, ann)).toBe('1000');
    expect(desk.desks).toHaveLength(1);
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('that always leaves rejects its order after some attempts, and the others go on one by one', async () => {
    let victim: string | null = null;
    let round = 0;
    const desk = await deskWith({
      async before(database) {
        if (victim === null) return;
        const user = victim;
        const [from, to] = round++ % 2 ? (['legal', 'change'] as const) : (['change', 'legal'] as const);
        const move = (a: typeof from, b: typeof to, ref: string) =>
          database.transaction((tx) =>
            postJournal(tx, {
              ref,
              kind: 'transfer',
              at: 0,
              entries: [
                { account: userAccount(user, a), currency: 'USDT', amount: '-9000' },
                { account: userAccount(user, b), currency: 'USDT', amount: '9000' },
              ],
            }),
          );
        // Back before each reading, away before each writing.
        if (round % 2 === 0) await move(from, to, `back:${round}`);
        await move('change', 'legal', `away:${round}`).catch(() => undefined);
      },
    });
    const [ann = '', ben = ''] = await desk.users(2, { USDT: '10000' });
    victim = ann;
    const placed = await outcomes([desk.place(ann, buy('0.1')), desk.place(ben, buy('0.1'))]);
    victim = null;
    expect(placed).toEqual(['insufficient_balance', 'placed']);
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('goes in and out while orders trade, without a fault', async () => {
    const desk = await deskWith();
    const users = await desk.users(4, { USDT: '1000', BTC: '0.02' });
    let refs = 0;
    const shuffle = async (user: string) => {
      for (const [from, to] of [
        ['change', 'legal'],
        ['legal', 'change'],
      ] as const) {
        await desk.database
          .transaction((tx) =>
            postJournal(tx, {
              ref: `shuffle:${refs++}`,
              kind: 'transfer',
              at: 0,
              entries: [
                { account: userAccount(user, from), currency: 'USDT', amount: '-900' },
                { account: userAccount(user, to), currency: 'USDT', amount: '900' },
              ],
            }),
          )
          .catch(() => undefined);
      }
    };
    const orders = await outcomes(
      Array.from({ length: 40 }, async (_, index) => {
        const user = users[index % users.length] as string;
        await shuffle(user);
        const sells = index % 3 === 0;
        return desk.place(
          user,
          sells ? { ...buy('0.001'), type: 'sell' } : index % 2 ? buy('0.005') : restingBuy('0.004'),
        );
      }),
    );
    expect(new Set(orders.filter((each) => each !== 'placed' && each !== 'insufficient_balance'))).toEqual(new Set());
    expect(count(orders, 'placed')).toBeGreaterThan(5);
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });
});

describe('a crowd', () => {
  it('trades to the same end whatever the database refuses while the next orders stand on what it refused', async () => {
    let writes = 0;
    let together = 0;
    const desk = await deskWith({
      async before() {
        writes++;
        // Once what follows is applied.
        for (let turn = 0; turn < 20; turn++) await new Promise((resume) => setImmediate(resume));
        if (writes % 3 === 0) throw new Error('a row of another was in the way');
      },
    });
    const users = await desk.users(48, { USDT: '5000', BTC: '0.1' });
    const { engine } = desk.desks.at(-1) as NonNullable<(typeof desk.desks)[number]>;
    const begin = engine.begin.bind(engine);
    let open = 0;
    const counted = (change: number, work: () => void) => () => {
      open += change;
      together = Math.max(together, open);
      work();
    };
    engine.begin = counted(1, begin);
    engine.commit = counted(-1, engine.commit.bind(engine));
    engine.rollback = counted(-1, engine.rollback.bind(engine));
    const input = (index: number) => {
      if (index % 5 === 0) return restingBuy('0.01', String(49_990 + (index % 7)));
      if (index % 5 === 1) return { ...buy('0.02'), type: 'sell' };
      if (index % 5 === 2) return { ...restingBuy('0.01', '50003'), type: 'sell' };
      return buy('0.02');
    };
    const one = async (user: string, index: number) => {
      const results: (string | undefined)[] = [];
      for (let order = 0; order < 4; order++) {
        results.push(...(await outcomes([desk.place(user, input(index + order * 3))])));
      }
      return results;
    };
    const results = (await Promise.all(users.map(one))).flat();
    expect(together).toBe(2);
    expect(writes).toBeGreaterThan(6);
    expect(count(results, 'placed')).toBe(48 * 4);
    expect(await ordersIn(desk)).toBe(48 * 4);
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
    const [{ bought = '', sold = '' } = {}] = await desk.database.query<{ bought: string; sold: string }>(
      `select sum(f.amount) filter (where o.side = 'buy') as bought, sum(f.amount) filter (where o.side = 'sell') as sold
         from spot_fill f join spot_order o on o.id = f.order_id`,
    );
    const [{ inventory = '' } = {}] = await desk.database.query<{ inventory: string }>(
      'select inventory from market_symbol where symbol = $1',
      [SYMBOL],
    );
    expect(cmp(sub(sold, bought), mul(String(inventory), engine.prices(SYMBOL)?.lot ?? '0'))).toBe(0);
  });
});

describe('the book', () => {
  it('is consumed by 15 parallel buys of the whole of it, and not sold 15 times', async () => {
    // The house quotes nothing: its ladder begins empty and does not fill within the test.
    const desk = await deskWith({}, { ...HOUSE, depth: 100_000, refill: 1e12 });
    const users = await desk.users(15, { USDT: '1000000' });
    // A user offers one bitcoin in ten levels.
    const [ben = ''] = await desk.users(1, { BTC: '10' });
    for (let level = 0; level < 10; level++) {
      await desk.place(ben, { ...PAIR, type: 'sell', target_price: String(50_000 + level), amount: '0.1' });
    }
    const bought = await Promise.all(users.map((user) => desk.place(user, buy('1'))));
    const filled = bought.reduce((sum, { filled_amount }) => sum + Number(filled_amount), 0);
    expect(filled).toBeCloseTo(1, 8);
    expect(bought.filter(({ status }) => status === 'filled')).toHaveLength(1);
    expect(bought.filter(({ ended }) => ended === 'market')).toHaveLength(14);
    expect(await held(desk, ben, 'BTC', 'frozen')).toBe('0');
  });

  it('rejects cancelling what prices reached while the venues were not heard', async () => {
    const desk = await deskWith();
    const [ann = ''] = await desk.users(1, { USDT: '1000' });
    const { id } = await desk.place(ann, restingBuy('0.01', '49000'));
    desk.source.lose(SYMBOL);
    await desk.step();
    await expect(desk.cancel(ann, id)).rejects.toMatchObject({ code: 'stale_price' });
    expect(await held(desk, ann, 'USDT', 'frozen')).toBe('490');
    desk.source.set(SYMBOL, 4_500_000);
    desk.source.miss(SYMBOL, { low: 4_500_000, high: 5_000_000 });
    await desk.step();
    expect(await desk.database.query('select status from spot_order')).toEqual([{ status: 'filled' }]);
    await expect(desk.cancel(ann, id)).rejects.toMatchObject({ code: 'order_not_open' });
  });

  it('either cancels or fills an order when both are at once', async () => {
    const desk = await deskWith();
    const [ann = '', ben = ''] = await desk.users(2, { USDT: '100000', BTC: '5' });
    for (let round = 0; round < 8; round++) {
      const { id } = await desk.place(ann, restingBuy('0.01', '49995'));
      const sale = { ...PAIR, type: 'sell', target_price: '49995', amount: '0.01', time_in_force: 'FOK' };
      const both = [desk.cancel(ann, id), desk.place(ben, sale)];
      const [cancelled, sold] = await Promise.allSettled(round % 2 ? both : both.toReversed()).then((all) =>
        round % 2 ? all : all.toReversed(),
      );
      const filled = sold?.status === 'fulfilled' && sold.value.status === 'filled';
      expect(cancelled?.status === 'fulfilled').toBe(!filled);
      expect(await held(desk, ann, 'USDT', 'frozen')).toBe('0');
    }
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('holds no more open orders of a user than allowed, 30 at once at 195 of 200', async () => {
    const desk = await deskWith();
    const [ann = ''] = await desk.users(1, { USDT: '100000' });
    await Promise.all(Array.from({ length: 195 }, () => desk.place(ann, restingBuy('0.001', '40000'))));
    const placed = await outcomes(Array.from({ length: 30 }, () => desk.place(ann, restingBuy('0.001', '40000'))));
    expect([count(placed, 'placed'), count(placed, 'too_many_orders')]).toEqual([5, 25]);
    expect(await held(desk, ann, 'USDT', 'frozen')).toBe('8000');
  });
});

describe('a transaction that holds the account of a resting order', () => {
  /** Holds all rows of these users until the function that it resolves with is called. */
  async function hold({ database }: SpotDesk, ...users: readonly string[]) {
    let free: () => void = () => undefined;
    let locked: () => void = () => undefined;
    const whenLocked = new Promise<void>((resolve) => (locked = resolve));
    const over = database.transaction(async (tx) => {
      await tx.query('select from ledger_account where user_id = any($1) for update', [users]);
      locked();
      await new Promise<void>((resolve) => (free = resolve));
    });
    await whenLocked;
    return async () => {
      free();
      await over;
    };
  }
  const statusOf = async ({ database }: SpotDesk, ids: readonly string[]) =>
    (
      await database.query<{ status: string }>('select status from spot_order where id = any($1) order by id', [ids])
    ).map(({ status }) => status);

  it('leaves that order out of the step, and delays neither the others nor the next step', async () => {
    const desk = await deskWith();
    const [ann = '', ben = ''] = await desk.users(2, { USDT: '10000' });
    const orders = [await desk.place(ann, restingBuy('0.1')), await desk.place(ben, restingBuy('0.1'))];
    const ids = orders.map(({ id }) => id);
    const free = await hold(desk, ann);
    desk.source.set(SYMBOL, 4_800_000);
    const began = performance.now();
    for (let count = 0; count < 5; count++) await desk.step();
    // Before, each step waited for the lock 24 times a quarter of a second, and the market was then reloaded: half a minute.
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(desk.desks).toHaveLength(1);
    expect(desk.frames.at(-1)?.symbols.find(({ symbol }) => symbol === SYMBOL)?.bids[0]?.[0]).toBeLessThan(4_800_000);
    expect(await statusOf(desk, ids)).toEqual(['pending', 'filled']);
    // Its owner waits alone.
    desk.source.set(SYMBOL, 5_000_000);
    await desk.step();
    const cancelling = desk.cancel(ann, orders[0]?.id ?? '');
    expect((await desk.place(ben, buy('0.01'))).status).toBe('filled');
    await free();
    expect(await whileStepping([desk], cancelling)).toMatchObject({ status: 'cancelled' });
    expect(await held(desk, ann, 'USDT', 'frozen')).toBe('0');
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('lets it fill at its price once it is free, and not where the price has come back', async () => {
    const desk = await deskWith();
    const [ann = '', ben = ''] = await desk.users(2, { USDT: '10000' });
    const held49 = await desk.place(ann, restingBuy('0.1', '49000'));
    const held48 = await desk.place(ben, restingBuy('0.1', '48000'));
    const free = await hold(desk, ann, ben);
    desk.source.set(SYMBOL, 4_700_000);
    await desk.step();
    desk.source.set(SYMBOL, 4_850_000);
    await free();
    await desk.step(5);
    expect(await statusOf(desk, [held49.id, held48.id])).toEqual(['filled', 'pending']);
    expect(await desk.database.query('select price, amount from spot_fill')).toEqual([
      { price: '49000', amount: '0.1' },
    ]);
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('lets takers pass it by, and those who came to rest meanwhile meet it when it is back', async () => {
    const desk = await deskWith({}, { ...HOUSE, depth: 100_000, refill: 1e12 });
    const [ann = '', ben = '', cid = ''] = await desk.users(3, { USDT: '100000', BTC: '1' });
    const first = await desk.place(ann, restingBuy('0.1', '49990'));
    const second = await desk.place(cid, restingBuy('0.1', '49990'));
    const free = await hold(desk, ann);
    const sold = await desk.place(ben, { ...PAIR, type: 'sell', target_price: '49980', amount: '0.15' });
    // It sold to the one behind, and rests with what is left below the bid that takes no part.
    expect(sold).toMatchObject({ status: 'pending', filled_amount: '0.1', average_price: '49990' });
    expect(desk.desks).toHaveLength(1);
    await free();
    await desk.step(5);
    expect(await statusOf(desk, [first.id, second.id, sold.id])).toEqual(['pending', 'filled', 'filled']);
    const fills = await desk.database.query(
      'select order_id, price, amount, maker from spot_fill order by id offset 2',
    );
    // At the price of the one that was there first, and both pay from what is frozen.
    expect(fills).toEqual([
      { order_id: sold.id, price: '49990', amount: '0.05', maker: true },
      { order_id: first.id, price: '49990', amount: '0.05', maker: true },
    ]);
    expect(await held(desk, ann, 'USDT', 'frozen')).toBe('2499.5');
    expect(await held(desk, ben, 'BTC', 'frozen')).toBe('0');
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('of eight of twenty users stops no step', async () => {
    const desk = await deskWith();
    const users = await desk.users(20, { USDT: '1000' });
    const ids = await Promise.all(users.map(async (user) => (await desk.place(user, restingBuy('0.01'))).id));
    const free = await hold(desk, ...users.slice(0, 8));
    desk.source.set(SYMBOL, 4_800_000);
    await desk.step(2);
    expect((await statusOf(desk, ids)).filter((status) => status === 'filled')).toHaveLength(12);
    await free();
    await desk.step(10);
    expect(new Set(await statusOf(desk, ids))).toEqual(new Set(['filled']));
    expect(desk.desks).toHaveLength(1);
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });
});

describe('a holder', () => {
  it('whose token was raised commits nothing more, and the command is placed by the next one', async () => {
    const desk = await deskWith();
    const [ann = ''] = await desk.users(1, { USDT: '10000' });
    await desk.database.query(`update lease set token = token + 1, holder = 'another' where name = 'market'`);
    const old = desk.desks[0];
    const placing = desk.place(ann, restingBuy('0.01'));
    await desk.database.query(`update lease set until = clock_timestamp() where name = 'market'`);
    const placed = await whileStepping([desk], placing);
    expect(placed).toMatchObject({ status: 'pending' });
    expect(await ordersIn(desk)).toBe(1);
    expect(desk.desks.length).toBeGreaterThan(1);
    expect(desk.desks.at(-1)?.engine).not.toBe(old?.engine);
    expect([await held(desk, ann), await held(desk, ann, 'USDT', 'frozen')]).toEqual(['9510', '490']);
  });

  it('that does not know whether it committed reloads, and the same key finds what happened', async () => {
    let lose = false;
    const desk = await deskWith({
      after() {
        if (!lose) return;
        lose = false;
        throw new Error('Connection terminated unexpectedly');
      },
    });
    const [ann = ''] = await desk.users(1, { USDT: '10000' });
    lose = true;
    const placed = await whileStepping([desk], desk.place(ann, restingBuy('0.1')));
    expect(placed).toMatchObject({ status: 'pending', id: '1' });
    expect(desk.desks).toHaveLength(2);
    expect(await ordersIn(desk)).toBe(1);
    expect(await held(desk, ann, 'USDT', 'frozen')).toBe('4900');
    // It is in the reloaded book, and the next id is free.
    desk.source.set(SYMBOL, 4_800_000);
    await desk.step(5);
    expect(await held(desk, ann, 'USDT', 'frozen')).toBe('0');
    expect((await desk.place(ann, buy('0.01'))).id).toBe('2');
  });

  it('that dies amid fills, before or after its commit, leaves each order filled once', async () => {
    for (const dies of ['before', 'after'] as const) {
      let dead: Promise<never> | null = null;
      let bury: (error: Error) => void = () => undefined;
      const die = async (when: 'before' | 'after') => {
        if (dead && dies === when) await dead;
      };
      const desk = await deskWith({ before: () => die('before'), after: () => die('after') });
      const [ann = '', ben = ''] = await desk.users(2, { USDT: '100000', BTC: '1' });
      for (let index = 0; index < 12; index++) await desk.place(ann, restingBuy('0.01', '49500'));
      const other = await desk.node({ plain: true });
      const key = randomUUID();
      dead = new Promise((_, reject) => {
        bury = reject;
      });
      dead.catch(() => undefined);
      const end = () => bury(new Error('Connection terminated unexpectedly'));
      // It ends with the test, also with one that fails.
      open.push({ close: async () => end() });
      // A step that reaches all of them, and an order whose outcome this node never reports.
      desk.source.set(SYMBOL, 4_900_000);
      const last = desk.step().catch(() => undefined);
      const unheard = desk.place(ben, { ...restingBuy('0.01', '48000') }, key).catch(() => undefined);
      await desk.database.query(`update lease set until = clock_timestamp() - interval '1 s' where name = 'market'`);
      other.source.set(SYMBOL, 4_900_000);
      const again = () => other.place(ben, { ...restingBuy('0.01', '48000') }, key);
      // Where the last transaction took the order in, it holds the money until PostgreSQL notices that its node is gone.
      const placed = await whileStepping([other], repeated(again, end));
      await other.step(10);
      expect(await held(desk, ann, 'BTC')).toBe('1.11988');
      expect(await held(desk, ann, 'USDT', 'frozen')).toBe('0');
      expect(await ordersIn(desk)).toBe(13);
      const [fills] = await desk.database.query<{ count: number }>('select count(*)::int as count from spot_fill');
      expect(fills?.count).toBe(12);
      end();
      await last;
      await unheard;
      expect(await other.place(ben, { ...restingBuy('0.01', '48000') }, key)).toEqual(placed);
      expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
      await desk.market.stop();
    }
  });

  it('that is away is waited for a few seconds at most', async () => {
    const desk = await deskWith();
    const [ann = ''] = await desk.users(1, { USDT: '10000' });
    const other = await desk.node();
    const placing = other.place(ann, buy('0.01'));
    await desk.market.stop();
    const placed = await whileStepping([other], placing);
    // The ladder of the new holder begins empty.
    expect(['filled', 'cancelled']).toContain(placed.status);
    expect(await ordersIn(desk)).toBe(1);
  });
});

describe('orders of an earlier version', () => {
  it('rest in the book, and are cancelled with their money where the opening price has passed them', async () => {
    const desk = await deskWith();
    const [ann = ''] = await desk.users(1, { USDT: '10000', BTC: '2' });
    await desk.market.stop();
    const rows = [
      ['buy', '40000', '0.01', 'USDT', '400'],
      ['buy', '60000', '0.01', 'USDT', '600'],
      ['sell', '60000', '0.01', 'BTC', '0.01'],
      ['sell', '45000', '0.01', 'BTC', '0.01'],
      // Beyond what the market counts exactly: it must not keep the market from opening.
      ['buy', '1', '9000000000000', 'USDT', '0'],
    ] as const;
    for (const [index, [side, price, amount, currency, reserved]] of rows.entries()) {
      await desk.database.query(
        `insert into spot_order (id, user_id, symbol, base, quote, side, kind, price, amount, reserved, fee_currency,
                                 status, carried, created_at, updated_at)
         values ($1, $2, 'BTC/USDT', 'BTC', 'USDT', $3, 'limit', $4, $5, $6, 'BTC', 'pending', true, now(), now())`,
        [index + 1, ann, side, price, amount, reserved],
      );
      if (reserved === '0') continue;
      await desk.database.transaction((tx) =>
        postJournal(tx, {
          ref: `spot-order:${index + 1}:freeze`,
          kind: 'order_freeze',
          at: 0,
          entries: freezeEntries(ann, 'change', currency, reserved),
        }),
      );
    }
    const other = await desk.node();
    await other.step(2);
    const after = await desk.database.query('select status, ended, carried, reserved from spot_order order by id');
    expect(after).toEqual([
      { status: 'pending', ended: null, carried: false, reserved: '400' },
      { status: 'cancelled', ended: 'reopened', carried: false, reserved: '0' },
      { status: 'pending', ended: null, carried: false, reserved: '0.01' },
      { status: 'cancelled', ended: 'reopened', carried: false, reserved: '0' },
      { status: 'cancelled', ended: 'reopened', carried: false, reserved: '0' },
    ]);
    expect([await held(desk, ann), await held(desk, ann, 'USDT', 'frozen')]).toEqual(['9600', '400']);
    other.source.set(SYMBOL, 3_900_000);
    await other.step(5);
    expect(await held(desk, ann, 'USDT', 'frozen')).toBe('0');
    expect(await auditLedger(desk.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });
});
