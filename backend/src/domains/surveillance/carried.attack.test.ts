import { cmp } from '@tessera/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import type { SpotDesk, SpotNode } from '../../../test/spot-desk.ts';
import { thinDesk } from '../../../test/thin-desk.ts';
import { CarriedBatch } from '../../platform/market/carried-batch.ts';
import { CarriedSums } from '../../platform/market/carried-sums.ts';
import type { SymbolPrices } from '../../platform/market/engine-types.ts';
import { leftSince } from '../../platform/ways/store.ts';
import { openCatalogue } from '../instruments/index.ts';
import { carriedJob, requireReviewed } from './carried.ts';
import { flagQueue } from './queue.ts';

/*
 * A thief with the session of a victim, and an account of a friend: what withdrawals would ask an approval for is lost to the
 * friend by trades at the edge of the band, in slices.
 */

const SYMBOL = 'BTC/USDT';
const PAIR = { currency_id: 1, legal_id: 3 };
const INDEX = 50_000;
const SLICE = '0.01';

let desk: SpotDesk;
beforeEach(async () => {
  desk = await thinDesk({ [SYMBOL]: INDEX });
});
afterEach(() => desk.close());

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown';
  }
};
const mayLetGo = (userId: string) => codeOf(desk.database.transaction((tx) => requireReviewed(tx, userId, desk.now())));
const review = () => carriedJob({ database: desk.database, now: desk.now }).run(jobRun());
const flagsOf = (userId: string) =>
  desk.database.query<{ subject: string; evidence: number }>(
    `select subject, evidence from market_flag where user_id = $1 and status = 'pending'`,
    [userId],
  );
const pairOf = () => desk.users(2, { USDT: '3000', BTC: '0.2' });

/** Staff find harmless what they have before them. */
const dismiss = () =>
  desk.database.transaction(async (tx) => {
    await tx.query(
      `insert into staff_member (id, account, name, role, password_hash, created_at) overriding system value
       values (1, 'reviewer@example.com', 'reviewer', 'reviewer', '', $1) on conflict do nothing`,
      [new Date(desk.now())],
    );
    const flags = await tx.query<{ id: string }>(`select id from market_flag where status = 'pending'`);
    for (const { id } of flags) {
      await flagQueue.reject(tx, id, { reason: 'a market maker', reviewerId: '1', at: desk.now() } as never);
    }
    return flags.length;
  });
const carriedFrom = async (userId: string): Promise<number> =>
  Number(await leftSince(desk.database, userId, desk.now() - 86_400_000, 'unapproved'));

/** The friend rests at a price, and the victim takes it. */
async function slice(node: SpotNode, victim: string, friend: string, side: 'buy' | 'sell', price: number) {
  const order = { ...PAIR, target_price: String(price), amount: SLICE };
  const resting = await node.place(friend, { ...order, type: side === 'buy' ? 'sell' : 'buy' });
  const outcome = await codeOf(node.place(victim, { ...order, type: side, time_in_force: 'IOC' }));
  await codeOf(node.cancel(friend, resting.id));
  return outcome;
}

/** Buys dearly from the friend and sells cheaply to them until the market refuses. Returns the slices that went through. */
async function drain(victim: string, friend: string, away: number, most: number, node: SpotNode = desk) {
  for (let count = 0; count < most; count++) {
    const side = count % 2 === 0 ? 'buy' : 'sell';
    const price = Math.round(INDEX * (side === 'buy' ? 1 + away : 1 - away));
    const outcome = await slice(node, victim, friend, side, price);
    if (outcome !== 'ok') return { count, outcome };
  }
  return { count: most, outcome: 'ok' };
}

/** What the house shows is had first; after that nothing is. */
async function drainsNothing(victim: string, friend: string, node: SpotNode): Promise<string> {
  const before = await carriedFrom(victim);
  const { outcome } = await drain(victim, friend, 0.04, 20, node);
  expect(await carriedFrom(victim)).toBe(before);
  return outcome;
}

test('3,000 USDT in slices: the market stops after the free amount of a day, and the friend takes nothing out', async () => {
  const [victim, friend] = (await pairOf()) as [string, string];
  // 20 USDT a slice of 500.
  const { count, outcome } = await drain(victim, friend, 0.04, 150);
  expect(outcome).toBe('trades_off_market');
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThanOrEqual(12);
  // Another node, which reads what is stored, lets no more through; what meets no user is taken as ever.
  const other = await desk.node();
  await desk.market.stop();
  await other.step(10);
  expect(await drainsNothing(victim, friend, other)).toBe('trades_off_market');
  const burst = await Promise.all(
    [1, 2, 3].map(() => codeOf(other.place(victim, { ...PAIR, type: 'buy', target_price: '50000', amount: SLICE }))),
  );
  expect(burst).toEqual(['ok', 'ok', 'ok']);
  // What went by trades counts as what a user let go of without an approval.
  const left = await leftSince(desk.database, victim, desk.now() - 86_400_000, 'unapproved');
  expect(Number(left)).toBeGreaterThan(199);
  expect(Number(left)).toBeLessThanOrEqual(200);
  // At once, before any job has come by.
  expect(await mayLetGo(friend)).toBe('trades_under_review');
  expect(await mayLetGo(victim)).toBe('ok');
  await review();
  await review();
  expect(await flagsOf(friend)).toEqual([{ subject: `pair:${victim}:${friend}`, evidence: Number(left) }]);
  // A day later the sums are small again, and the review is not over.
  desk.advance(2 * 86_400_000);
  expect(await mayLetGo(friend)).toBe('trades_under_review');
  expect(await dismiss()).toBe(1);
  expect(await mayLetGo(friend)).toBe('ok');
});

test('a dismissal frees payer and gainer at once on every node, of what was carried until then and no more', async () => {
  const [victim, friend] = (await pairOf()) as [string, string];
  expect((await drain(victim, friend, 0.04, 150)).outcome).toBe('trades_off_market');
  await review();
  expect(await mayLetGo(friend)).toBe('trades_under_review');
  expect(await dismiss()).toBe(1);
  // The node that has the sums in memory, in the same hour.
  expect(await slice(desk, victim, friend, 'buy', 52_000)).toBe('ok');
  expect(await mayLetGo(friend)).toBe('ok');
  const carried = await carriedFrom(victim);
  expect(carried).toBeGreaterThan(10);
  expect(carried).toBeLessThan(30);
  // What follows counts from there: as much again, not all that is traded in the rest of the hour.
  const { count, outcome } = await drain(victim, friend, 0.04, 150);
  expect(outcome).toBe('trades_off_market');
  expect(count).toBeLessThanOrEqual(12);
  expect(await mayLetGo(friend)).toBe('trades_under_review');
  await review();
  // A node that takes the market over reads the same.
  const other = await desk.node();
  await desk.market.stop();
  await other.step(10);
  expect(await drainsNothing(victim, friend, other)).toBe('trades_off_market');
  expect(await dismiss()).toBe(1);
  expect((await drain(victim, friend, 0.04, 2, other)).outcome).toBe('ok');
  expect(await carriedFrom(victim)).toBeGreaterThan(10);
  // Decided twice, it excuses nothing more.
  await expect(
    desk.database.transaction(async (tx) => {
      const [flag] = await tx.query<{ id: string }>('select max(id) as id from market_flag');
      await flagQueue.reject(tx, flag?.id as string, { reason: null, reviewerId: '1', at: desk.now() } as never);
    }),
  ).rejects.toMatchObject({ code: 'already_reviewed' });
});

test('a dismissal is weighed by all that it excuses: of both ways of a pair, and of what was confirmed', async () => {
  const [one, other, third] = (await desk.users(3, { USDT: '3000', BTC: '0.2' })) as [string, string, string];
  expect((await drain(one, other, 0.04, 150)).outcome).toBe('trades_off_market');
  await review();
  const [flag] = await desk.database.query<{ id: string }>('select id from market_flag');
  const takesTwo = () =>
    desk.database.transaction(async (tx) => {
      const decision = { reason: 'a market maker', reviewerId: '1', at: desk.now() } as never;
      return (await flagQueue.weighRejection?.(tx, flag?.id as string, decision))?.needsSecond;
    });
  expect(await takesTwo()).toBe(false);
  // Lost the other way meanwhile; no finding says so yet.
  const lost = (payer: string, payee: string, value: string) =>
    desk.database.query(
      `insert into value_carried (payer_id, payee_id, hour, value, traded) values ($1, $2, $3, $4, 30000)`,
      [payer, payee, new Date(desk.now() - 3_600_000), value],
    );
  await lost(other, one, '600');
  expect(await takesTwo()).toBe(false);
  await lost(other, third, '400.00000001');
  expect(await takesTwo()).toBe(true);
  await desk.database.query('delete from value_carried where payer_id = $1', [other]);
  expect(await takesTwo()).toBe(false);
  // Of the other way a finding was confirmed: to dismiss that takes two.
  const [staff] = await desk.database.query<{ id: string }>(
    `insert into staff_member (account, name, role, password_hash, created_at)
     values ('r@example.com', 'r', 'reviewer', 'r', $1) returning id`,
    [new Date(desk.now())],
  );
  const confirmed = (subject: string) =>
    desk.database.query(
      `insert into market_flag (subject, user_id, evidence, figures, status, reviewer_id, created_at, reviewed_at)
       values ($1, $2, 300, '{}', 'approved', $3, $4, $4)`,
      [subject, one, staff?.id, new Date(desk.now())],
    );
  await confirmed(`pair:${third}:${other}`);
  expect(await takesTwo()).toBe(false);
  await confirmed(`pair:${other}:${one}`);
  expect(await takesTwo()).toBe(true);
  // Of a payer, all pairs.
  await desk.database.query(`update market_flag set subject = $2 where id = $1`, [flag?.id, `payer:${one}`]);
  expect(await takesTwo()).toBe(false);
  await confirmed(`pair:${one}:${third}`);
  expect(await takesTwo()).toBe(true);
});

test('who is over the bound sells near the index, and is kept from what is away from it', async () => {
  const [victim, friend, stranger] = (await desk.users(3, { USDT: '6000', BTC: '0.3' })) as [string, string, string];
  expect((await drain(victim, friend, 0.04, 150)).outcome).toBe('trades_off_market');
  const before = await carriedFrom(victim);
  // Of the house nothing is left to sell to: the friend's price is the only one, and far away.
  await desk.place(stranger, { ...PAIR, type: 'sell', kind: 'market', amount: '0.2' });
  await desk.place(friend, { ...PAIR, type: 'buy', target_price: '48000', amount: '0.05' });
  const sell = (more: object) => codeOf(desk.place(victim, { ...PAIR, type: 'sell', amount: '0.01', ...more }));
  const atAnyPrice = { target_price: '47500', time_in_force: 'IOC' };
  expect(await sell(atAnyPrice)).toBe('trades_off_market');
  expect(await sell({ ...atAnyPrice, time_in_force: 'FOK' })).toBe('trades_off_market');
  // Another user buys at the index.
  await desk.place(stranger, { ...PAIR, type: 'buy', target_price: '50000', amount: '0.015' });
  // What rests and what waits is judged when it is met.
  expect(await sell({ target_price: '50100' })).toBe('ok');
  expect(await sell({ kind: 'stop_limit', target_price: '49000', stop_price: '49500' })).toBe('ok');
  expect(await sell({ kind: 'market' })).toBe('ok');
  // A part is met near the index, and the rest does not go on to the friend's price.
  const placed = await desk.place(victim, { ...PAIR, type: 'sell', amount: '0.01', ...atAnyPrice });
  expect(placed).toMatchObject({ filled_amount: '0.005' });
  expect(await carriedFrom(victim)).toBe(before);
  // All at once.
  await desk.place(stranger, { ...PAIR, type: 'buy', target_price: '50001', amount: '0.02' });
  expect(await Promise.all([1, 2, 3].map(() => sell(atAnyPrice)))).toEqual(['ok', 'ok', 'trades_off_market']);
  expect(await carriedFrom(victim)).toBe(before);
});

test('many payees and no pair to dismiss: staff have the payer before them', async () => {
  const [victim, ...payees] = (await desk.users(8, { USDT: '9000', BTC: '0.3' })) as [string, ...string[]];
  const outcomes: string[] = [];
  for (const payee of payees) outcomes.push((await drain(victim, payee, 0.04, 8)).outcome);
  expect(outcomes).toContain('trades_off_market');
  await review();
  await review();
  const flags = await desk.database.query(`select subject, user_id from market_flag`);
  expect(flags).toEqual([{ subject: `payer:${victim}`, user_id: victim }]);
  for (const userId of [victim, ...payees]) expect(await mayLetGo(userId)).toBe('ok');
  expect((await flagQueue.list(desk.database, { page: 1, limit: 10 } as never)).items).toMatchObject([
    { details: expect.arrayContaining([{ name: 'linked_by', value: 'payer' }]) },
  ]);
  expect(await dismiss()).toBe(1);
  expect(await slice(desk, victim, payees[0] as string, 'buy', 52_000)).toBe('ok');
});

test('a pause of the payer says nothing of a stranger: the market stops the payer sooner instead', async () => {
  const [payer, stranger] = (await pairOf()) as [string, string];
  await desk.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
    payer,
    new Date(desk.now() + 3_600_000),
  ]);
  const { count, outcome } = await drain(payer, stranger, 0.04, 150);
  expect({ count, outcome }).toEqual({ count: 2, outcome: 'trades_off_market' });
  await review();
  expect(await flagsOf(stranger)).toEqual([]);
  expect(await mayLetGo(stranger)).toBe('ok');
  // What a payer does alone: a payment to them, their payout address among one's own, one's own invitation by them.
  await desk.database.query(
    `insert into value_out (user_id, payee_id, call, value, approved, at) values ($1, $2, 'x', 1, true, $3)`,
    [payer, stranger, new Date(desk.now())],
  );
  await desk.database.query('update user_account set invited_by = $2 where id = $1', [payer, stranger]);
  for (const id of [stranger, payer]) {
    await desk.database.query(
      `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
       values ($1, 'USDT', 'ERC20', 'mine', '0xabc', $2, $2)`,
      [id, new Date(desk.now())],
    );
  }
  // Nor do the numbers of their document and their card, which are known to many, where the payer states them after them.
  const states = async (id: string, state: string, card: string, at: number) => {
    await desk.database.query(
      `insert into verification_request (user_id, real_type, id_type, name, card_id, state, submitted_at)
       values ($1, 1, 'passport', 'Wang Wei', $2, $3, $4)`,
      [id, card, state, new Date(at)],
    );
    await desk.database.query(
      `insert into payee_card (user_id, kind, real_name, card_sealed, card_hash, card_last4, bank_name, province_city,
                               branch, phone, created_at, usable_at)
       values ($1, 'local', 'Wang Wei', '\\x00', $2, '1111', 'Bank', 'City', 'Branch', '1', $3, $3)`,
      [id, Buffer.from(card), new Date(at)],
    );
  };
  await states(stranger, 'verified', 'E12345678', desk.now());
  await states(payer, 'under_review', 'E12345678', desk.now() + 1);
  expect(await mayLetGo(stranger)).toBe('ok');
  await review();
  expect(await flagsOf(stranger)).toEqual([]);
  // Who states those of the payer is linked by that.
  await states(payer, 'failed', 'E87654321', desk.now());
  await states(stranger, 'failed', 'E87654321', desk.now() + 1);
  expect(await mayLetGo(stranger)).toBe('trades_under_review');
});

test('trades at the index between the slices dilute nothing', async () => {
  const [victim, friend] = (await pairOf()) as [string, string];
  let outcome = 'ok';
  let count = 0;
  for (; count < 40 && outcome === 'ok'; count++) {
    const side = count % 2 === 0 ? 'buy' : 'sell';
    outcome = await slice(desk, victim, friend, side, Math.round(INDEX * (side === 'buy' ? 1.04 : 0.96)));
    // Ten times the size of a slice, to and fro, at the index.
    for (const wash of [1, 2, 3, 4]) {
      await slice(desk, victim, friend, (count + wash) % 2 ? 'buy' : 'sell', INDEX + (wash % 2 ? 1 : -1));
    }
  }
  expect(outcome).toBe('trades_off_market');
  expect(count).toBeLessThanOrEqual(14);
  expect(await mayLetGo(friend)).toBe('trades_under_review');
  expect(await carriedFrom(victim)).toBeGreaterThan(180);
  expect(await carriedFrom(victim)).toBeLessThanOrEqual(200);
});

test('sent at once, in one batch, no more goes through', async () => {
  const [victim, friend] = (await pairOf()) as [string, string];
  const rest = { ...PAIR, type: 'sell', target_price: '52000', amount: '0.003' };
  const take = { ...PAIR, type: 'buy', target_price: '52000', amount: '0.003', time_in_force: 'IOC' };
  await Promise.all(Array.from({ length: 17 }, () => desk.place(friend, rest)));
  // 6 USDT each, and 30 of them have the funds of a few: what comes back is spent again.
  const all = await Promise.all(Array.from({ length: 17 }, () => codeOf(desk.place(victim, take))));
  expect(all.filter((each) => each === 'ok').length).toBeGreaterThan(0);
  await desk.place(friend, { ...rest, type: 'buy', target_price: '48000', amount: '0.05' });
  const sells = { ...take, type: 'sell', target_price: '48000', amount: '0.0025' };
  await Promise.all(Array.from({ length: 20 }, () => codeOf(desk.place(victim, sells))));
  await Promise.all(Array.from({ length: 10 }, () => desk.place(friend, rest)));
  const again = await Promise.all(Array.from({ length: 10 }, () => codeOf(desk.place(victim, take))));
  expect(again).toContain('trades_off_market');
  const [{ value = '0' } = {}] = await desk.database.query<{ value: string }>(
    'select sum(value) as value from value_carried where payer_id = $1',
    [victim],
  );
  expect(Number(value)).toBeLessThanOrEqual(200);
});

test.each([
  [
    'of one browser',
    (victim: string, friend: string) =>
      desk.database.query(
        `insert into known_device (token_hash, user_id, last_seen_at) select '\\xabcd', id, $2 from unnest($1::bigint[]) id`,
        [[victim, friend], new Date(desk.now())],
      ),
  ],
  [
    'of whom one invited the other',
    (victim: string, friend: string) =>
      desk.database.query('update user_account set invited_by = $2 where id = $1', [friend, victim]),
  ],
])('of accounts %s a tenth of it is enough for a review', async (_, link) => {
  const [victim, friend] = (await pairOf()) as [string, string];
  expect((await drain(victim, friend, 0.04, 2)).outcome).toBe('ok');
  expect(await mayLetGo(friend)).toBe('ok');
  await link(victim, friend);
  expect(await mayLetGo(friend)).toBe('trades_under_review');
  await review();
  expect(await flagsOf(friend)).toHaveLength(1);
  expect(await flagsOf(victim)).toEqual([]);
});

test('who trades at the market, and who loses and wins as much, is left alone', async () => {
  const [one, other] = (await pairOf()) as [string, string];
  // Both ways at the same distance: nothing is carried in the end.
  for (let count = 0; count < 12; count++) {
    const [taker, rests] = count % 2 === 0 ? [one, other] : [other, one];
    expect(await slice(desk, taker, rests, 'buy', 52_000)).toBe('ok');
  }
  expect((await drain(one, other, 0.000_8, 20)).outcome).toBe('ok');
  // The spread of a market adds up to little.
  expect(cmp(await leftSince(desk.database, one, null), '10')).toBeLessThan(0);
  await review();
  expect([...(await flagsOf(one)), ...(await flagsOf(other))]).toEqual([]);
});

test('in every listed market, whatever its quote currency is worth', async () => {
  const symbols = (await openCatalogue({ database: desk.database, now: desk.now })).current().marketTerms();
  const listed = new Map(symbols.map((terms) => [terms.symbol, terms]));
  // As the engine is: an object whose methods need it.
  const engine = {
    listed,
    prices(symbol: string) {
      const quote = this.listed.get(symbol)?.quote;
      return quote === undefined ? null : ({ fine: 200_000, tick: '0.01', lot: '1', quote } as SymbolPrices);
    },
  };
  const party = (userId: string) => ({ id: userId, userId });
  for (const { symbol } of symbols) {
    const batch = new CarriedBatch(engine, new CarriedSums(), new Map(), desk.now());
    batch.made({ symbol, taker: party('1'), maker: party('2'), side: 'sell', price: 190, lots: 3 });
    batch.made({ symbol, taker: null, maker: party('2'), side: 'sell', price: 190, lots: 3 });
    expect(batch.carried, symbol).toMatchObject([{ payerId: '1', payeeId: '2' }]);
  }
});
