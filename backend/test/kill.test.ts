import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CallId } from '@tessera/api/contract';
import { TERMS_VERSION } from '@tessera/api/identity/rules';
import type { WireSpotOrder } from '@tessera/api/spot/wire';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_USER } from '../src/domains/identity/demo-user.ts';
import { hashSecret } from '../src/domains/identity/password.ts';
import { connect, type Database } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { auditLedger, freezeEntries, houseAccount, postJournal, userAccount } from '../src/platform/ledger/index.ts';
import { type BackendProcess, type Envelope, startBackend } from './backend-process.ts';
import { ChatClient } from './chat-client.ts';
import { KILL_TURN, killPoints } from './kill-points.ts';
import { scratchFolder } from './scratch-folder.ts';

/*
 * kill -9 of backend and database amid orders, transfers, options, a thousand orders and positions of leverage, copies,
 * auctions that close, and talk in a chat room.
 */

/** Number of concurrent users. */
const WORKERS = 8;
/** Acknowledged effects after which the process is killed, in the middle of the others. */
const KILL_AFTER = 120;
const BTC = '1';
const USDT = '3';

type Action = { readonly call: CallId; readonly form: Record<string, string> };
type Sent = Action & { readonly key: string; readonly token: string };
type Acknowledged = Sent & { readonly response: Envelope };

let dataDir: string;
let backend: BackendProcess;
/** Tokens of all users: the demo user and new ones. */
let tokens: readonly string[];
/** A price near the market, whole so that it is on any tick. */
let price: number;

beforeAll(async () => {
  dataDir = scratchFolder('kill');
  backend = await startBackend(dataDir);
  const demo = await backend.call('POST /user/login', { user_string: DEMO_USER.email, password: DEMO_USER.password });
  const { token } = demo.message as { token: string };
  tokens = [token, await signUp('one@example.com'), await signUp('two@example.com')];
  // What new users say counts at once.
  await withDatabase((database) => database.query(`update setting set value = '0' where keyword = 'chat_hold_hours'`));
  const first: Action = { call: 'POST /coin/trade', form: marketBuy('20') };
  const bought = await send({ ...first, token, key: randomUUID() });
  expect(bought).toMatchObject({ type: 'ok' });
  price = Math.floor(Number((bought.message as WireSpotOrder).average_price));
});

afterAll(async () => {
  await backend.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const send = ({ call, form, token, key }: Sent) =>
  backend.call(call, form, { authorization: token, 'idempotency-key': key });

/** The code of the last message to an address, from the files that the backend keeps where it has no mail server. */
function codeFor(email: string): Promise<string> {
  const folder = join(dataDir, 'outbox');
  // The message is delivered behind the call that asked for it.
  return vi.waitFor(() => {
    const name = readdirSync(folder)
      .filter((file) => file.includes(email))
      .toSorted()
      .at(-1);
    const code = name && readFileSync(join(folder, name), 'utf8').match(/\b\d{6}\b/)?.[0];
    if (!code) throw new Error(`no code was sent to ${email}`);
    return code;
  }, 60_000);
}

/** Signs a user up over the API and credits money; returns the token. */
async function signUp(email: string): Promise<string> {
  expect(await backend.call('POST /sms_mail', { user_string: email, scene: 'register' })).toMatchObject({ type: 'ok' });
  const password = 'a-decent-secret-81';
  const form = {
    loginActive: 'email',
    user_string: email,
    code: await codeFor(email),
    password,
    re_password: password,
    terms: TERMS_VERSION,
  };
  const { message } = await backend.call('POST /user/register', form);
  const { token, user } = message as { token: string; user: { uid: string } };
  await withDatabase(async (database) => {
    const [row] = await database.query<{ id: string }>('select id from user_account where uid = $1', [user.uid]);
    const id = row?.id ?? '';
    // Before its first call: a node that knows a session does not see what a test writes.
    await database.query('update user_account set verification_level = 2 where id = $1', [id]);
    const grants = [
      { currency: 'USDT', amount: '10000' },
      { currency: 'BTC', amount: '0.5' },
    ];
    await database.transaction((tx) =>
      postJournal(tx, {
        ref: `test-grant:${id}`,
        kind: 'reward',
        at: Date.now(),
        entries: grants.flatMap(({ currency, amount }) => [
          { account: houseAccount('grants'), currency, amount: `-${amount}` },
          { account: userAccount(id, 'change'), currency, amount },
        ]),
      }),
    );
  });
  return token;
}

const pair = { currency_id: BTC, legal_id: USDT };
const marketBuy = (quote_amount: string) => ({ ...pair, type: 'buy', kind: 'market', quote_amount });
const marketSell = (amount: string) => ({ ...pair, type: 'sell', kind: 'market', amount });
/** Far enough from the market to rest. */
const restingBuy = () => ({ ...pair, type: 'buy', target_price: String(Math.floor(price * 0.7)), amount: '0.0005' });
const transfer = (from_field: string, to_field: string) => ({ currency_id: USDT, number: '1.5', from_field, to_field });

const moneyCalls = fc.oneof(
  fc.constantFrom('10', '12.5', '20').map((total): Action => ({ call: 'POST /coin/trade', form: marketBuy(total) })),
  fc.constantFrom('0.0005', '0.001').map((amount): Action => ({ call: 'POST /coin/trade', form: marketSell(amount) })),
  fc.constant('rest' as const),
  fc.constant('cancel' as const),
  fc
    .constantFrom(['change', 'legal'] as const, ['legal', 'change'] as const)
    .map(([from, to]): Action => ({ call: 'POST /wallet/change', form: transfer(from, to) })),
);

const PAY_PASSWORD = '482915';
const OPTIONS = 6;

/** Opens options of ten seconds, which expire about when the backend is killed. Returns their ids. */
async function openOptions(token: string): Promise<readonly string[]> {
  const hash = await hashSecret(PAY_PASSWORD);
  await withDatabase(async (database) => {
    await database.query(
      `insert into option_term (seconds, ratio, min_stake, max_stake) values (10, 0.8, 5, 100) on conflict do nothing`,
    );
    await database.query('update user_account set pay_password_hash = $2 where email = $1', [DEMO_USER.email, hash]);
  });
  const funded = { currency_id: USDT, number: '60', from_field: 'change', to_field: 'micro' };
  expect(await send({ call: 'POST /wallet/change', form: funded, token, key: randomUUID() })).toMatchObject({
    type: 'ok',
  });
  const { message } = await backend.call('GET /microtrade/seconds', {});
  const { matches } = message as { matches: readonly { match_id: number; symbol: string }[] };
  const match = matches.find(({ symbol }) => symbol === 'BTC/USDT');
  const ids: string[] = [];
  for (let index = 0; index < OPTIONS; index++) {
    const form = {
      match_id: String(match?.match_id),
      currency_id: USDT,
      type: index % 2 === 0 ? '1' : '2',
      seconds: '10',
      number: '5',
      key: PAY_PASSWORD,
    };
    const opened = await send({ call: 'POST /microtrade/submit', form, token, key: randomUUID() });
    expect(opened).toMatchObject({ type: 'ok' });
    ids.push((opened.message as { id: string }).id);
  }
  return ids;
}

/** Every option has ended, was booked once, and paid what its result says. */
const expectOptionsEnded = (ids: readonly string[]): Promise<void> =>
  vi.waitFor(
    () =>
      withDatabase(async (database) => {
        const rows = await database.query<{ status: string; result: string | null; payout: string; journals: number }>(
          `select status, result, payout,
                  (select count(*)::int from journal where ref in ('option:' || o.id || ':stake', 'option:' || o.id || ':result'))
                    as journals
             from option_order o where id = any ($1)`,
          [ids],
        );
        expect(rows).toHaveLength(ids.length);
        for (const { status, result, payout, journals } of rows) {
          expect(status).not.toBe('open');
          expect(journals).toBe(2);
          expect(payout).toBe(result === 'won' ? '9' : result === 'lost' ? '0' : '5');
        }
      }),
    { timeout: 30_000, interval: 500 },
  );

const PERP = 'BTC/USDT-PERP';
/** Orders that rest, and positions that are open, of leverage; and followers of one trader. */
const RESTING = 500;
const OPEN = 500;
const FOLLOWERS = 10;

/** Users with money on their leverage accounts; returns their ids. */
async function holders(database: Database, name: string, uids: number, count: number): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
     select ($2::int + n)::text, $1 || n || '@example.com', '', $1 || n, $1 || n, 2, now()
       from generate_series(1, $3::int) n returning id`,
    [name, uids, count],
  );
  await database.transaction(async (tx) => {
    for (const { id } of rows) {
      await postJournal(tx, {
        ref: `test-grant:${id}`,
        kind: 'reward',
        at: Date.now(),
        entries: [
          { account: houseAccount('grants'), currency: 'USDT', amount: '-100000' },
          { account: userAccount(id, 'lever'), currency: 'USDT', amount: '100000' },
        ],
      });
    }
  });
  return rows.map(({ id }) => id);
}

/** Written as the market would have, while no node runs: what the next one reads. 0.01 BTC each at 10 times. */
const seedThousand = () =>
  withDatabase(async (database) => {
    const users = await holders(database, 'held', 91_000_000, 20);
    const limit = Math.floor(price * 0.97);
    const [first] = await database.query<{ id: string }>('select coalesce(max(id), 0) + 1 as id from lever_order');
    const columns = `(id, user_id, symbol, category, currency, side, mode, multiple, rate, threshold, closing_fee_rate, kind, price,
      ordered_quantity, quantity, entry_exact, opened_quantity, opened_exact, margin, required, status, created_at, opened_at, updated_at)`;
    const of = `$2::bigint + n, ($1::bigint[])[1 + n % cardinality($1::bigint[])], '${PERP}', 'contract', 'USDT', 'long', 'cross', 10,
      1, 0.5, 0.0005`;
    await database.transaction(async (tx) => {
      await tx.query(
        `insert into lever_position ${columns}
         select ${of}, 'market', null, 0.01, 0.01, $3::numeric / 100, 0.01, $3::numeric / 100, $3::numeric / 1000,
                $3::numeric / 1000, 'open', now(), now(), now() from generate_series(0, $4::int - 1) n`,
        [users, first?.id, price, OPEN],
      );
      await tx.query(
        `insert into lever_position ${columns}
         select ${of}, 'limit', $3::numeric, 0.01, 0, 0, 0, 0, 0, 0, 'pending', now(), null, now()
           from generate_series($4::int, $4::int + $5::int - 1) n`,
        [users, first?.id, limit, OPEN, RESTING],
      );
      await tx.query(
        `insert into lever_order (id, position_id, user_id, symbol, purpose, side, kind, cause, price, quantity, filled_quantity,
                                  filled_exact, profit, reserved, status, created_at, updated_at)
         select id, id, user_id, symbol, 'open', 'buy', kind, 'user', price, 0.01, quantity, entry_exact, null,
                case when status = 'pending' then price / 1000 + price * 0.000005 else 0 end,
                case when status = 'pending' then 'pending' else 'filled' end, now(), now()
           from lever_position where id >= $1`,
        [first?.id],
      );
      const held = await tx.query<{ user_id: string; amount: string }>(
        `select p.user_id, sum(p.margin + o.reserved) as amount from lever_position p join lever_order o on o.id = p.id
          where p.id >= $1 group by 1`,
        [first?.id],
      );
      for (const { user_id, amount } of held) {
        const entries = freezeEntries(user_id, 'lever', 'USDT', amount);
        await postJournal(tx, { ref: `test-held:${user_id}`, kind: 'margin', at: Date.now(), entries });
      }
    });
  });

/** A trader with a position that all followers have copied. Returns its id. */
async function openCopies(token: string): Promise<string> {
  await withDatabase(async (database) => {
    const followers = await holders(database, 'copy', 92_000_000, FOLLOWERS);
    const [trader] = await database.query<{ id: string }>(
      `select id from user_account where email = 'one@example.com'`,
    );
    await database.query('insert into copy_trader (user_id, since) values ($1, now())', [trader?.id]);
    await database.query(
      `insert into copy_follow (user_id, trader_user_id, type, number, max_amount, slippage, agreement, started_at)
       select id, $2, 'multiple', 1, 10000, 0.02, 1, now() from unnest($1::bigint[]) as f (id)`,
      [followers, trader?.id],
    );
  });
  const funded = { currency_id: USDT, number: '1000', from_field: 'change', to_field: 'lever' };
  const moved = await send({ call: 'POST /wallet/change', form: funded, token, key: randomUUID() });
  expect(moved).toMatchObject({ type: 'ok' });
  const form = { symbol: PERP, type: '1', amount: '0.01', multiple: '10' };
  const opened = await send({ call: 'POST /lever/submit', form, token, key: randomUUID() });
  expect(opened.type, JSON.stringify(opened)).toBe('ok');
  await expectCopies('open');
  return (opened.message as { id: string }).id;
}

/** All followers have one copy in this state, whose position was opened and closed once. */
const expectCopies = (status: 'open' | 'closed'): Promise<void> =>
  vi.waitFor(
    () =>
      withDatabase(async (database) => {
        const rows = await database.query<{ status: string; opens: number; closes: number }>(
          `select c.status, count(*) filter (where o.purpose = 'open' and o.status = 'filled')::int as opens,
                  count(*) filter (where o.purpose = 'close' and o.status = 'filled')::int as closes
             from copy_trade c join lever_order o on o.position_id = c.position_id group by c.id, c.status`,
        );
        expect(rows).toEqual(Array(FOLLOWERS).fill({ status, opens: 1, closes: status === 'open' ? 0 : 1 }));
      }),
    { timeout: 30_000, interval: 250 },
  );

const AUCTIONS = 40;
const BIDDERS = 10;

/** Auctions that end one after the other in the next seconds, each with ten deposits of 10 and as many bids. */
const seedAuctions = () =>
  withDatabase(async (database) => {
    const users = await holders(database, 'bids', 93_000_000, BIDDERS);
    await database.transaction(async (tx) => {
      await tx.query(
        `with artist as (
           insert into nft_artist (code, name, biographies, created_at) values ('killed', 'Killed', '{}', now()) returning id),
         works as (
           insert into nft_work (code, artist_id, type, names, descriptions, properties, rarity, media, royalty_bp, editions,
                                 search, grams, created_at)
           select 'KILL-' || n, a.id, 'image', '{"en": "Killed"}', '{}', '[]', 'rare', '{}', 500, 1, '', '{}', now()
             from artist a, generate_series(1, $2::int) n returning id, code),
         items as (
           insert into nft_item (work_id, edition, code, created_at) select id, 1, code, now() from works returning id, work_id, code),
         sales as (
           insert into nft_sale (work_id, item_id, code, sale_type, resale, currency, scale, price, stock, deposit, increment,
                                 ask, worth, start_at, end_at, fee_bp, royalty_bp, forfeit_bp, created_at, bids)
           select work_id, id, code, 'auction', false, 'USDT', 6, 100, 1, 10, 10, 100 + 10 * (cardinality($1::bigint[]) - 1), 190,
                  now() - interval '1 day', now() + interval '0.2 s' * substr(code, 6)::int, 250, 500, 5000, now(),
                  cardinality($1::bigint[])
             from items returning id, work_id),
         deposits as (
           insert into nft_order (user_id, sale_id, work_id, kind, price, paid, due, currency, scale, status, created_at, settled_at)
           select u, s.id, s.work_id, 'deposit', 10, 10, 0, 'USDT', 6, 'paid', now(), now()
             from sales s, unnest($1::bigint[]) u)
         insert into nft_bid (sale_id, user_id, price, at)
         select s.id, u, 90 + 10 * place, now() from sales s, unnest($1::bigint[]) with ordinality as b (u, place)`,
        [users, AUCTIONS],
      );
      await tx.query(
        `update nft_sale s set top_bid_id = b.id, top_bidder_id = b.user_id from nft_bid b
          where b.sale_id = s.id and b.price = s.ask`,
      );
      await tx.query(
        `update nft_item i set sale_id = s.id from nft_sale s where s.item_id = i.id and s.code like 'KILL-%'`,
      );
      const amount = String(10 * AUCTIONS);
      for (const id of users) {
        await postJournal(tx, {
          ref: `test-deposits:${id}`,
          kind: 'nft_deposit',
          at: Date.now(),
          entries: [
            { account: houseAccount('grants'), currency: 'USDT', amount: `-${amount}` },
            { account: userAccount(id, 'nft'), currency: 'USDT', amount },
          ],
        });
      }
    });
  });

/** Every auction has one winner, who owes the rest; every other deposit was returned once. */
const expectAuctionsClosed = (): Promise<void> =>
  vi.waitFor(
    () =>
      withDatabase(async (database) => {
        const [orders] = await database.query(
          `select count(*) filter (where o.kind = 'auction')::int as winners,
                  count(distinct o.sale_id) filter (where o.kind = 'auction' and o.due = 180 and o.user_id = s.top_bidder_id)::int as due,
                  count(*) filter (where o.kind = 'deposit' and o.status = 'refunded')::int as refunded,
                  count(*) filter (where o.kind = 'deposit' and o.status = 'paid' and o.user_id = s.top_bidder_id)::int as kept
             from nft_order o join nft_sale s on s.id = o.sale_id where s.code like 'KILL-%'`,
        );
        expect(orders).toEqual({
          winners: AUCTIONS,
          due: AUCTIONS,
          refunded: AUCTIONS * (BIDDERS - 1),
          kept: AUCTIONS,
        });
        const [held] = await database.query(
          `select sum(balance) filter (where name = 'nft') as deposits, sum(balance) filter (where name = 'change') as returned
             from ledger_account a join user_account u on u.id = a.user_id where u.email like 'bids%'`,
        );
        expect(held).toEqual({
          deposits: String(10 * AUCTIONS),
          returned: String(10 * AUCTIONS * (BIDDERS - 1)),
        });
      }),
    { timeout: 30_000, interval: 500 },
  );

/** What rested rests, what was open is open, with the money that it holds. */
const expectThousand = () =>
  withDatabase(async (database) => {
    const rows = await database.query<{ status: string; count: number }>(
      `select p.status, count(*)::int as count from lever_position p join user_account u on u.id = p.user_id
        where u.email like 'held%' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { status: 'open', count: OPEN },
      { status: 'pending', count: RESTING },
    ]);
  });

/** Money calls from several sides until the process is gone; returns acknowledged and unacknowledged calls. */
async function loadUntilKilled(kill: () => Promise<void>, actions: readonly (Action | 'rest' | 'cancel')[]) {
  const acknowledged: Acknowledged[] = [];
  const unanswered: Sent[] = [];
  const next = actions.values();
  let killed: Promise<void> | null = null;

  const actionOf = (drawn: Action | 'rest' | 'cancel', resting: string[]): Action => {
    const id = drawn === 'cancel' ? resting.pop() : undefined;
    if (id) return { call: 'PUT /coin/trade', form: { id } };
    return typeof drawn === 'string' ? { call: 'POST /coin/trade', form: restingBuy() } : drawn;
  };

  async function work(token: string): Promise<void> {
    const resting: string[] = [];
    for (const drawn of next) {
      const sent: Sent = { ...actionOf(drawn, resting), key: randomUUID(), token };
      try {
        const response = await send(sent);
        if (response.type !== 'ok') continue;
        acknowledged.push({ ...sent, response });
        if (drawn === 'rest') resting.push((response.message as WireSpotOrder).id);
      } catch {
        unanswered.push(sent);
        return;
      }
      if (acknowledged.length >= KILL_AFTER) killed ??= kill();
    }
  }

  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(tokens[worker % tokens.length] ?? '')));
  await killed;
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILL_AFTER);
  return { acknowledged, unanswered };
}

async function withDatabase<T>(look: (database: Database) => Promise<T>): Promise<T> {
  const { connection } = await startEmbeddedPostgres(dataDir);
  const database = connect({ ...connection, max: 1, onLost: () => undefined });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

/** Sum over all accounts, the house's included; every journal balances, so it is zero for each currency. */
const totals = (database: Database) =>
  database.query<{ currency: string; total: string }>(
    'select currency, sum(amount) as total from ledger_entry group by currency order by currency',
  );

async function expectSoundBooks(): Promise<void> {
  await withDatabase(async (database) => {
    expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
    for (const { currency, total } of await totals(database)) expect(`${total} ${currency}`).toBe(`0 ${currency}`);
    const negative = await database.query("select from ledger_account where owner_kind = 'user' and balance < 0");
    expect(negative).toEqual([]);
    const [frozen] = await database.query<{ held: string; reserved: string }>(
      `select (select coalesce(sum(balance), 0) from ledger_account where part = 'frozen') as held,
              (select coalesce(sum(reserved), 0) from spot_order where status = 'pending')
                + (select coalesce(sum(stake), 0) from option_order where status = 'open')
                + (select coalesce(sum(margin), 0) from lever_position where status in ('open', 'closing'))
                + (select coalesce(sum(reserved), 0) from lever_order where status = 'pending')
                + (select coalesce(sum(reserved), 0) from copy_account) as reserved`,
    );
    expect(frozen?.held).toBe(frozen?.reserved);
  });
}

async function expectKept(acknowledged: readonly Acknowledged[]): Promise<void> {
  const orders = acknowledged.filter(({ call }) => call === 'POST /coin/trade');
  const ids = orders.map(({ response }) => (response.message as WireSpotOrder).id);
  const kept = await withDatabase((database) =>
    database.query<{ id: string }>('select id from spot_order where id = any($1)', [ids]),
  );
  expect(kept.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  // Acknowledged calls return the same response again, and take effect only once.
  for (const sent of acknowledged) expect(await send(sent)).toEqual(sent.response);
}

type Said = { readonly token: string; readonly form: Record<string, string> };

/** Reads the room anew, as a page does; `after` a revision. */
const readRoom = async (token: string, form: Record<string, string> = {}) => {
  const { message } = await backend.call('GET /chat/messages', { room: 'en', ...form }, { authorization: token });
  return message as { list: { seq: number; client_id: string }[]; revision: number };
};

/** A user who talks in a room until the process is gone; returns what was acknowledged, and what was not. */
async function talk(token: string): Promise<{ acknowledged: Map<string, number>; unanswered: readonly Said[] }> {
  const acknowledged = new Map<string, number>();
  for (let index = 0; index < 7; index++) {
    const form = { room: 'en', client_id: randomUUID(), text: `said ${randomUUID()}` };
    try {
      const { type, message } = await backend.call('POST /chat/send', form, { authorization: token });
      if (type === 'ok') acknowledged.set(form.client_id, (message as { seq: number }).seq);
    } catch {
      return { acknowledged, unanswered: [{ token, form }] };
    }
  }
  return { acknowledged, unanswered: [] };
}

/**
 * Everything acknowledged is there under its number, what was sent again is there once, numbers have no gaps, and the
 * page that listened all the time has each message once.
 */
async function expectTalk(
  page: ChatClient,
  token: string,
  from: number,
  talks: readonly Awaited<ReturnType<typeof talk>>[],
) {
  await page.open(`${backend.origin.replace('http', 'ws')}/realtime`);
  for (const { token: own, form } of talks.flatMap(({ unanswered }) => unanswered)) {
    const again = () => backend.call('POST /chat/send', form, { authorization: own });
    expect(await again()).toEqual(await again());
  }
  const { list } = await readRoom(token);
  const seqs = list.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  const bySent = new Map(list.map(({ client_id, seq }) => [client_id, seq]));
  for (const { acknowledged } of talks) for (const [id, seq] of acknowledged) expect(bySent.get(id)).toBe(seq);
  const missed = seqs.filter((seq) => seq > from);
  await page.until(() => page.shown.size >= missed.length);
  expect([...page.shown.keys()].toSorted((a, b) => a - b)).toEqual(missed);
  expect(new Set(page.shown.values())).toEqual(new Set([1]));
  page.cut();
}

function killDatabase(): void {
  const path = join(dataDir, 'postgres/data/postmaster.pid');
  if (existsSync(path)) process.kill(Number(readFileSync(path, 'utf8').split('\n')[0]), 'SIGKILL');
}

describe('a backend that is killed under orders and transfers', () => {
  let isSeeded = false;
  it.each(killPoints('backend', ['the backend', 'the backend and its database']))(
    `has lost nothing that it acknowledged: %s${KILL_TURN}`,
    async (what) => {
      const actions = fc.sample(moneyCalls, KILL_AFTER * 5);
      const second = what !== 'the backend';
      const options = second ? await openOptions(tokens[0] ?? '') : [];
      const source = second ? await openCopies(tokens[1] ?? '') : null;
      if (second) await seedAuctions();
      const reader = tokens[1] ?? '';
      const from = (await readRoom(reader)).list.at(-1)?.seq ?? 0;
      const page = new ChatClient(reader, 'en', (after) => readRoom(reader, { after: String(after) }));
      await page.open(`${backend.origin.replace('http', 'ws')}/realtime`);
      await page.until(() => page.revision !== null);
      const talking = Promise.all(tokens.map(talk));
      const { acknowledged, unanswered } = await loadUntilKilled(async () => {
        // Its copies are closed behind it, by whichever node is there.
        if (source) {
          const close: Sent = {
            call: 'POST /lever/close',
            form: { id: source },
            token: tokens[1] ?? '',
            key: randomUUID(),
          };
          expect(await send(close)).toMatchObject({ type: 'ok' });
        }
        if (what !== 'the backend') killDatabase();
        await backend.kill();
      }, actions);
      if (!isSeeded) await seedThousand();
      isSeeded = true;
      backend = await startBackend(dataDir);
      await expectSoundBooks();
      await expectThousand();
      await expectKept(acknowledged);
      const talks = await talking;
      expect(talks.reduce((sum, each) => sum + each.acknowledged.size, 0)).toBeGreaterThan(0);
      await expectTalk(page, reader, from, talks);
      // Unacknowledged calls took effect completely or not at all; a retry with the same key takes effect once.
      for (const sent of unanswered) {
        const response = await send(sent);
        if (response.type === 'ok') expect(await send(sent)).toEqual(response);
      }
      await expectOptionsEnded(options);
      if (source) await expectCopies('closed');
      if (second) await expectAuctionsClosed();
      await expectThousand();
      await expectSoundBooks();
    },
  );

  it('stops in order when it is asked to, and its database with it', async () => {
    expect(await backend.stop()).toBe(0);
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
    backend = await startBackend(dataDir);
    await expectSoundBooks();
  });
});
