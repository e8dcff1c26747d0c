import { randomUUID } from 'node:crypto';
import { add, mul, sub } from '@tessera/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAfter } from '../../../test/booked-trades.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import type { DomainFactory } from '../../platform/domain.ts';
import { auditLedger, houseAccount, houseBalance, postJournal, userAccount } from '../../platform/ledger/index.ts';
import type { MarketFill } from '../../platform/ports.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Fills as a market would book them. */
const fills: MarketFill[] = [];
const market: DomainFactory = () => ({
  name: 'fills',
  trades: {
    first: async (_, after) => firstAfter(fills, after),
    fills: async (_, after, until) => fills.filter(({ at }) => at > after && at <= until),
  },
});

let app: TestApp;
let jobs: ReturnType<typeof recurringJobsOf>;
beforeAll(async () => {
  app = await createTestApp({ DEMO_USER: '1', SESSION_IDLE_MINUTES: '43200' }, {}, [...FACTORIES, market]);
  jobs = recurringJobsOf(app);
  await count();
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await jobs.stop();
  await app.close();
});

/** Counts what is booked so far. */
async function count(): Promise<void> {
  app.advance(2 * MINUTE);
  expect(await jobs.turn('coupons-count')).toBe('done');
}

/** Coupons of a campaign, as staff make it. */
async function campaign(name: string, fields: Readonly<Record<string, string>>): Promise<number> {
  const [made] = (await staff('coupons-campaign', { name, title_en: name, supply: '100', open: '1', ...fields })) as [
    { readonly id: number },
  ];
  return made.id;
}
const staff = (name: string, fields: Readonly<Record<string, string>>) => {
  const command = app.ports.staffCommands().find((each) => each.name === name);
  if (!command) throw new Error(`no command ${name}`);
  return command.run({ reason: 'test', ...fields }, { staffId: member, at: app.now() });
};
let member: string;
beforeAll(async () => {
  member = (await signInStaff(app, 'treasury')).id;
});

const claim = (person: Person, campaign_id: number) =>
  app.call('POST /user/coupon/claim', { campaign_id }, { token: person.token, idempotencyKey: randomUUID() });
const start = (person: Person, id: string) =>
  app.call('POST /user/coupon/use', { id }, { token: person.token, idempotencyKey: randomUUID() });
const coupons = async (person: Person) => (await app.ok('GET /user/coupons', {}, { token: person.token })).list;
const taken = async (person: Person, id: number): Promise<string> => {
  const answer = await claim(person, id);
  if (answer.type !== 'ok') throw new Error(JSON.stringify(answer));
  return (answer.message as { readonly id: string }).id;
};
const paid = async (person: Person): Promise<string> => {
  const { accounts } = await app.ok('POST /wallet/list', {}, { token: person.token });
  const account = accounts.find(({ type }) => type === 'change');
  return account?.currencies.find(({ currency }) => currency === 'USDT')?.available ?? '0';
};
const fill = (person: Person, total: string, feeRate = '0.001') =>
  fills.push({ userId: person.id, symbol: 'BTC/USDT', side: 'buy', price: '1', total, feeRate, at: app.now() });
const held = () => houseBalance(app.database, 'coupons', 'USDT');
const free = () => houseBalance(app.database, 'promotions', 'USDT');

/** What is set aside is what open coupons can still pay. */
async function expectCovered(): Promise<void> {
  const [row] = await app.database.query<{ open: string }>(
    `select coalesce(sum(amount - paid), 0) as open from coupon where status in ('available', 'active')`,
  );
  expect(await held()).toBe(row?.open);
}

describe('a fee discount', () => {
  it('pays a share of the fees after its start, and ends with its amount', async () => {
    const id = await campaign('fees', { kind: 'fee_discount', rate: '0.2', amount: '5' });
    const ann = await signUp(app, { level: 1 });
    fill(ann, '1000');
    app.advance(1);
    const coupon = await taken(ann, id);
    fill(ann, '1000');
    app.advance(1);
    expect(await start(ann, coupon)).toMatchObject({ type: 'ok' });
    app.advance(1);
    fill(ann, '10000');
    await count();
    // 10,000 · 0.001 · 0.2: what came before the start does not count.
    expect(await paid(ann)).toBe('2');
    await count();
    expect(await paid(ann)).toBe('2');
    await expectCovered();
    fill(ann, '100000');
    await count();
    expect(await paid(ann)).toBe('5');
    expect(await coupons(ann)).toMatchObject([{ status: 'used', paid: '5' }]);
    await expectCovered();
    const { list } = await app.ok('POST /wallet/legal_log', {}, { token: ann.token });
    expect(list.filter(({ kind }) => kind === 'coupon').map(({ amount }) => amount)).toEqual(['3', '2']);
  });

  it('does not add up with another of its kind, even when both are started at once', async () => {
    const [one, two] = [
      await campaign('fees-one', { kind: 'fee_discount', rate: '0.5', amount: '5' }),
      await campaign('fees-two', { kind: 'fee_discount', rate: '0.5', amount: '5' }),
    ];
    const ben = await signUp(app, { level: 1 });
    const ids = [await taken(ben, one), await taken(ben, two)];
    const outcomes = await Promise.all(ids.map((id) => start(ben, id)));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(outcomes.find(({ type }) => type !== 'ok')).toMatchObject({ error: 'coupon_other_active' });
  });
});

it('extra yield is paid on the interest of mining and deposits only', async () => {
  const id = await campaign('yield', { kind: 'extra_yield', rate: '0.1', amount: '5' });
  const cat = await signUp(app, { level: 1 });
  await start(cat, await taken(cat, id));
  app.advance(1);
  for (const kind of ['mining_interest', 'invest_interest', 'reward'] as const) {
    await app.database.transaction((tx) =>
      postJournal(tx, {
        ref: `test:${kind}`,
        kind,
        at: app.now(),
        entries: [
          { account: houseAccount('interest'), currency: 'USDT', amount: '-10' },
          { account: userAccount(cat.id, 'change'), currency: 'USDT', amount: '10' },
        ],
      }),
    );
  }
  await count();
  expect(await paid(cat)).toBe('32');
});

it('yield in a currency without a price waits for one, also over the end of the coupon', async () => {
  const id = await campaign('unpriced', { kind: 'extra_yield', rate: '0.1', amount: '5' });
  const ulf = await signUp(app, { level: 1 });
  await start(ulf, await taken(ulf, id));
  app.advance(1);
  await app.database.transaction((tx) =>
    postJournal(tx, {
      ref: 'test:unpriced',
      kind: 'mining_interest',
      at: app.now(),
      entries: [
        { account: houseAccount('interest'), currency: 'SOL', amount: '-0.2' },
        { account: userAccount(ulf.id, 'change'), currency: 'SOL', amount: '0.2' },
      ],
    }),
  );
  await app.database.query('update coupon set expires_at = $2 where user_id = $1', [ulf.id, new Date(app.now())]);
  await count();
  await count();
  expect(await paid(ulf)).toBe('0');
  expect(await coupons(ulf)).toMatchObject([{ status: 'active' }]);
  app.feed.setPrice('SOL/USDT', '150');
  await count();
  // 0.2 · 150 · 0.1, once.
  expect(await paid(ulf)).toBe('3');
  await count();
  expect([await paid(ulf), (await coupons(ulf))[0]?.status]).toEqual(['3', 'expired']);
  await expectCovered();
});

describe('cash', () => {
  it('is paid once the volume is reached, and volume without fees counts nothing', async () => {
    const id = await campaign('cash', { kind: 'cash', amount: '1.25', volume: '5000' });
    const dan = await signUp(app, { level: 1 });
    const coupon = await taken(dan, id);
    expect(await start(dan, coupon)).toMatchObject({ error: 'coupon_not_open' });
    app.advance(1);
    fill(dan, '4999');
    fill(dan, '1000000', '0');
    await count();
    expect(await paid(dan)).toBe('0');
    expect(await coupons(dan)).toMatchObject([{ status: 'available', traded: '4999' }]);
    fill(dan, '1');
    await count();
    expect(await paid(dan)).toBe('1.25');
    fill(dan, '50000');
    await count();
    expect(await paid(dan)).toBe('1.25');
  });

  it('of a coupon that expired is not paid, and what was set aside goes back', async () => {
    const id = await campaign('short', { kind: 'cash', amount: '1.25', volume: '5000', valid_days: '1' });
    const eva = await signUp(app, { level: 1 });
    const before = await free();
    await taken(eva, id);
    expect(sub(before, await free())).toBe('1.25');
    app.advance(DAY);
    app.advance(1);
    fill(eva, '5000');
    await count();
    await count();
    expect(await coupons(eva)).toMatchObject([{ status: 'expired', paid: '0' }]);
    expect(await free()).toBe(before);
    await expectCovered();
  });
});

describe('issuing', () => {
  it('gives back no more than half of the fees: with the shares of inviters, trading with oneself pays nothing', async () => {
    const made = campaign('greedy', { kind: 'fee_discount', rate: '0.51', amount: '5' });
    await expect(made).rejects.toMatchObject({ code: 'field_too_large', params: { max: '0.5' } });
    // 5,000 cost 5 at the standard fee: half may come back by a discount, a quarter to inviters.
    const cash = campaign('greedy', { kind: 'cash', amount: '1.26', volume: '5000' });
    await expect(cash).rejects.toMatchObject({ code: 'field_too_small', params: { min: '5040' } });
  });

  it('gives each user one, and never more than there are, however many ask at once', async () => {
    const id = await campaign('few', { kind: 'cash', amount: '1', volume: '4000', supply: '3' });
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp(app, { level: 1 })));
    const outcomes = await Promise.all([...people, ...people].map((person) => claim(person, id)));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(3);
    await expectCovered();
  });

  it('ends where the account of promotions ends: it is never overdrawn', async () => {
    const available = await free();
    const half = sub(available, '1');
    const id = await campaign('rich', { kind: 'cash', amount: half, volume: mul(half, '4000'), valid_days: '1' });
    const people = await Promise.all([signUp(app, { level: 1 }), signUp(app, { level: 1 }), signUp(app, { level: 1 })]);
    const outcomes = await Promise.all(people.map((person) => claim(person, id)));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.type !== 'ok')).toMatchObject([
      { error: 'sold_out' },
      { error: 'sold_out' },
    ]);
    expect(await free()).toBe('1');
    await expectCovered();
    app.advance(2 * DAY);
    await count();
    await count();
    expect(add(await free(), await held())).not.toBe('0');
  });

  it('asks for the level of the campaign, and refuses frozen accounts and campaigns that ended', async () => {
    const id = await campaign('levels', { kind: 'cash', amount: '1', volume: '4000', min_level: '2' });
    const fay = await signUp(app, { level: 1 });
    expect(await claim(fay, id)).toMatchObject({ error: 'verification_required' });
    const open = await campaign('frozen', { kind: 'cash', amount: '1', volume: '4000' });
    await app.database.query('update user_account set frozen_at = now() where id = $1', [fay.id]);
    expect(await claim(fay, open)).toMatchObject({ error: 'account_frozen' });
    await app.database.query('update user_account set frozen_at = null where id = $1', [fay.id]);
    await staff('coupons-campaign', { name: 'frozen', ends_at: String(app.now()) });
    expect(await claim(fay, open)).toMatchObject({ error: 'not_found' });
    expect(
      (await app.ok('GET /user/coupon/offers', {}, { token: fay.token })).list.map((each) => each.id),
    ).not.toContain(open);
  });

  it('by staff goes to a user by number, with the reason on record', async () => {
    await campaign('gift', { kind: 'cash', amount: '2', volume: '1', open: '0', min_level: '2' });
    const gus = await signUp(app);
    expect(
      (await app.ok('GET /user/coupon/offers', {}, { token: gus.token })).list.map(({ title }) => title),
    ).not.toContain('gift');
    await staff('coupons-issue', { name: 'gift', uid: gus.uid, reason: 'an apology' });
    await expect(staff('coupons-issue', { name: 'gift', uid: gus.uid })).rejects.toMatchObject({
      code: 'coupon_taken',
    });
    expect(await coupons(gus)).toMatchObject([{ title: 'gift', status: 'available' }]);
    const actions = await app.database.query('select action, reason from staff_action where subject = $1', [
      `gift:${gus.uid}`,
    ]);
    expect(actions).toEqual([{ action: 'coupons.issue', reason: 'an apology' }]);
  });
});
