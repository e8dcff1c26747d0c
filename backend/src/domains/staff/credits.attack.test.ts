import { randomBytes } from 'node:crypto';
import { contract } from '@tessera/api/contract';
import { type Call, type QueueName, staffQueues } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { bankFor, buyer, buying } from '../../../test/buy-stage.ts';
import { fundHouse } from '../../../test/invest-stage.ts';
import { fund, type Person } from '../../../test/people.ts';
import { claim, signInStaff, uploadOf } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger, freezeEntries, houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';

/* Whatever credits a user counts in one sum: for each way to credit, what another one has credited before is counted. */

type Contract = typeof contract;
type Queues = typeof staffQueues;
/** Decisions and calls that are declared to credit a user: one without a play does not compile. */
type Crediting =
  | {
      [Q in QueueName]: {
        [V in 'approve' | 'reject']: Queues[Q][V] extends { readonly credits: true } ? `${Q}.${V}` : never;
      }['approve' | 'reject'];
    }[QueueName]
  | {
      [K in keyof Contract]: Contract[K] extends { readonly staff: { readonly credits: true } } ? K : never;
    }[keyof Contract];

type Member = Awaited<ReturnType<typeof signInStaff>>;
/** Prepares a credit of 60 USDT to a user; what is returned has a member decide it, and says whether it took effect. */
type Play = (person: Person) => Promise<(member: Member) => Promise<boolean>>;

const WORTH = '60';

let app: TestApp;
let bankId: number;
/** Who credited nothing. */
let fresh: Member;
let campaigns = 0;
beforeAll(async () => {
  app = await createTestApp();
  await fundHouse(app, 'promotions', 'USDT', '10000');
  bankId = await bankFor(app, 'USD');
  fresh = await signInStaff(app, 'treasury');
  for (const queue of ['deposit', 'quickbuy', 'withdrawal']) {
    await app.database.query(
      `insert into setting (keyword, value, public) values ($1, '100', false)
       on conflict (keyword) do update set value = excluded.value`,
      [`${queue}_four_eyes`],
    );
  }
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await app.close();
});

const decided = async (verdict: 'approve' | 'reject', queue: QueueName, id: string, more: object, member: Member) => {
  const call = `POST /staff/queue/${verdict}` as const;
  const { status } = await app.ok(call, { queue, id, ...more }, { token: member.token });
  return status !== 'pending';
};

/** A withdrawal that staff have approved, or have paid. */
async function withdrawal({ id: userId }: Person, status: 'approved' | 'sent'): Promise<string> {
  await fund(app, userId, 'change', 'USDT', WORTH);
  const [row] = await app.database.query<{ id: string }>(
    `insert into withdrawal (user_id, currency, network, way, target, amount, fee, value_btc, value_usdt, status, txid,
                             created_at)
     values ($1, 'USDT', 'TRC20', 'address', 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy', $2, 0, 0, $2, $3, $4, $5)
     returning id`,
    [userId, WORTH, status, status === 'sent' ? randomBytes(32).toString('hex') : null, new Date(app.now())],
  );
  const id = row?.id ?? '';
  for (const step of ['requested', 'approved', 'sent'].slice(0, status === 'sent' ? 3 : 2)) {
    await app.database.query('insert into withdrawal_step (withdrawal_id, status, at) values ($1, $2, $3)', [
      id,
      step,
      new Date(app.now()),
    ]);
  }
  await app.database.transaction((tx) =>
    postJournal(tx, {
      ref: `withdrawal:${id}:requested:0`,
      kind: 'withdrawal',
      at: app.now(),
      entries:
        status === 'approved'
          ? freezeEntries(userId, 'change', 'USDT', WORTH)
          : [
              { account: userAccount(userId, 'change'), currency: 'USDT', amount: `-${WORTH}` },
              { account: houseAccount('withdrawals'), currency: 'USDT', amount: WORTH },
            ],
    }),
  );
  return id;
}

const PLAYS: Readonly<Record<Crediting, Play>> = {
  async 'deposit.approve'(person) {
    const { id } = await claim(app, person, { amount: WORTH });
    return (member) => decided('approve', 'deposit', id, {}, member);
  },
  async 'quickbuy.approve'(person) {
    const calls = buying(app);
    const { id } = await calls.order(person, { amount: WORTH }, { bank_id: bankId });
    await calls.voucher(person, id, await uploadOf(app, person.id));
    return (member) => decided('approve', 'quickbuy', id, { txid: `bank-${id}` }, member);
  },
  async 'payout.reject'(person) {
    const id = await withdrawal(person, 'approved');
    return (member) => decided('reject', 'payout', id, { reason: 'Not paid' }, member);
  },
  async 'payout_final.reject'(person) {
    const id = await withdrawal(person, 'sent');
    return (member) => decided('reject', 'payout_final', id, { reason: 'Came back' }, member);
  },
  async 'POST /staff/coupons/issue'({ uid }) {
    campaigns += 1;
    const name = `credit-${campaigns}`;
    await app.database.query(
      `insert into coupon_campaign (name, titles, kind, rate, currency, amount, volume, min_level, valid_days, supply, open,
                                    created_at)
       values ($1, '{"en":"Credit"}', 'cash', null, 'USDT', $2, 100, 0, 30, 10, true, $3)`,
      [name, WORTH, new Date(app.now())],
    );
    return async ({ token }) => {
      const outcome = await app.call('POST /staff/coupons/issue', { name, uid, reason: 'Promised' }, { token });
      if (outcome.type === 'ok') return true;
      expect(outcome).toMatchObject({ error: 'second_member_required' });
      return false;
    };
  },
};

const ways = Object.keys(PLAYS) as Crediting[];

test('every decision and call that is declared to credit a user is played', () => {
  const queues = Object.entries(staffQueues).flatMap(([name, policy]) =>
    (['approve', 'reject'] as const).flatMap((verdict) => ('credits' in policy[verdict] ? [`${name}.${verdict}`] : [])),
  );
  const calls = (Object.entries(contract) as [string, Call][]).flatMap(([id, { staff }]) =>
    staff?.members === 1 && staff.credits ? [id] : [],
  );
  expect([...queues, ...calls].sort()).toEqual([...ways].sort());
});

it.each(ways)('what was credited by %s counts with each other way, for the user and for the member', async (first) => {
  const [user, idle, member] = [await buyer(app), await buyer(app), await signInStaff(app, 'treasury')];
  expect(await (await PLAYS[first](user))(member)).toBe(true);
  for (const next of ways) {
    expect(await (await PLAYS[next](user))(fresh), `${next}, by another member`).toBe(false);
    expect(await (await PLAYS[next](idle))(member), `${next}, to another user`).toBe(false);
  }
});

it('all that is decided at the same time counts', async () => {
  const [user, idle, member] = [await buyer(app), await buyer(app), await signInStaff(app, 'treasury')];
  const decisions: Awaited<ReturnType<Play>>[] = [];
  for (const way of ways) decisions.push(await PLAYS[way](user), await PLAYS[way](idle));
  const outcomes = await Promise.all(decisions.map((decide) => decide(member)));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
});

it('who confirms what another member has approved credits nothing alone, though they could by then', async () => {
  const [user, member, second, third] = [
    await buyer(app),
    await signInStaff(app, 'treasury'),
    await signInStaff(app, 'treasury'),
    await signInStaff(app, 'treasury'),
  ];
  const play = PLAYS['deposit.approve'];
  expect(await (await play(user))(member)).toBe(true);
  const decide = await play(user);
  expect(await decide(second)).toBe(false);
  const credits = () =>
    app.database.query<{ count: number }>('select count(*)::int as count from staff_credit where user_id = $1', [
      user.id,
    ]);
  // As it is a day later: nothing counts any more.
  await app.database.query('delete from staff_credit where user_id = $1', [user.id]);
  expect(await decide(third)).toBe(true);
  expect(await credits()).toEqual([{ count: 0 }]);
});
