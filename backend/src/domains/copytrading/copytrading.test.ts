import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakePositions, fakePositions } from '../../../test/fake-positions.ts';
import { KEY } from '../../../test/nft-stage.ts';
import { fund, type Person } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { SESSION_KEY } from '../../../test/session-key.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { RecurringJobs } from '../../platform/jobs/recurring.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';
import { openSession } from '../../platform/session/sessions.ts';
import { createUser } from '../identity/index.ts';
import { hashSecret } from '../identity/password.ts';
import { runCommand } from '../staff/commands.ts';
import { makeTrader, traderQueue } from './applications.ts';
import { copytrading, copytradingOn } from './index.ts';
import { suspensionQueue } from './suspensions.ts';

const PERP = 'BTC/USDT-PERP';
const DAY = 86_400_000;

let app: TestApp;
let market: FakePositions;
let reviewer: string;
let people = 0;

beforeAll(async () => {
  market = fakePositions(() => app);
  app = await createTestApp({}, {}, [...FACTORIES.filter((each) => each !== copytrading), copytradingOn(market)]);
  jobs = recurringJobsOf(app);
  const [staff] = await app.database.query<{ id: string }>(
    `insert into staff_member (account, name, role, password_hash, created_at)
     values ('rita@example.com', 'Rita', 'reviewer', 'x', now()) returning id`,
  );
  reviewer = staff?.id ?? '';
});
afterAll(() => app.close());

/** The price of the market, at which copies are filled too. */
function setPrice(price: number): void {
  market.price = price;
  app.feed.setPrice(PERP, String(price), { bid: String(price), ask: String(price) });
}
beforeEach(() => {
  setPrice(60_000);
  market.depth = Number.POSITIVE_INFINITY;
});

/** One node. */
let jobs: RecurringJobs;
const turn = async (job: string) => expect(await jobs.turn(job)).not.toBe('failed');
const follow = async () => {
  app.advance(1);
  await turn('copy-follow');
};

/** Signed in without a log-in, which is not what is tested here. */
const signedIn = (userId: string) =>
  openSession(app.database, {
    userId,
    userAgent: 'test',
    address: '192.0.2.1',
    remember: true,
    key: SESSION_KEY.thumbprint,
    confirmed: false,
    browser: null,
    now: app.now(),
  });

const payPassword = hashSecret(KEY);
async function newPerson(level: 0 | 1 = 1): Promise<Person> {
  const email = `copy${++people}@example.com`;
  const id = await createUser(app.database, {
    contact: { kind: 'email', value: email },
    passwordHash: 'x',
    invitedBy: null,
    language: 'en',
    now: app.now(),
  });
  const [user] = await app.database.query<{ uid: string }>(
    'update user_account set verification_level = $2, pay_password_hash = $3 where id = $1 returning uid',
    [id, level, await payPassword],
  );
  return { id, uid: user?.uid ?? '', email, token: (await signedIn(id)).token };
}

async function newTrader(): Promise<Person> {
  const person = await newPerson();
  await app.database.transaction((tx) => makeTrader(tx, person.id, { at: app.now() }));
  return person;
}

async function newFollower(funds = '1000'): Promise<Person> {
  const person = await newPerson();
  if (funds !== '0') await fund(app, person.id, 'lever', 'USDT', funds);
  return person;
}

const keyed = (person: Person) => ({ token: person.token, idempotencyKey: crypto.randomUUID() });

const TERMS = { type: 'multiple', number: '1', amount: '10000', slippage: '0.003', agreement: true, key: KEY };

const startFollowing = (person: Person, trader: Person, terms: Record<string, unknown> = {}) =>
  app.ok('POST /follow/follow', { ...TERMS, trader_user_id: trader.uid, ...terms }, keyed(person));
const followRejected = async (person: Person, trader: Person, terms: Record<string, unknown> = {}) =>
  (await app.rejection('POST /follow/follow', { ...TERMS, trader_user_id: trader.uid, ...terms }, keyed(person))).error;

const copies = async (person: Person, status: 'open' | 'history' | 'skipped') =>
  (await app.ok('GET /follow/copies', { status }, { token: person.token })).list;

/** A trader's position from opening to its end, copied by all who follow. */
async function roundTrip(trader: Person, { lots = 1_000, from = 60_000, to = 60_000 }) {
  setPrice(from);
  const id = market.trade(trader.id, 'long', lots, from);
  await follow();
  app.advance(1_000);
  setPrice(to);
  market.shut(id, lots, to);
  await follow();
  await follow();
}

describe('becoming a trader', () => {
  const content = 'I trade breakouts of Bitcoin with small sizes.';

  it('needs a verified identity, and a decision of staff', async () => {
    const guest = await newPerson(0);
    expect(await app.call('POST /follow/apply', { content }, keyed(guest))).toMatchObject({ type: '998' });
    const ann = await newPerson();
    expect(await app.ok('GET /follow/application', {}, { token: ann.token })).toMatchObject({ status: 'none' });
    expect(await app.ok('POST /follow/apply', { content }, keyed(ann))).toMatchObject({ status: 'pending' });
    expect(await app.rejection('POST /follow/apply', { content }, keyed(ann))).toMatchObject({
      error: 'application_pending',
    });
    const { items } = await traderQueue.list(app.database, { status: 'pending', page: 1, limit: 10 });
    const item = items.find(({ user }) => user.uid === ann.uid);
    expect(item?.details).toContainEqual({ name: 'content', value: content });
    const id = item?.id ?? '';
    await app.database.transaction((tx) => traderQueue.approve(tx, id, { reviewerId: reviewer, at: app.now() }));
    expect(await traderQueue.show(app.database, id)).toMatchObject({ status: 'approved', reviewer: 'Rita' });
    expect(await app.ok('GET /follow/application', {}, { token: ann.token })).toMatchObject({ status: 'approved' });
    expect(await app.ok('GET /follow/my', {}, { token: ann.token })).toMatchObject({ is_trader: true });
    expect(await app.rejection('POST /follow/apply', { content }, keyed(ann))).toMatchObject({
      error: 'already_trader',
    });
    expect(await app.ok('POST /follow/resign', {}, keyed(ann))).toMatchObject({ status: 'resigned' });
    expect(await app.ok('POST /follow/apply', { content }, keyed(ann))).toMatchObject({ status: 'pending' });
  });

  it('is approved of none who is frozen, or no trader by a decision of staff, by then', async () => {
    const ivy = await newPerson();
    await app.ok('POST /follow/apply', { content }, keyed(ivy));
    const { items } = await traderQueue.list(app.database, { status: 'pending', page: 1, limit: 50 });
    const id = items.find(({ user }) => user.uid === ivy.uid)?.id ?? '';
    const approve = () =>
      app.database.transaction((tx) => traderQueue.approve(tx, id, { reviewerId: reviewer, at: app.now() }));
    await app.database.query('update user_account set frozen_at = now() where id = $1', [ivy.id]);
    await expect(approve()).rejects.toMatchObject({ code: 'account_frozen' });
    await app.database.query('update user_account set frozen_at = null where id = $1', [ivy.id]);
    await makeTrader(app.database, ivy.id, { at: app.now() });
    await app.database.query(`update copy_trader set ended = 'suspended', ended_at = now() where user_id = $1`, [
      ivy.id,
    ]);
    await expect(approve()).rejects.toMatchObject({ code: 'already_trader' });
    expect(await traderQueue.show(app.database, id)).toMatchObject({ status: 'pending' });
  });

  it('shows the reason of a rejection, after which one may apply again', async () => {
    const ben = await newPerson();
    await app.ok('POST /follow/apply', { content }, keyed(ben));
    const { items } = await traderQueue.list(app.database, { status: 'pending', page: 1, limit: 10 });
    const id = items.find(({ user }) => user.uid === ben.uid)?.id ?? '';
    const decision = { reviewerId: reviewer, at: app.now(), reason: 'Too little is said.' };
    await app.database.transaction((tx) => traderQueue.reject(tx, id, decision));
    await expect(app.database.transaction((tx) => traderQueue.reject(tx, id, decision))).rejects.toMatchObject({
      code: 'already_reviewed',
    });
    expect(await app.ok('GET /follow/application', {}, { token: ben.token })).toMatchObject({
      status: 'rejected',
      reason: 'Too little is said.',
    });
    await app.ok('POST /follow/apply', { content }, keyed(ben));
  });

  it('and following exclude each other', async () => {
    const trader = await newTrader();
    const other = await newTrader();
    expect(await followRejected(trader, other)).toBe('trader_cannot_follow');
    const follower = await newFollower();
    await startFollowing(follower, trader);
    expect(await app.rejection('POST /follow/apply', { content }, keyed(follower))).toMatchObject({
      error: 'follower_cannot_trade',
    });
  });
});

describe('following', () => {
  it('begins once, with the agreement, within the bounds, and where there is room', async () => {
    const trader = await newTrader();
    const cleo = await newFollower();
    expect(await followRejected(cleo, trader, { agreement: undefined })).toBe('agreement_required');
    expect(await followRejected(cleo, trader, { number: '1000' })).toBe('invalid_field');
    expect(await followRejected(cleo, trader, { number: '0.001' })).toBe('amount_too_small');
    expect(await followRejected(cleo, trader, { type: 'lots', number: '1.5' })).toBe('invalid_field');
    expect(await followRejected(cleo, trader, { slippage: '0.5' })).toBe('invalid_field');
    const started = await startFollowing(cleo, trader, { stop_loss: '50' });
    expect(started).toMatchObject({ status: 'following', stop_loss: '50', profit: '0', trader_user_id: trader.uid });
    expect(await followRejected(cleo, trader)).toBe('already_following');
    await app.database.query('update copy_trader set follower_limit = 1 where user_id = $1', [trader.id]);
    expect(await followRejected(await newFollower(), trader)).toBe('trader_full');
  });

  it('is changed and ended by its owner only', async () => {
    const trader = await newTrader();
    const dora = await newFollower();
    const { id } = await startFollowing(dora, trader);
    const edit = { type: 'lots', number: '3', amount: '200', stop_loss: '20', follow_user_id: id };
    expect(await followRejected(await newFollower(), trader, edit)).toBe('not_following');
    expect(await startFollowing(dora, trader, edit)).toMatchObject({ id, type: 'lots', number: '3', stop_loss: '20' });
    const eve = await newFollower();
    expect(await app.rejection('POST /follow/cancel', { follow_user_id: id }, keyed(eve))).toMatchObject({
      error: 'not_following',
    });
    expect(await app.ok('POST /follow/cancel', { follow_user_id: id }, keyed(dora))).toMatchObject({
      status: 'cancelled',
      ended: 'user',
    });
    expect(await app.rejection('POST /follow/cancel', { follow_user_id: id }, keyed(dora))).toMatchObject({
      error: 'not_following',
    });
  });

  it('of oneself through a second account on the same device is rejected', async () => {
    const trader = await newTrader();
    const second = await newFollower();
    await app.database.query(
      `insert into known_device (token_hash, user_id, last_seen_at)
       values ('\\x01', $1, now()), ('\\x01', $2, now())`,
      [trader.id, second.id],
    );
    expect(await followRejected(second, trader)).toBe('linked_account');
  });

  it.each([
    [
      'document',
      (id: string) => [
        `insert into verification_request (user_id, real_type, id_type, name, card_id, state, submitted_at, reviewed_at)
       values ($1, 1, 'passport', 'A', 'C01X' || $2::text, 'verified', now(), now())`,
        [id, 'linked'],
      ],
    ],
    [
      'phone number',
      (id: string, first: boolean) => [
        `update user_account set ${first ? 'mobile' : 'shared_mobile'} = $2 where id = $1`,
        [id, '41790000001'],
      ],
    ],
    [
      'card',
      (id: string) => [
        `insert into payee_card (user_id, kind, real_name, card_sealed, card_hash, card_last4, bank_name, province_city, branch, phone, created_at, usable_at)
       values ($1, 'local', 'A', $2::text::bytea, $2::text::bytea, '0001', 'B', 'C', 'D', '1', now(), now())`,
        [id, '6222000000000001'],
      ],
    ],
    [
      'address',
      (id: string) => [
        `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
       select $1, currency, network, 'mine', $2, now(), now() from withdrawal_network order by currency, network limit 1`,
        [id, 'TLinked1'],
      ],
    ],
  ] as const satisfies readonly (readonly [
    string,
    (id: string, first: boolean) => readonly [string, readonly unknown[]],
  ])[])('of oneself is found by the same %s too', async (_, sharing) => {
    const [trader, second] = [await newTrader(), await newFollower()];
    for (const person of [trader, second]) {
      const [sql, values] = sharing(person.id, person === trader);
      await app.database.query(sql, values);
    }
    expect(await followRejected(second, trader)).toBe('linked_account');
    expect(await followRejected(await newFollower(), trader, { agreement: false })).toBe('agreement_required');
  });
});

describe('the end of being a trader', () => {
  const content = 'I trade breakouts of Bitcoin with small sizes.';
  const my = (person: Person) => app.ok('GET /follow/my', {}, { token: person.token });
  const listed = async (trader: Person) =>
    (await app.ok('GET /follow/index', { limit: 100 }, {})).list.some((each) => each.trader_user_id === trader.uid);

  it('by a resignation ends all follows; open copies follow their source to its end, new ones are not planned', async () => {
    const [trader, ann] = [await newTrader(), await newFollower()];
    await startFollowing(ann, trader);
    const source = market.trade(trader.id, 'long', 1_000, 60_000);
    await follow();
    expect(await copies(ann, 'open')).toHaveLength(1);
    expect(await app.ok('POST /follow/resign', {}, keyed(trader))).toMatchObject({ status: 'none' });
    expect(await app.rejection('POST /follow/resign', {}, keyed(trader))).toMatchObject({ error: 'not_found' });
    expect((await my(ann)).list).toMatchObject([{ status: 'cancelled', ended: 'trader', open_count: 1 }]);
    expect([await listed(trader), (await my(trader)).is_trader]).toEqual([false, false]);
    expect(await followRejected(await newFollower(), trader)).toBe('not_found');
    const later = market.trade(trader.id, 'short', 1_000, 60_000);
    await follow();
    market.shut(source, 1_000, 60_100);
    await follow();
    await follow();
    expect(await copies(ann, 'open')).toEqual([]);
    expect(await copies(ann, 'history')).toMatchObject([{ status: 'closed' }]);
    const sources = await app.database.query('select 1 from copy_source where position_id = $1', [later]);
    expect(sources).toEqual([]);
    // Who comes back goes on with the figures of before.
    await app.ok('POST /follow/apply', { content }, keyed(trader));
    const { items } = await traderQueue.list(app.database, { status: 'pending', page: 1, limit: 50 });
    const id = items.find(({ user }) => user.uid === trader.uid)?.id ?? '';
    const [before] = await app.database.query('select since from copy_trader where user_id = $1', [trader.id]);
    await app.database.transaction((tx) => traderQueue.approve(tx, id, { reviewerId: reviewer, at: app.now() + 1 }));
    const [after] = await app.database.query('select since from copy_trader where user_id = $1', [trader.id]);
    expect(after).toEqual(before);
    expect([await listed(trader), (await my(trader)).is_trader]).toEqual([true, true]);
  });

  it('by staff needs a reason and the right to it, is recorded, and is taken back by staff alone', async () => {
    const [trader, ann] = [await newTrader(), await newFollower()];
    await startFollowing(ann, trader);
    const [staff, support] = [await signInStaff(app, 'reviewer'), await signInStaff(app, 'support')];
    const decision = { trader_user_id: trader.uid, reason: 'Trades with their own followers' };
    const suspend = (token: string) => app.call('POST /staff/traders/suspend', decision, { token });
    expect(await suspend(support.token)).toMatchObject({ error: 'forbidden' });
    expect(await suspend(staff.token)).toMatchObject({ type: 'ok' });
    expect(await suspend(staff.token)).toMatchObject({ error: 'not_found' });
    expect((await my(ann)).list).toMatchObject([{ status: 'cancelled', ended: 'trader' }]);
    expect(await followRejected(ann, trader)).toBe('not_found');
    expect(await app.rejection('POST /follow/apply', { content }, keyed(trader))).toMatchObject({
      error: 'already_trader',
    });
    await app.ok('POST /staff/traders/restore', decision, { token: staff.token });
    expect(await app.rejection('POST /staff/traders/restore', decision, { token: staff.token })).toMatchObject({
      error: 'not_found',
    });
    await startFollowing(ann, trader);
    const actions = await app.database.query(`select action, reason from staff_action where subject = $1 order by id`, [
      `trader:${trader.uid}`,
    ]);
    expect(actions).toEqual([
      { action: 'trader.suspend', reason: decision.reason },
      { action: 'trader.restore', reason: decision.reason },
    ]);
    // The same on the command line.
    const lines: string[] = [];
    const context = {
      database: app.database,
      queues: [],
      now: app.now,
      print: (line: string) => void lines.push(line),
      readPassword: async () => '',
      readUpload: async () => null,
    };
    await runCommand(['suspend-trader', trader.uid, '--why', 'again'], context);
    expect(lines).toEqual([`the trader ${trader.uid} is suspended`]);
    await expect(runCommand(['restore-trader', trader.uid], context)).rejects.toThrow('say why');
  });
});

describe('a copy', () => {
  it('that cannot be placed within half a minute is skipped: its price may fit, its reasons have passed', async () => {
    const [trader, ann, bob] = [await newTrader(), await newFollower(), await newFollower()];
    await startFollowing(ann, trader);
    market.trade(trader.id, 'long', 1_000, 60_000);
    // Nothing runs for a while.
    app.advance(30_000);
    await follow();
    expect(await copies(ann, 'open')).toEqual([]);
    expect(await copies(ann, 'skipped')).toMatchObject([{ reason: 'late' }]);
    await startFollowing(bob, trader);
    market.trade(trader.id, 'long', 1_000, 60_000);
    app.advance(29_000);
    setPrice(60_000);
    await follow();
    expect(await copies(bob, 'open')).toHaveLength(1);
  });

  it('opens with its source in the lots of the terms, shrinks with it and ends with it', async () => {
    const trader = await newTrader();
    const fay = await newFollower();
    await startFollowing(fay, trader, { number: '0.5' });
    const source = market.trade(trader.id, 'long', 2000, 60_000);
    await follow();
    await follow();
    expect(await copies(fay, 'open')).toMatchObject([
      { symbol: PERP, type: 1, share: '1000', status: 'open', open_price: '60000', margin: '60' },
    ]);
    setPrice(61_000);
    market.shut(source, 1501, 61_000);
    await follow();
    await follow();
    const [left] = await copies(fay, 'open');
    // 499 of 2,000 are left of the source: a thousand copied lots shrink to 249.5, rounded up.
    expect(left).toMatchObject({ share: '250', status: 'open' });
    market.shut(source, 499, 61_000);
    await follow();
    await follow();
    expect(await copies(fay, 'open')).toEqual([]);
    expect(await copies(fay, 'history')).toMatchObject([
      { status: 'closed', share: '1000', profit: '10', close_price: '61000' },
    ]);
    const { list } = await app.ok('GET /follow/my', {}, { token: fay.token });
    expect(list).toMatchObject([{ profit: '10', open_count: 0, closed_count: 1, in_use: '0' }]);
  });

  it('shows its result at the price of the moment', async () => {
    const trader = await newTrader();
    const gil = await newFollower();
    await startFollowing(gil, trader);
    market.trade(trader.id, 'short', 1000, 60_000);
    await follow();
    await follow();
    setPrice(59_000);
    expect(await copies(gil, 'open')).toMatchObject([{ type: 2, profit: '10', current_price: '59000' }]);
    expect(await app.ok('GET /follow/my', {}, { token: gil.token })).toMatchObject({ open_profit: '10', in_use: '60' });
    const detail = await app.ok('GET /follow/traderDetail', { trader_user_id: trader.uid });
    expect(detail).toMatchObject({ open_profit: '10', positions: [{ type: 2, share: '1000', profit: '10' }] });
  });

  it('is skipped with its reason', async () => {
    const trader = await newTrader();
    const small = await newFollower();
    await startFollowing(small, trader, { number: '0.01' });
    market.trade(trader.id, 'long', 50, 60_000);
    await follow();
    const capped = await newFollower();
    const poor = await newFollower('0');
    const barred = await newFollower();
    await startFollowing(capped, trader, { amount: '50' });
    await startFollowing(poor, trader);
    await startFollowing(barred, trader);
    market.rejects.set(poor.id, new DomainError('insufficient_balance'));
    market.rejects.set(barred.id, new DomainError('country_restricted'));
    market.trade(trader.id, 'long', 1000, 60_000);
    await follow();
    const reasons = await Promise.all(
      [small, capped, poor, barred].map(async (person) => (await copies(person, 'skipped'))[0]?.reason),
    );
    expect(reasons).toEqual(['too_small', 'cap', 'insufficient_balance', 'not_allowed']);
    app.advance(60_000);
    market.trade(trader.id, 'long', 1000, 60_000);
    await follow();
    expect((await copies(capped, 'skipped'))[0]).toMatchObject({ reason: 'market' });
  });

  it('is no longer opened once its source is closed or its follow has ended', async () => {
    const trader = await newTrader();
    const hal = await newFollower();
    const { id } = await startFollowing(hal, trader);
    market.shut(market.trade(trader.id, 'long', 1000, 60_000), 1000, 60_000);
    await follow();
    expect((await copies(hal, 'skipped'))[0]).toMatchObject({ reason: 'source_closed' });
    market.trade(trader.id, 'long', 1000, 60_000);
    await app.ok('POST /follow/cancel', { follow_user_id: id }, keyed(hal));
    await follow();
    expect(await copies(hal, 'open')).toEqual([]);
  });

  it('follows its source to the end after its follow was cancelled', async () => {
    const trader = await newTrader();
    const ida = await newFollower();
    const { id } = await startFollowing(ida, trader);
    const source = market.trade(trader.id, 'long', 1000, 60_000);
    await follow();
    await app.ok('POST /follow/cancel', { follow_user_id: id }, keyed(ida));
    market.shut(source, 1000, 60_500);
    await follow();
    await follow();
    expect(await copies(ida, 'history')).toHaveLength(1);
  });

  it('that its owner takes over stays open when the source closes; its result until then counts', async () => {
    const trader = await newTrader();
    const jo = await newFollower();
    await startFollowing(jo, trader);
    const source = market.trade(trader.id, 'long', 1000, 60_000);
    await follow();
    await follow();
    setPrice(62_000);
    const [copy] = await copies(jo, 'open');
    const other = await newFollower();
    expect(await app.rejection('POST /follow/selfHolding', { id: copy?.id }, keyed(other))).toMatchObject({
      error: 'position_not_open',
    });
    expect(await app.ok('POST /follow/selfHolding', { id: copy?.id }, keyed(jo))).toMatchObject({
      status: 'self_held',
      profit: '20',
    });
    market.shut(source, 1000, 62_000);
    await follow();
    await follow();
    const held = [...market.held.values()].filter(({ userId }) => userId === jo.id);
    expect(held).toMatchObject([{ lots: 1_000 }]);
    expect(market.keys.has(`copy:detach:${copy?.id}`)).toBe(true);
    expect((await app.ok('GET /follow/my', {}, { token: jo.token })).list).toMatchObject([{ share_due: '2' }]);
  });

  it('that the book fills in parts is closed in parts, to the end', async () => {
    const trader = await newTrader();
    const kit = await newFollower();
    await startFollowing(kit, trader);
    const source = market.trade(trader.id, 'long', 1000, 60_000);
    await follow();
    await follow();
    market.depth = 400;
    market.shut(source, 1000, 60_000);
    for (let run = 0; run < 4; run++) {
      app.advance(2_001);
      setPrice(60_000);
      await follow();
    }
    await follow();
    expect(await copies(kit, 'history')).toHaveLength(1);
  });
});

it('a copy that the house fills in part says so, and follows its source with what it has', async () => {
  const [trader, kit] = [await newTrader(), await newFollower()];
  await startFollowing(kit, trader);
  market.depth = 400;
  const source = market.trade(trader.id, 'long', 1_000, 60_000);
  await follow();
  await follow();
  expect(await copies(kit, 'open')).toMatchObject([{ status: 'open', share: '400', wanted: '1000', filled: '400' }]);
  market.depth = Number.POSITIVE_INFINITY;
  market.shut(source, 500, 60_000);
  await follow();
  await follow();
  expect(await copies(kit, 'open')).toMatchObject([{ share: '200', wanted: '1000', filled: '400' }]);
  market.shut(source, 500, 60_000);
  await follow();
  await follow();
  expect(await copies(kit, 'history')).toMatchObject([{ wanted: '1000', filled: '400' }]);
});

describe('the stop-loss of a follow', () => {
  it('ends it and closes its copies when booked and open results come to the loss', async () => {
    const trader = await newTrader();
    const lea = await newFollower();
    await startFollowing(lea, trader, { stop_loss: '15' });
    await roundTrip(trader, { from: 60_000, to: 59_000 });
    const source = market.trade(trader.id, 'long', 1000, 59_000);
    await follow();
    await follow();
    setPrice(58_600);
    await follow();
    expect((await app.ok('GET /follow/my', {}, { token: lea.token })).list).toMatchObject([{ status: 'following' }]);
    setPrice(58_500);
    await follow();
    await follow();
    expect((await app.ok('GET /follow/my', {}, { token: lea.token })).list).toMatchObject([
      { status: 'cancelled', ended: 'stop_loss', profit: '-15', open_count: 0 },
    ]);
    market.shut(source, 1000, 58_500);
    await follow();
  });
});

describe('the figures of a trader', () => {
  it('come from positions closed since the account became a trader, once an hour', async () => {
    const person = await newPerson();
    market.shut(market.trade(person.id, 'long', 1000, 60_000), 1000, 90_000);
    app.advance(1_000);
    setPrice(60_000);
    await app.database.transaction((tx) => makeTrader(tx, person.id, { at: app.now() }));
    const mia = await newFollower();
    await startFollowing(mia, person);
    await roundTrip(person, { from: 60_000, to: 61_000 });
    await roundTrip(person, { from: 60_000, to: 59_500 });
    expect(await app.ok('GET /follow/traderDetail', { trader_user_id: person.uid })).toMatchObject({
      order_count: 0,
      refreshed_at: null,
    });
    await turn('copy-figures');
    const detail = await app.ok('GET /follow/traderDetail', { trader_user_id: person.uid });
    expect(detail).toMatchObject({
      order_count: 2,
      profitable_count: 1,
      accuracy: '0.5',
      total_profit: '5',
      return_rate: '0.08333333',
      long_success_count: 1,
      instruments: [{ symbol: PERP, count: 2, profit: '5' }],
      followers: { copy_count: 2, profit: '5', winning: 1, losing: 0 },
      refreshed_at: app.now(),
    });
    expect(detail.profit_by_day.at(-1)?.profit).toBe('5');
    const { list } = await app.ok('GET /follow/historyTrade', { trader_user_id: person.uid });
    expect(list.map(({ profit }) => profit)).toEqual(['-5', '10']);
    const sorted = await app.ok('GET /follow/index', { sort: 'profit', status: 'profitable', symbol: PERP, limit: 50 });
    expect(sorted.list.map(({ trader_user_id }) => trader_user_id)).toContain(person.uid);
    for (const sort of ['return_rate', 'accuracy', 'drawdown', 'followers', 'followers_profit'] as const) {
      for (const status of ['all', 'free', 'people'] as const) {
        expect((await app.ok('GET /follow/index', { sort, status, limit: 50 })).total).toBeGreaterThan(0);
      }
    }
    expect(await app.rejection('GET /follow/traderDetail', { trader_user_id: mia.uid })).toMatchObject({
      error: 'not_found',
    });
  });
});

describe('the cost of copying', () => {
  /** Copies are filled so far from the index, for the worse; both ways of a position of 0.1 BTC. */
  async function costlyTrip(trader: Person, away: number): Promise<void> {
    setPrice(60_000);
    market.price = 60_000 + away;
    const id = market.trade(trader.id, 'long', 10_000, 60_000);
    await follow();
    await follow();
    market.price = 60_000 - away;
    market.shut(id, 10_000, 60_000);
    await follow();
    await follow();
  }
  const listed = async (trader: Person) =>
    (await app.ok('GET /follow/index', { limit: 50 })).list.find(({ trader_user_id }) => trader_user_id === trader.uid);
  const titles = async ({ token }: Person) =>
    (await app.ok('GET /mailMessage/getList', {}, { token })).list.map(({ title }) => title);

  it('of a day ends the follow above its limit, and closes its copies', async () => {
    const [trader, ann] = [await newTrader(), await newFollower('5000')];
    for (const day_cost of ['0.009', '0.51']) {
      expect(await followRejected(ann, trader, { day_cost })).toMatch(/amount_too_small|invalid_field/);
    }
    await startFollowing(ann, trader, { amount: '1000', day_cost: '0.02' });
    const my = async () => (await app.ok('GET /follow/my', {}, { token: ann.token })).list[0];
    // 17 on the way in, of 20.
    setPrice(60_000);
    market.price = 60_170;
    const first = market.trade(trader.id, 'long', 10_000, 60_000);
    await follow();
    await follow();
    expect(await my()).toMatchObject({ status: 'following', day_cost: '0.02', cost_today: '17' });
    market.price = 60_000;
    market.shut(first, 10_000, 60_000);
    await follow();
    await follow();
    expect(await my()).toMatchObject({ status: 'following', cost_today: '17' });
    market.price = 60_050;
    market.trade(trader.id, 'long', 10_000, 60_000);
    market.trade(trader.id, 'long', 10_000, 60_000);
    await follow();
    await follow();
    await follow();
    expect(await my()).toMatchObject({ status: 'cancelled', ended: 'cost', open_count: 0 });
    expect(await copies(ann, 'open')).toEqual([]);
    expect((await titles(ann)).filter((title) => title === 'Copying ended: daily cost limit')).toHaveLength(1);
  });

  it('counts fees, begins anew each day, and leaves out what the follower closes by hand', async () => {
    const [trader, ann] = [await newTrader(), await newFollower('5000')];
    await startFollowing(ann, trader, { amount: '1000', day_cost: '0.02' });
    const today = async () => (await app.ok('GET /follow/my', {}, { token: ann.token })).list[0];
    market.fee = '9';
    await costlyTrip(trader, 0);
    market.fee = '0';
    expect(await today()).toMatchObject({ status: 'following', cost_today: '18' });
    // The follower closes a copy far from the index.
    setPrice(60_000);
    market.trade(trader.id, 'long', 10_000, 60_000);
    await follow();
    const [own] = [...market.held].filter(([, held]) => held.userId === ann.id && held.lots > 0);
    market.closer = 'owner';
    market.shut(own?.[0] ?? '', 10_000, 59_000);
    await follow();
    expect(await copies(ann, 'open')).toEqual([]);
    // One is reduced for a position across.
    market.closer = null;
    market.trade(trader.id, 'long', 10_000, 60_000);
    await follow();
    const copyOfAnn = () => [...market.held].find(([, held]) => held.userId === ann.id && held.lots > 0)?.[0] ?? '';
    market.closer = 'deleveraging';
    market.shut(copyOfAnn(), 10_000, 55_000);
    await follow();
    market.closer = null;
    expect(await today()).toMatchObject({ status: 'following', cost_today: '18' });
    app.advance(DAY);
    expect(await today()).toMatchObject({ status: 'following', cost_today: '0' });
  });

  it('counts liquidations, and ends the follow by them', async () => {
    const [trader, ann] = [await newTrader(), await newFollower('5000')];
    await startFollowing(ann, trader, { amount: '1000', day_cost: '0.02' });
    const my = async () => (await app.ok('GET /follow/my', {}, { token: ann.token })).list[0];
    const liquidated = async (price: number) => {
      setPrice(60_000);
      market.price = 60_000;
      const source = market.trade(trader.id, 'long', 10_000, 60_000);
      await follow();
      const copy = [...market.held].find(([, held]) => held.userId === ann.id && held.lots > 0)?.[0] ?? '';
      market.closer = 'liquidation';
      market.shut(copy, 10_000, price);
      await follow();
      market.closer = null;
      market.shut(source, 10_000, 60_000);
      await follow();
    };
    await liquidated(59_880);
    expect(await my()).toMatchObject({ status: 'following', cost_today: '12' });
    // Filled better than the index, where its margin was used up, it makes nothing cheaper.
    await liquidated(61_000);
    expect(await my()).toMatchObject({ status: 'following', cost_today: '12' });
    await liquidated(59_910);
    await follow();
    expect(await my()).toMatchObject({ status: 'cancelled', ended: 'cost' });
  });

  it('stands beside the figures of the trader, who is suspended above the bound until staff look', async () => {
    const [trader, ann] = [await newTrader(), await newFollower('50000')];
    await startFollowing(ann, trader, { amount: '50000', day_cost: '0.5', slippage: '0.01' });
    await costlyTrip(trader, 60);
    await turn('copy-costs');
    expect(await listed(trader)).toMatchObject({ cost_30: '0.001', cost_90: '0.001', cost_bound: '0.00130017' });
    // Beyond the bound, and within the house's ladder; of one follower alone.
    await costlyTrip(trader, 120);
    await turn('copy-costs');
    expect(await listed(trader)).toMatchObject({ cost_30: '0.0015' });
    expect(await casesOf(trader)).toMatchObject([{ trader: 'active', cost_ratio: '0.0015' }]);
    const bea = await newFollower('50000');
    await startFollowing(bea, trader, { amount: '50000', day_cost: '0.5', slippage: '0.01' });
    await costlyTrip(trader, 120);
    await turn('copy-costs');
    await turn('copy-costs');
    expect(await listed(trader)).toBeUndefined();
    expect(await titles(trader)).toContain('You are suspended as a trader');
    expect((await titles(ann)).filter((title) => title.endsWith(' is suspended'))).toHaveLength(1);
    expect((await app.ok('GET /follow/my', {}, { token: ann.token })).list[0]).toMatchObject({ ended: 'trader' });
    expect(await followRejected(ann, trader)).toBe('not_found');
    // The case that waited has become that of the suspension.
    expect(await casesOf(trader)).toMatchObject([{ trader: 'suspended', cost_ratio: '0.00175' }]);
    const [waits] = await casesOf(trader);
    await app.database.transaction((tx) => suspensionQueue.reject(tx, waits?.id ?? '', decision()));
    // What was before the decision is not held against the trader again.
    await turn('copy-costs');
    expect(await listed(trader)).toMatchObject({ cost_30: '0.00175' });
  });

  const casesOf = async (trader: Person) => {
    const { items } = await suspensionQueue.list(app.database, { status: 'pending', page: 1, limit: 50 });
    return items
      .filter(({ user }) => user.uid === trader.uid)
      .map(({ id, details }) => ({ id, ...Object.fromEntries(details.map(({ name, value }) => [name, value])) }));
  };
  /** A trader whose copies cost too much, by one follower, or one who has nearly all of what is copied. */
  const costlyByOne = async (others = 0) => {
    const trader = await newTrader();
    const wide = { day_cost: '0.5', slippage: '0.01' };
    const large = await newFollower('50000');
    await startFollowing(large, trader, { amount: '50000', ...wide });
    for (let other = 0; other < others; other++) {
      await startFollowing(await newFollower('5000'), trader, { amount: '5000', type: 'lots', number: '1', ...wide });
    }
    await costlyTrip(trader, 120);
    await turn('copy-costs');
    await turn('copy-costs');
    return trader;
  };
  const decision = () => ({ reviewerId: reviewer, reason: 'one follower', at: app.now() });

  it.each([0, 2])('by the copies of one person, beside %s small followers, is for staff to decide', async (others) => {
    const trader = await costlyByOne(others);
    expect(await listed(trader)).toBeDefined();
    expect(await titles(trader)).not.toContain('You are suspended as a trader');
    const [found, ...more] = await casesOf(trader);
    expect([found, more]).toMatchObject([{ trader: 'active' }, []]);
    await app.database.transaction((tx) => suspensionQueue.approve(tx, found?.id ?? '', decision()));
    expect(await listed(trader)).toBeUndefined();
    expect(await titles(trader)).toContain('You are suspended as a trader');
    await turn('copy-costs');
    expect(await casesOf(trader)).toEqual([]);
  });

  it('that staff let pass leaves the trader as they are, and is not shown again', async () => {
    const [trader, resigned] = [await costlyByOne(), await costlyByOne()];
    await app.ok('POST /follow/resign', {}, keyed(resigned));
    for (const each of [trader, resigned]) {
      const [found] = await casesOf(each);
      await app.database.transaction((tx) => suspensionQueue.reject(tx, found?.id ?? '', decision()));
    }
    await turn('copy-costs');
    expect(await listed(trader)).toBeDefined();
    expect(await listed(resigned)).toBeUndefined();
    expect([await casesOf(trader), await casesOf(resigned)]).toEqual([[], []]);
  });

  it('is decided with a suspension that staff make themselves: nothing is left to take it back', async () => {
    const trader = await costlyByOne();
    const staff = await signInStaff(app, 'reviewer');
    const why = { trader_user_id: trader.uid, reason: 'Trades with their own followers' };
    await app.ok('POST /staff/traders/suspend', why, { token: staff.token });
    expect(await casesOf(trader)).toEqual([]);
    await turn('copy-costs');
    expect(await casesOf(trader)).toEqual([]);
  });

  it('of ninety days goes further back than that of thirty', async () => {
    const [trader, ann] = [await newTrader(), await newFollower('50000')];
    await startFollowing(ann, trader, { amount: '50000', day_cost: '0.5' });
    await costlyTrip(trader, 60);
    app.advance(40 * DAY);
    await turn('copy-costs');
    expect(await listed(trader)).toMatchObject({ cost_30: null, cost_90: '0.001' });
    app.advance(60 * DAY);
    await turn('copy-costs');
    expect(await listed(trader)).toMatchObject({ cost_30: null, cost_90: null });
  });
});

describe('a follow is a payment to come', () => {
  const notices = ({ email }: Person) =>
    app.outbox.filter(({ to, subject }) => to === email && /cop/i.test(subject ?? '')).map(({ body }) => body);

  it('takes the payment password, for new terms, too', async () => {
    const [trader, una] = [await newTrader(), await newFollower()];
    const terms = { ...TERMS, trader_user_id: trader.uid };
    expect(await app.rejection('POST /follow/follow', { ...terms, key: undefined }, keyed(una))).toMatchObject({
      field: 'key',
    });
    expect(await followRejected(una, trader, { key: '590274' })).toBe('key_wrong');
    await app.database.query('update user_account set pay_password_hash = null where id = $1', [una.id]);
    expect(await followRejected(una, trader)).toBe('key_missing');
    await app.database.query('update user_account set pay_password_hash = $2 where id = $1', [
      una.id,
      await payPassword,
    ]);
    const { id } = await startFollowing(una, trader);
    expect(await followRejected(una, trader, { follow_user_id: id, amount: '20000', key: '590274' })).toBe('key_wrong');
  });

  it('is mailed to the owner when it begins and when its terms are widened, not when they are narrowed', async () => {
    const [trader, vic] = [await newTrader(), await newFollower()];
    const { id } = await startFollowing(vic, trader, { stop_loss: '100' });
    expect(notices(vic)).toEqual([expect.stringContaining(`UID ${trader.uid}, with up to 10,000 USDT`)]);
    const narrow = { follow_user_id: id, amount: '5000', stop_loss: '50', slippage: '0.002' };
    await startFollowing(vic, trader, narrow);
    expect(notices(vic)).toHaveLength(1);
    for (const wider of [
      { amount: '6000' },
      { number: '2' },
      { slippage: '0.003' },
      { day_cost: '0.2' },
      { stop_loss: undefined },
    ]) {
      const before = notices(vic).length;
      await startFollowing(vic, trader, { ...narrow, ...wider });
      expect(notices(vic), JSON.stringify(wider)).toHaveLength(before + 1);
      await startFollowing(vic, trader, narrow);
    }
    const { list } = await app.ok('GET /mailMessage/getList', {}, { token: vic.token });
    expect(list.map(({ title }) => title)).toContain('Copying a trader started');
  });

  it('goes to recipients of the whitelist alone, where it is on', async () => {
    const [trader, wim] = [await newTrader(), await newFollower()];
    await app.database.query('insert into payee_whitelist (user_id, on_since, off_at) values ($1, $2, null)', [
      wim.id,
      new Date(app.now()),
    ]);
    expect(await followRejected(wim, trader)).toBe('whitelist_recipients');
    await app.database.query('update copy_trader set profit_share = 0 where user_id = $1', [trader.id]);
    await startFollowing(wim, trader);
  });
});

describe('the profit share', () => {
  const settle = async () => {
    app.advance(7 * DAY);
    setPrice(60_000);
    await turn('copy-shares');
  };
  const lever = (person: Person, part: 'available' | 'frozen' = 'available') =>
    userBalance(app.database, person.id, 'lever', 'USDT', part);

  it('of +200, −150, +100, +150 a week is 20, 0, 0, 10, with a statement for both', async () => {
    const trader = await newTrader();
    const noa = await newFollower();
    await startFollowing(noa, trader, { amount: '100000' });
    const paid: string[] = [];
    for (const result of [200, -150, 100, 150]) {
      await roundTrip(trader, { lots: 10_000, to: 60_000 + result * 10 });
      const before = await lever(trader);
      await settle();
      await turn('copy-shares');
      paid.push(String(Number(await lever(trader)) - Number(before)));
    }
    expect(paid).toEqual(['20', '0', '0', '10']);
    // Sessions end within these weeks.
    const [noaNow, traderNow] = [await signedIn(noa.id), await signedIn(trader.id)];
    const { list } = await app.ok('GET /follow/statements', {}, noaNow);
    expect(list).toMatchObject([
      { role: 'follower', due: '10', paid: '10', high_before: '200', high_after: '300' },
      { role: 'follower', due: '20', paid: '20', high_before: '0', high_after: '200' },
    ]);
    const received = await app.ok('GET /follow/statements', {}, traderNow);
    expect(received.list.map(({ role }) => role)).toEqual(['trader', 'trader']);
    expect(await app.ok('GET /follow/my', {}, traderNow)).toMatchObject({ share_received: '30' });
    expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  it('is set aside when it arises, and given back when the results fall', async () => {
    const trader = await newTrader();
    const olga = await newFollower();
    await startFollowing(olga, trader, { amount: '100000' });
    await roundTrip(trader, { lots: 10_000, to: 62_000 });
    await turn('copy-shares');
    expect([await lever(olga), await lever(olga, 'frozen')]).toEqual(['980', '20']);
    expect(await app.ports.reserves(app.database, [trader.id, olga.id])).toEqual([
      { userId: olga.id, product: 'copy_share', currency: 'USDT', amount: '20' },
    ]);
    await roundTrip(trader, { lots: 10_000, to: 59_000 });
    await turn('copy-shares');
    expect([await lever(olga), await lever(olga, 'frozen')]).toEqual(['990', '10']);
  });

  it('that was not there stays due, and is paid when it is', async () => {
    const trader = await newTrader();
    const pia = await newFollower('5');
    await startFollowing(pia, trader, { amount: '100000' });
    await roundTrip(trader, { lots: 10_000, to: 62_000 });
    await settle();
    expect([await lever(pia), await lever(trader)]).toEqual(['0', '5']);
    await fund(app, pia.id, 'lever', 'USDT', '100');
    await settle();
    expect([await lever(pia), await lever(trader)]).toEqual(['85', '20']);
    await settle();
    expect(await lever(trader)).toBe('20');
  });
});
