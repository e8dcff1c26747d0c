import { randomUUID } from 'node:crypto';
import type { CallId } from '@tessera/api/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEY, nftStage } from '../../../test/nft-stage.ts';
import type { Person } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import type { Transaction } from '../db/database.ts';
import type { DomainFactory } from '../domain.ts';
import { houseAccount, postJournal, userAccount, userBalance } from '../ledger/index.ts';
import { nothingLeaves } from '../ways/leave.ts';

/*
 * Domains with a mistake: handlers that pay another user, of a call that declares to pay no one else and of a way out that
 * does not ask the rule. The platform refuses both, whatever the domain does.
 */

const NOBODY = 'POST /follow/apply' satisfies CallId;
const WAY = 'POST /bind_box/buyNFT' satisfies CallId;

let app: TestApp;
let ann: Person;
let ben: Person;
/** What the mistaken handlers pay: from, to. */
let pays: readonly [string, string];
let judged = false;

const pay = async (context: object) => {
  const tx = Reflect.get(context, 'tx') as Transaction;
  const [from, to] = pays;
  if (judged) nothingLeaves(tx);
  await postJournal(tx, {
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
  });
  return { status: 'pending', reason: null, submitted_at: null };
};

const mistaken: readonly DomainFactory[] = FACTORIES.map((factory) => (dependencies) => {
  const domain = factory(dependencies);
  const wrong = Object.keys(domain.calls ?? {}).filter((callId) => callId === NOBODY || callId === WAY);
  return { ...domain, calls: { ...domain.calls, ...Object.fromEntries(wrong.map((callId) => [callId, pay])) } };
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

async function outcome(callId: typeof NOBODY | typeof WAY) {
  const key = randomUUID();
  const called = await app.call(callId, INPUT[callId], { token: ann.token, idempotencyKey: key }).catch(String);
  const kept = await app.database.query('select from idempotency_key where key = $1', [key]);
  const balances = await Promise.all([ann, ben].map(({ id }) => userBalance(app.database, id, 'change', 'USDT')));
  return { called, kept: kept.length, balances };
}

it('a call that enriches no one else credits no other user, whoever pays', async () => {
  for (const from of [ann.id, 'house']) {
    pays = [from, ben.id];
    expect(await outcome(NOBODY)).toMatchObject({ called: FAULT, kept: 0, balances: ['100', '0'] });
  }
  pays = ['house', ann.id];
  expect(await outcome(NOBODY)).toMatchObject({ kept: 1, balances: ['105', '0'] });
});

it('a way out that is not judged is undone', async () => {
  pays = [ann.id, ben.id];
  expect(await outcome(WAY)).toMatchObject({ called: FAULT, kept: 0, balances: ['105', '0'] });
  judged = true;
  expect(await outcome(WAY)).toMatchObject({ kept: 1, balances: ['100', '5'] });
});
