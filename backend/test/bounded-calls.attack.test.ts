import { randomUUID } from 'node:crypto';
import { type CallId, contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { neg } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { FACTORIES } from '../src/domains.ts';
import type { UserAccountName } from '../src/platform/ledger/index.ts';
import { ONE_NODE } from '../src/platform/nodes/node-bus.ts';
import { openSession } from '../src/platform/session/sessions.ts';
import {
  type BoundedId,
  boundedPlays,
  clearBooks,
  INDEX,
  NEAR,
  newcomer,
  type Play,
  setPrices,
  thinHouse,
} from './bounded-plays.ts';
import { DAY, type NftStage, nftStage } from './nft-stage.ts';
import { fund, letAllUnapproved, type Person } from './people.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { confirmedSession } from './well-used.ts';

/*
 * Every call that may enrich another user within a bound, sent by a victim for a thief who has prepared it, in each state of
 * the account. What all others have gained is counted at the index. There is one thief, who has invited the victim: several
 * may be carried more.
 */

let app: TestApp;
let nft: NftStage;
let plays: Readonly<Record<BoundedId, Play>>;
beforeAll(async () => {
  app = await createTestApp({}, {}, FACTORIES, ONE_NODE, undefined, thinHouse);
  nft = nftStage(app);
  nft.prices();
  setPrices(app);
  await letAllUnapproved(app);
  plays = await boundedPlays(app, nft);
  // So that options earn the house a fee as well.
  await app.database.query('update option_term set fee_rate = 0.01');
  // The days that are booked begin with yesterday.
  await book();
});
afterAll(() => app.close());
beforeEach(() => {
  nft.prices();
  setPrices(app);
});

/** Books the days that are over for who referred others. */
async function book(): Promise<void> {
  const jobs = recurringJobsOf(app);
  expect(await jobs.turn('referral-book')).toBe('done');
  await jobs.stop();
}

type State = {
  readonly name: string;
  readonly set: string | null;
  /** Of how many calls, and what others may gain by all of them, USDT. */
  readonly turns: number;
  readonly most: number;
};

const STATES: readonly State[] = [
  { name: 'that may do all', set: null, turns: 2, most: 200 },
  {
    name: 'paused',
    set: `update user_account set withdrawals_blocked_until = $2::timestamptz + interval '9 d' where id = $1`,
    turns: 2,
    most: 20,
  },
  {
    name: 'unverified',
    set: 'update user_account set verification_level = 0 where id = $1 and $2::timestamptz is not null',
    turns: 2,
    most: 200,
  },
  {
    name: 'at its limit',
    set: `insert into value_out (user_id, call, value, approved, at) values ($1, 'limit', 500000, true, $2)`,
    turns: 2,
    most: 200,
  },
  { name: 'frozen', set: 'update user_account set frozen_at = $2 where id = $1', turns: 1, most: 0 },
  {
    name: 'with its whitelist on',
    set: 'insert into payee_whitelist (user_id, on_since, off_at) values ($1, $2, null) on conflict do nothing',
    turns: 1,
    most: 200,
  },
  { name: 'with a session without a key', set: null, turns: 2, most: 200 },
  { name: 'that is drained', set: null, turns: 1, most: 200 },
];

/** Takes all that is free out of the accounts of a user. */
async function drain({ id }: Person): Promise<void> {
  const accounts = await app.database.query<{ name: UserAccountName; currency: string; balance: string }>(
    `select name, currency, balance from ledger_account where user_id = $1 and part = 'available' and balance > 0`,
    [id],
  );
  for (const { name, currency, balance } of accounts) await fund(app, id, name, currency, neg(balance));
}

/** What of the victim's fees was for who invited them, and those fees; USDT, at the index. */
async function referred({ id }: Person, thief: Person): Promise<{ readonly got: number; readonly fees: number }> {
  const worth = `case e.currency when 'USDT' then 1 when 'BTC' then $2::int else 0 end`;
  const [row] = await app.database.query<{ got: number; fees: number }>(
    `select (select coalesce(sum(e.amount * ${worth}), 0) from referral_reward e
              where e.invited_user_id = $1 and e.user_id = $3)::float8 as got,
            (select coalesce(sum(e.amount * ${worth}), 0)
               from ledger_entry e join ledger_account a on a.id = e.account_id
              where a.owner_kind = 'house' and a.name = 'fees' and e.journal_id in (
                      select o.journal_id from ledger_entry o join ledger_account u on u.id = o.account_id
                       where u.user_id = $1))::float8 as fees`,
    [id, INDEX, thief.id],
  );
  return row ?? { got: Number.NaN, fees: Number.NaN };
}

/** What all users but the victim have, at the index; USDT. */
async function othersWorth({ id }: Person): Promise<number> {
  const [row] = await app.database.query<{ worth: number }>(
    `select (select coalesce(sum(balance * case currency when 'USDT' then 1 when 'BTC' then $2 else 0 end), 0)
               from ledger_account where user_id is not null and user_id <> $1)::float8
          + (select coalesce(sum(case side when 'long' then quantity * $2 - entry_exact else entry_exact - quantity * $2 end), 0)
               from lever_position where user_id <> $1 and status in ('open', 'closing'))::float8 as worth`,
    [id, INDEX],
  );
  return row?.worth ?? Number.NaN;
}

async function tokenOf(victim: Person, { name }: State): Promise<string> {
  if (name !== 'with a session without a key') return confirmedSession(app, victim);
  const session = {
    userId: victim.id,
    userAgent: '',
    address: '127.0.0.1',
    browser: null,
    remember: true,
    confirmed: true,
  };
  return (await openSession(app.database, { ...session, key: null, now: app.now() })).token;
}

const OPTIONS = 'POST /microtrade/submit' satisfies BoundedId;
const bounded = Object.entries(contract)
  .filter(([, call]) => (call as Call).value?.to === 'bounded')
  .map(([id]) => id as BoundedId);
// On prices that were recorded, which are fresh at the beginning.
const ids: readonly BoundedId[] = [OPTIONS, ...bounded.filter((id) => id !== OPTIONS)];

/** Copies pay shares at the ends of weeks; by then the days of all others are booked. */
const copied = ids.filter((id) => id.includes(' /follow/'));
const others = ids.filter((id) => !copied.includes(id));

test('every bounded call is played', () => {
  expect(Object.keys(plays).sort()).toEqual([...ids].sort());
});

type Pair = { readonly callId: BoundedId; readonly state: State; readonly victim: Person; readonly thief: Person };
const pairs: Pair[] = [];

/** What others may gain by so many calls in a state, USDT, and what they gain at least where nothing is in the way. */
function boundOf(play: Play, state: State, turns: number): { readonly most: number; readonly least: number } {
  if ('nothing' in play || state.most === 0) return { most: 0, least: 0 };
  // What is near the index comes on top.
  if ('trades' in play) return { most: state.most + NEAR * turns * play.trades, least: state.most * 0.8 };
  return { most: play.never?.includes(state.name) ? 0 : play.most * turns, least: play.most * 0.8 };
}

const withinBounds = (callId: BoundedId) => {
  it.each(STATES)('of an account $name enriches others within its bound', async (state) => {
    const play = plays[callId];
    const thief = await newcomer(app);
    const victim = await newcomer(app, thief);
    pairs.push({ callId, state, victim, thief });
    let gained = 0;
    const outcomes: string[] = [];
    // Only what trades carry adds up to one bound.
    const turns = 'trades' in play ? state.turns : 1;
    while (outcomes.length < turns) {
      // What the victim has to do before the call may be refused once too much was carried.
      const prepared = await play.turn(victim, thief).catch((error: unknown) => String(error));
      if (typeof prepared === 'string') {
        outcomes.push(prepared);
        break;
      }
      const before = await othersWorth(victim);
      if (state.name === 'that is drained') await drain(victim);
      if (state.set) await app.database.query(state.set, [victim.id, new Date(app.now())]);
      const options = { token: await tokenOf(victim, state), idempotencyKey: randomUUID() };
      const outcome = await app.call(callId as CallId, prepared.input, options);
      outcomes.push('error' in outcome ? String(outcome.error) : outcome.type);
      await prepared.after?.();
      gained += (await othersWorth(victim)) - before;
    }
    await clearBooks(app, thief);
    await app.database.query('update user_account set frozen_at = null where id = $1', [victim.id]);
    await clearBooks(app, victim);
    const told = `${gained} USDT: ${outcomes.join(', ')}`;
    const { most, least } = boundOf(play, state, outcomes.length);
    expect(gained, told).toBeLessThanOrEqual(most + 1e-6);
    if (state.name === 'frozen') expect(['session_invalid', 'account_frozen'], told).toContain(outcomes[0]);
    if (state.name !== 'that may do all') return;
    // A play that is not what it says would find nothing: one turn reaches the bound.
    expect(outcomes[0], told).toBe('ok');
    if (least > 0) expect(gained, told).toBeGreaterThan(least);
  });
};

describe.each(others)('%s', withinBounds);

describe('who referred the caller', () => {
  beforeAll(async () => {
    app.advance(DAY - (app.now() % DAY) + 3_600_000);
    await book();
  });

  it.each(others)('gets by %s a share of its fee at most', async (callId) => {
    const { value } = contract[callId] as Call;
    const gets = value?.to === 'bounded' && value.payee.includes('who referred the caller');
    for (const { state, victim, thief } of pairs.filter((pair) => pair.callId === callId)) {
      const { got, fees } = await referred(victim, thief);
      expect(got, state.name).toBeLessThanOrEqual(gets ? fees * 0.2 + 1e-6 : 0);
      if (state.name === 'paused') expect(got).toBe(0);
      if (gets && state.name === 'that may do all') expect(got).toBeGreaterThan(0);
    }
  });
});

describe.each(copied)('%s', withinBounds);
