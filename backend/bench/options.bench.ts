// Options. `npm run bench -- options`.
// Options of 2,000 users on 20 symbols that expire within two seconds: strikes and settlements by the job of the domain, from
// steps with ticks of all instruments, on an embedded PostgreSQL. Beside them, in the same run: rows that `pg` inserts and
// commits one by one. CPU is that of this process, which compares where the machine is busy with other work.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scheduleOf } from '@tessera/api/options/rules';
import { seededCatalogue } from '../src/domains/instruments/index.ts';
import { settleJob } from '../src/domains/options/settle.ts';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { auditLedger, houseAccount, postJournals, userAccount } from '../src/platform/ledger/index.ts';
import { createRecorder } from '../src/platform/market/recorder.ts';
import { jobRun } from '../test/job-run.ts';

const USERS = 2_000;
const OPTIONS = 10_000;
const SYMBOLS = 20;
const STEP = 200;
const SECONDS = 60;
/** ms over which the options were accepted. */
const OVER = 2_000;
const START = Date.UTC(2026, 10, 25, 15);

const print = (name: string, value: number, unit: string) =>
  console.log(`${name.padEnd(64)}${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}`);

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-options-'));
const postgres = await startEmbeddedPostgres(dataDir);
const database = connect({ ...postgres.connection, onLost: () => undefined });
/** Wall and CPU time of work, ms. */
async function timed(work: () => Promise<unknown>): Promise<{ readonly wall: number; readonly cpu: number }> {
  const cpu = process.cpuUsage();
  const from = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - from, cpu: (user + system) / 1_000 };
}

try {
  await migrate(database);
  const all = seededCatalogue.marketTerms().map(({ symbol }) => symbol);
  const symbols = seededCatalogue.instruments.filter(({ trades }) => trades.includes('micro')).slice(0, SYMBOLS);
  const recorder = createRecorder();
  let { sequence } = await recorder.load(database);
  const record = async (from: number, count: number): Promise<void> => {
    for (let step = 0; step < count; step++) {
      const at = from + step * STEP;
      const price = 1_000_000 + ((step * 7_919) % 97);
      const tick = { at, bid: price - 1, ask: price + 1, last: price, high: price, low: price, lots: 0, index: price };
      sequence++;
      await database.transaction((tx) =>
        recorder.record(tx, { sequence, at, ticks: new Map(all.map((symbol) => [symbol, tick])), source: {} }),
      );
      recorder.committed();
    }
  };
  // Around the entries, and around the expiries.
  await record(START, 20);
  await record(START + SECONDS * 1_000 - 8_000, 70);

  const users = await database.query<{ id: string }>(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
     select lpad(n::text, 8, '0'), n || '@example.com', '', 'n' || n, 'c' || n, 2, $2
       from generate_series(1, $1::int) n returning id`,
    [USERS, new Date(START)],
  );
  const stakes = Array.from({ length: OPTIONS }, (_, index) => ({
    user: users[index % USERS]?.id as string,
    symbol: symbols[index % SYMBOLS]?.symbol as string,
    direction: index % 2 === 0 ? 'up' : 'down',
    ...scheduleOf(START + Math.floor((index / OPTIONS) * OVER), SECONDS),
  }));
  for (let from = 0; from < OPTIONS; from += 1_000) {
    const some = stakes.slice(from, from + 1_000);
    await database.transaction(async (tx) => {
      await tx.query(
        `insert into option_order (user_id, symbol, currency, scale, direction, seconds, stake, fee, ratio, exposure, tick,
                                   symbol_id, max_age, accepted_at, entry_at, expires_at)
         select o.user_id, o.symbol, 'USDT', 8, o.direction, $6, 10, 0, 0.85, 8.5, 0.01, s.id, 5000,
                o.entry_at - interval '1 second', o.entry_at, o.expires_at
           from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])
                as o (user_id, symbol, direction, entry_at, expires_at)
           join market_symbol s on s.symbol = o.symbol`,
        [
          some.map(({ user }) => user),
          some.map(({ symbol }) => symbol),
          some.map(({ direction }) => direction),
          some.map(({ entryAt }) => new Date(entryAt)),
          some.map(({ expiresAt }) => new Date(expiresAt)),
          SECONDS,
        ],
      );
      await postJournals(
        tx,
        some.map(({ user }, index) => ({
          ref: `bench:${from + index}`,
          kind: 'reward' as const,
          at: START,
          entries: [
            { account: houseAccount('grants'), currency: 'USDT', amount: '-10' },
            { account: userAccount(user, 'micro', 'frozen'), currency: 'USDT', amount: '10' },
          ],
        })),
      );
    });
  }

  await database.query('create table bench_row (id bigint generated always as identity primary key, at timestamptz)');
  const raw = await timed(async () => {
    for (let row = 0; row < 500; row++) await database.query('insert into bench_row (at) values (now())');
  });
  print('pg: rows inserted and committed one by one', (500 / raw.wall) * 1_000, '/s');

  const now = START + SECONDS * 1_000 + 10_000;
  const job = settleJob({ database, now: () => now });
  const run = () => job.run(jobRun());
  // With the steps of the expiries recorded, strikes and settlements fall into one run.
  const settled = await timed(run);
  const [counted] = await database.query<{ settled: number }>(
    `select (count(*) filter (where status = 'settled'))::int as settled from option_order`,
  );
  print(`${OPTIONS} options that expire within ${OVER / 1_000} s: struck, settled, booked`, settled.wall, 'ms');
  print('  a second', (OPTIONS / settled.wall) * 1_000, '/s');
  print('  CPU of this process for each', (settled.cpu / OPTIONS) * 1_000, 'µs');
  print('  settled', counted?.settled ?? 0, '');
  const idle = await timed(run);
  print('a run with nothing to do', idle.wall, 'ms');
  const { unbalanced, wrongBalances } = await auditLedger(database);
  print('faults of the ledger', unbalanced.length + wrongBalances.length, '');
  if (counted?.settled !== OPTIONS || unbalanced.length + wrongBalances.length > 0) process.exitCode = 1;
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
