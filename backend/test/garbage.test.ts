import { type CallId, contract } from '@tessera/api/contract';
import { type Call, failureEnvelope } from '@tessera/api/kit';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newToken, tokenHash } from '../src/platform/session/token.ts';
import { accepted, accepts, NASTY, TRIED } from './form-values.ts';
import { signUp } from './people.ts';
import { samples } from './samples.ts';
import { START, type TestApp } from './test-app.ts';
import { createTwoUsers, SETUP_MS, type TwoUsers } from './two-users.ts';
import { confirmedSession } from './well-used.ts';

let users: TwoUsers;
let app: TestApp;
let userToken: string;
let staffToken: string;

/** A staff member's session, put where the staff log-in would put it. */
async function openStaffSession({ database }: TestApp): Promise<string> {
  const token = newToken();
  await database.query(
    `with member as (
       insert into staff_member (account, name, role, password_hash, created_at)
       values ('garbage@tessera.example', 'Gar', 'admin', 'none', now())
       on conflict (lower(account)) do update set name = excluded.name returning id)
     insert into staff_session (staff_id, token_hash, created_at, last_seen_at, expires_at)
     select id, $1, $2, $2, $2::timestamptz + interval '1 day' from member`,
    [tokenHash(token), new Date(START)],
  );
  return token;
}

beforeAll(async () => {
  users = await createTwoUsers();
  app = users.stage.app;
}, SETUP_MS);
afterAll(() => users.close());

/** Created for each call: garbage logs users out, freezes and closes accounts as well. */
beforeEach(async () => {
  const caller = await signUp(app, { level: 2, funds: { change: { USDT: '1000', BTC: '1' } } });
  userToken = `Bearer ${await confirmedSession(app, caller)}`;
  staffToken = await openStaffSession(app);
});

const nasty = fc.constantFrom(...NASTY);
const text = fc.oneof(nasty, fc.constantFrom(...TRIED), fc.string({ unit: 'binary', maxLength: 40 }));

/** Mostly valid values of the field, edge cases first. */
const fieldOf = (call: Call, field: string) => {
  const taken = [...accepted(call, field), ...NASTY.filter((value) => accepts(call, field, value))];
  const fitting = taken.length > 0 ? fc.constantFrom(...taken) : text;
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: text });
};

/** A form with the call's own fields (some of them twice) and strangers among them. */
const formFor = (call: Call) => {
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...Object.keys(call.input.shape), 'lang', 'page', 'limit') },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'a[b]', 'a[]', '') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  );
  const complete = fc.tuple(
    ...Object.keys(call.input.shape).map((field) => fc.tuple(fc.constant(field), fieldOf(call, field))),
  );
  return fc
    .tuple(complete, fc.oneof(fc.constant([]), fc.array(fc.tuple(name, text), { maxLength: 4 })))
    .map(([all, more]) => new URLSearchParams([...all, ...more].map(([k, v]) => [k, v.toWellFormed()])).toString());
};

const MULTIPART = 'multipart/form-data; boundary=xxx';
const part = (headers: string, body: string) => `--xxx\r\n${headers}\r\n\r\n${body}\r\n`;

const body = (call: Call) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: formFor(call).map((payload) => ({ type: 'application/x-www-form-urlencoded', payload })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'application/x-www-form-urlencoded',
            'application/json',
            'text/plain',
            'text/html; charset=utf-99',
            'multipart/form-data',
            MULTIPART,
            'application/octet-stream',
            ';;;',
            '',
          ),
          fc.oneof(
            text,
            fc.json(),
            fc.constantFrom(
              '{"a":',
              '%zz=%',
              '&&&==',
              '--xxx',
              '--xxx\r\n\r\n--xxx--\r\n',
              part('Content-Disposition: form-data; name="file"; filename="a.png"', '\x89PNG\r\n\x1a\n'),
              `${part('Content-Disposition: form-data; name="file"; filename="../a"', 'GIF89a')}--xxx--\r\n`,
              `${part('Content-Disposition: form-data; name="__proto__"', '1')}--xxx--\r\n`,
              `${part('Content-Disposition: form-data; name="file"; filename=""', '\xff\xd8\xff\xe0')}--xxx--\r\n`,
            ),
          ),
        )
        .map(([type, payload]) => ({ type, payload })),
    },
  );

const headerText = fc.string({ unit: fc.constantFrom(...'aZ09 ,;=:/"\\{}[]()<>@é'), maxLength: 60 });

const strangeHeaders = fc.record(
  {
    'user-agent': headerText,
    'accept-language': headerText,
    'x-forwarded-for': fc.oneof(headerText, fc.constantFrom('::1', '1.2.3.4, 5.6.7.8', '999.1.1.1')),
    'content-encoding': fc.constantFrom('gzip', 'br', 'nonsense'),
    cookie: headerText,
    range: headerText,
    accept: headerText,
  },
  { requiredKeys: [] },
);

const tokens = fc.oneof(
  fc.constantFrom('user', 'staff', 'none'),
  headerText,
  fc.constantFrom('Bearer', 'Bearer ', 'Basic YTpi', 'a'.repeat(43), 'a'.repeat(5_000)),
);

const authorization = (token: string): Record<string, string> => {
  if (token === 'none') return {};
  if (token === 'user') return { authorization: userToken };
  return { authorization: token === 'staff' ? `Bearer ${staffToken}` : token };
};

const idempotencyKeys = fc.oneof(
  fc.uuid(),
  fc.constantFrom('', ' ', 'short', 'k'.repeat(100), 'k'.repeat(101)),
  headerText,
);

/** Whether a response is a success. It shows nothing of another user, except to a staff member. */
const checkResponse = (status: number, text: string, callId: CallId, byStaff: boolean): boolean => {
  const what = `${callId}: ${text.slice(0, 300)}`;
  const envelope: unknown = JSON.parse(text);
  // Some calls count their requests for longer than a test takes.
  const limited = envelope !== null && Reflect.get(Object(envelope), 'error') === 'rate_limited';
  expect(status, what).toBe(limited ? 429 : 200);
  if (!byStaff) expect(users.shownIn(callId, text, ''), what).toEqual([]);
  if (typeof envelope === 'object' && envelope !== null && Reflect.get(envelope, 'type') === 'ok') return true;
  expect(failureEnvelope.safeParse(envelope).success, what).toBe(true);
  return false;
};

/** Grows with every change of a balance. */
const lastEntry = async (): Promise<string> => {
  const [row] = await app.database.query<{ last: string }>(
    'select coalesce(max(journal_id), 0)::text as last from ledger_entry',
  );
  return row?.last ?? '';
};

describe('no input makes a fault, shows or changes what is another user’s, or moves money unless it succeeds', () => {
  it.each(Object.keys(contract) as CallId[])('%s', async (key) => {
    const call: Call = contract[key];
    // What an earlier call has queued is posted now, not between two of this one's.
    await app.turn();
    let last = await lastEntry();
    const before = await users.rows();
    await fc.assert(
      fc.asyncProperty(
        body(call),
        formFor(call),
        tokens,
        idempotencyKeys,
        strangeHeaders,
        async ({ type, payload }, query, token, idempotencyKey, strange) => {
          const bodiless = call.method === 'GET' || call.method === 'DELETE';
          const request: InjectOptions = {
            method: call.method as 'GET' | 'POST' | 'PUT' | 'DELETE',
            url: `/api${call.path}${bodiless ? `?${query}` : ''}`,
            headers: {
              ...strange,
              ...authorization(token),
              'idempotency-key': idempotencyKey,
              ...(!bodiless && { 'content-type': type }),
            },
            ...(!bodiless && { payload }),
          };
          const response = await app.app.inject(request);
          const done = checkResponse(response.statusCode, response.body, key, token === 'staff');
          if (!call.idempotent) return;
          const now = await lastEntry();
          if (!done) expect(now, 'a balance was changed by a call that was refused').toBe(last);
          last = now;
        },
      ),
      { numRuns: samples(6, 16) },
    );
    // Calls without an idempotency key move nothing.
    expect(await lastEntry()).toBe(last);
    const after = await users.rows();
    // Staff calls change what is theirs to change: a member's session is among the tokens.
    if (call.access !== 'staff') expect(after, 'something of another user was changed').toEqual(before);
  });

  it.each([
    '/api/nothing',
    '/api/%00',
    '/api/%zz',
    '/api/uploads/..%2f..%2fetc%2fpasswd',
    '/api/uploads/%00.jpg',
    `/api/uploads/${'a'.repeat(5_000)}`,
    '/api/docs/..%2f..%2fpackage.json',
    '//',
    '/api/user/info/../../x',
  ])('a path that leads nowhere: %s', async (url) => {
    const { statusCode } = await app.app.inject({ method: 'GET', url });
    expect([400, 404, 414]).toContain(statusCode);
  });

  it('and the ledger is sound after all of it', async () => {
    const [journals] = await app.database.query<{ bad: string }>(
      'select count(*) as bad from (select from ledger_entry group by journal_id, currency having sum(amount) <> 0) x',
    );
    expect(journals?.bad).toBe('0');
  });
});
