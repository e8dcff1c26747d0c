import { setImmediate as turn } from 'node:timers/promises';
import type { WirePosition } from '@tessera/api/leverage/wire';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '../src/platform/http/domain-error.ts';
import { auditLedger } from '../src/platform/ledger/index.ts';
import type { MarketClient } from '../src/platform/market/desk-types.ts';
import type { SymbolFill } from '../src/platform/market/engine-types.ts';
import { marketMetrics } from '../src/platform/metrics/market-metrics.ts';
import { createMetrics } from '../src/platform/metrics/metrics.ts';
import { type OrderChanges, opening } from './lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from './spot-desk.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/*
 * One user's row that the database refuses in a step, or one for whom a client throws, and a symbol that cannot be quoted or
 * recorded: all who have nothing to do with it go on trading.
 */

const BTC = 'BTC/USDT';
const ETH = 'ETH/USDT';
const BTC_PERP = 'BTC/USDT-PERP';
const ETH_PERP = 'ETH/USDT-PERP';
/** Ticks of 0.01. */
const PRICES = { [BTC]: 5_000_000, [ETH]: 250_000, [BTC_PERP]: 5_000_000, [ETH_PERP]: 250_000 };
const PAIR = { currency_id: 1, legal_id: 3 };
const restingBuy = (price = '49000') => ({ ...PAIR, type: 'buy', target_price: price, amount: '0.01' });
const buy = { ...PAIR, type: 'buy', kind: 'market', amount: '0.01' };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

type Stage = SpotDesk & { readonly plain: TestDatabase };

async function stageOf(
  symbols: readonly (keyof typeof PRICES)[] = [BTC, ETH, BTC_PERP, ETH_PERP],
  before: (plain: TestDatabase) => Promise<void> = async () => undefined,
): Promise<Stage> {
  const plain = await createTestDatabase();
  open.push(plain);
  await before(plain);
  const desk = await createSpotDesk({
    database: plain,
    prices: Object.fromEntries(symbols.map((symbol) => [symbol, PRICES[symbol] / 100])),
    terms: (terms) => ({
      ...terms,
      house: { ...terms.house, depth: 100_000_000, halfSpread: 0.000_1, cap: 3, skew: 0, refill: 1 },
      breaker: { ...terms.breaker, jump: 1_000 },
    }),
  });
  open.push(desk);
  await desk.step(5);
  return { ...desk, plain };
}

async function traders({ users, plain }: Stage, count: number): Promise<readonly string[]> {
  const ids = await users(count, { USDT: '10000', BTC: '1' });
  await grant(plain, ids, { USDT: '10000' }, 'lever');
  return ids;
}

let planted = 0;

/** Lets the database refuse rows of a table; `condition` is of the row `new`. Resolves with what mends it. */
async function refuse({ plain }: Pick<Stage, 'plain'>, table: string, condition: string): Promise<() => Promise<void>> {
  planted++;
  const name = `planted_${planted}`;
  await plain.query(
    `create function ${name}() returns trigger language plpgsql as $$ begin
       if ${condition} then raise exception 'a planted refusal of ${table}' using errcode = 'check_violation'; end if;
       return new; end $$`,
  );
  await plain.query(
    `create trigger ${name} before insert or update on ${table} for each row execute function ${name}()`,
  );
  return async () => void (await plain.query(`drop trigger ${name} on ${table}`));
}

const leap = (desk: Stage, by: number) => {
  for (const [symbol, price] of Object.entries(PRICES)) desk.source.set(symbol, Math.round(price * by));
};

const spotStatus = async ({ plain }: Stage, ids: readonly string[]) =>
  (
    await plain.query<{ status: string }>('select status from spot_order where user_id = any($1) order by id', [ids])
  ).map(({ status }) => status);

/** All that a user has, as it is stored. */
async function allOf({ plain }: Stage, user: string): Promise<unknown> {
  const tables = ['spot_order', 'lever_position', 'lever_order', 'lever_trigger'];
  const rows = tables.map((table) => plain.query(`select * from ${table} where user_id = $1 order by id`, [user]));
  const accounts = plain.query(
    `select name, part, currency, balance from ledger_account where user_id = $1 order by name, part, currency`,
    [user],
  );
  return Promise.all([...rows, accounts]);
}

async function balanced(desk: Stage): Promise<void> {
  expect(await auditLedger(desk.plain)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(desk.failures).toEqual([]);
  // The market was never reloaded.
  expect(desk.desks).toHaveLength(1);
}

/** Whether the market takes commands of a user now. */
const isServed = async (desk: Stage, user: string): Promise<boolean> => {
  const placed = desk.market.submit('spot', { kind: 'cancel', userId: user, id: '999999' }, use(user));
  const outcome = await Promise.race([
    placed.then(
      () => 'done',
      (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
    ),
    desk.waits().then(() => 'waits'),
  ]);
  return outcome === 'not_found';
};
let keys = 0;
const use = (userId: string) => ({
  userId,
  key: `left-out-key-${keys++}`,
  callId: 'PUT /coin/trade',
  fingerprint: '00',
});

/** One of all that a step does by itself at a leap of −6 %, for a user. */
async function lives(desk: Stage, user: string): Promise<void> {
  await desk.place(user, restingBuy());
  await desk.place(user, {
    ...PAIR,
    ...{ type: 'sell', kind: 'stop_limit', stop_price: '49500', target_price: '40000', amount: '0.01' },
  });
  const perp = (order: OrderChanges, more = {}) =>
    desk.lever<WirePosition>({ ...opening(user, { mode: 'isolated', ...order }), ...more });
  await perp({ multiple: 50, amount: '0.01' });
  const stopped = await perp({ multiple: 2, amount: '0.02' });
  await perp({ symbol: ETH_PERP, multiple: 5, kind: 'limit', price: '2450', amount: '0.1' });
  const copy = await perp({ multiple: 5, amount: undefined, share: 2_000 }, { slippage: '0.0005', worst: '50500' });
  await desk.step();
  for (const { id } of [stopped, copy]) {
    await desk.lever({ kind: 'stops', userId: user, id, stopLoss: { by: 'price', value: '48500' } });
  }
}

/** What came of it. */
async function outcomeOf({ plain }: Stage, user: string): Promise<unknown> {
  return [
    await plain.query('select kind, status, ended from spot_order where user_id = $1 order by id', [user]),
    await plain.query('select symbol, status, close_reason from lever_position where user_id = $1 order by id', [user]),
    await plain.query('select kind, status from lever_trigger where user_id = $1 order by id', [user]),
  ];
}

const LIVED = [
  [
    { kind: 'limit', status: 'filled', ended: null },
    { kind: 'stop_limit', status: 'filled', ended: null },
  ],
  [
    { symbol: BTC_PERP, status: 'closed', close_reason: 'liquidation' },
    { symbol: BTC_PERP, status: 'closed', close_reason: 'stop_loss' },
    { symbol: ETH_PERP, status: 'open', close_reason: null },
    { symbol: BTC_PERP, status: 'closed', close_reason: 'stop_loss' },
  ],
  [
    { kind: 'stop_loss', status: 'done' },
    { kind: 'stop_loss', status: 'done' },
  ],
];

const ownAccount = '(select user_id from ledger_account where id = new.account_id)';
const REFUSALS: readonly [name: string, plant: (desk: Stage, user: string) => Promise<() => Promise<void>>][] = [
  ['an order of spot', (desk, user) => refuse(desk, 'spot_order', `new.user_id = ${user}`)],
  [
    'a fill of spot',
    (desk, user) => refuse(desk, 'spot_fill', `(select user_id from spot_order where id = new.order_id) = ${user}`),
  ],
  ['a position', (desk, user) => refuse(desk, 'lever_position', `new.user_id = ${user}`)],
  ['an order of leverage', (desk, user) => refuse(desk, 'lever_order', `new.user_id = ${user}`)],
  [
    'a fill of leverage',
    (desk, user) => refuse(desk, 'lever_fill', `(select user_id from lever_order where id = new.order_id) = ${user}`),
  ],
  ['a trigger', (desk, user) => refuse(desk, 'lever_trigger', `new.user_id = ${user}`)],
  ['an event of leverage', (desk, user) => refuse(desk, 'leverage_event', `new.user_id = ${user}`)],
  ['a balance', (desk, user) => refuse(desk, 'ledger_account', `new.user_id = ${user}`)],
  ['an entry of the ledger', (desk, user) => refuse(desk, 'ledger_entry', `${ownAccount} = ${user}`)],
  ['a copy', (desk, user) => refuse(desk, 'lever_position', `new.user_id = ${user} and new.slippage is not null`)],
];

describe('a user of whom the database refuses', () => {
  it.each(REFUSALS)('%s waits alone, with nothing half done, and goes on once it is mended', async (_, plant) => {
    const desk = await stageOf();
    const [ann = '', ben = '', cid = ''] = await traders(desk, 3);
    for (const user of [ann, ben, cid]) await lives(desk, user);
    await desk.step(20);
    const mend = await plant(desk, ann);
    leap(desk, 0.94);
    await desk.step(15);
    for (const user of [ben, cid]) expect(await outcomeOf(desk, user)).toEqual(LIVED);
    expect(await outcomeOf(desk, ann)).not.toEqual(LIVED);
    expect((await desk.place(ben, buy)).status).toBe('filled');
    expect(await isServed(desk, ann)).toBe(false);
    expect(desk.errors).toContainEqual(
      expect.objectContaining({
        users: [ann],
        symbols: [],
        err: expect.objectContaining({ message: expect.stringContaining('a planted refusal') }),
      }),
    );
    const before = await allOf(desk, ann);
    await desk.step(20);
    expect(await allOf(desk, ann)).toEqual(before);
    await mend();
    // Tried again within a minute; what was reached in steps is executed in the steps after.
    desk.advance(60_000);
    await desk.step(20);
    expect(await outcomeOf(desk, ann)).toEqual(LIVED);
    expect(await isServed(desk, ann)).toBe(true);
    await balanced(desk);
  });

  it('a row is tried again at growing intervals', async () => {
    const desk = await stageOf([BTC, ETH]);
    const [ann = '', ben = ''] = await traders(desk, 2);
    await desk.place(ann, restingBuy());
    const mend = await refuse(desk, 'spot_order', `new.user_id = ${ann}`);
    leap(desk, 0.94);
    for (let second = 0; second < 120; second++) {
      desk.advance(800);
      await desk.step();
    }
    // After 1, 2, 4, 8, 16 and 30 s, each up to twice as long.
    expect(desk.errors.length).toBeGreaterThanOrEqual(5);
    expect(desk.errors.length).toBeLessThanOrEqual(9);
    expect((await desk.place(ben, buy)).status).toBe('filled');
    await mend();
    desk.advance(60_000);
    await desk.step(2);
    expect(await spotStatus(desk, [ann])).toEqual(['filled']);
    await balanced(desk);
  });

  it('rows for long is told so at once: a job that submits for many does not wait for each of them', async () => {
    const desk = await stageOf([BTC, ETH]);
    const [ann = '', ben = ''] = await traders(desk, 2);
    await desk.place(ann, restingBuy());
    await refuse(desk, 'spot_order', `new.user_id = ${ann}`);
    leap(desk, 0.94);
    // Until it is tried again in half a minute.
    for (let step = 0; desk.errors.length < 6 && step < 200; step++) {
      desk.advance(1_000);
      await desk.step();
    }
    const waited = vi.fn();
    void desk.waits().then(waited);
    const cancelling = { kind: 'cancel', userId: ann, id: '999999' };
    await expect(desk.market.submit('spot', cancelling, use(ann))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(waited).not.toHaveBeenCalled();
    expect((await desk.place(ben, buy)).status).toBe('filled');
    await balanced(desk);
  });

  it.each([
    // Three attempts, the rehearsal that begins the search, and the attempt after it.
    ['until the search for it', [1, 2, 3]],
    ['and once more after the search', [1, 2, 3, 5]],
  ])('a row for a moment is not left out: %s', async (_, refused) => {
    const desk = await stageOf([BTC, ETH]);
    const ids = await traders(desk, 3);
    for (const id of ids) await desk.place(id, restingBuy());
    // A sequence counts what is rolled back, too.
    await desk.plain.query('create sequence writes');
    const condition = `(case when new.user_id = ${ids[1]} then nextval('writes') in (${refused}) else false end)`;
    await refuse(desk, 'spot_order', condition);
    leap(desk, 0.94);
    await desk.step();
    expect(desk.errors).toEqual([]);
    expect(await spotStatus(desk, ids)).toEqual(['filled', 'filled', 'filled']);
    await balanced(desk);
  });

  it('rows, and others like it: exactly these wait, among many', async () => {
    const desk = await stageOf([BTC, ETH]);
    const ids = await traders(desk, 24);
    for (const id of ids) await desk.place(id, restingBuy());
    const bad = [ids[3], ids[4], ids[17]] as string[];
    const mend = await refuse(desk, 'spot_order', `new.user_id in (${bad.join(', ')})`);
    leap(desk, 0.94);
    await desk.step();
    const good = ids.filter((id) => !bad.includes(id));
    expect(new Set(await spotStatus(desk, good))).toEqual(new Set(['filled']));
    expect(new Set(await spotStatus(desk, bad))).toEqual(new Set(['pending']));
    expect(desk.errors).toEqual([expect.objectContaining({ users: bad, symbols: [] })]);
    const metrics = createMetrics();
    marketMetrics(metrics, desk.market);
    const page = async () => (await metrics.page()).text.match(/^tessera_market_left_out.*$/gm);
    expect(await page()).toEqual([
      'tessera_market_left_out{what="user"} 3',
      'tessera_market_left_out{what="symbol"} 0',
    ]);
    await mend();
    await desk.step(12);
    expect(await page()).toEqual([
      'tessera_market_left_out{what="user"} 0',
      'tessera_market_left_out{what="symbol"} 0',
    ]);
    expect(new Set(await spotStatus(desk, ids))).toEqual(new Set(['filled']));
    await balanced(desk);
  });

  it('rows in a step is left out beside commands of the same batch, which are answered', async () => {
    const desk = await stageOf([BTC, ETH]);
    const [ann = '', ben = '', cid = ''] = await traders(desk, 3);
    await desk.place(ann, restingBuy());
    await desk.place(cid, restingBuy());
    const mend = await refuse(desk, 'spot_order', `new.user_id = ${ann}`);
    leap(desk, 0.94);
    const step = desk.step();
    await turn();
    const orders = await Promise.all([desk.place(ben, buy), desk.place(cid, buy)]);
    await step;
    expect(orders.map(({ status }) => status)).toEqual(['filled', 'filled']);
    expect(await spotStatus(desk, [ann])).toEqual(['pending']);
    await mend();
    await desk.step(12);
    expect(await spotStatus(desk, [ann])).toEqual(['filled']);
    await balanced(desk);
  });

  it('rows meets no other: takers pass its orders by', async () => {
    const desk = await stageOf([BTC, ETH]);
    const [ann = '', ben = '', cid = ''] = await traders(desk, 3);
    await desk.place(ann, restingBuy());
    const mend = await refuse(desk, 'spot_order', `new.user_id = ${ann}`);
    leap(desk, 0.97);
    await desk.step(2);
    const sale = { ...PAIR, type: 'sell', target_price: '48900', amount: '0.01' };
    const sold = await desk.place(ben, sale);
    expect(sold).toMatchObject({ status: 'pending' });
    expect((await desk.place(cid, { ...PAIR, type: 'buy', target_price: '48950', amount: '0.01' })).status).toBe(
      'filled',
    );
    expect(await spotStatus(desk, [ann])).toEqual(['pending']);
    await mend();
    await desk.step(12);
    expect(await spotStatus(desk, [ann])).toEqual(['filled']);
    await balanced(desk);
  });

  it('rows has its own commands refused, and the draw of the step stays the same', async () => {
    const desk = await stageOf([BTC, ETH]);
    const [ann = '', ben = ''] = await traders(desk, 2);
    const ids = [await desk.place(ann, restingBuy()), await desk.place(ben, restingBuy())];
    await refuse(desk, 'spot_order', `new.user_id = ${ann}`);
    leap(desk, 0.94);
    const { advances } = desk.source;
    await desk.step();
    expect(desk.source.advances).toBe(advances + 1);
    await expect(desk.cancel(ann, ids[0]?.id ?? '')).rejects.toMatchObject({ code: 'service_unavailable' });
    await balanced(desk);
  });
});

describe('a client that throws for a user', () => {
  /** Throws in the spot client, where `when` says so. */
  const breakSpot = (desk: Stage, method: 'settle' | 'write', fails: (...args: readonly never[]) => boolean) => {
    const client = desk.desks.at(-1)?.clients.find(({ name }) => name === 'spot') as {
      -readonly [K in keyof MarketClient]: MarketClient[K];
    };
    const before = client[method] as (...args: readonly unknown[]) => never;
    client[method] = ((...args: readonly unknown[]) => {
      if (fails(...(args as never[]))) throw new RangeError('an odd order');
      return before(...args);
    }) as never;
    return () => {
      client[method] = before as never;
    };
  };

  it('leaves that user out, in memory and in the database', async () => {
    const desk = await stageOf([BTC, ETH]);
    const ids = await traders(desk, 10);
    const orders = [];
    for (const id of ids) orders.push(await desk.place(id, restingBuy()));
    const odd = `spot:${orders[6]?.id}`;
    const mend = breakSpot(desk, 'settle', (_engine: never, fills: never) =>
      (fills as readonly SymbolFill[]).some(({ maker }) => maker?.id === odd),
    );
    leap(desk, 0.94);
    await desk.step();
    expect(await spotStatus(desk, ids)).toEqual(ids.map((_, index) => (index === 6 ? 'pending' : 'filled')));
    expect(desk.errors).toEqual([expect.objectContaining({ users: [ids[6]], err: expect.any(RangeError) })]);
    mend();
    await desk.step(12);
    expect(await spotStatus(desk, ids)).toEqual(ids.map(() => 'filled'));
    await balanced(desk);
  });

  it('and whatever is left out throws, stops the market as ever', async () => {
    const desk = await stageOf([BTC, ETH]);
    const [ann = ''] = await traders(desk, 1);
    const { id } = await desk.place(ann, restingBuy());
    const mend = breakSpot(desk, 'write', () => true);
    await expect(desk.step()).rejects.toMatchObject({ code: 'service_unavailable' });
    mend();
    leap(desk, 0.94);
    await desk.reload();
    await desk.step(5);
    expect(desk.desks).toHaveLength(2);
    expect(await spotStatus(desk, [ann])).toEqual(['filled']);
    expect(id).toBe('1');
    expect(await auditLedger(desk.plain)).toEqual({ unbalanced: [], wrongBalances: [] });
  });
});

describe('a symbol', () => {
  const frameOf = (desk: Stage, symbol: string) =>
    desk.frames.flatMap(({ symbols }) => symbols).findLast((each) => each.symbol === symbol);

  /** The source throws where it is asked for the price of a symbol. */
  const breakPrice = ({ source }: Stage, broken: string) => {
    const price = source.price.bind(source);
    source.price = (symbol) => {
      if (symbol === broken) throw new RangeError('an odd price');
      return price(symbol);
    };
    const mend = () => {
      source.price = price;
    };
    return { mend };
  };

  it('that cannot be quoted is halted, and the others trade', async () => {
    const desk = await stageOf();
    const [ann = '', ben = ''] = await traders(desk, 2);
    await desk.place(ann, restingBuy());
    const position = await desk.lever<WirePosition>(
      opening(ben, { symbol: ETH_PERP, mode: 'isolated', multiple: 2, amount: '0.1' }),
    );
    const price = breakPrice(desk, ETH_PERP);
    leap(desk, 0.94);
    await desk.step(2);
    expect(await spotStatus(desk, [ann])).toEqual(['filled']);
    expect(frameOf(desk, ETH_PERP)).toMatchObject({ open: true, halt: 'staff', bids: [], asks: [] });
    expect(frameOf(desk, ETH)).toMatchObject({ halt: null });
    expect(desk.errors).toEqual([expect.objectContaining({ users: [], symbols: [ETH_PERP] })]);
    const close = { kind: 'close', userId: ben, id: position.id, share: null, cause: 'user' } as const;
    await expect(desk.lever(close)).rejects.toMatchObject({ code: 'market_halted' });
    price.mend();
    await desk.step(12);
    expect(frameOf(desk, ETH_PERP)).toMatchObject({ halt: null });
    await desk.lever(close);
    await balanced(desk);
  });

  it('that cannot be recorded is halted from the first step on', async () => {
    let mend: () => Promise<void> = async () => undefined;
    const desk = await stageOf([BTC, ETH, ETH_PERP], async (plain) => {
      mend = await refuse({ plain }, 'market_symbol', `new.symbol = '${ETH}'`);
    });
    const [ann = ''] = await traders(desk, 1);
    expect((await desk.place(ann, buy)).status).toBe('filled');
    expect(frameOf(desk, ETH)).toMatchObject({ open: true, halt: 'staff' });
    expect(desk.errors[0]).toMatchObject({ users: [], symbols: [ETH] });
    await mend();
    await desk.step(12);
    expect(frameOf(desk, ETH)).toMatchObject({ open: true, halt: null });
    await balanced(desk);
  });

  it('that cannot be quoted is found beside users whose rows are refused', async () => {
    const desk = await stageOf();
    const ids = await traders(desk, 8);
    for (const id of ids) await desk.place(id, restingBuy());
    const bad = [ids[1], ids[6]] as string[];
    const mend = await refuse(desk, 'spot_order', `new.user_id in (${bad.join(', ')})`);
    const price = breakPrice(desk, ETH);
    leap(desk, 0.94);
    await desk.step(2);
    expect(await spotStatus(desk, ids)).toEqual(ids.map((id) => (bad.includes(id) ? 'pending' : 'filled')));
    expect(desk.errors).toEqual([expect.objectContaining({ users: bad, symbols: [ETH] })]);
    await mend();
    await desk.step(12);
    expect(await spotStatus(desk, bad)).toEqual(['filled', 'filled']);
    expect(frameOf(desk, ETH)).toMatchObject({ halt: 'staff' });
    price.mend();
    desk.advance(60_000);
    await desk.step(2);
    expect(frameOf(desk, ETH)).toMatchObject({ halt: null });
    await balanced(desk);
  });

  it('stops the market where it is the only one', async () => {
    const desk = await stageOf([BTC]);
    const price = breakPrice(desk, BTC);
    await expect(desk.step()).rejects.toMatchObject({ code: 'service_unavailable' });
    price.mend();
    await desk.reload();
    await desk.step(5);
    expect(desk.desks).toHaveLength(2);
    expect(frameOf(desk, BTC)).toMatchObject({ halt: null });
  });
});
