// Locked mining. `npm run bench -- mining`.
// 100,000 open positions whose day is over at the same time, paid by the job of the domain in one run, on an embedded
// PostgreSQL. Beside it, all the while, a trader's journal is posted and committed again and again: what a payment run
// makes others wait. CPU is that of this process, which compares where the machine is busy with other work.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Localised } from '@tessera/api/kit/localised';
import { MINING_DAY } from '@tessera/api/mining/rules';
import { languageCodes } from '@tessera/api/rules';
import { seededCatalogue } from '../src/domains/instruments/index.ts';
import { payJob } from '../src/domains/mining/pay.ts';
import { addProduct } from '../src/domains/mining/products.ts';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import {
  auditLedger,
  houseAccount,
  houseBalance,
  postJournal,
  sumHouse,
  userAccount,
} from '../src/platform/ledger/index.ts';
import { jobRun } from '../test/job-run.ts';
import { beside } from './beside.ts';

const USERS = 20_000;
const POSITIONS = 100_000;
const START = Date.UTC(2026, 10, 25, 15);
const RATES = ['0.003', '0.00325', '0.0035', '0.00375', '0.004'];

const print = (name: string, value: number, unit: string) =>
  console.log(`${name.padEnd(64)}${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}`);
const texts = (text: string) => Object.fromEntries(languageCodes.map((code) => [code, text])) as Localised;

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-mining-'));
const postgres = await startEmbeddedPostgres(dataDir);
const database = connect({ ...postgres.connection, onLost: () => undefined });
try {
  await migrate(database);
  await database.transaction((tx) =>
    addProduct(
      tx,
      {
        product: 'bench',
        currency: 'USDT',
        demonstration: false,
        names: texts('bench'),
        descriptions: texts('bench'),
        day_rates: RATES,
        min_amount: '1',
        purchase_limit: null,
        penalty_ratio: '0.01',
        open: true,
        opens_at: START,
        closes_at: null,
      },
      START,
    ),
  );
  await database.query(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
     select lpad(n::text, 8, '0'), n || '@example.com', '', 'n' || n, 'c' || n, 2, $2
       from generate_series(1, $1::int) n`,
    [USERS, new Date(START)],
  );
  await database.query(
    `insert into mining_order (user_id, product_id, version, currency, scale, amount, day_rates, penalty_ratio,
                               interest_total, created_at, expires_at, next_at)
     select u.id, p.id, 1, 'USDT', 6, 100, $2, 0.01, 1.75, $3, $4, $5
       from generate_series(1, $1::int) s(i)
       join (select id, row_number() over (order by id) as n from user_account) u on u.n = 1 + s.i % $6
       cross join mining_product p`,
    [POSITIONS, RATES, new Date(START), new Date(START + 5 * MINING_DAY), new Date(START + MINING_DAY), USERS],
  );
  await database.query('analyze');
  const trader = (await database.query<{ id: string }>('select id from user_account order by id limit 1'))[0]
    ?.id as string;
  let posted = 0;
  const waits: number[] = [];
  const trade = async (): Promise<void> => {
    const from = performance.now();
    await database.transaction((tx) =>
      postJournal(tx, {
        ref: `bench:trade:${posted++}`,
        kind: 'reward',
        at: START,
        entries: [
          { account: houseAccount('grants'), currency: 'BTC', amount: '-1' },
          { account: userAccount(trader, 'change'), currency: 'BTC', amount: '1' },
        ],
      }),
    );
    waits.push(performance.now() - from);
  };
  const job = payJob({
    database,
    catalogue: { current: () => seededCatalogue },
    ports: { requireCover: async () => undefined, keepsMoney: async () => undefined },
    now: () => START + MINING_DAY,
  });
  const run = () => job.run(jobRun());
  const end = beside(trade);
  const cpu = process.cpuUsage();
  const from = performance.now();
  await run();
  const wall = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  await end();
  print(`${POSITIONS} positions paid in one run`, wall / 1_000, 's');
  print('  CPU of this process for each', (user + system) / POSITIONS, 'µs');
  waits.sort((a, b) => a - b);
  print(`  a trade beside it (${waits.length} of them), median`, waits[waits.length >> 1] ?? 0, 'ms');
  print('  the slowest of a hundred', waits[Math.floor(waits.length * 0.99)] ?? 0, 'ms');
  const again = performance.now();
  await run();
  print('a run with nothing to do', performance.now() - again, 'ms');
  const balance = async () => {
    const began = performance.now();
    const value = await houseBalance(database, 'interest', 'USDT');
    return { value, took: performance.now() - began };
  };
  const before = await balance();
  await sumHouse(database);
  await sumHouse(database);
  const after = await balance();
  print('the balance of the house, summed from all entries', before.took, 'ms');
  print('  from its last sum on', after.took, 'ms');
  const [counted] = await database.query<{ paid: string }>('select sum(interest_paid) as paid from mining_order');
  const { unbalanced, wrongBalances } = await auditLedger(database);
  const faults = unbalanced.length + wrongBalances.length;
  print('faults of the ledger', faults, '');
  if (faults > 0 || counted?.paid !== '30000' || before.value !== '-30000' || after.value !== '-30000') {
    process.exitCode = 1;
  }
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
