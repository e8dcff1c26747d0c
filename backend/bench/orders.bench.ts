// Orders. `npm run bench -- orders`.
// Over HTTP: the backend is its own process on its own embedded PostgreSQL; 16 to 64 users, and one user over 16
// connections, place market orders over 50 symbols one after the other, acknowledged after their commit. Beside them, in
// the same run: a trivial route of a bare server, and rows that `pg` inserts and commits one by one. CPU is ms per order of
// the backend, of all processes of PostgreSQL and of this one, which is the load: it compares where the machine is busy
// with other work. In process: 100,000 orders that rest in 200 symbols are read by a node that takes the market over,
// reached by one step, and filled. `ORDERS_BENCH=http|resting` chooses one, `BENCH_PROFILE=folder` writes CPU profiles
// of the backend.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { seededCatalogue } from '../src/domains/instruments/index.ts';
import { snapshotOf } from '../src/domains/instruments/snapshot.ts';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { auditLedger } from '../src/platform/ledger/index.ts';
import { scratchFolder } from '../test/scratch-folder.ts';
import { createSpotDesk } from '../test/spot-desk.ts';
import { createUsers, openDatabase, startBackend, startPlainServer, type User } from './http/backend.ts';
import { cpuPer, cpuTimes } from './http/cpu.ts';
import { load, requestText } from './http/load.ts';

const CONNECTIONS = 16;
const USERS = [16, 32, 48, 64] as const;
const SYMBOLS = 50;
const SECONDS = 5;
/** Seconds of orders before those that are measured. */
const WARM_UP = 5;
/** Seconds for which the market is watched without orders. */
const QUIET = 5;
/** USDT of an order over HTTP. */
const ORDER = 20;

const headings = ['scenario', '/s', 'p50 ms', 'p99 ms', 'CPU backend', 'postgres', 'load', 'of'];
const widths = [44, 9, 9, 9, 13, 10, 9, 34];
const print = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join(''));
const dataDir = scratchFolder('orders-bench');
const wanted = process.env.ORDERS_BENCH;
let faults = 0;

const HEADERS = 'host: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded';

/** The body of each order, with the headers that go with it: buys and sells in turns, so that the house holds little. */
function bodies(): readonly string[] {
  return (['buy', 'sell'] as const).flatMap((type) =>
    pairs.map(({ base, quote, lot, price }) => {
      const lots = Math.ceil(ORDER / price / Number(lot));
      const size = type === 'buy' ? `quote_amount=${ORDER}` : `amount=${(lots * Number(lot)).toFixed(8)}`;
      const body = `currency_id=${base}&legal_id=${quote}&kind=market&type=${type}&${size}`;
      return `content-length: ${body.length}\r\n\r\n${body}`;
    }),
  );
}

/** Makes the text of an order: it is little work, because this process shares the machine with the backend. */
function orderTexts(): (user: User, number: number, connection: number) => string {
  const all = bodies();
  const half = pairs.length;
  return ({ token }, number, connection) => {
    const sells = Math.floor(number / half) % 2;
    const body = all[sells * half + ((number * 7 + connection * 3) % half)];
    return `POST /api/coin/trade HTTP/1.1\r\n${HEADERS}\r\nauthorization: ${token}\r\nidempotency-key: ${randomUUID()}\r\n${body}`;
  };
}

type Pair = {
  readonly base: number;
  readonly quote: number;
  readonly code: string;
  readonly lot: string;
  readonly price: number;
};

const pairs: readonly Pair[] = seededCatalogue.instruments
  .filter(({ trades, quote }) => trades.includes('spot') && quote === 'USDT')
  .toSorted((a, b) => b.simulation.dailyTurnover - a.simulation.dailyTurnover)
  .slice(0, SYMBOLS)
  .map(({ base, quote, lot, simulation }) => ({
    base: seededCatalogue.heldCurrency(base).id,
    quote: seededCatalogue.heldCurrency(quote).id,
    code: base,
    lot,
    price: simulation.start,
  }));

/** Rows that the driver inserts and commits one by one, over so many connections: what a commit costs here. */
async function insertRows(dataDir: string): Promise<void> {
  const { connection } = await startEmbeddedPostgres(dataDir);
  const database = connect({ ...connection, max: CONNECTIONS, onLost: () => undefined });
  try {
    await database.query('create table bench_row (id bigint generated always as identity primary key, at timestamptz)');
    const times: number[] = [];
    const end = performance.now() + SECONDS * 1_000;
    const one = async () => {
      for (let now = performance.now(); now < end; ) {
        await database.query('insert into bench_row (at) values ($1)', [new Date()]);
        const then = performance.now();
        times.push(then - now);
        now = then;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
    await database.query('drop table bench_row');
    times.sort((a, b) => a - b);
    const at = (part: number) => (times[Math.floor(times.length * part)] ?? Number.NaN).toFixed(1);
    const rate = (times.length / SECONDS).toFixed(0);
    print([`rows inserted and committed, ${CONNECTIONS} connections`, rate, at(0.5), at(0.99)]);
  } finally {
    await database.close();
  }
}

async function overHttp(): Promise<void> {
  const plain = await startPlainServer();
  const bare = await load(plain.port, CONNECTIONS, SECONDS, () => requestText('GET', '/trivial'));
  await plain.stop();
  print(['a trivial route, 16 connections', bare.rate.toFixed(0), bare.p50.toFixed(1), bare.p99.toFixed(1)]);
  const backend = await startBackend(dataDir);
  const database = await openDatabase(dataDir);
  try {
    await insertRows(dataDir);
    const coins = Object.fromEntries(pairs.map(({ code, price }) => [code, String(Math.ceil(1e7 / price))]));
    const users = await createUsers(database, Math.max(...USERS), { USDT: '10000000', ...coins });
    // The house's ladder begins empty.
    await pause(10_000);
    const quiet = cpuTimes(backend.child.pid ?? 0, dataDir);
    await pause(QUIET * 1_000);
    const idle = cpuPer(quiet, cpuTimes(backend.child.pid ?? 0, dataDir), QUIET);
    print(['without orders, CPU in ms a second', '', '', '', idle.backend.toFixed(0), idle.postgres.toFixed(0), '']);
    const orderOf = orderTexts();
    const scenarios = [
      ...USERS.map((count) => ({ name: `market orders, ${count} users`, connections: count, of: users })),
      { name: `market orders, one user, ${CONNECTIONS} connections`, connections: CONNECTIONS, of: users.slice(0, 1) },
    ];
    // Code that runs often is compiled by now.
    await load(backend.port, CONNECTIONS, WARM_UP, (connection, number) =>
      orderOf(users[connection] as User, number, connection),
    );
    for (const { name, connections, of } of scenarios) {
      const before = cpuTimes(backend.child.pid ?? 0, dataDir);
      const { answers, rate, p50, p99, failed, failure } = await load(
        backend.port,
        connections,
        SECONDS,
        (connection, number) => orderOf(of[connection % of.length] as User, number, connection),
      );
      const per = cpuPer(before, cpuTimes(backend.child.pid ?? 0, dataDir), answers);
      print([
        name,
        rate.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        ...[per.backend, per.postgres, per.generator].map((ms) => ms.toFixed(3)),
        `${pairs.length} symbols, ${(rate / bare.rate).toFixed(3)} of trivial`,
      ]);
      if (failed > 0) console.error(`  ${failed} orders failed: ${failure}`);
      faults += failed;
    }
    const [row] = await database.query<{ filled: number; all: number }>(
      `select count(*) filter (where status = 'filled')::int as filled, count(*)::int as all from spot_order`,
    );
    console.log(`  ${row?.filled} of ${row?.all} orders filled whole`);
    const { unbalanced, wrongBalances } = await auditLedger(database);
    faults += unbalanced.length + wrongBalances.length;
  } finally {
    await database.close();
    await backend.stop();
  }
}

const RESTING = Number(process.env.ORDERS_BENCH_RESTING ?? 100_000);
const RESTING_SYMBOLS = 200;
const RESTING_USERS = 1_000;
/** Share of the resting orders that the step reaches. */
const REACHED = 0.1;

/** So many coins that cost 100 USDT. */
function coins(count: number) {
  const bitcoin = seededCatalogue.instrument('BTC/USDT');
  const currency = seededCatalogue.currencyByCode('BTC');
  if (!bitcoin || !currency) throw new Error('bitcoin is not listed');
  const codes = Array.from({ length: count }, (_, index) => `C${index + 1}`);
  return snapshotOf({
    version: 1,
    currencies: [
      ...seededCatalogue.currencies,
      ...codes.map((code, index) => ({ ...currency, id: 100_000 + index, code, name: code })),
    ],
    calendars: [...seededCatalogue.calendars.values()].map(({ id, calendar, ...named }) => ({
      id,
      timezone: calendar.timezone,
      sessions: calendar.sessions,
      weekdays: [...calendar.weekdays],
      ...named,
    })),
    instruments: codes.map((code, index) => ({
      ...bitcoin,
      id: 100_000 + index,
      symbol: `${code}/USDT`,
      base: code,
      tick: '0.01',
      lot: '0.01',
      minAmount: '0.01',
      simulation: { ...bitcoin.simulation, start: 100 },
    })),
  });
}

/** Prints how long something took, and how much of it was this process's own work. */
async function timed(name: string, work: () => Promise<void>): Promise<number> {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const ms = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  console.log(`  ${name}: ${ms.toFixed(1)} ms, ${((user + system) / 1_000).toFixed(0)} ms of the processor`);
  return ms;
}

async function resting(): Promise<void> {
  const { connection, stop } = await startEmbeddedPostgres(dataDir);
  const database = connect({ ...connection, max: 8, onLost: () => undefined });
  try {
    await migrate(database);
    const snapshot = coins(RESTING_SYMBOLS);
    const desk = await createSpotDesk({
      database,
      catalogue: { current: () => snapshot, onChange: () => () => undefined, refresh: async () => undefined },
      prices: Object.fromEntries(snapshot.instruments.map(({ symbol }) => [symbol, 100])),
      terms: (terms) => ({
        ...terms,
        house: { halfSpread: 0.000_1, width: 0.01, levels: 20, depth: 1e9, cap: 3, skew: 0, refill: 1 },
        breaker: { ...terms.breaker, jump: 1 },
      }),
      realTime: true,
    });
    const users = await desk.users(RESTING_USERS, { USDT: '1000000' });
    await desk.step(2);
    let step = Promise.resolve();
    const ticking = setInterval(() => {
      // The frames of so many orders are half of the memory, which the processor would clean up amid what is measured.
      desk.frames.length = 0;
      step = desk.step();
    }, 200);
    const placedAt = performance.now();
    let next = 0;
    const reachedSymbols = RESTING_SYMBOLS * REACHED;
    await Promise.all(
      Array.from({ length: 256 }, async () => {
        for (let index = next++; index < RESTING; index = next++) {
          const { currency_id, legal_id } = { currency_id: 100_000 + (index % RESTING_SYMBOLS), legal_id: 3 };
          const price = (90 + ((index * 7919) % 900) / 100).toFixed(2);
          await desk.place(users[index % RESTING_USERS] as string, {
            currency_id,
            legal_id,
            type: 'buy',
            target_price: price,
            amount: '0.1',
          });
        }
      }),
    );
    print([
      `orders that rest, ${RESTING} placed in process`,
      Math.round(RESTING / ((performance.now() - placedAt) / 1_000)),
      '',
      '',
      `${RESTING_SYMBOLS} symbols`,
    ]);

    // It follows the market, and knows the orders that rest.
    const other = await desk.node();
    await other.step();
    clearInterval(ticking);
    await step;
    await desk.market.stop();
    await timed('taken over by a node that followed, its first step committed', () => other.step());
    await other.step();
    await timed(`a step of ${RESTING_SYMBOLS} symbols that reaches none`, () => other.step());
    for (const { symbol } of snapshot.instruments.slice(0, reachedSymbols)) other.source.set(symbol, 8_500);
    const engine = other.desks.at(-1)?.engine;
    if (!engine) throw new Error('the other node holds no market');
    engine.begin();
    const found = performance.now();
    const fills = engine.tick(Date.now());
    console.log(`  reached ones found in ${(performance.now() - found).toFixed(1)} ms: ${fills.length}`);
    engine.rollback();
    const seconds = (await timed('a step that reaches them, committed', () => other.step())) / 1_000;
    print([
      `reached orders filled by one step, ${fills.length}`,
      Math.round(fills.length / seconds),
      '',
      '',
      `${reachedSymbols} symbols`,
    ]);
    const { unbalanced, wrongBalances } = await auditLedger(database);
    faults += unbalanced.length + wrongBalances.length;
    await desk.close();
  } finally {
    await database.close();
    await stop();
  }
}

try {
  print(headings);
  if (wanted !== 'resting') await overHttp();
  if (wanted !== 'http') await resting();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
if (faults > 0) process.exitCode = 1;
