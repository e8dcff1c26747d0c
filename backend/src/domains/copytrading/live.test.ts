import { div } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { KEY } from '../../../test/nft-stage.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { RecurringJobs } from '../../platform/jobs/recurring.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { hashSecret } from '../identity/password.ts';
import { changeInstrument, haltInstrument, resumeInstrument } from '../instruments/changes.ts';
import { FOLLOWED_WITHIN } from '../instruments/instrument-problems.ts';
import { makeTrader } from './applications.ts';

/* Copies in the real market, and the demonstration traders. */

const PERP = 'BTC/USDT-PERP';
const BAR = 300_000;

let app: TestApp;
let jobs: RecurringJobs;
let trader: Person;
let follower: Person;
beforeAll(async () => {
  app = await createTestApp({ DEMO_USER: '1' });
  jobs = recurringJobsOf(app);
  trader = await signUp(app, { level: 2, funds: { lever: { USDT: '10000' } } });
  follower = await signUp(app, { level: 2, funds: { lever: { USDT: '10000' } } });
  await app.database.query('update user_account set pay_password_hash = $2 where id = $1', [
    follower.id,
    await hashSecret(KEY),
  ]);
  await app.database.transaction((tx) => makeTrader(tx, trader.id, { at: app.now() }));
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await app.close();
});
beforeEach(() => setPrice('50000'));

const setPrice = (price: string) =>
  app.feed.setPrice(PERP, price, { bid: String(Number(price) - 1), ask: String(Number(price) + 1) });
const keyed = ({ token }: Person) => ({ token, idempotencyKey: crypto.randomUUID() });

async function turn(job: string) {
  app.advance(500);
  setPrice(app.feed.quote(PERP)?.last ?? '50000');
  await app.turn();
  expect(await jobs.turn(job)).not.toBe('failed');
}
const positionsOf = async ({ token }: Person) => (await app.ok('POST /lever/my_trade', {}, { token })).list;

it('a copy is a position of the follower that opens, shrinks and closes in the market', async () => {
  const terms = {
    trader_user_id: trader.uid,
    type: 'multiple',
    number: '0.5',
    amount: '5000',
    agreement: true,
    key: KEY,
  };
  await app.ok('POST /follow/follow', terms, keyed(follower));
  const order = { symbol: PERP, type: 1, share: 2_000, multiple: 10 };
  const source = await app.ok('POST /lever/submit', order, keyed(trader));
  await turn('copy-follow');
  await turn('copy-follow');
  const [copy] = await positionsOf(follower);
  expect(copy).toMatchObject({
    symbol: PERP,
    type: 1,
    share: 1_000,
    mode: 'isolated',
    multiple: 10,
    source_id: source.id,
  });
  const shown = await app.ok('GET /follow/copies', {}, { token: follower.token });
  expect(shown.list).toMatchObject([{ status: 'open', share: '1000', margin: copy?.margin }]);
  await app.ok('POST /lever/close', { id: source.id, share: 1_500 }, keyed(trader));
  await turn('copy-follow');
  expect(await positionsOf(follower)).toMatchObject([{ share: 250 }]);
  await app.ok('POST /lever/close', { id: source.id }, keyed(trader));
  await turn('copy-follow');
  await turn('copy-follow');
  expect(await positionsOf(follower)).toMatchObject([{ status: 3, close_reason: 'copy' }]);
  const ended = await app.ok('GET /follow/copies', { status: 'history' }, { token: follower.token });
  const [closed] = await positionsOf(follower);
  const booked = Number(closed?.realized_profit) - Number(closed?.trade_fee);
  expect(Number(ended.list[0]?.profit)).toBeCloseTo(booked, 6);
  await jobs.turn('copy-figures');
  const detail = await app.ok('GET /follow/traderDetail', { trader_user_id: trader.uid });
  expect(detail).toMatchObject({ order_count: 1, followers: { copy_count: 1 } });
});

it('a copy that its owner takes over is no copy for the market either', async () => {
  const source = await app.ok(
    'POST /lever/submit',
    { symbol: PERP, type: 2, share: 1_000, multiple: 5 },
    keyed(trader),
  );
  await turn('copy-follow');
  await turn('copy-follow');
  const [copy] = (await app.ok('GET /follow/copies', {}, { token: follower.token })).list;
  await app.ok('POST /follow/selfHolding', { id: copy?.id }, keyed(follower));
  await app.ok('POST /lever/close', { id: source.id }, keyed(trader));
  await turn('copy-follow');
  expect((await positionsOf(follower))[0]).toMatchObject({ status: 1, share: 500, source_id: null });
});

it('demonstration traders trade by their rule with money of their own, once a bar, and are marked', async () => {
  const { list } = await app.ok('GET /follow/index', { limit: 50 });
  const demonstrations = list.filter(({ demonstration }) => demonstration);
  expect(demonstrations.map(({ strategy }) => strategy).toSorted()).toEqual([
    'breakout',
    'momentum',
    'reversion',
    'trend',
  ]);
  expect(demonstrations.every(({ profit_share }) => profit_share === '0')).toBe(true);
  const people = await app.ok('GET /follow/index', { status: 'people', limit: 50 });
  expect(people.list.map(({ trader_user_id }) => trader_user_id)).toEqual([trader.uid]);

  const bars = (slope: number) => async () => {
    const last = Math.floor(app.now() / BAR) * BAR - BAR;
    return Array.from({ length: 30 }, (_, index) => {
      const price = String(50_000 + slope * (index - 29));
      return [last - (29 - index) * BAR, price, price, price, price, '1'] as const;
    });
  };
  const trend = demonstrations.find(({ strategy }) => strategy === 'trend')?.trader_user_id ?? '';
  const openOf = async () => (await app.ok('GET /follow/traderDetail', { trader_user_id: trend })).positions;
  app.feed.bars = bars(10);
  await turn('demonstration-traders');
  // Before the event is read, and again after it: one position.
  await turn('demonstration-traders');
  await turn('copy-follow');
  await turn('demonstration-traders');
  await turn('copy-follow');
  expect(await openOf()).toMatchObject([{ symbol: PERP, type: 1, share: '2000' }]);
  app.feed.bars = bars(-10);
  app.advance(BAR);
  await turn('demonstration-traders');
  await turn('copy-follow');
  expect(await openOf()).toMatchObject([{ type: 2 }]);
  const closed = await app.ok('GET /follow/historyTrade', { trader_user_id: trend });
  expect(closed.total).toBe(1);
});

it('a copy is the same share of its source after staff made the lot smaller', async () => {
  const [leader, fan] = await Promise.all(
    [1, 2].map(() => signUp(app, { level: 2, funds: { lever: { USDT: '10000' } } })),
  );
  if (!leader || !fan) throw new Error('there are two');
  await app.database.query('update user_account set pay_password_hash = $2 where id = $1', [
    fan.id,
    await hashSecret(KEY),
  ]);
  await app.database.transaction((tx) => makeTrader(tx, leader.id, { at: app.now() }));
  const terms = {
    trader_user_id: leader.uid,
    type: 'multiple',
    number: '0.5',
    amount: '5000',
    agreement: true,
    key: KEY,
  };
  await app.ok('POST /follow/follow', terms, keyed(fan));
  const source = await app.ok(
    'POST /lever/submit',
    { symbol: PERP, type: 1, share: 2_000, multiple: 10 },
    keyed(leader),
  );
  await turn('copy-follow');
  await turn('copy-follow');
  expect(await positionsOf(fan)).toMatchObject([{ share: 1_000 }]);

  const { catalogue, database, now, ports } = app;
  const changing = { catalogue, database, now, ports, announce: () => undefined };
  const by = { staffId: (await signInStaff(app, 'treasury')).id, at: now() };
  const { lot = '' } = catalogue.current().instrument(PERP) ?? {};
  const change = async (changes: { readonly lot: string }) => {
    await haltInstrument(changing, by, { symbol: PERP, reason: 'lot' });
    app.advance(FOLLOWED_WITHIN);
    await catalogue.refresh();
    const version = catalogue.current().instrument(PERP)?.version ?? 0;
    await changeInstrument(changing, by, { symbol: PERP, version, reason: 'lot', ...changes });
    await resumeInstrument(changing, by, { symbol: PERP, reason: 'lot' });
    await catalogue.refresh();
    setPrice('50000');
    await app.turn();
  };
  await change({ lot: div(lot, '10') });
  expect(await positionsOf(fan)).toMatchObject([{ share: 10_000 }]);
  await app.ok('POST /lever/close', { id: source.id, share: 10_000 }, keyed(leader));
  await turn('copy-follow');
  await turn('copy-follow');
  expect(await positionsOf(fan)).toMatchObject([{ share: 5_000 }]);
  await app.ok('POST /lever/close', { id: source.id }, keyed(leader));
  await turn('copy-follow');
  await turn('copy-follow');
  expect(await positionsOf(fan)).toMatchObject([{ status: 3, close_reason: 'copy' }]);
});
