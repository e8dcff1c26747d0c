// Token sales. `npm run bench -- launchpad`.
// 100,000 users who committed to one sale: the allocation and the unlocking by the jobs of the domain, on an embedded
// PostgreSQL, and how long the event loop was held meanwhile. CPU is that of this process.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openCatalogue } from '../src/domains/instruments/index.ts';
import { listProjects } from '../src/domains/launchpad/list.ts';
import { settleProjects } from '../src/domains/launchpad/settle.ts';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { fakeFeed } from '../test/fake-feed.ts';
import { jobRun } from '../test/job-run.ts';

const USERS = Number(process.env.USERS ?? 100_000);
const START = Date.UTC(2026, 10, 25, 15);
const HOUR = 3_600_000;

const print = (name: string, value: number, unit: string) =>
  console.log(`${name.padEnd(64)}${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}`);

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-launchpad-'));
const postgres = await startEmbeddedPostgres(dataDir);
const database = connect({ ...postgres.connection, onLost: () => undefined });

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const cpu = process.cpuUsage();
  const from = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  print(`${name}, ${USERS} users`, (performance.now() - from) / 1_000, 's');
  print(`${name}, CPU of the node`, (user + system) / 1e6, 's');
  print(`${name}, longest hold of the event loop`, delay.max / 1e6, 'ms');
}

try {
  await migrate(database);
  let time = START;
  const now = () => time;
  const catalogue = await openCatalogue({ database, now });
  await database.query(
    `with project as (
       insert into launch_project (currency, scale, name, descriptions, price, pay_currencies, supply, user_cap, least,
                                   start_at, end_at, listing_at, created_at)
       values ('SOL', 4, 'Bench', '{}', 0.5, '{USDT}', $1::int * 100, 400, 1, $2, $3, $4, $2) returning id),
     users as (
       insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
       select lpad(n::text, 8, '0'), n || '@example.com', '', 'n' || n, 'c' || n, 2, $2 from generate_series(1, $1::int) n
       returning id),
     sums as (select id, 50 + (id * 7919 % 1000) as amount from users),
     accounts as (
       insert into ledger_account (owner_kind, user_id, name, part, currency, balance)
       select 'user', id, 'subscription', 'available', 'USDT', amount * 0.5 from sums),
     orders as (
       insert into launch_order (project_id, user_id, amount, pay_currency, pay_scale, price, paid, created_at)
       select p.id, s.id, s.amount, 'USDT', 6, 0.5, s.amount * 0.5, $2 from sums s, project p),
     totals as (
       insert into launch_total select p.id, 0, (select sum(amount) from sums), (select count(*) from sums) from project p)
     insert into launch_share (project_id, user_id, committed, orders, salt, hash)
     select p.id, s.id, s.amount, 1, md5(s.id::text), md5(s.id::text) || md5('x' || s.id::text) from sums s, project p`,
    [USERS, new Date(START), new Date(START + HOUR), new Date(START + 3 * HOUR)],
  );
  await database.query('analyze');
  time = START + HOUR;
  const run = jobRun();
  const feed = fakeFeed(now);
  feed.setPrice('SOL/USDT', '0.5');
  await timed('allocation', () => settleProjects({ database, catalogue, feed, now }, run));
  time = START + 3 * HOUR;
  await timed('unlocking', () => listProjects({ database, catalogue, feed, now }, run));
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
