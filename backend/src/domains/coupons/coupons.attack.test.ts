import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstAfter } from '../../../test/booked-trades.ts';
import { fundHouse } from '../../../test/invest-stage.ts';
import { beginIdsAt, ownedTables } from '../../../test/owned-rows.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import type { DomainFactory } from '../../platform/domain.ts';
import type { RecurringJobs } from '../../platform/jobs/recurring.ts';
import { auditLedger, houseBalance } from '../../platform/ledger/index.ts';
import type { MarketFill } from '../../platform/ports.ts';
import { writeCampaign } from './store.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const fills: MarketFill[] = [];
const market: DomainFactory = () => ({
  name: 'fills',
  trades: {
    first: async (_, after) => firstAfter(fills, after),
    fills: async (_, after, until) => fills.filter(({ at }) => at > after && at <= until),
  },
});

let one: TestApp;
let two: TestApp;
let jobs: readonly RecurringJobs[];
beforeAll(async () => {
  one = await createTestApp({ SESSION_IDLE_MINUTES: '43200' }, {}, [...FACTORIES, market]);
  two = await createTestApp({ SESSION_IDLE_MINUTES: '43200' }, {}, [...FACTORIES, market], undefined, one);
  jobs = [one, two].map((app) => recurringJobsOf(app));
  await fundHouse(one, 'promotions', 'USDT', '100');
  await count();
});
afterAll(async () => {
  expect(await auditLedger(one.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  for (const each of jobs) await each.stop();
  await two.close();
  await one.close();
});

const runJobs = () => Promise.all(jobs.map((each) => each.turn('coupons-count')));
async function count(): Promise<void> {
  one.advance(2 * MINUTE);
  // One of the two nodes has the lease.
  expect(await runJobs()).toContain('done');
}

let campaigns = 0;
/** A campaign, by default a discount that pays 5 at most. Returns its id. */
async function campaign(terms: Partial<Parameters<typeof writeCampaign>[1]> = {}): Promise<number> {
  campaigns += 1;
  const name = `attack-${campaigns}`;
  const en = { en: name };
  await one.database.transaction((tx) =>
    writeCampaign(
      tx,
      {
        name,
        kind: 'fee_discount',
        titles: en as Parameters<typeof writeCampaign>[1]['titles'],
        rate: '0.5',
        currency: 'USDT',
        amount: '5',
        volume: null,
        min_level: 0,
        valid_days: 10,
        supply: 100,
        open: true,
        demonstration: false,
        ends_at: null,
        ...terms,
      },
      one.now(),
    ),
  );
  const [row] = await one.database.query<{ id: number }>('select id from coupon_campaign where name = $1', [name]);
  return row?.id ?? 0;
}

const claim = (app: TestApp, { token }: Person, campaign_id: number, idempotencyKey: string = randomUUID()) =>
  app.call('POST /user/coupon/claim', { campaign_id }, { token, idempotencyKey });
const oks = (outcomes: readonly { readonly type: string }[]) => outcomes.filter(({ type }) => type === 'ok').length;
const free = () => houseBalance(one.database, 'promotions', 'USDT');
const paid = async ({ id }: Person) =>
  (
    await one.database.query<{ sum: string }>(
      `select coalesce(sum(p.amount), 0) as sum from coupon_payment p join coupon o on o.id = p.coupon_id where o.user_id = $1`,
      [id],
    )
  )[0]?.sum;

it('claimed twice at once, on two nodes, by one user or for the last one, is issued once and set aside once', async () => {
  const [id, last] = [await campaign(), await campaign({ supply: 1 })];
  const [ann, bob] = [await signUp(one), await signUp(one)];
  const before = Number(await free());
  expect(oks(await Promise.all([one, two, one, two].map((app) => claim(app, ann, id))))).toBe(1);
  expect(Number(await free())).toBe(before - 5);
  const key = randomUUID();
  expect(oks(await Promise.all([one, two].map((app) => claim(app, bob, id, key))))).toBeGreaterThan(0);
  expect(Number(await free())).toBe(before - 10);
  expect(oks(await Promise.all([claim(one, ann, last), claim(two, bob, last)]))).toBe(1);
  expect(await one.database.query('select from coupon where campaign_id = $1', [last])).toHaveLength(1);
});

it('of two campaigns at once from two nodes is never issued for more than there is', async () => {
  const rest = Number(await free());
  const ids = [await campaign({ amount: String(rest) }), await campaign({ amount: String(rest) })];
  const cat = await signUp(one);
  const outcomes = await Promise.all([claim(one, cat, ids[0] ?? 0), claim(two, cat, ids[1] ?? 0)]);
  expect(oks(outcomes)).toBe(1);
  expect(outcomes).toContainEqual(expect.objectContaining({ error: 'sold_out' }));
  expect(await free()).toBe('0');
  await fundHouse(one, 'promotions', 'USDT', '100');
});

it('is claimed where ids begin anew, and where the house has no account of its currency yet', async () => {
  const dan = await signUp(one);
  const tables = await ownedTables(one.database);
  await beginIdsAt(one.database, tables, 9_000_000);
  expect(await claim(one, dan, await campaign())).toMatchObject({ type: 'ok' });
  const outcome = await claim(two, dan, await campaign({ currency: 'ETH', amount: '0.1' }));
  expect(outcome).toMatchObject({ error: 'sold_out' });
});

it('that ended or expired in between is neither taken nor started, and pays for nothing after its end', async () => {
  const id = await campaign({ valid_days: 1 });
  const [eve, fay] = [await signUp(one), await signUp(one)];
  const coupons = [await claim(one, eve, id), await claim(one, fay, id)].map(
    (outcome) => (outcome.message as { readonly id: string }).id,
  );
  const use = (app: TestApp, { token }: Person, coupon: string | undefined) =>
    app.call('POST /user/coupon/use', { id: coupon }, { token, idempotencyKey: randomUUID() });
  // Started twice at once, on two nodes; and another user's.
  expect(oks(await Promise.all([use(one, eve, coupons[0]), use(two, eve, coupons[0])]))).toBe(1);
  expect(await use(one, eve, coupons[1])).toMatchObject({ error: 'not_found' });
  // Several of a kind, at once, on both nodes: one is in use.
  const several = [await campaign(), await campaign(), await campaign()];
  const more = await Promise.all(several.map((each) => claim(two, fay, each)));
  const ids = more.map((each) => (each.message as { readonly id: string }).id);
  const started = await Promise.all(ids.map((each, index) => use(index === 1 ? two : one, fay, each)));
  expect(oks(started)).toBe(1);
  expect(started.filter(({ type }) => type !== 'ok')).toMatchObject(Array(2).fill({ error: 'coupon_other_active' }));
  one.advance(1);
  const fill = (person: Person, total: string) =>
    fills.push({
      userId: person.id,
      symbol: 'BTC/USDT',
      side: 'buy',
      price: '1',
      total,
      feeRate: '0.001',
      at: one.now(),
    });
  fill(eve, '1000');
  one.advance(DAY);
  fill(eve, '1000000');
  // The job on one node ends what the other node's user starts.
  one.advance(2 * MINUTE);
  const [outcome] = await Promise.all([use(two, fay, coupons[1]), runJobs()]);
  expect(outcome).toMatchObject({ error: 'coupon_not_open' });
  await count();
  expect([await paid(eve), await paid(fay)]).toEqual(['0.5', '0']);
  const closing = await campaign({ ends_at: one.now() });
  expect(await claim(one, fay, closing)).toMatchObject({ error: 'not_found' });
});

it('for cash costs what it gives, with any counterparty, and a second account of the person gets none', async () => {
  const id = await campaign({ kind: 'cash', rate: null, amount: '5', volume: '20000' });
  const [gus, hal, stranger] = [await signUp(one), await signUp(one), await signUp(one)];
  for (const { id: userId } of [gus, hal]) {
    await one.database.query(
      `insert into known_device (token_hash, user_id, last_seen_at) values (decode(repeat('cd', 32), 'hex'), $1, $2)`,
      [userId, new Date(one.now())],
    );
  }
  const outcomes = await Promise.all([claim(one, gus, id), claim(two, hal, id)]);
  expect(oks(outcomes)).toBe(1);
  expect(outcomes).toContainEqual(expect.objectContaining({ error: 'coupon_taken' }));
  expect(await claim(one, stranger, id)).toMatchObject({ type: 'ok' });
  one.advance(1);
  const winner = outcomes[0]?.type === 'ok' ? gus : hal;
  // Without a fee nothing counts; with a tenth of it, a tenth of the volume.
  for (const [total, feeRate] of [
    ['1000000', '0'],
    ['100000', '0.0001'],
  ] as const) {
    fills.push({ userId: winner.id, symbol: 'BTC/USDT', side: 'sell', price: '1', total, feeRate, at: one.now() });
  }
  await count();
  expect(await paid(winner)).toBe('0');
  fills.push({
    userId: winner.id,
    symbol: 'BTC/USDT',
    side: 'sell',
    price: '1',
    total: '10000',
    feeRate: '0.002',
    at: one.now(),
  });
  await count();
  // 10 + 20 of fees for 5: trading on both sides of one's own orders loses.
  expect(await paid(winner)).toBe('5');
});

it('for cash counts only the part of a fee that a discount does not give back', async () => {
  const { id, token } = await signUp(one);
  const who = { id, token } as Person;
  const discount = await claim(one, who, await campaign({ amount: '20' }));
  expect(
    await claim(one, who, await campaign({ kind: 'cash', rate: null, amount: '5', volume: '20000' })),
  ).toMatchObject({
    type: 'ok',
  });
  const coupon = (discount.message as { readonly id: string }).id;
  await one.ok('POST /user/coupon/use', { id: coupon }, { token, idempotencyKey: randomUUID() });
  const fill = () => {
    one.advance(1);
    fills.push({
      userId: id,
      symbol: 'BTC/USDT',
      side: 'buy',
      price: '1',
      total: '20000',
      feeRate: '0.001',
      at: one.now(),
    });
  };
  fill();
  await count();
  // 20 of fees: 10 by the discount, and half of the volume towards the cash.
  expect(await paid(who)).toBe('10');
  fill();
  await count();
  expect(await paid(who)).toBe('25');
});

it('for cash, of two campaigns: a volume pays one of them, and the next needs its own', async () => {
  const terms = { kind: 'cash', rate: null, amount: '5', volume: '20000' } as const;
  const [ida, first, second] = [await signUp(one), await campaign(terms), await campaign(terms)];
  const outcomes = [await claim(one, ida, first), await claim(two, ida, second)];
  expect(oks(outcomes)).toBe(2);
  const fill = (total: string) => {
    one.advance(1);
    fills.push({
      userId: ida.id,
      symbol: 'BTC/USDT',
      side: 'buy',
      price: '1',
      total,
      feeRate: '0.001',
      at: one.now(),
    });
  };
  const traded = () => one.database.query('select status, traded from coupon where user_id = $1 order by id', [ida.id]);
  // What comes after the first is reached counts for the second, also within one stretch.
  for (const total of ['15000', '5000', '19999']) fill(total);
  await count();
  expect(await paid(ida)).toBe('5');
  expect(await traded()).toEqual([
    { status: 'used', traded: '20000' },
    { status: 'available', traded: '19999' },
  ]);
  fill('1');
  await count();
  expect(await paid(ida)).toBe('10');
});

it('go to one account of those that are paid at an address, and to all that only share one with many', async () => {
  const id = await campaign();
  const save = async (person: Person, address: string) => {
    one.advance(1_000);
    await one.database.query(
      `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
       values ($1, 'USDT', 'TRC20', 'mine', $2, $3, $3)`,
      [person.id, address, new Date(one.now())],
    );
  };
  const people = await Promise.all(Array.from({ length: 7 }, () => signUp(one)));
  const [own, second, spoiler, many, more, last, other] = people as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  const got = async (person: Person) => {
    const outcome = await claim(one, person, id);
    return outcome.type === 'ok' ? 'ok' : outcome.error;
  };
  // Of two accounts of one person the second gets none.
  await save(own, 'TOwn');
  await save(second, 'TOwn');
  expect([await got(own), await got(second)]).toEqual(['ok', 'coupon_taken']);
  // Who saves the address of others, and is first, keeps no coupon from them.
  await save(many, 'TMine');
  await save(spoiler, 'TMine');
  expect([await got(spoiler), await got(many)]).toEqual(['ok', 'ok']);
  // An address of an exchange, which many have.
  for (const person of [own, spoiler, many, other, more, last]) await save(person, 'TExchange');
  expect(await got(more)).toBe('ok');
  // But who was paid at it has it in fact.
  await one.database.query(
    `insert into withdrawal (user_id, currency, network, way, target, amount, fee, value_btc, value_usdt, status, txid, created_at)
     values ($1, 'USDT', 'TRC20', 'address', 'TExchange', 10, 1, 0.1, 10, 'final', repeat('a', 64), $2)`,
    [more.id, new Date(one.now())],
  );
  expect(await got(last)).toBe('coupon_taken');
});

it('are not denied by a stranger who states the card or the document of the owner, and are by an own account', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => signUp(one)));
  const [stranger, owner, second] = people as [Person, Person, Person];
  const states = async ({ id }: Person, state: string): Promise<string> => {
    one.advance(1_000);
    const at = new Date(one.now());
    await one.database.query(
      `insert into verification_request (user_id, real_type, id_type, name, card_id, state, submitted_at)
       values ($1, 1, 'passport', 'Wang Wei', 'E55512345', $2, $3)`,
      [id, state, at],
    );
    const [card] = await one.database.query<{ id: string }>(
      `insert into payee_card (user_id, kind, real_name, bank_name, province_city, branch, phone, created_at, usable_at,
                               card_sealed, card_hash, card_last4)
       values ($1, 'local', 'Wang Wei', 'b', 'c', 'd', '1', $2, $2, '\\x01', decode(repeat('e5', 32), 'hex'), '1234')
       returning id`,
      [id, at],
    );
    return card?.id ?? '';
  };
  const got = async (person: Person, campaignId: number) => {
    const outcome = await claim(one, person, campaignId);
    return outcome.type === 'ok' ? 'ok' : outcome.error;
  };
  // Numbers are typed: the stranger is first.
  await states(stranger, 'under_review');
  const card = await states(owner, 'verified');
  await states(second, 'under_review');
  const first = await campaign();
  expect([await got(stranger, first), await got(owner, first)]).toEqual(['ok', 'ok']);
  // A document that a member has verified shows whose it is.
  expect(await got(second, first)).toBe('coupon_taken');
  // So does a card at which its owner was paid.
  await one.database.query('delete from verification_request where user_id = any($1)', [[owner.id, second.id]]);
  await one.database.query(
    `insert into withdrawal (user_id, currency, network, way, target, card_id, amount, fee, value_btc, value_usdt, status, txid, created_at)
     values ($1, 'USDT', 'TRC20', 'card', '1234', $2, 10, 1, 0.1, 10, 'final', repeat('b', 64), $3)`,
    [owner.id, card, new Date(one.now())],
  );
  expect(await got(second, first)).toBe('coupon_taken');
});
