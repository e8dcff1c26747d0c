import { randomUUID } from 'node:crypto';
import { type CallId, contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEY, nftStage } from '../../../test/nft-stage.ts';
import type { Person } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { AnyHandler, DomainFactory } from '../domain.ts';
import {
  houseAccount,
  type Journal,
  journalCommitter,
  postJournal,
  postJournals,
  userAccount,
  userBalance,
} from '../ledger/index.ts';
import type { MarketClient } from '../market/desk-types.ts';
import { nothingLeaves } from '../ways/leave.ts';

/*
 * Domains with a mistake: handlers that pay another user, of calls that declare to pay no one else and of a way out that
 * does not ask the rule. The platform refuses them, whatever the domain does with what it posts: the call's own transaction,
 * the committer of many journals, or the desk of the market.
 */

const NOBODY = 'POST /follow/apply' satisfies CallId;
const UNKEYED = 'POST /lh/deposit/order/renew' satisfies CallId;
const WAY = 'POST /bind_box/buyNFT' satisfies CallId;
/** Of the calls that pay no one else, those whose effects commit together with others; what they are made with. */
const SHARED = {
  'POST /wallet/change': { currency_id: '3', number: '5', from_field: 'change', to_field: 'legal' },
  'POST /lever/cancel': { id: '1' },
  'POST /lever/margin': { id: '1', direction: 'add', amount: '5' },
  'POST /lever/trigger/cancel': { id: '1' },
  'PUT /coin/trade': { id: '1' },
  'POST /coin/cancel_all': {},
} satisfies Partial<Record<CallId, object>>;
const FROM_LEVER = { ...SHARED['POST /wallet/change'], from_field: 'lever', to_field: 'change' };
/** It trades: fills credit others by right. */
const TRADES = 'POST /coin/amend' satisfies CallId;

let app: TestApp;
let ann: Person;
let ben: Person;
/** What the mistaken handlers pay: from, to. */
let pays: readonly [string, string];
let judged = false;

function mistake(): Journal {
  const [from, to] = pays;
  return {
    ref: `mistake:${randomUUID()}`,
    kind: 'adjustment',
    at: app.now(),
    entries: [
      {
        account: from === 'house' ? houseAccount('grants') : userAccount(from, 'change'),
        currency: 'USDT',
        amount: '-5',
      },
      { account: userAccount(to, 'change'), currency: 'USDT', amount: '5' },
    ],
  };
}

const pay = async (context: object) => {
  const tx = Reflect.get(context, 'tx') as Transaction;
  if (judged) nothingLeaves(tx);
  await postJournal(tx, mistake());
  return { status: 'pending', reason: null, submitted_at: null };
};

const payUnkeyed = async (context: object) => {
  const database = Reflect.get(context, 'database') as Database;
  return database.transaction((tx) => postJournal(tx, mistake()));
};

/** Whatever the command, it posts the mistake and does nothing else. */
const atDesk = (client: MarketClient): MarketClient => ({
  ...client,
  apply(_engine, _command, shadow) {
    (client.journals(shadow) as Journal[]).push(mistake());
    return { fills: [], result: () => ({ id: '1' }) };
  },
  write: async (tx, shadow) => void (await postJournals(tx, client.journals(shadow))),
});

const shared: string[] = [];
const mistaken: readonly DomainFactory[] = FACTORIES.map((factory) => (dependencies) => {
  const domain = factory(dependencies);
  const { calls = {}, marketClient } = domain;
  const committer = journalCommitter(dependencies.database, dependencies.now);
  for (const [callId, handler] of Object.entries(calls)) {
    if (typeof handler !== 'function' && (contract[callId as CallId] as Call).value?.to === 'nobody')
      shared.push(callId);
  }
  const change = calls['POST /wallet/change'];
  const wrong: Record<string, AnyHandler> = {
    [NOBODY]: pay,
    [WAY]: pay,
    [UNKEYED]: payUnkeyed,
    'POST /wallet/change': {
      keyed: async (context, input) => {
        const lever = Reflect.get(input as object, 'from_field') === 'lever';
        if (lever && change && typeof change !== 'function') return change.keyed(context, input);
        return committer.post(Reflect.get(context, 'use'), () => ({ journal: mistake(), output: {} }));
      },
    },
  };
  const own = Object.entries(wrong).filter(([callId]) => callId in calls);
  return {
    ...domain,
    calls: { ...calls, ...Object.fromEntries(own) },
    ...(marketClient && { marketClient: atDesk(marketClient) }),
  };
});

beforeAll(async () => {
  app = await createTestApp({}, {}, mistaken);
  const stage = nftStage(app);
  [ann, ben] = [await stage.person({ USDT: '100' }), await stage.person({})];
});
afterAll(() => app.close());

/** What a client gets of a fault of the exchange. */
const FAULT = expect.stringContaining('server_fault');
const INPUT = {
  [NOBODY]: { content: 'I have traded for many years.' },
  [WAY]: { code: 'MV-0001-001', price: '5', key: KEY },
};

const balancesOf = () => Promise.all([ann, ben].map(({ id }) => userBalance(app.database, id, 'change', 'USDT')));

async function outcome(callId: CallId, input: object) {
  const key = randomUUID();
  const called = await app.call(callId, { ...input }, { token: ann.token, idempotencyKey: key }).catch(String);
  const kept = await app.database.query('select from idempotency_key where key = $1', [key]);
  return { called, kept: kept.length, balances: await balancesOf() };
}

it('a call that enriches no one else credits no other user, whoever pays', async () => {
  for (const from of [ann.id, 'house']) {
    pays = [from, ben.id];
    expect(await outcome(NOBODY, INPUT[NOBODY])).toMatchObject({ called: FAULT, kept: 0, balances: ['100', '0'] });
  }
  pays = ['house', ann.id];
  expect(await outcome(NOBODY, INPUT[NOBODY])).toMatchObject({ kept: 1, balances: ['105', '0'] });
});

it('a way out that is not judged is undone', async () => {
  pays = [ann.id, ben.id];
  expect(await outcome(WAY, INPUT[WAY])).toMatchObject({ called: FAULT, kept: 0, balances: ['105', '0'] });
  judged = true;
  expect(await outcome(WAY, INPUT[WAY])).toMatchObject({ kept: 1, balances: ['100', '5'] });
});

const paid = async ([from, to]: readonly [string, string], callId: CallId, input: object) => {
  pays = [from, to];
  const before = await balancesOf();
  const { called, kept, balances } = await outcome(callId, input);
  return { called, kept, gained: balances.map((balance, index) => Number(balance) - Number(before[index])) };
};

it('without an idempotency key neither', async () => {
  const input = { id: '1', renew: '1' };
  for (const from of [ann.id, 'house']) {
    expect(await paid([from, ben.id], UNKEYED, input)).toMatchObject({ called: FAULT, gained: [0, 0] });
  }
  expect(await paid(['house', ann.id], UNKEYED, input)).toMatchObject({ gained: [5, 0] });
});

it('every call that pays no one else and commits with others is played', () => {
  expect(shared.sort()).toEqual(Object.keys(SHARED).sort());
});

it.each([...Object.entries(SHARED), ['POST /wallet/change', FROM_LEVER] as const])(
  '%s with %j, which commits with others, credits no other user',
  async (callId, input) => {
    for (const from of [ann.id, 'house']) {
      const refused = await paid([from, ben.id], callId as CallId, input);
      expect(refused).toMatchObject({ called: FAULT, kept: 0, gained: [0, 0] });
    }
    expect(await paid(['house', ann.id], callId as CallId, input)).toMatchObject({ kept: 1, gained: [5, 0] });
  },
);

it('a call that trades may credit whom it meets', async () => {
  expect(await paid(['house', ben.id], TRADES, { id: '1', target_price: '1' })).toMatchObject({
    kept: 1,
    gained: [0, 5],
  });
});
