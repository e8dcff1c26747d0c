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
import { type NftStage, nftStage } from './nft-stage.ts';
import { fund, letAllUnapproved, type Person } from './people.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { confirmedSession } from './well-used.ts';

/*
 * Every call that may enrich another user within a bound, sent by a victim for a thief who has prepared it, in each state of
 * the account. What all others have gained is counted at the index. There is one thief: several may be carried more.
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
});
afterAll(() => app.close());
beforeEach(() => {
  nft.prices();
  setPrices(app);
});

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

test('every bounded call is played', () => {
  expect(Object.keys(plays).sort()).toEqual([...ids].sort());
});

describe.each(ids)('%s', (callId) => {
  it.each(STATES)('of an account $name enriches others within its bound', async (state) => {
    const play = plays[callId];
    const [victim, thief] = [await newcomer(app), await newcomer(app)];
    let gained = 0;
    const outcomes: string[] = [];
    while (outcomes.length < state.turns) {
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
    // What is near the index comes on top.
    const near = NEAR * outcomes.length * (play.trades ?? 0);
    const most = state.most === 0 ? 0 : (play.most ?? 0) * outcomes.length || (play.trades ? state.most + near : 0);
    expect(gained, told).toBeLessThanOrEqual(most + 1e-6);
    if (state.name === 'frozen') expect(['session_invalid', 'account_frozen'], told).toContain(outcomes[0]);
    if (state.name !== 'that may do all') return;
    // A play that is not what it says would find nothing: one turn reaches the bound.
    expect(outcomes[0], told).toBe('ok');
    if (play.trades) expect(gained, told).toBeGreaterThan(state.most * 0.8);
  });
});
