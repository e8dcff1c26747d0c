import { type CallId, contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openInterest } from '../src/domains/invest/store.ts';
import { accepted, accepts } from './form-values.ts';
import { inTurn, KILL_TURN } from './kill-points.ts';
import { lengthenHistory, listenToStatements, mostRead } from './long-history.ts';
import { ownedTables } from './owned-rows.ts';
import { planOf } from './plans.ts';
import { createTwoUsers, SETUP_MS, type TwoUsers } from './two-users.ts';
import { confirmedSession } from './well-used.ts';

/*
 * No list costs what a history is long: a user has more rows in each table than any list may read, and every call of the
 * contract that has pages is made with each of its filters; in `npm test` what
 * statements read is counted for every third call, from one on that the commit decides.
 */

/** Rows of a user in each table. */
const HISTORY = 12_500;
/** Rows that one step of a statement may read. */
const MOST = 11_000;

/** Tables of which a user, or what is theirs, has few rows by a rule. */
const FEW: ReadonlySet<string> = new Set([
  // Of a position.
  'lever_trigger',
  // Of a trader.
  'copy_follow',
]);

let users: TwoUsers;
let short: Readonly<Record<string, string>>;
let statements: ReturnType<typeof listenToStatements>;
let client: pg.Client;
let token: string;
beforeAll(async () => {
  users = await createTwoUsers();
  const { app } = users.stage;
  short = await lengthenHistory(app.database, await ownedTables(app.database), users.bob.id, HISTORY, FEW);
  statements = listenToStatements();
  client = new pg.Client(app.database.connection);
  await client.connect();
  // As with tables of many users, which none reads whole where it finds a part by an index.
  await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off');
  token = await confirmedSession(app, users.bob);
}, 2 * SETUP_MS);
afterAll(async () => {
  statements.stop();
  await client.end();
  await users.close();
});

/** The ids of Bob's rows of before. */
const ids = () => [
  ...new Set(
    [...users.his].flatMap(([column, values]) => (/\.(id|code|room_id)$/.test(column) ? [...values].slice(0, 2) : [])),
  ),
];

function attempts(call: Call): readonly Readonly<Record<string, string>>[] {
  const fields = Object.keys(call.input.shape).filter((field) => field !== 'page');
  const needed = fields.filter((field) => !accepts(call, field, undefined));
  const valuesOf = (field: string) => [
    ...accepted(call, field).slice(0, 8),
    ...ids().filter((id) => accepts(call, field, id)),
  ];
  const required = Object.fromEntries(needed.map((field) => [field, valuesOf(field)[0] ?? '1']));
  const single = fields
    .filter((field) => field !== 'limit')
    .flatMap((field) => valuesOf(field).map((value) => ({ [field]: value })));
  return [{}, { page: '5' }, ...single].map((fields) => ({ ...required, ...fields }));
}

async function send(call: Call, fields: Readonly<Record<string, string>>) {
  const form = new URLSearchParams(fields).toString();
  const inQuery = call.method === 'GET' || call.method === 'DELETE';
  const response = await users.stage.app.app.inject({
    method: call.method,
    url: `/api${call.path}${inQuery ? `?${form}` : ''}`,
    headers: {
      authorization: token,
      ...(!inQuery && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!inQuery && { payload: form }),
  });
  return response.json<{ type: string; message: { total?: number } }>();
}

test('the user has many rows wherever one may have more than one', () => {
  expect(short).toMatchInlineSnapshot(`
    {
      "account_request": "new row for relation "account_request" violates check constraint "account_request_kind_check"",
      "authenticator": "one row a user",
      "authenticator_enrolment": "one row a user",
      "brake": "new row for relation "brake" violates check constraint "brake_name_check"",
      "chart_indicator": "one row a user",
      "chat_member": "one row a user",
      "conversion_quote": "one row a user",
      "copy_account": "one row a user",
      "copy_trader": "one row a user",
      "cost_state": "one row a user",
      "ledger_account": "new row for relation "ledger_account" violates check constraint "ledger_account_part_check"",
      "market_maker": "one row a user",
      "menu_shortcut": "one row a user",
      "message_preference": "one row a user",
      "nft_artist": "one row a user",
      "payee_whitelist": "one row a user",
      "quick_buy_quote": "one row a user",
      "statement_link": "one row a user",
      "trading_result": "one row a user",
      "watchlist_group": "one row a user",
    }
  `);
});

test('what the house promised is found by an index of what is open', async () => {
  const plan = await planOf(users.stage.app.database, (sql) => openInterest(sql, 'USDT'));
  expect(plan).toMatch(/invest_order_(?:open|due|demand|accrual)/);
  expect(plan).not.toContain('Seq Scan on invest_order');
});

const paged = (Object.keys(contract) as CallId[]).filter(
  (callId) => contract[callId].access !== 'staff' && 'page' in contract[callId].input.shape,
);

const counted = new Set(inTurn('long history', paged, 3));

describe(`a page reads no more than the newest entries${KILL_TURN}:`, () => {
  it.each(paged)('%s', async (callId) => {
    const call: Call = contract[callId];
    const seen = new Set<string>();
    const tooMany: unknown[] = [];
    for (const fields of attempts(call)) {
      await users.stage.app.database.query('truncate counted_attempt');
      statements.taken();
      const { type, message } = await send(call, fields);
      if (type === 'ok') expect(message.total ?? 0).toBeLessThanOrEqual(10_000);
      for (const issued of statements.taken()) {
        const key = JSON.stringify(issued);
        if (!counted.has(callId) || seen.has(key) || !/^\s*(?:with|select)\b/i.test(issued.text)) continue;
        seen.add(key);
        const { rows, where } = await mostRead(client, issued);
        if (rows > MOST) tooMany.push({ fields, rows, where, text: issued.text.replace(/\s+/g, ' ').slice(0, 220) });
      }
    }
    expect(tooMany).toEqual([]);
  });
});
