import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { WireSpotOrder } from '@tessera/api/spot/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { auditLedger } from '../src/platform/ledger/index.ts';
import { LEASE_LASTS } from '../src/platform/market/market.ts';
import { openSession } from '../src/platform/session/sessions.ts';
import { type BackendProcess, type Envelope, startBackend } from './backend-process.ts';
import { NATS_SERVER_PATH, type NatsServer, startNatsServer } from './nats-server.ts';
import { scratchFolder } from './scratch-folder.ts';
import { SESSION_KEY } from './session-key.ts';
import { grant } from './spot-desk.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Users who trade, each from two places at once. */
const USERS = 6;
/**
 * ms without a new tick that a take-over may last here. It takes 1.2 to 1.5 s on a machine of its own; this test shares
 * two cores with others, so it rejects what waits for a time-out, not what waits for the processor.
 */
const TAKEN_OVER_WITHIN = 12_000;
/** Orders of each kind that are acknowledged before and after a change of the holder: enough to be amid it. */
const ENOUGH = 10;
const KINDS = ['POST /coin/trade', 'POST /lever/submit'] as const;
/** ms between two looks at the prices. */
const LOOKS_EVERY = 25;
/** ms after which a client repeats a call without a response. */
const REPEATS_AFTER = 50;
/** ms after which a wait says what it waits for, before the limit of the test ends it without a word. */
const SAYS_AFTER = 200_000;
/** A process whose clock is wrong. */
const HOUR_AHEAD = 'const read = Date.now; Date.now = () => read() + 3600000;';
const BTC = '1';
const USDT = '3';

/** `name`: by which the database knows its connections. */
type Node = BackendProcess & { readonly dataDir: string; readonly name: string };
type Quoted = {
  readonly now: number;
  readonly list: readonly { readonly latest: { readonly at: number; readonly last: string } }[];
};
/** What a call made, orders and positions alike; of a call that closes positions nothing. */
type Made = { readonly id?: string };
type Acknowledged = Asked & { readonly token: string; readonly key: string; readonly made: Made };
type Asked = { readonly callId: Parameters<BackendProcess['call']>[0]; readonly form: Form };
type Form = Record<string, string>;

let database: TestDatabase;
let nats: NatsServer;
let environment: Record<string, string>;
let tokens: string[];
/** A price near the market, whole so that it is on any tick. */
let price: number;
const nodes = new Set<Node>();
/** Whose clock is wrong. */
let follower: Node;

async function startNode(more: Readonly<Record<string, string>> = {}): Promise<Node> {
  const dataDir = scratchFolder('node');
  const name = `node ${randomUUID()}`;
  const DATABASE_URL = `${environment.DATABASE_URL}&application_name=${encodeURIComponent(name)}`;
  const node = { ...(await startBackend(dataDir, { ...environment, DATABASE_URL, ...more })), dataDir, name };
  nodes.add(node);
  return node;
}

async function killNode(node: Node): Promise<void> {
  nodes.delete(node);
  await node.kill();
  rmSync(node.dataDir, { recursive: true, force: true });
}

beforeAll(async () => {
  if (!NATS_SERVER_PATH) return;
  [database, nats] = await Promise.all([createTestDatabase(), startNatsServer()]);
  const { host, user } = inject('postgres');
  environment = {
    DATABASE_URL: `postgresql://${user}@localhost/${database.name}?host=${encodeURIComponent(host)}`,
    NATS_URL: nats.url,
    FEED_SIGNING_KEY: randomBytes(32).toString('hex'),
    DEMO_USER: '0',
  };
  const now = Date.now();
  const rows = await database.query<{ id: string }>(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
     select lpad(n::text, 8, '0'), n || '@example.com', '', 'n' || n, 'c' || n, 2, $2
       from generate_series(1, $1::int) n returning id`,
    [USERS, new Date(now)],
  );
  const ids = rows.map(({ id }) => id);
  await grant(database, ids, { USDT: '100000', BTC: '2' });
  await grant(database, ids, { USDT: '100000' }, 'lever');
  const session = {
    userAgent: 'test',
    address: '127.0.0.1',
    browser: null,
    remember: true,
    confirmed: true,
    key: SESSION_KEY.thumbprint,
    now,
  };
  tokens = await Promise.all(ids.map(async (userId) => (await openSession(database, { ...session, userId })).token));
  for (const statement of KEEP_HOLDERS) await database.query(statement);
  await untilPriced(await startNode());
  follower = await startNode({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(HOUR_AHEAD)}` });
}, 600_000);

beforeEach(({ skip }) => skip(!NATS_SERVER_PATH, 'nats-server is missing (NATS_SERVER_PATH)'));

afterAll(async () => {
  await Promise.all([...nodes].map(killNode));
  await nats?.kill();
  await database?.close();
});

const pair = { currency_id: BTC, legal_id: USDT };
const marketBuy = (): Form => ({ ...pair, type: 'buy', kind: 'market', quote_amount: '20' });
const marketSell = (): Form => ({ ...pair, type: 'sell', kind: 'market', amount: '0.0005' });
/** Far enough from the market to rest. */
const restingBuy = (): Form => ({
  ...pair,
  type: 'buy',
  target_price: String(Math.floor(price * 0.7)),
  amount: '0.0005',
});
const spot = (form: Form): Asked => ({ callId: 'POST /coin/trade', form });
/** A position of a thousandth of a coin, with a stop loss and a take profit. */
const lever = (more: Form): Asked => ({
  callId: 'POST /lever/submit',
  form: {
    symbol: 'BTC/USDT-PERP',
    amount: '0.001',
    multiple: '10',
    stop_loss_ratio: '0.4',
    target_profit_ratio: '0.4',
    ...more,
  },
});
const WORK: readonly (() => Asked)[] = [
  () => spot(marketBuy()),
  () => lever({ type: '1' }),
  () => spot(restingBuy()),
  () => lever({ type: '2', mode: 'isolated' }),
  () => spot(marketSell()),
  () => lever({ type: '1', kind: 'limit', target_price: String(Math.floor(price * 0.7)) }),
  () => ({ callId: 'POST /lever/batch_close', form: { type: '2' } }),
];

async function quoteOf(node: BackendProcess): Promise<{ readonly at: number; readonly last: number }> {
  const { message } = await node.call('GET /currency/quotation_new', { symbols: 'BTC/USDT' });
  const [instrument] = (message as Quoted).list;
  if (!instrument) throw new Error('BTC/USDT is not quoted');
  return { at: instrument.latest.at, last: Number(instrument.latest.last) };
}

/** Looks until there is something. What it waited for is named where the test would end without a word. */
async function until<T>(look: () => Promise<T | null> | T | null, awaited: () => string): Promise<T> {
  for (const began = performance.now(); performance.now() - began < SAYS_AFTER; ) {
    const seen = await look();
    if (seen !== null) return seen;
    await pause(LOOKS_EVERY);
  }
  throw new Error(`waited for ${awaited()}`);
}

/** Until a node shows a price that is newer than `after`. */
const untilPriced = (node: BackendProcess, after = 0): Promise<true> =>
  until(
    async () => {
      const { at, last } = await quoteOf(node);
      price = Math.floor(last);
      return at > after || null;
    },
    () => 'a new price',
  );

type Watched = {
  /** The longest time without a new price, in ms in which the machine ran. */
  readonly longest: number;
  /** The longest time that this process stood still, ms. */
  readonly stood: number;
};

/**
 * Counts ms in which the machine ran, by the ticks of a timer: one that comes late counts twice its delay at most. Where
 * processes wait for the processor this one does, too; where one waits for a time-out this one goes on.
 */
function runningClock() {
  let ran = 0;
  let stood = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    ran += Math.min(now - last, 2 * LOOKS_EVERY);
    stood = Math.max(stood, now - last);
    last = now;
  }, LOOKS_EVERY);
  return { ran: () => ran, stood: () => stood, stop: () => clearInterval(timer) };
}

/** Watches what a node shows until it is told to stop. */
function watch(node: BackendProcess): () => Promise<Watched> {
  const clock = runningClock();
  let stopped = false;
  const watching = (async () => {
    let shown = (await quoteOf(node)).at;
    let changed = clock.ran();
    let longest = 0;
    while (!stopped) {
      await pause(LOOKS_EVERY);
      const { at } = await quoteOf(node);
      longest = Math.max(longest, clock.ran() - changed);
      if (at === shown) continue;
      expect(at).toBeGreaterThan(shown);
      shown = at;
      changed = clock.ran();
    }
    return { longest, stood: clock.stood() };
  })().finally(clock.stop);
  return () => {
    stopped = true;
    return watching;
  };
}

type Trading = {
  /** Resolves when enough orders of each kind are acknowledged that were placed from now on. */
  readonly goesOn: () => Promise<void>;
  readonly stop: () => Promise<readonly Acknowledged[]>;
};

/** Clients that place orders on these nodes in turn, and repeat what was not answered under the same key elsewhere. */
function trade(over: readonly BackendProcess[]): Trading {
  let stopped = false;
  let placed = 0;
  const acknowledged: (Acknowledged & { readonly place: number })[] = [];
  const refused = new Map<string, number>();
  const work = async (token: string, first: number): Promise<void> => {
    for (let count = 0; !stopped; count++) {
      const asked = (WORK[count % WORK.length] as () => Asked)();
      const key = randomUUID();
      const place = placed++;
      for (let tries = first; ; tries++) {
        const node = over[tries % over.length] as BackendProcess;
        const answer = await node
          .call(asked.callId, asked.form, { authorization: token, 'idempotency-key': key })
          .catch(() => null);
        if (answer?.type === 'ok') {
          acknowledged.push({ ...asked, token, key, made: answer.message as Made, place });
          break;
        }
        const why = `${asked.callId}: ${answer ? answer.error : 'no answer'}`;
        refused.set(why, (refused.get(why) ?? 0) + 1);
        if (answer && answer.error !== 'service_unavailable') break;
        await pause(REPEATS_AFTER);
      }
      await pause(REPEATS_AFTER);
    }
  };
  const all = Promise.all(tokens.flatMap((token) => over.map((_, first) => work(token, first))));
  return {
    async goesOn() {
      const from = placed;
      const count = (kind: string) =>
        acknowledged.filter(({ callId, place }) => callId === kind && place >= from).length;
      await until(
        () => KINDS.every((kind) => count(kind) >= ENOUGH) || null,
        () => `orders of each kind, and got ${KINDS.map(count)}; refused ${JSON.stringify([...refused])}`,
      );
    },
    async stop() {
      stopped = true;
      await all;
      return acknowledged;
    },
  };
}

/** What was acknowledged is there, once, as it was acknowledged; and the books are sound. */
async function expectKept(node: BackendProcess, acknowledged: readonly Acknowledged[]): Promise<void> {
  const rows = await database.query<{ id: string; wrong: boolean }>(
    `select o.id, o.filled_amount <> coalesce(sum(f.amount), 0) or o.filled_amount > o.amount as wrong
       from spot_order o left join spot_fill f on f.order_id = o.id group by o.id`,
  );
  expect(rows.filter(({ wrong }) => wrong)).toEqual([]);
  // What opened and closed a position is what its fills came to: nothing is settled twice.
  const positions = await database.query<{ id: string; wrong: boolean }>(
    `select p.id, p.opened_quantity <> coalesce(sum(f.quantity) filter (where o.purpose = 'open'), 0)
                  or p.closed_quantity <> coalesce(sum(f.quantity) filter (where o.purpose = 'close'), 0)
                  or p.realized <> coalesce(sum(f.profit), 0) or p.fee <> coalesce(sum(f.fee), 0) as wrong
       from lever_position p left join lever_order o on o.position_id = p.id left join lever_fill f on f.order_id = o.id
      group by p.id`,
  );
  expect(positions.filter(({ wrong }) => wrong)).toEqual([]);
  // Each key has made one order, or one position.
  for (const [callId, stored] of [
    [KINDS[0], rows],
    [KINDS[1], positions],
  ] as const) {
    const ids = acknowledged.filter((each) => each.callId === callId).map(({ made }) => made.id ?? '');
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
    const kept = new Set(stored.map(({ id }) => id));
    expect(ids.filter((id) => !kept.has(id))).toEqual([]);
  }
  for (const { token, key, callId, form, made } of acknowledged.slice(-20)) {
    const again: Envelope = await node.call(callId, form, { authorization: token, 'idempotency-key': key });
    expect(again.message).toEqual(made);
  }
  const [after] = await database.query<{ orders: number; positions: number }>(
    `select (select count(*)::int from spot_order) as orders, (select count(*)::int from lever_position) as positions`,
  );
  expect(after).toEqual({ orders: rows.length, positions: positions.length });
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  const [frozen] = await database.query<{ held: string; reserved: string }>(
    `select (select coalesce(sum(balance), 0) from ledger_account where part = 'frozen') as held,
            (select coalesce(sum(reserved), 0) from spot_order where status = 'pending')
              + (select coalesce(sum(reserved), 0) from lever_order where status = 'pending')
              + (select coalesce(sum(margin), 0) from lever_position) as reserved`,
  );
  expect(frozen?.held).toBe(frozen?.reserved);
}

type Held = { readonly token: string; readonly holder: string };

const lease = async (): Promise<Held> => {
  const [held] = await database.query<Held>("select token, holder from lease where name = 'market'");
  if (!held) throw new Error('the market has no holder');
  return held;
};

/** Until the market has another holder than this one. */
const untilTaken = ({ holder: former }: Held): Promise<Held> =>
  until(
    async () => {
      const held = await lease();
      return held.holder === former ? null : held;
    },
    () => 'another holder of the market',
  );

/** Keeps, in the database, which node took the lease under which name: each node's connections have a name of their own. */
const KEEP_HOLDERS = [
  'create table market_holder (holder text primary key, node text not null)',
  `create function keep_holder() returns trigger language plpgsql as $$
   begin
     insert into market_holder values (new.holder, current_setting('application_name')) on conflict do nothing;
     return null;
   end $$`,
  `create trigger keep_holder after insert or update on lease for each row when (new.name = 'market')
     execute function keep_holder()`,
];

type Holder = { readonly node: Node; readonly other: Node; readonly held: Held };

/** Who holds the market: on a machine that stood still longer than a lease lasts it may have changed. */
const findHolder = (): Promise<Holder> =>
  until(
    async () => {
      const held = await lease();
      const [row] = await database.query<{ node: string }>('select node from market_holder where holder = $1', [
        held.holder,
      ]);
      const node = [...nodes].find(({ name }) => name === row?.node);
      const other = [...nodes].find((each) => each !== node);
      return node && other ? { node, other, held } : null;
    },
    () => 'the node that holds the market',
  );

/** Whether a node has a transaction open that says nothing and keeps others from the market's lease. */
async function isAmidTransaction({ name }: Node): Promise<boolean> {
  // In one transaction of its own: the row is free again with the statement.
  const free = await database.query("select 1 from lease where name = 'market' for update skip locked");
  if (free.length > 0) return false;
  const open = await database.query(
    "select 1 from pg_stat_activity where application_name = $1 and state = 'idle in transaction'",
    [name],
  );
  return open.length > 0;
}

/** Freezes the holder while it has a transaction open and is at its own turn: the database would wait for it. */
async function freezeAmidTransaction(): Promise<Holder> {
  for (let tries = 0; tries < 200; tries++) {
    const holder = await findHolder();
    holder.node.freeze();
    // What the database was told before is done by then.
    await pause(20);
    if (await isAmidTransaction(holder.node)) return holder;
    holder.node.thaw();
    await pause(5 + Math.random() * 20);
  }
  throw new Error('the node was never amid a transaction');
}

describe('two processes of the backend over NATS', () => {
  it('have one time, the database’s, whatever the clock of a process says', async () => {
    const { message } = await follower.call('GET /currency/quotation_new', { symbols: 'BTC/USDT' });
    expect(Math.abs((message as Quoted).now - Date.now())).toBeLessThan(5_000);
    const headers = { authorization: tokens[0] ?? '', 'idempotency-key': randomUUID() };
    const bought = await follower.call('POST /coin/trade', marketBuy(), headers);
    expect(Math.abs((bought.message as WireSpotOrder).created_at - Date.now())).toBeLessThan(5_000);
    const offered = await follower.call(
      'POST /user/getTransferFee',
      { number: '10', from_currency_id: USDT, to_currency_id: BTC },
      headers,
    );
    expect(Math.abs((offered.message as { readonly at: number }).at - Date.now())).toBeLessThan(5_000);
  });

  it('go on within seconds when the holder hangs amid a transaction, and it commits nothing when it is back', async () => {
    const trading = trade([...nodes]);
    await trading.goesOn();
    const { node: former, other: present, held: before } = await freezeAmidTransaction();
    const stopWatching = watch(present);
    const taken = await untilTaken(before);
    await trading.goesOn();
    former.thaw();
    // It follows: what the other one makes is what it shows.
    await untilPriced(former, (await quoteOf(present)).at);
    await trading.goesOn();
    const { longest, stood } = await stopWatching();
    const acknowledged = await trading.stop();
    expect(Number(taken.token)).toBeGreaterThan(Number(before.token));
    expect((await lease()).holder).not.toBe(before.holder);
    // Where the machine stood still, it may have gone over once more.
    if (stood < LEASE_LASTS / 2) expect(await lease()).toEqual(taken);
    expect(longest).toBeLessThan(TAKEN_OVER_WITHIN);
    await expectKept(present, acknowledged);
  });

  it('lose nothing when the holder is killed amid orders, and have prices again within seconds', async () => {
    const trading = trade([...nodes]);
    await trading.goesOn();
    const { node: killed, other: present, held: before } = await findHolder();
    const stopWatching = watch(present);
    await killNode(killed);
    await untilTaken(before);
    await trading.goesOn();
    const { longest } = await stopWatching();
    const acknowledged = await trading.stop();
    expect(longest).toBeLessThan(TAKEN_OVER_WITHIN);
    await expectKept(present, acknowledged);
  });
});
