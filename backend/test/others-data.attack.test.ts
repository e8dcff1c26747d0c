import { randomUUID } from 'node:crypto';
import { type CallId, contract } from '@tessera/api/contract';
import { type Call, movesMoneyOut } from '@tessera/api/kit';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { accepted, accepts } from './form-values.ts';
import { signInStaff } from './staff-people.ts';
import { createTwoUsers, SETUP_MS, type TwoUsers } from './two-users.ts';
import { confirmedSession, PAY_PASSWORD } from './well-used.ts';

/*
 * Every call of the contract with the ids of another user. Calls and tables are read from the contract and from the
 * database: a new one is tried without being named here.
 */

/** A name that could pass for one of the exchange's staff. */
const OF_STAFF = 'Adm1n Zq7';
const LINK = 'evil.com/zq7';

let users: TwoUsers;
let untouched: Awaited<ReturnType<TwoUsers['rows']>>;
beforeAll(async () => {
  users = await createTwoUsers();
  await users.stage.app.database.query('update user_account set nickname = $2, signature = $3 where id <> $1', [
    users.ann.id,
    OF_STAFF,
    LINK,
  ]);
  untouched = await users.rows();
}, SETUP_MS);
afterAll(() => users.close());

/** What each user but Ann has, by currency. */
const heldByOthers = () =>
  users.stage.app.database.query(
    `select user_id, currency, sum(balance) as held from ledger_account
      where user_id is not null and user_id <> $1 group by 1, 2 having sum(balance) <> 0 order by 1, 2`,
    [users.ann.id],
  );

type Answer = { readonly status: number; readonly text: string };

async function send(call: Call, token: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const form = new URLSearchParams(fields).toString();
  const inQuery = call.method === 'GET' || call.method === 'DELETE';
  const response = await users.stage.app.app.inject({
    method: call.method,
    url: `/api${call.path}${inQuery ? `?${form}` : ''}`,
    headers: {
      authorization: token,
      'idempotency-key': randomUUID(),
      ...(!inQuery && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!inQuery && { payload: form }),
  });
  return { status: response.statusCode, text: response.body };
}

/** Requests with an id of Bob's in each field that takes one, and in all of them. */
function attempts(call: Call): readonly Readonly<Record<string, string>>[] {
  const stray = { user_id: users.bob.id, uid: users.bob.uid };
  if (call.access === 'staff') return [stray];
  const fields = Object.keys(call.input.shape);
  const fillerOf = (field: string) => (field === 'key' ? PAY_PASSWORD : accepted(call, field)[0]);
  const filled = (of: readonly string[]) =>
    Object.fromEntries(
      of.flatMap((field) => [[field, fillerOf(field)] as const]).filter(([, value]) => value !== undefined),
    );
  const required = filled(fields.filter((field) => !accepts(call, field, undefined)));
  // Names of things, not amounts.
  const named = fields.filter(
    (field) => field !== 'key' && !(accepts(call, field, '1.5') && !accepts(call, field, 'abc')),
  );
  const taking = (id: string) => named.filter((field) => accepts(call, field, id));
  const [number = ''] = users.ids;
  const single = taking(number).map((field) => ({ [field]: number }));
  const tries = users.ids.map((id) => Object.fromEntries(taking(id).map((field) => [field, id])));
  // A password is hashed for each guess.
  const most = call.limit === 'guesses' ? 6 : 16;
  const kinds = fields.flatMap((field) =>
    accepted(call, field)
      .slice(0, 3)
      .map((value) => ({ [field]: value })),
  );
  const told = [{}, filled(fields), ...single, ...tries].filter(
    (changes, index) => index < 2 || Object.keys(changes).length > 0,
  );
  return [...told, ...kinds].slice(0, most).map((changes) => ({ ...stray, ...required, ...changes }));
}

test('another user has something in every table of users, and it is told from what others have', () => {
  expect(users.empty).toEqual({});
  expect(users.marks.length).toBeGreaterThan(30);
  expect(users.ids.length).toBeGreaterThan(15);
});

describe('nothing of another user is shown or changed by', () => {
  it.each(Object.keys(contract) as CallId[])('%s', async (callId) => {
    const call: Call = contract[callId];
    const token = await confirmedSession(users.stage.app, users.ann);
    const held = await heldByOthers();
    for (const fields of attempts(call)) {
      // Its own limits would turn the next attempt away.
      if (call.limit === 'messages') await users.stage.app.database.query('truncate counted_attempt');
      const { status, text } = await send(call, token, fields);
      const what = `${JSON.stringify(fields)}: ${text.slice(0, 1_000)}`;
      expect(status, what).toBe(200);
      const found = users.shownIn(callId, text, JSON.stringify(fields));
      for (const each of [OF_STAFF, LINK]) expect(text, what).not.toContain(each);
      // What she sent is hers by now.
      const hers = found.length > 0 ? await users.hers() : null;
      expect(hers ? found.filter((mark) => !hers.has(mark)) : found, what).toEqual([]);
      if (text.includes('"function_under_development"')) break;
    }
    const before = untouched;
    untouched = await users.rows();
    expect(untouched).toEqual(before);
    // Ways out have tests of their own; no other call makes anyone richer.
    if (!movesMoneyOut(call)) expect(await heldByOthers()).toEqual(held);
  });
});

/** What every member may do: read how products stand, and what concerns their own session. */
const OPEN_TO_ALL_STAFF: ReadonlySet<string> = new Set([
  // Of support, those that it may decide.
  'GET /staff/changes',
  'POST /staff/changes/approve',
  'POST /staff/changes/end',
  // Each member's own password and factors.
  'POST /staff/password',
  'GET /staff/factors',
  'POST /staff/recovery_codes',
  'POST /staff/passkey/new/begin',
  'POST /staff/passkey/new',
  // Tokens of the member's own machines.
  'GET /staff/machines',
  'GET /staff/machines/bindings',
  'POST /staff/machines/bindings/create',
  'POST /staff/machines/bindings/revoke',
  'GET /staff/machines/login',
  'POST /staff/machines/login/approve',
  'POST /staff/machines/login/reject',
  'POST /staff/machines/create',
  'POST /staff/machines/revoke',
  'GET /staff/chains',
  'GET /staff/chat',
  'GET /staff/coupons',
  'GET /staff/house',
  'GET /staff/instruments',
  'GET /staff/instruments/changes',
  'GET /staff/calendars',
  'GET /staff/currencies',
  'GET /staff/invest',
  'GET /staff/launchpad',
  'GET /staff/loans',
  'GET /staff/mining',
  'GET /staff/nft/series',
  'GET /staff/options',
  'GET /staff/quickbuy',
  'GET /staff/quiz',
  'GET /staff/referral',
  'GET /staff/treasury',
  'GET /staff/vip',
  'GET /staff/me',
  'GET /staff/queues',
  'GET /staff/queue/list',
  'GET /staff/queue/show',
  'POST /staff/confirm/begin',
  'POST /staff/confirm',
  'POST /staff/logout',
] satisfies CallId[]);

/** Of fields that take none of the usual values. */
const FILLED: Readonly<Record<string, string>> = {
  queue: 'deposit',
  seconds: '60',
  reference: 'ABCDEFGH23',
  client_id: '00000000-0000-4000-8000-000000000001',
  symbol: 'NEW/USDT',
  source_url: 'https://source.example',
  evidence_url: 'https://source.example/9',
  base: 'BTC',
  quote: 'USDT',
  trades: 'spot',
  inventory: 'WORK-1:2',
};

describe('staff calls', () => {
  const staffCalls = (Object.keys(contract) as CallId[]).filter((callId) => contract[callId].access === 'staff');
  /** What the call takes, with ids of Bob's where it takes ids. */
  const requestOf = (call: Call) => {
    const filled = Object.keys(call.input.shape).flatMap((field) => {
      const values = accepted(call, field);
      const value = FILLED[field] ?? users.ids.find((id) => values.includes(id)) ?? values[0];
      return value === undefined ? [] : [[field, value] as const];
    });
    return { user_id: users.bob.id, uid: users.bob.uid, ...Object.fromEntries(filled) };
  };
  let support: string;
  let operator: string;
  beforeAll(async () => {
    support = (await signInStaff(users.stage.app, 'support')).token;
    operator = (await signInStaff(users.stage.app, 'operator')).token;
    untouched = await users.rows();
  });

  it.each(staffCalls)('%s refuses guests, users and members without the role', async (callId) => {
    const call: Call = contract[callId];
    const request = requestOf(call);
    for (const token of ['', await confirmedSession(users.stage.app, users.ann), 'x'.repeat(43)]) {
      expect(JSON.parse((await send(call, token, request)).text)).toMatchObject({ error: 'session_invalid' });
    }
    if (OPEN_TO_ALL_STAFF.has(callId)) return;
    // Those of customer service are for the role that has least of the others.
    const { text } = await send(call, /^\/staff\/(support|users)\//.test(call.path) ? operator : support, request);
    expect(JSON.parse(text), JSON.stringify(request)).toMatchObject({ error: 'forbidden' });
    expect(await users.rows()).toEqual(untouched);
  });
});

/** As many calls show that what is another user's is found in a response. */
const SHOWN = 15;

/** Otherwise the tests above would find nothing whatever a call did. */
test('the same requests show another user what is theirs', async () => {
  const seen: string[] = [];
  // Reads first: among the others are some that end the account.
  const calls = (Object.keys(contract) as CallId[]).sort((a, b) => a.localeCompare(b));
  for (const callId of calls) {
    const call: Call = contract[callId];
    if (call.access === 'staff') continue;
    if (seen.length > SHOWN) break;
    const token = await confirmedSession(users.stage.app, users.bob);
    for (const fields of attempts(call).slice(0, 6)) {
      const { text } = await send(call, token, fields);
      if (users.shownIn(callId, text, JSON.stringify(fields)).length > 0) {
        seen.push(callId);
        break;
      }
    }
  }
  expect(seen.length, seen.join('\n')).toBeGreaterThan(SHOWN);
});
