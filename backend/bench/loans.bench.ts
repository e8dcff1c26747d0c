// Loans. `npm run bench -- loans`.
// 100,000 running loans whose next day has begun at the same time, counted by the job of the domain in one run, on an
// embedded PostgreSQL. Beside it, all the while, a trader's journal is posted and a borrower's loan is locked again and
// again: what a run makes others wait. CPU is that of this process; the server's work is in the time of the run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOAN_DAY } from '@tessera/api/loans/rules';
import { accrueJob } from '../src/domains/loans/collect.ts';
import { lockLoan } from '../src/domains/loans/store.ts';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { houseAccount, postJournal, userAccount } from '../src/platform/ledger/index.ts';
import { jobRun } from '../test/job-run.ts';
import { beside } from './beside.ts';

const LOANS = 100_000;
const START = Date.UTC(2026, 10, 25, 15);

const print = (name: string, value: number, unit: string) =>
  console.log(`${name.padEnd(64)}${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}`);
const nth = (values: readonly number[], ratio: number): number => values[Math.floor(values.length * ratio)] ?? 0;

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-loans-'));
const postgres = await startEmbeddedPostgres(dataDir);
const database = connect({ ...postgres.connection, onLost: () => undefined });
try {
  await migrate(database);
  await database.query(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
     select lpad(n::text, 8, '0'), n || '@example.com', '', 'n' || n, 'c' || n, 2, $2
       from generate_series(1, $1::int) n`,
    [LOANS, new Date(START)],
  );
  await database.query(
    `with application as (
       insert into loan_application (user_id, terms_version, money, currency, collateral, days, schedule, day_rate, vip_level,
                                     market_maker, contact, status, reviewed_at, created_at)
       select id, (select max(version) from loan_terms), 500000, 'BTC', 0, 30, 'end', 0.0002, 2, false, uid, 'approved', $1, $1
         from user_account returning id, user_id, terms_version)
     insert into loan (id, user_id, terms_version, currency, collateral, principal, interest, day_rate, overdue_rate, schedule,
                       paid_at, due_at, interest_days, next_at, collect_at, watch_ratio, watch_price, judged_from)
     select id, user_id, terms_version, 'BTC', 20, 500000, 100, 0.0002, 0.005, 'end', $1, $2, 1, $3, $2, 1.5, 37507.5, $1
       from application`,
    [new Date(START), new Date(START + 30 * LOAN_DAY), new Date(START + LOAN_DAY)],
  );
  await database.query('analyze');
  const [trader] = await database.query<{ id: string }>('select id from user_account order by id limit 1');
  const ids = (await database.query<{ id: string }>('select id from loan order by id')).map(({ id }) => id);
  let posted = 0;
  const trades: number[] = [];
  const locks: number[] = [];
  const trade = async (): Promise<void> => {
    const from = performance.now();
    await database.transaction((tx) =>
      postJournal(tx, {
        ref: `bench:trade:${posted++}`,
        kind: 'reward',
        at: START,
        entries: [
          { account: houseAccount('grants'), currency: 'BTC', amount: '-1' },
          { account: userAccount(trader?.id ?? '', 'change'), currency: 'BTC', amount: '1' },
        ],
      }),
    );
    trades.push(performance.now() - from);
  };
  const lock = async (): Promise<void> => {
    const from = performance.now();
    await database.transaction((tx) => lockLoan(tx, ids[Math.floor(Math.random() * ids.length)] ?? ''));
    locks.push(performance.now() - from);
  };
  const job = accrueJob({ database, now: () => START + LOAN_DAY });
  const run = () => job.run(jobRun());
  const others = [beside(trade), beside(lock)];
  const cpu = process.cpuUsage();
  const from = performance.now();
  await run();
  const wall = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  await Promise.all(others.map((end) => end()));
  print(`${LOANS} loans whose day was counted in one run`, wall / 1_000, 's');
  print('  CPU of this process for each', (user + system) / LOANS, 'µs');
  for (const [name, waits] of [
    ['a trade', trades],
    ['the lock of a loan', locks],
  ] as const) {
    waits.sort((a, b) => a - b);
    print(`  ${name} beside it (${waits.length} of them), median`, nth(waits, 0.5), 'ms');
    print('    the slowest of a hundred', nth(waits, 0.99), 'ms');
    print('    the slowest', waits.at(-1) ?? 0, 'ms');
  }
  const again = performance.now();
  await run();
  print('a run with nothing to do', performance.now() - again, 'ms');
  const [counted] = await database.query<{ interest: string; days: number }>(
    'select sum(interest) as interest, max(interest_days) as days from loan',
  );
  if (Number(counted?.interest) !== LOANS * 200 || counted?.days !== 2) process.exitCode = 1;
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
