// Leverage and contracts. `npm run bench -- leverage`.
// Over HTTP: the backend is its own process on its own embedded PostgreSQL. Positions are opened at the market over 50
// symbols, 200 a second whatever the answers take (their time counts from the moment at which they were due), then by 64
// users who each open and close one after the other: every call is one fill. Beside them, in the same run, rows that `pg`
// inserts and commits one by one. CPU is ms per call of the backend and of all processes of PostgreSQL. In process: a sweep
// of 100,000 triggers over 200 symbols, alone; a node that takes over as many from the tables; and its steps.
// `LEVERAGE_BENCH=http|triggers` chooses one.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { seededCatalogue } from '../src/domains/instruments/index.ts';
import { connect, type Database } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { auditLedger } from '../src/platform/ledger/index.ts';
import { PriceIndex } from '../src/platform/market/price-index.ts';
import { scratchFolder } from '../test/scratch-folder.ts';
import { createSpotDesk, grant } from '../test/spot-desk.ts';
import { createUsers, openDatabase, startBackend, type User } from './http/backend.ts';
import { cpuPer, cpuTimes } from './http/cpu.ts';

const USERS = 64;
const SYMBOLS = 50;
const SECONDS = 8;
/** Openings a second whose time is measured. */
const PACE = 200;
/** USDT of an order. */
const ORDER = 50;

const widths = [44, 9, 9, 9, 13, 10];
const print = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join(''));
const wanted = process.env.LEVERAGE_BENCH;
let faults = 0;

const listed = seededCatalogue.instruments
  .filter(({ trades, calendar }) => trades.includes('lever') && calendar === 'crypto')
  .toSorted((a, b) => b.simulation.dailyTurnover - a.simulation.dailyTurnover)
  .slice(0, SYMBOLS);

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** One call; rejects where it is no success. */
function call<Output>(port: number, token: string, path: string, form: Record<string, string>): Promise<Output> {
  const body = new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api${path}`,
        headers: {
          authorization: token,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(body.length),
          'idempotency-key': randomUUID(),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const { type, message } = JSON.parse(text) as { type: string; message: Output };
          if (type === 'ok') resolve(message);
          else reject(new Error(text));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function formOf(number: number): Record<string, string> {
  const { symbol, lot, simulation, multiples } = listed[number % listed.length] as (typeof listed)[number];
  const share = Math.max(1, Math.round(ORDER / (simulation.start * Number(lot))));
  const multiple = multiples.includes(10) ? 10 : Math.max(...multiples);
  return {
    symbol,
    share: String(share),
    multiple: String(multiple),
    type: String(1 + (Math.floor(number / SYMBOLS) % 2)),
  };
}

const percentile = (times: readonly number[], part: number): string =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN).toFixed(1);

/** Rows that the driver inserts and commits one by one: what a commit costs here, with and without a queue. */
async function insertRows(database: Database, connections: number): Promise<void> {
  const times: number[] = [];
  const end = performance.now() + 3_000;
  const one = async () => {
    for (let now = performance.now(); now < end; ) {
      await database.query('insert into bench_row (at) values ($1)', [new Date()]);
      const then = performance.now();
      times.push(then - now);
      now = then;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const name = `rows inserted and committed, ${connections} connections`;
  print([name, (times.length / 3).toFixed(0), percentile(times, 0.5), percentile(times, 0.99)]);
}

async function overHttp(dataDir: string): Promise<void> {
  const backend = await startBackend(dataDir);
  const database = await openDatabase(dataDir);
  const { connection } = await startEmbeddedPostgres(dataDir);
  const raw = connect({ ...connection, max: 16, onLost: () => undefined });
  try {
    await raw.query('create table bench_row (id bigint generated always as identity primary key, at timestamptz)');
    for (const connections of [1, 16]) await insertRows(raw, connections);
    await raw.query('drop table bench_row');
    const users = await createUsers(database, USERS, { USDT: '1' });
    await grant(
      database,
      users.map(({ id }) => id),
      { USDT: '1000000' },
      'lever',
    );
    // The house's ladder begins empty.
    await pause(10_000);
    const tokenOf = (index: number) => (users[index % USERS] as User).token;

    const open = async (times: number[]): Promise<void> => {
      const began = performance.now();
      const all: Promise<void>[] = [];
      for (let number = 0; number < PACE * SECONDS; number++) {
        const due = began + (number * 1_000) / PACE;
        const wait = due - performance.now();
        if (wait > 1) await pause(wait);
        all.push(
          call(backend.port, tokenOf(number), '/lever/submit', formOf(number)).then(
            () => void times.push(performance.now() - due),
            (error: Error) => {
              faults++;
              if (faults === 1) console.error(error.message);
            },
          ),
        );
      }
      await Promise.all(all);
    };
    const closeAll = () =>
      Promise.all(users.map(({ token }) => call(backend.port, token, '/lever/batch_close', { type: '0' })));
    await open([]);
    await closeAll();
    const before = cpuTimes(backend.child.pid ?? 0, dataDir);
    const times: number[] = [];
    await open(times);
    const paced = cpuPer(before, cpuTimes(backend.child.pid ?? 0, dataDir), times.length);
    print([
      `positions opened at ${PACE} a second`,
      (times.length / SECONDS).toFixed(0),
      percentile(times, 0.5),
      percentile(times, 0.99),
      paced.backend.toFixed(2),
      paced.postgres.toFixed(2),
    ]);
    await closeAll();

    const until = performance.now() + SECONDS * 1_000;
    const start = cpuTimes(backend.child.pid ?? 0, dataDir);
    const fills: number[] = [];
    await Promise.all(
      users.map(async ({ token }, index) => {
        for (let number = index; performance.now() < until; number += USERS) {
          let began = performance.now();
          const { id } = await call<{ id: string }>(backend.port, token, '/lever/submit', formOf(number));
          fills.push(performance.now() - began);
          began = performance.now();
          await call(backend.port, token, '/lever/close', { id });
          fills.push(performance.now() - began);
        }
      }),
    );
    const each = cpuPer(start, cpuTimes(backend.child.pid ?? 0, dataDir), fills.length);
    print([
      `fills, ${USERS} users open and close`,
      (fills.length / SECONDS).toFixed(0),
      percentile(fills, 0.5),
      percentile(fills, 0.99),
      each.backend.toFixed(2),
      each.postgres.toFixed(2),
    ]);
    const { unbalanced, wrongBalances } = await auditLedger(database);
    faults += unbalanced.length + wrongBalances.length;
  } finally {
    await Promise.all([database.close(), raw.close()]);
    await backend.stop();
  }
}

const TRIGGERS = 100_000;
const TRIGGER_SYMBOLS = 200;
const PER_POSITION = 20;

/** The sorted prices alone: what a step spends on triggers that it does not reach, and on those that it does. */
function sweeps(): void {
  const index = new PriceIndex();
  const symbols = Array.from({ length: TRIGGER_SYMBOLS }, (_, number) => `S${number}`);
  const added = performance.now();
  for (let number = 0; number < TRIGGERS; number++) {
    const symbol = symbols[number % TRIGGER_SYMBOLS] as string;
    const away = 1 + ((number * 7919) % 50_000);
    if (number % 10 === 0) {
      index.setTrail(`trigger:${number}`, symbol, {
        side: 'long',
        activation: null,
        best: 100_000,
        price: 98_000,
        step: 100,
      });
    } else if (number % 2) index.set(`trigger:${number}`, symbol, { when: 'above', price: 100_000 + away });
    else index.set(`trigger:${number}`, symbol, { when: 'below', price: 100_000 - away });
  }
  console.log(`  ${TRIGGERS} triggers sorted in ${(performance.now() - added).toFixed(0)} ms, a tenth of them trail`);
  for (const [name, mark] of [
    ['none', 100_000],
    ['about 2 of 100', 101_100],
  ] as const) {
    const times = Array.from({ length: 60 }, () => {
      const began = performance.now();
      for (const symbol of symbols) index.sweep(symbol, mark);
      return performance.now() - began;
    }).slice(10);
    const count = symbols.reduce((total, symbol) => total + index.sweep(symbol, mark).reached.length, 0);
    print([`a sweep that reaches ${name} (${count})`, '', percentile(times, 0.5), percentile(times, 0.99)]);
  }
}

async function triggers(dataDir: string): Promise<void> {
  sweeps();
  const { connection, stop } = await startEmbeddedPostgres(dataDir);
  const database = connect({ ...connection, max: 8, onLost: () => undefined });
  try {
    await migrate(database);
    const wide = seededCatalogue.instruments.filter(({ trades }) => trades.includes('lever'));
    const symbols = [...new Set(wide.map(({ symbol }) => symbol))].slice(0, TRIGGER_SYMBOLS);
    const prices = Object.fromEntries(wide.map(({ symbol, simulation }) => [symbol, simulation.start]));
    const desk = await createSpotDesk({
      database,
      catalogue: { current: () => seededCatalogue, onChange: () => () => undefined, refresh: async () => undefined },
      prices: Object.fromEntries(symbols.map((symbol) => [symbol, prices[symbol] as number])),
      terms: (terms) => ({ ...terms, breaker: { ...terms.breaker, jump: 1 } }),
      realTime: true,
    });
    const [user = ''] = await desk.users(1, { USDT: '1' });
    await desk.step(2);
    await desk.market.stop();
    // As if they had been placed: what a node reads that takes over.
    await database.query(
      `insert into lever_position (id, user_id, symbol, category, currency, side, mode, multiple, rate, threshold,
                                   closing_fee_rate, kind, ordered_quantity, quantity, entry_exact, opened_quantity,
                                   opened_exact, margin, required, status, created_at, opened_at, updated_at)
       select n, $1, ($2::text[])[1 + n % $3], 'contract', 'USDT', 'long', 'cross', 10, 1, 0.5, 0.0005, 'market',
              1, 1, p.price, 1, p.price, p.price / 10, p.price / 10, 'open', now(), now(), now()
         from generate_series(1, $4::int) n cross join lateral (select ($5::numeric[])[1 + n % $3] as price) p`,
      [user, symbols, symbols.length, TRIGGERS / PER_POSITION, symbols.map((symbol) => String(prices[symbol]))],
    );
    await database.query(
      `insert into lever_trigger (id, position_id, user_id, symbol, kind, by, value, price, status, created_at, updated_at)
       select n, p.id, p.user_id, p.symbol, 'stop_loss', 'price', v.value, v.value, 'active', now(), now()
         from generate_series(1, $1::int) n join lever_position p on p.id = 1 + n / $2
         cross join lateral (select p.entry_exact * (0.5 + 0.4 * (n % 97) / 97.0) as value) v`,
      [TRIGGERS - PER_POSITION, PER_POSITION],
    );
    const other = await desk.node();
    const takeover = performance.now();
    await other.step();
    console.log(`  read by another node, its first step committed: ${(performance.now() - takeover).toFixed(0)} ms`);
    const times: number[] = [];
    for (let count = 0; count < 20; count++) {
      const began = performance.now();
      await other.step();
      times.push(performance.now() - began);
    }
    print([
      `a step of ${symbols.length} symbols with them, committed`,
      '',
      percentile(times, 0.5),
      percentile(times, 0.99),
    ]);
    await desk.close();
  } finally {
    await database.close();
    await stop();
  }
}

/** Each part has a database of its own: rows of one have no place among those of the other. */
async function within(part: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = scratchFolder('leverage-bench');
  try {
    await part(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

try {
  print(['scenario', '/s', 'p50 ms', 'p99 ms', 'CPU backend', 'postgres']);
  if (wanted !== 'triggers') await within(overHttp);
  if (wanted !== 'http') await within(triggers);
} finally {
  agent.destroy();
}
if (faults > 0) process.exitCode = 1;
