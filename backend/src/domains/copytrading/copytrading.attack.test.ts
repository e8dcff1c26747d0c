import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakePositions, fakePositions } from '../../../test/fake-positions.ts';
import { jobRun } from '../../../test/job-run.ts';
import { fund } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { isRecurring } from '../../platform/jobs/job.ts';
import { userBalance } from '../../platform/ledger/index.ts';
import { makeTrader } from './applications.ts';
import { endTrader } from './end-trader.ts';
import { cancelFollow, followTrader } from './follows.ts';
import { copytrading, copytradingOn } from './index.ts';
import { weekOf } from './shares.ts';

const PERP = 'BTC/USDT-PERP';
const DAY = 86_400_000;

let app: TestApp;
let market: FakePositions;
let people = 0;
beforeAll(async () => {
  market = fakePositions(() => app);
  app = await createTestApp({}, {}, [...FACTORIES.filter((each) => each !== copytrading), copytradingOn(market)]);
});
afterAll(() => app.close());
beforeEach(() => {
  market.onOrder = () => undefined;
  setPrice(60_000);
});

function setPrice(price: number): void {
  market.price = price;
  app.feed.setPrice(PERP, String(price));
}

/** Accounts without a way in: these attacks are not about log-ins. */
async function users(count: number): Promise<{ id: string; uid: string }[]> {
  const from = people;
  people += count;
  return app.database.query<{ id: string; uid: string }>(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, language,
                               verification_level, created_at)
     select (70000000 + n)::text, 'copy' || n || '@example.com', 'x', 'Copy' || n, 'COPY' || n, 'en', 2, $3
       from generate_series($1::int, $2::int) n returning id, uid`,
    [from + 1, from + count, new Date(app.now())],
  );
}

async function newTrader(): Promise<{ id: string; uid: string }> {
  const [user] = await users(1);
  if (!user) throw new Error('no user');
  await app.database.transaction((tx) => makeTrader(tx, user.id, { at: app.now() }));
  return user;
}

const prices = () => ({ catalogue: app.catalogue, feed: app.feed, now: app.now });

const follow = (userId: string, trader_user_id: string, amount = '10000', number = '1') =>
  app.database.transaction((tx) =>
    followTrader(tx, { prices: prices(), ports: app.ports }, userId, {
      trader_user_id,
      type: 'multiple',
      number,
      amount,
      agreement: true,
    }),
  );

const jobOf = (name: string): RecurringJob => {
  const job = app.domains.flatMap(({ jobs = [] }) => jobs).find((each) => isRecurring(each) && each.name === name);
  if (!job || !isRecurring(job)) throw new Error(`no job ${name}`);
  return job;
};
/** A run as a node makes it that believes to hold the lease. */
const run = (name = 'copy-follow') => {
  app.advance(1);
  return jobOf(name).run(jobRun());
};

const copiesOf = (userId: string) =>
  app.database.query<{ status: string; reason: string | null; profit: string }>(
    'select status, reason, profit from copy_trade where user_id = $1 order by id',
    [userId],
  );
const positionsOf = (userId: string) => [...market.held.values()].filter((position) => position.userId === userId);

it('a trader who closes lot by lot takes copies along', async () => {
  const trader = await newTrader();
  const [ann, ben] = await users(2);
  if (!ann || !ben) throw new Error('no users');
  await follow(ann.id, trader.uid, '10000', '0.1');
  await follow(ben.id, trader.uid, '10000', '0.07');
  const source = market.trade(trader.id, 'long', 100, 60_000);
  await run();
  const held = () => [ann, ben].map(({ id }) => positionsOf(id).map(({ lots }) => lots));
  expect(held()).toEqual([[10], [7]]);
  for (let lot = 0; lot < 5; lot++) {
    market.shut(source, 1, 60_000);
    await run();
  }
  expect(held()).toEqual([[10], [7]]);
  for (let lot = 0; lot < 85; lot++) market.shut(source, 1, 60_000);
  await run();
  await run();
  expect(held()).toEqual([[1], [1]]);
  market.shut(source, 10, 60_000);
  await run();
  await run();
  expect(held()).toEqual([[0], [0]]);
});

describe('a node that dies between the market and its own record', () => {
  it('opens nothing twice: the next one sends the same order under the same key', async () => {
    const trader = await newTrader();
    const [ann, ben] = await users(2);
    if (!ann || !ben) throw new Error('no users');
    const { id } = await follow(ann.id, trader.uid);
    await follow(ben.id, trader.uid);
    const source = market.trade(trader.id, 'long', 1_000, 60_000);
    market.onOrder = () => {
      throw new Error('killed');
    };
    // It is not known whether their orders were taken: they are set aside, on this node.
    await run();
    expect(await copiesOf(ann.id)).toMatchObject([{ status: 'submitted' }]);
    // The follower cancels and the trader closes meanwhile.
    await app.database.transaction((tx) => cancelFollow(tx, prices(), ann.id, id));
    market.shut(source, 1_000, 60_000);
    market.onOrder = () => undefined;
    for (let again = 0; again < 3; again++) await run();
    for (const user of [ann, ben]) {
      expect(positionsOf(user.id)).toMatchObject([{ lots: 0 }]);
      expect(await copiesOf(user.id)).toMatchObject([{ status: 'closed' }]);
    }
  });

  it('closes nothing twice either', async () => {
    const trader = await newTrader();
    const [ann] = await users(1);
    if (!ann) throw new Error('no user');
    await follow(ann.id, trader.uid);
    const source = market.trade(trader.id, 'long', 1_000, 60_000);
    await run();
    await run();
    market.shut(source, 500, 60_000);
    market.onOrder = () => {
      throw new Error('killed');
    };
    await run();
    market.onOrder = () => undefined;
    await run();
    await run();
    expect(positionsOf(ann.id)).toMatchObject([{ lots: 500 }]);
  });
});

it('accounts without money keep no follower from a trader whose places they took', async () => {
  const trader = await newTrader();
  await app.database.query('update copy_trader set follower_limit = 3 where user_id = $1', [trader.id]);
  const [rich, first, second, third, fourth] = await users(5);
  if (!rich || !first || !second || !third || !fourth) throw new Error('no users');
  await fund(app, rich.id, 'lever', 'USDT', '10');
  for (const { id } of [rich, first, second]) await follow(id, trader.uid);
  const states = () =>
    app.database.query('select user_id, ended from copy_follow where trader_user_id = $1 order by id', [trader.id]);
  // Who has just begun may bring money yet.
  await expect(follow(third.id, trader.uid)).rejects.toMatchObject({ code: 'trader_full' });
  app.advance(3_600_001);
  const shown = () => app.ok('GET /follow/index', { page: 1, limit: 50, sort: 'return_rate', status: 'all' });
  expect((await shown()).list.find((each) => each.trader_user_id === trader.uid)).toMatchObject({ follower_count: 1 });
  for (const { id } of [third, fourth]) {
    await fund(app, id, 'lever', 'USDT', '10');
    await follow(id, trader.uid);
  }
  expect(await states()).toEqual([
    { user_id: rich.id, ended: null },
    { user_id: first.id, ended: 'idle' },
    { user_id: second.id, ended: 'idle' },
    { user_id: third.id, ended: null },
    { user_id: fourth.id, ended: null },
  ]);
  await expect(follow(first.id, trader.uid)).rejects.toMatchObject({ code: 'trader_full' });
});

describe('a place of a trader', () => {
  const limit = (of: number, { id }: { readonly id: string }) =>
    app.database.query('update copy_trader set follower_limit = $2 where user_id = $1', [id, of]);
  const ends = ({ id }: { readonly id: string }) =>
    app.database.query('select user_id, ended from copy_follow where trader_user_id = $1 order by id', [id]);
  const HOUR = 3_600_000;

  it('is not held by who has no money, ends the follow before the hour is over and begins it again', async () => {
    const trader = await newTrader();
    await limit(2, trader);
    const [ann, ben, cleo, dora] = await users(4);
    if (!ann || !ben || !cleo || !dora) throw new Error('no users');
    for (const { id } of [ann, ben]) {
      const begun = await follow(id, trader.uid);
      app.advance(HOUR / 2 - 1_000);
      await app.database.transaction((tx) => cancelFollow(tx, prices(), id, begun.id));
      await follow(id, trader.uid);
    }
    await expect(follow(cleo.id, trader.uid)).rejects.toMatchObject({ code: 'trader_full' });
    app.advance(2_001);
    await follow(cleo.id, trader.uid);
    // The second one first followed half an hour later.
    await expect(follow(dora.id, trader.uid)).rejects.toMatchObject({ code: 'trader_full' });
    expect(await ends(trader)).toEqual([
      { user_id: ann.id, ended: 'user' },
      { user_id: ann.id, ended: 'idle' },
      { user_id: ben.id, ended: 'user' },
      { user_id: ben.id, ended: null },
      { user_id: cleo.id, ended: null },
    ]);
  });

  it('is held by a copy while it is open, and for seven days from its end', async () => {
    const trader = await newTrader();
    await limit(1, trader);
    const [ann, ben] = await users(2);
    if (!ann || !ben) throw new Error('no users');
    await follow(ann.id, trader.uid);
    app.advance(HOUR + 1);
    setPrice(60_000);
    const source = market.trade(trader.id, 'long', 1_000, 60_000);
    for (let turn = 0; turn < 2; turn++) await run();
    const shown = async () => (await app.ok('GET /follow/traderDetail', { trader_user_id: trader.uid })).follower_count;
    const held = async () => {
      await expect(follow(ben.id, trader.uid)).rejects.toMatchObject({ code: 'trader_full' });
      expect(await shown()).toBe(1);
    };
    app.advance(8 * DAY);
    await held();
    market.shut(source, 1_000, 60_000);
    for (let turn = 0; turn < 2; turn++) await run();
    expect(await copiesOf(ann.id)).toMatchObject([{ status: 'closed' }]);
    app.advance(7 * DAY - 60_000);
    await held();
    app.advance(60_001);
    expect(await shown()).toBe(0);
    await follow(ben.id, trader.uid);
    expect(await ends(trader)).toEqual([
      { user_id: ann.id, ended: 'idle' },
      { user_id: ben.id, ended: null },
    ]);
  });

  it('is free only once no more follow than may, where the limit was lowered', async () => {
    const trader = await newTrader();
    const [rich, ann, ben, cleo, dora, erin] = await users(6);
    if (!rich || !ann || !ben || !cleo || !dora || !erin) throw new Error('no users');
    await fund(app, rich.id, 'lever', 'USDT', '10');
    for (const { id } of [rich, ann, ben, cleo]) await follow(id, trader.uid);
    app.advance(HOUR + 1);
    await limit(1, trader);
    const before = await ends(trader);
    // Three of the four places that are missing could become free.
    await expect(follow(dora.id, trader.uid)).rejects.toMatchObject({ code: 'trader_full' });
    expect(await ends(trader)).toEqual(before);
    await limit(2, trader);
    await follow(dora.id, trader.uid);
    expect(await ends(trader)).toEqual([
      { user_id: rich.id, ended: null },
      ...[ann, ben, cleo].map(({ id }) => ({ user_id: id, ended: 'idle' })),
      { user_id: dora.id, ended: null },
    ]);
    await expect(follow(erin.id, trader.uid)).rejects.toMatchObject({ code: 'trader_full' });
  });

  it('of a trader who resigns meanwhile is none: there is no such trader, and not a full one', async () => {
    const trader = await newTrader();
    const [ann] = await users(1);
    if (!ann) throw new Error('no user');
    let late: Promise<unknown> = Promise.resolve();
    await app.database.transaction(async (tx) => {
      await endTrader(tx, trader.id, { ended: 'resigned', at: app.now() });
      late = follow(ann.id, trader.uid).catch((error: unknown) => error);
      const waiting = () =>
        app.database.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
      await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: 120_000 });
    });
    expect(await late).toMatchObject({ code: 'not_found' });
  });
});

it('copies that a halted market does not close are tried again after the openings of others', async () => {
  const [halted, calm] = [await newTrader(), await newTrader()];
  const [ann, ben] = await users(2);
  if (!ann || !ben) throw new Error('no users');
  await follow(ann.id, halted.uid);
  await follow(ben.id, calm.uid);
  const source = market.trade(halted.id, 'long', 1_000, 60_000);
  for (let turn = 0; turn < 2; turn++) await run();
  const order: string[] = [];
  const reduce = vi.spyOn(market, 'reduce').mockImplementation(async () => {
    order.push('close');
    throw new DomainError('market_halted');
  });
  market.onOrder = () => void order.push('open');
  market.shut(source, 1_000, 60_000);
  await run();
  expect(order).toEqual(['close']);
  app.advance(2_001);
  setPrice(60_000);
  market.trade(calm.id, 'long', 1_000, 60_000);
  await run();
  expect(order).toEqual(['close', 'open', 'close']);
  reduce.mockRestore();
  app.advance(2_001);
  for (let turn = 0; turn < 2; turn++) await run();
  expect(await copiesOf(ann.id)).toMatchObject([{ status: 'closed' }]);
});

it('a trader who trades without end does not make the copies of another late', async () => {
  const [busy, calm] = [await newTrader(), await newTrader()];
  const crowd = await users(20);
  const [ann] = await users(1);
  if (!ann) throw new Error('no user');
  for (const { id } of crowd) await follow(id, busy.uid);
  await follow(ann.id, calm.uid);
  for (let trade = 0; trade < 10; trade++) market.trade(busy.id, 'long', 1_000, 60_000);
  const source = market.trade(calm.id, 'long', 1_000, 60_000);
  let order: (string | undefined)[] = [];
  market.onOrder = (key) => void order.push(key.split(':')[2]);
  await run();
  expect(order).toHaveLength(201);
  // In the first batch, not behind all of the busy one's.
  expect(order.indexOf(ann.id)).toBeLessThan(64);
  await run();
  order = [];
  for (let trade = 0; trade < 10; trade++) market.trade(busy.id, 'long', 1_000, 60_000);
  market.shut(source, 1_000, 60_000);
  await run();
  expect(order).toHaveLength(201);
  // What is closed is before all that is opened.
  expect(order.indexOf(ann.id)).toBe(0);
});

it('two nodes that both believe to hold the lease open one copy each for a follower', async () => {
  const trader = await newTrader();
  const followers = await users(20);
  for (const { id } of followers) await follow(id, trader.uid);
  market.trade(trader.id, 'short', 1_000, 60_000);
  await Promise.allSettled([run(), run(), run()]);
  await run();
  for (const { id } of followers) {
    expect(positionsOf(id)).toHaveLength(1);
    expect(await copiesOf(id)).toMatchObject([{ status: 'open' }]);
  }
});

it('a thousand followers of one trader are served in bounded batches, each once', async () => {
  const trader = await newTrader();
  await app.database.query('update copy_trader set follower_limit = 5000 where user_id = $1', [trader.id]);
  const followers = await users(1_000);
  await app.database.query(
    `insert into copy_follow (user_id, trader_user_id, type, number, max_amount, slippage, agreement, started_at)
     select id, $2, 'multiple', 1, 10000, 0.003, 1, $3 from unnest($1::bigint[]) as u (id)`,
    [followers.map(({ id }) => id), trader.id, new Date(app.now())],
  );
  const before = market.keys.size;
  let sent = 0;
  let most = 0;
  market.onOrder = () => {
    sent++;
    // Orders of one batch are sent without a pause between them.
    queueMicrotask(() => {
      most = Math.max(most, sent);
    });
    setImmediate(() => {
      sent = 0;
    });
  };
  market.trade(trader.id, 'long', 1_000, 60_000);
  await run();
  expect(market.keys.size - before).toBe(1_000);
  expect(most).toBeLessThanOrEqual(64);
  const [row] = await app.database.query<{ open: number }>(
    `select count(*)::int as open from copy_trade where trader_user_id = $1 and status = 'open'`,
    [trader.id],
  );
  expect(row?.open).toBe(1_000);
});

it('a copy of more lots than can be written is skipped, and holds up no other copy', async () => {
  const [whale, trader] = [await newTrader(), await newTrader()];
  const [ann, ben] = await users(2);
  if (!ann || !ben) throw new Error('no users');
  const { id } = await follow(ann.id, whale.uid);
  await app.database.query('update copy_follow set number = 100 where id = $1', [id]);
  await follow(ben.id, trader.uid);
  market.trade(whale.id, 'long', 30_000_000, 60_000);
  const source = market.trade(trader.id, 'long', 1_000, 60_000);
  await run();
  expect(await copiesOf(ann.id)).toMatchObject([{ status: 'skipped', reason: 'cap' }]);
  expect(positionsOf(ben.id)).toMatchObject([{ lots: 1_000 }]);
  market.shut(source, 1_000, 60_000);
  await run();
  await run();
  expect(await copiesOf(ben.id)).toMatchObject([{ status: 'closed' }]);
});

it('a trader who pays a friend too much does not raise what followers pay', async () => {
  const trader = await newTrader();
  const [victim] = await users(1);
  if (!victim) throw new Error('no user');
  await follow(victim.id, trader.uid);
  // The friend offers 5 % above the index, the trader buys a lot there, and the friend's offer waits for the followers.
  app.feed.setPrice(PERP, '60000', { last: '63000' });
  market.price = 63_000;
  market.trade(trader.id, 'long', 1_000, 63_000);
  await run();
  expect(positionsOf(victim.id)).toEqual([]);
  expect(await copiesOf(victim.id)).toMatchObject([{ status: 'skipped', reason: 'unfilled' }]);
});

it('following anew after a loss does not make the same profit shared twice', async () => {
  const trader = await newTrader();
  const [user] = await users(1);
  if (!user) throw new Error('no user');
  await fund(app, user.id, 'lever', 'USDT', '1000');
  const dues: string[] = [];
  for (const result of [200, -150, 150]) {
    const { id } = await follow(user.id, trader.uid, '100000');
    setPrice(60_000);
    const source = market.trade(trader.id, 'long', 10_000, 60_000);
    await run();
    setPrice(60_000 + result * 10);
    market.shut(source, 10_000, 60_000 + result * 10);
    await run();
    await run();
    await app.database.transaction((tx) => cancelFollow(tx, prices(), user.id, id));
    app.advance(7 * DAY);
    await run('copy-shares');
    const [statement] = await app.database.query<{ due: string; realised: string }>(
      'select due, realised from copy_statement where user_id = $1 order by id desc limit 1',
      [user.id],
    );
    dues.push(`${statement?.realised}: ${statement?.due}`);
  }
  // The second and third week bring no new high, and no statement.
  expect(dues).toEqual(['200: 20', '200: 20', '200: 20']);
});

it('a trader who closes what gained and keeps open what lost is paid for what is left of it', async () => {
  const trader = await newTrader();
  const [user] = await users(1);
  if (!user) throw new Error('no user');
  await fund(app, user.id, 'lever', 'USDT', '10000');
  await follow(user.id, trader.uid, '100000');
  const received = () => userBalance(app.database, trader.id, 'lever', 'USDT');
  const monday = async () => {
    app.advance(7 * DAY);
    await run('copy-shares');
  };
  // Both ways at once, so that one gains what the other loses.
  const [gains, loses] = [
    market.trade(trader.id, 'long', 10_000, 60_000),
    market.trade(trader.id, 'short', 10_000, 60_000),
  ];
  await run();
  await run();
  setPrice(62_000);
  market.shut(gains, 10_000, 62_000);
  await run();
  await run();
  await monday();
  expect(await received()).toBe('0');
  // Half of the loss is made up for.
  setPrice(61_000);
  await monday();
  expect(await received()).toBe('10');
  // Without a price the whole margin may be lost.
  const unknown = vi.spyOn(app.feed, 'quote').mockReturnValue(null);
  await monday();
  unknown.mockRestore();
  expect(await received()).toBe('10');
  setPrice(60_500);
  market.shut(loses, 10_000, 60_500);
  await run();
  await run();
  await monday();
  expect(await received()).toBe('15');
  expect(
    await app.database.query('select realised, due, paid from copy_statement where user_id = $1 order by id', [
      user.id,
    ]),
  ).toEqual([
    { realised: '0', due: '0', paid: '0' },
    { realised: '100', due: '10', paid: '10' },
    { realised: '-400', due: '0', paid: '0' },
    { realised: '150', due: '5', paid: '5' },
  ]);
});

describe('a profit share is no way past what holds money in an account', () => {
  /** A follower whose copy gained 200, of which 20 are due to the trader. */
  async function owing() {
    const trader = await newTrader();
    const [user] = await users(1);
    if (!user) throw new Error('no user');
    await fund(app, user.id, 'lever', 'USDT', '1000');
    await follow(user.id, trader.uid, '100000');
    const source = market.trade(trader.id, 'long', 10_000, 60_000);
    await run();
    setPrice(62_000);
    market.shut(source, 10_000, 62_000);
    await run();
    await run();
    await run('copy-shares');
    return { trader, user };
  }
  const balances = async ({ trader, user }: Awaited<ReturnType<typeof owing>>) => [
    await userBalance(app.database, trader.id, 'lever', 'USDT'),
    await userBalance(app.database, user.id, 'lever', 'USDT', 'frozen'),
  ];
  const nextWeek = async () => {
    app.advance(7 * DAY);
    await run('copy-shares');
  };

  it('of a follow of the last hour of a week nothing is paid with that week, but with the next one', async () => {
    const HOUR = 3_600_000;
    app.advance(weekOf(app.now()) + 7 * DAY - HOUR - app.now());
    setPrice(60_000);
    const pair = await owing();
    for (const hours of [2, 25]) {
      app.advance(hours * HOUR);
      await run('copy-shares');
      expect(await balances(pair)).toEqual(['0', '20']);
    }
    await nextWeek();
    expect(await balances(pair)).toEqual(['20', '0']);
  });

  it('of a frozen account nothing is paid, whatever a thief had followed; it is once the owner is back', async () => {
    const pair = await owing();
    await app.database.query('update user_account set frozen_at = $2 where id = $1', [
      pair.user.id,
      new Date(app.now()),
    ]);
    await nextWeek();
    expect(await balances(pair)).toEqual(['0', '20']);
    const other = await newTrader();
    await expect(follow(pair.user.id, other.uid)).rejects.toMatchObject({ code: 'account_frozen' });
    await app.database.query('update user_account set frozen_at = null where id = $1', [pair.user.id]);
    await nextWeek();
    expect(await balances(pair)).toEqual(['20', '0']);
  });

  it('nor while withdrawals pause, after a password that a thief has reset', async () => {
    const pair = await owing();
    await app.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
      pair.user.id,
      new Date(app.now() + 8 * DAY),
    ]);
    await nextWeek();
    expect(await balances(pair)).toEqual(['0', '20']);
    await nextWeek();
    expect(await balances(pair)).toEqual(['20', '0']);
  });

  it('counts in what went to others, and beyond their limit stays aside until there is room', async () => {
    const pair = await owing();
    app.advance(7 * DAY);
    await app.database.query(
      `insert into value_out (user_id, call, value, approved, at) values ($1, 'limit', 499985, true, $2)`,
      [pair.user.id, new Date(app.now() - 1)],
    );
    await run('copy-shares');
    expect(await balances(pair)).toEqual(['15', '5']);
    await nextWeek();
    expect(await balances(pair)).toEqual(['20', '0']);
    expect(
      await app.database.query(
        `select payee_id, value, approved from value_out where user_id = $1 and call = 'POST /follow/follow' order by at`,
        [pair.user.id],
      ),
    ).toEqual(['15', '5'].map((value) => ({ payee_id: pair.trader.id, value, approved: false })));
  });

  it('nor from an account without a verified identity, which may let nothing go', async () => {
    const pair = await owing();
    const level = (of: number) =>
      app.database.query('update user_account set verification_level = $2 where id = $1', [pair.user.id, of]);
    await level(0);
    await nextWeek();
    expect(await balances(pair)).toEqual(['0', '20']);
    await level(1);
    await nextWeek();
    expect(await balances(pair)).toEqual(['20', '0']);
  });
});
