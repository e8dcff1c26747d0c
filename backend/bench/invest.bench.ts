// Demand deposits. `npm run bench -- invest`.
// 100,000 deposits of as many users accrue a day by the job of the domain, on an embedded PostgreSQL, while beside it a user
// sends money to and fro: what a transfer takes meanwhile shows whether the run blocks others.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accrueJob } from '../src/domains/invest/accrue.ts';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { auditLedger, houseAccount, postJournal, postJournals, userAccount } from '../src/platform/ledger/index.ts';
import { jobRun } from '../test/job-run.ts';

const DEPOSITS = 100_000;
const START = Date.UTC(2026, 10, 25, 15);
const DAY = 86_400_000;

const print = (name: string, value: number, unit: string) =>
  console.log(`${name.padEnd(64)}${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}`);

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-invest-'));
const postgres = await startEmbeddedPostgres(dataDir);
const database = connect({ ...postgres.connection, onLost: () => undefined });

try {
  await migrate(database);
  const users = await database.query<{ id: string }>(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
     select lpad(n::text, 8, '0'), n || '@example.com', '', 'n' || n, 'c' || n, 2, $2
       from generate_series(1, $1::int) n returning id`,
    [DEPOSITS + 1, new Date(START)],
  );
  const sender = users.at(-1)?.id as string;
  const owners = users.slice(0, DEPOSITS).map(({ id }) => id);
  for (let from = 0; from < DEPOSITS; from += 1_000) {
    await database.transaction((tx) =>
      postJournals(
        tx,
        [...owners.slice(from, from + 1_000), ...(from === 0 ? [sender] : [])].map((id) => ({
          ref: `bench:${id}`,
          kind: 'reward',
          at: START,
          entries: [
            { account: houseAccount('grants'), currency: 'USDT', amount: '-1000' },
            { account: userAccount(id, id === sender ? 'change' : 'invest'), currency: 'USDT', amount: '1000' },
          ],
        })),
      ),
    );
  }
  await database.query(
    `with product as (
       insert into invest_product (code, section, currency, annual_rate, share_size, total_shares, opens_at, created_at)
       values ('bench', 'demand', 'USDT', 0.0365, 1, 1000000000, $2, $2) returning id
     ), rate as (insert into invest_rate select id, $2::date, 0.0365 from product)
     insert into invest_order (user_id, product_id, section, currency, scale, annual_rate, penalty_ratio, share_size, amount,
                               worth, accrued_to, low, low_on, created_at)
     select owner, product.id, 'demand', 'USDT', 8, 0.0365, 0, 1, 1000, 1000, $2::date, 0, $2::date, $2
       from product, unnest($1::bigint[]) owner`,
    [owners, new Date(START)],
  );
  await database.query('analyze');

  let running = true;
  const waits: number[] = [];
  const beside = (async () => {
    for (let number = 0; running; number++) {
      const from = performance.now();
      const [out, into] = number % 2 === 0 ? (['change', 'micro'] as const) : (['micro', 'change'] as const);
      await database.transaction((tx) =>
        postJournal(tx, {
          ref: `bench:transfer:${number}`,
          kind: 'transfer',
          at: START,
          entries: [
            { account: userAccount(sender, out), currency: 'USDT', amount: '-1' },
            { account: userAccount(sender, into), currency: 'USDT', amount: '1' },
          ],
        }),
      );
      waits.push(performance.now() - from);
      await new Promise((resume) => setTimeout(resume, 50));
    }
  })();
  const cpu = process.cpuUsage();
  const from = performance.now();
  const job = accrueJob({ database, now: () => START + 2 * DAY });
  await job.run(jobRun());
  const wall = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  running = false;
  await beside;
  waits.sort((a, b) => a - b);

  const [paid] = await database.query<{ count: string }>('select count(*) as count from invest_accrual');
  if (Number(paid?.count) !== DEPOSITS) throw new Error(`${paid?.count} of ${DEPOSITS} were paid`);
  print(`${DEPOSITS} deposits accrue a day`, wall / 1_000, 's');
  print('CPU of the process meanwhile', (user + system) / 1_000_000, 's');
  print('a transfer beside it, median', waits[Math.trunc(waits.length / 2)] ?? 0, 'ms');
  print('a transfer beside it, 99 of 100', waits[Math.trunc(waits.length * 0.99)] ?? 0, 'ms');
  const audit = await auditLedger(database);
  if (audit.unbalanced.length + audit.wrongBalances.length > 0) throw new Error('the ledger is wrong');
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
}
