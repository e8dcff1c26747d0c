import { randomUUID } from 'node:crypto';
import { TERMS_VERSION } from '@tessera/api/identity/rules';
import { add, cmp, mul, neg, sub, sum } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import {
  auditLedger,
  houseAccount,
  houseBalance,
  postJournal,
  userAccount,
  userBalance,
} from '../../platform/ledger/index.ts';
import { makeTrader } from '../copytrading/applications.ts';
import { forgetOtherDevices, hasKnownDevice } from '../identity/devices.ts';
import { runCommand } from '../staff/commands.ts';
import { bookJob } from './book.ts';

const DAY = 86_400_000;

let app: TestApp;
let jobs: ReturnType<typeof recurringJobsOf>;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  jobs = recurringJobsOf(app);
  await nextDay();
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await expectCovered();
  await jobs.stop();
  await app.close();
});
beforeEach(async () => {
  ann = await signUp(app, { level: 2 });
});

let people = 0;
/** Who signs up by the invitation of another. */
async function invited(by: Person, level: 0 | 1 | 2 = 1): Promise<Person> {
  people += 1;
  const email = `invited${people}@example.com`;
  await app.ok('POST /sms_mail', { user_string: email, scene: 'register' });
  const [{ extension_code } = { extension_code: '' }] = await app.database.query<{ extension_code: string }>(
    'select extension_code from user_account where id = $1',
    [by.id],
  );
  const { token, user } = await app.ok('POST /user/register', {
    loginActive: 'email',
    user_string: email,
    code: lastCode(app, email),
    password: PASSWORD,
    re_password: PASSWORD,
    terms: TERMS_VERSION,
    extension_code,
  });
  const [row] = await app.database.query<{ id: string }>(
    'update user_account set verification_level = $2 where uid = $1 returning id',
    [user.uid, level],
  );
  return { id: row?.id as string, uid: user.uid, token, email };
}

let fees = 0;
/** A fee of a user, or one that goes back. */
const pay = (person: Person, amount: string, currency = 'USDT') =>
  app.database.transaction(async (tx) => {
    fees += 1;
    const at = app.now();
    await postJournal(tx, {
      ref: `test-fund:${fees}`,
      kind: 'adjustment',
      at,
      entries: [
        { account: houseAccount('grants'), currency, amount: neg('1000000') },
        { account: userAccount(person.id, 'change'), currency, amount: '1000000' },
      ],
    });
    await postJournal(tx, {
      ref: `test-fee:${fees}`,
      kind: 'trade_fee',
      at,
      entries: [
        { account: userAccount(person.id, 'change'), currency, amount: neg(amount) },
        { account: houseAccount('fees'), currency, amount },
      ],
    });
  });

/** The day is over, and booked. */
async function nextDay(): Promise<void> {
  const now = app.now();
  app.advance(DAY - (now % DAY) + 3_600_000);
  if ((await jobs.turn('referral-book')) !== 'done') throw new Error('the day was not booked');
}

const signedIn = (person: Person) => ({ token: person.token });
const figures = (person: Person) => app.ok('GET /user/referral', {}, signedIn(person));
const earned = async (person: Person) =>
  (await figures(person)).earned.map(({ amount, currency }) => `${amount} ${currency}`);
const claim = (person: Person, key = randomUUID()) =>
  app.call('POST /user/referral/claim', {}, { ...signedIn(person), idempotencyKey: key });

/** What is promised to users stands in the account that it is paid from. */
async function expectCovered(): Promise<void> {
  const rows = await app.database.query<{ currency: string; open: string }>(
    'select currency, coalesce(sum(amount) filter (where claim_id is null), 0) as open from referral_reward group by currency',
  );
  for (const { currency, open } of rows) expect(await houseBalance(app.database, 'rebates', currency)).toBe(open);
}

it('fees that were paid while withdrawals were paused, or of a frozen account, are rebated once that is over', async () => {
  const [paused, frozen] = [await invited(ann), await invited(ann)];
  const set = (person: Person, column: 'withdrawals_blocked_until' | 'frozen_at', at: number | null) =>
    app.database.query(`update user_account set ${column} = $2 where id = $1`, [person.id, at && new Date(at)]);
  await set(paused, 'withdrawals_blocked_until', app.now() + 1_000);
  await set(frozen, 'frozen_at', app.now());
  await pay(paused, '500');
  await pay(frozen, '500');
  await nextDay();
  expect(await earned(ann)).toEqual([]);
  await set(frozen, 'frozen_at', null);
  await pay(paused, '10');
  await pay(frozen, '10');
  await nextDay();
  const [{ rate } = { rate: '0' }] = (await figures(ann)).rates;
  expect(await earned(ann)).toEqual([`${mul('1020', rate)} USDT`]);
});

it('fees of who gained by trades of another account are rebated once staff have dismissed the finding', async () => {
  const bob = await invited(ann);
  const member = await signInStaff(app, 'treasury');
  const decide = (status: 'approved' | 'rejected') =>
    app.database.query(
      'update market_flag set status = $2, reason = $2, reviewer_id = $3, reviewed_at = $4 where user_id = $1',
      [bob.id, status, member.id, new Date(app.now())],
    );
  await app.database.query(
    `insert into market_flag (subject, user_id, evidence, figures, created_at) values ($1, $2, 180, '{}', $3)`,
    [`pair:${ann.id}:${bob.id}`, bob.id, new Date(app.now())],
  );
  for (const next of ['approved', null] as const) {
    await pay(bob, '500');
    await nextDay();
    expect(await earned(ann)).toEqual([]);
    if (next) await decide(next);
  }
  await decide('rejected');
  await pay(bob, '10');
  await nextDay();
  const [{ rate } = { rate: '0' }] = (await figures(ann)).rates;
  expect(await earned(ann)).toEqual([`${mul('1010', rate)} USDT`]);
});

it('a trader who goes in and out earns nothing of the fees of invited followers; what they trade themselves counts', async () => {
  const bob = await invited(ann);
  await app.database.transaction((tx) => makeTrader(tx, ann.id, { at: app.now() }));
  await app.database.query(
    `with follow as (
       insert into copy_follow (user_id, trader_user_id, type, number, max_amount, slippage, agreement, started_at)
       values ($1, $2, 'multiple', 1, 10000, 0.0005, 1, $3) returning id)
     insert into copy_cost (follow_id, day, trader_user_id, notional, slippage, bound, fees)
     select id, ($3::timestamptz at time zone 'UTC')::date, $2, 180000, 60, 450, 90 from follow`,
    [bob.id, ann.id, new Date(app.now())],
  );
  // 90 of copies, 10 of Bob's own trades.
  await pay(bob, '100');
  await nextDay();
  expect(await earned(ann)).toEqual(['2 USDT']);
  await pay(bob, '5');
  await nextDay();
  expect(await earned(ann)).toEqual(['3 USDT']);
});

describe('an invitation', () => {
  it('brings a fifth of the fees of those who came by it, and a twentieth of those whom they invited', async () => {
    const bob = await invited(ann);
    const cleo = await invited(bob);
    const dan = await invited(cleo);
    await pay(bob, '10');
    await pay(cleo, '4');
    await pay(dan, '100');
    await pay(bob, '0.000009', 'USDT');
    await nextDay();
    expect(await earned(ann)).toEqual(['2.200001 USDT']);
    expect(await earned(bob)).toEqual(['5.8 USDT']);
    expect(await earned(cleo)).toEqual(['20 USDT']);
    expect(await figures(ann)).toMatchObject({
      invited: 1,
      verified: 1,
      traded: 1,
      second: 1,
      claimable_usdt: '2.200001',
      rates: [
        { level: 1, rate: '0.2' },
        { level: 2, rate: '0.05' },
      ],
    });
    const { list, total } = await app.ok('GET /user/invitees', {}, signedIn(ann));
    expect(total).toBe(2);
    expect(list.map(({ level, state, reward_usdt }) => [level, state, reward_usdt])).toEqual([
      [2, 'traded', '0.2'],
      [1, 'traded', '2.000001'],
    ]);
    // Neither address nor number of the other is told.
    expect(JSON.stringify(list)).not.toContain(bob.email);
    expect(JSON.stringify(list)).not.toContain(cleo.uid);
    await expectCovered();
    const outcome = await claim(ann);
    expect(outcome).toMatchObject({ type: 'ok', message: { paid: [{ currency: 'USDT', amount: '2.200001' }] } });
    expect(await userBalance(app.database, ann.id, 'change', 'USDT')).toBe('2.200001');
    expect(await claim(ann)).toMatchObject({ error: 'referral_minimum' });
  });

  it('counts fees of real trades, and of fees that go back nothing twice', async () => {
    const bob = await invited(ann, 2);
    await pay(bob, '0.01');
    app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    await app.ok(
      'POST /coin/trade',
      { type: 'buy', kind: 'market', amount: '0.1', currency_id: 1, legal_id: 3 },
      { ...signedIn(bob), idempotencyKey: randomUUID() },
    );
    const [paid] = await app.database.query<{ currency: string; fee: string }>(
      `select e.currency, sum(e.amount) as fee from ledger_entry e join ledger_account a on a.id = e.account_id
         join journal j on j.id = e.journal_id
        where a.owner_kind = 'house' and a.name = 'fees' and j.kind = 'trade_fee' and e.currency = 'BTC' group by 1`,
    );
    await nextDay();
    const { earned: got } = await figures(ann);
    const ofTrade = got.find(({ currency }) => currency === 'BTC');
    expect(ofTrade?.amount).toBe(mul(paid?.fee ?? '0', '0.2'));
    // A fee of 5 goes back the day after; what comes later is on what is above.
    const cleo = await invited(ann);
    await pay(cleo, '5');
    await nextDay();
    const before = (await figures(ann)).earned.find(({ currency }) => currency === 'USDT')?.amount ?? '0';
    await pay(cleo, '-5');
    await nextDay();
    await pay(cleo, '6');
    await nextDay();
    const after = (await figures(ann)).earned.find(({ currency }) => currency === 'USDT')?.amount ?? '0';
    expect(sub(after, before)).toBe('0.2');
  });

  it('is booked once for each day, whatever runs twice, late, or by two nodes', async () => {
    const bob = await invited(ann);
    await pay(bob, '10');
    app.advance(3 * DAY);
    const run = () =>
      bookJob({ database: app.database, catalogue: app.catalogue, ports: app.ports, now: app.now }).run(jobRun());
    await Promise.allSettled([run(), run(), run()]);
    await run();
    const [row] = await app.database.query<{ amount: string; count: number }>(
      'select sum(amount) as amount, count(*)::int as count from referral_reward where user_id = $1',
      [ann.id],
    );
    expect(row).toEqual({ amount: '2', count: 1 });
    const [days] = await app.database.query<{ gaps: number }>(
      'select (max(day) - min(day) + 1 - count(*))::int as gaps from referral_day',
    );
    expect(days?.gaps).toBe(0);
    await expectCovered();
  });

  it('pays a reward once, however often and at once it is claimed', async () => {
    const bob = await invited(ann);
    await pay(bob, '50');
    await nextDay();
    const person = ann;
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => claim(person)));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(await userBalance(app.database, ann.id, 'change', 'USDT')).toBe('10');
    await expectCovered();
  });

  it('that is not claimed stands in the way of closing the account: it would be lost with it', async () => {
    await pay(await invited(ann), '50');
    await nextDay();
    const obstacles = async () => (await app.ok('GET /user/closing', {}, signedIn(ann))).obstacles;
    const named = { kind: 'balance', count: 1, amounts: [{ currency: 'USDT', amount: '10' }], worth: null };
    expect(await obstacles()).toEqual([named]);
    expect(await claim(ann)).toMatchObject({ type: 'ok' });
    expect((await obstacles()).map(({ amounts }) => amounts)).toEqual([[{ currency: 'USDT', amount: '10' }]]);
  });

  it('is paid to verified users from the least amount on, and not to frozen accounts', async () => {
    const plain = await signUp(app, { level: 0 });
    const bob = await invited(plain);
    await pay(bob, '4');
    await nextDay();
    expect((await claim(plain)).type).toBe('998');
    const small = await signUp(app, { level: 1 });
    const sue = await invited(small);
    await pay(sue, '4');
    await nextDay();
    expect(await claim(small)).toMatchObject({ error: 'referral_minimum' });
    await pay(sue, '4');
    await app.database.query('update user_account set frozen_at = $2 where id = $1', [ann.id, new Date(app.now())]);
    const cleo = await invited(ann);
    await pay(cleo, '100');
    await nextDay();
    expect((await claim(small)).type).toBe('ok');
    // A frozen account earns nothing.
    const [frozen] = await app.database.query('select 1 as one from referral_reward where user_id = $1', [ann.id]);
    expect(frozen).toBeUndefined();
  });
});

describe('a user who invites an own second account', () => {
  it('gets nothing where it is known: by document, by browser, by card or by address', async () => {
    const { database } = app;
    const at = new Date(app.now());
    const second = await Promise.all(Array.from({ length: 4 }, () => invited(ann)));
    const [document, browser, card, address] = second as [Person, Person, Person, Person];
    for (const { id } of [ann, document]) {
      await database.query(
        `insert into verification_request (user_id, real_type, id_type, name, card_id, state, submitted_at)
         values ($1, 1, 'passport', 'A N', 'P-1234567', 'verified', $2)`,
        [id, at],
      );
    }
    for (const { id } of [ann, browser]) {
      await database.query(
        `insert into known_device (token_hash, user_id, last_seen_at) values (decode(repeat('ab', 32), 'hex'), $1, $2)`,
        [id, at],
      );
    }
    for (const { id } of [ann, card]) {
      await database.query(
        `insert into payee_card (user_id, kind, real_name, bank_name, province_city, branch, phone, created_at, usable_at,
                                 card_sealed, card_hash, card_last4)
         values ($1, 'local', 'A N', 'b', 'c', 'd', '1', $2, $2, '\\x01', decode(repeat('cd', 32), 'hex'), '1234')`,
        [id, at],
      );
    }
    for (const { id } of [ann, address]) {
      await database.query(
        `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
         values ($1, 'USDT', 'TRC20', 'mine', 'TSameAddressOfBoth', $2, $2)`,
        [id, at],
      );
    }
    // A changed password makes browsers unknown; that both accounts were used in one of them stays known.
    await database.transaction((tx) => forgetOtherDevices(tx, { kind: 'user', id: ann.id }, null, app.now()));
    expect(await hasKnownDevice(database, { kind: 'user', id: ann.id })).toBe(false);
    for (const person of second) await pay(person, '100');
    await nextDay();
    expect(await earned(ann)).toEqual([]);
    const other = await invited(ann);
    await pay(other, '100');
    await nextDay();
    expect(await earned(ann)).toEqual(['20 USDT']);
  });

  it('loses nothing to an invited stranger who types the numbers of their document and card', async () => {
    const bob = await invited(ann);
    for (const [{ id }, state, at] of [
      [ann, 'verified', app.now()],
      [bob, 'under_review', app.now() + 1_000],
    ] as const) {
      await app.database.query(
        `insert into verification_request (user_id, real_type, id_type, name, card_id, state, submitted_at)
         values ($1, 1, 'passport', 'A N', 'P-7654321', $2, $3)`,
        [id, state, new Date(at)],
      );
      await app.database.query(
        `insert into payee_card (user_id, kind, real_name, bank_name, province_city, branch, phone, created_at, usable_at,
                                 card_sealed, card_hash, card_last4)
         values ($1, 'local', 'A N', 'b', 'c', 'd', '1', $2, $2, '\\x01', decode(repeat('ce', 32), 'hex'), '1234')`,
        [id, new Date(at)],
      );
    }
    await pay(bob, '100');
    await nextDay();
    expect(await earned(ann)).toEqual(['20 USDT']);
  });

  it('gets one level of those who come by an own second account, and not both', async () => {
    const second = await invited(ann);
    const bob = await invited(second);
    for (const { id } of [ann, second]) {
      await app.database.query(
        `insert into known_device (token_hash, user_id, last_seen_at) values (decode(repeat('ef', 32), 'hex'), $1, $2)`,
        [id, new Date(app.now())],
      );
    }
    await pay(bob, '100');
    await nextDay();
    expect([await earned(ann), await earned(second)]).toEqual([[], ['20 USDT']]);
  });

  it('loses by trading with it even where it is not known: three quarters of what the fees cost', async () => {
    // 1,000,000 of volume both ways at 0.1 %: 2,000 of fees; a chain of own accounts below an own one gets both levels.
    const top = ann;
    const middle = await invited(top);
    const washer = await invited(middle);
    await pay(washer, '1000');
    await pay(washer, '1000');
    await nextDay();
    const got = sum([await figures(top), await figures(middle)].map(({ earned_usdt }) => earned_usdt));
    expect(got).toBe('500');
    expect(cmp(got, mul('2000', '0.25'))).toBeLessThanOrEqual(0);
    expect(sub('2000', got)).toBe('1500');
  });

  it('cannot make a circle: who invited an account stays who invited it, and an own code is no invitation', async () => {
    const bob = await invited(ann);
    await app.database.query('update user_account set invited_by = $2 where id = $1', [ann.id, bob.id]);
    await pay(ann, '100');
    await pay(bob, '100');
    await nextDay();
    // Even where the rows said so, no user gets a share of their own fees.
    const rows = await app.database.query('select 1 as one from referral_reward where user_id = invited_user_id');
    expect(rows).toEqual([]);
    expect(add((await figures(ann)).earned_usdt, (await figures(bob)).earned_usdt)).toBe('40');
    await app.database.query('update user_account set invited_by = null where id = $1', [ann.id]);
  });
});

describe('rates', () => {
  it('are changed by staff with a reason, for days that come, and stay at 0.3 or below together', async () => {
    const treasury = await signInStaff(app, 'treasury');
    const key = { token: treasury.token };
    const refused = async (payload: Record<string, unknown>, by = key) =>
      (await app.rejection('POST /staff/referral/terms', { reason: 'a test', ...payload }, by)).error;
    expect(await refused({ level: 1, rate: '0.1' }, { token: (await signInStaff(app, 'reviewer')).token })).toBe(
      'forbidden',
    );
    expect(await refused({ level: 1 })).toBe('field_required');
    expect(await refused({ rate: '0.1' })).toBe('field_required');
    expect(await refused({ level: 1, rate: '0.26' })).toBe('field_too_large');
    const changed = await app.ok(
      'POST /staff/referral/terms',
      { level: 2, rate: '0.1', min_claim: '2', reason: 'a campaign' },
      key,
    );
    expect(changed).toMatchObject({ min_claim: '2', rates: [{ rate: '0.2' }, { level: 2, rate: '0.1' }] });
    const lines: string[] = [];
    const run = (...args: string[]) =>
      runCommand(args, {
        database: app.database,
        queues: [],
        commands: app.ports.staffCommands(),
        now: app.now,
        print: (line) => void lines.push(line),
        readPassword: async () => '',
        readUpload: async () => null,
      });
    await run('referral-terms', 'level=2', 'rate=0.05', 'min_claim=1', '--why', 'over');
    await run('referral');
    expect(lines.join('\n')).toContain('rate 0.05');
    const { held, promised } = await app.ok('GET /staff/referral', {}, key);
    expect(held).toEqual(promised);
  });
});
