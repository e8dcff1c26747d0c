// An auction in its last second. `npm run bench -- auction`.
// 200 bidders (`BIDDERS=…`) who all bid at once, then the close and the return of every other deposit, on an embedded
// PostgreSQL with ten connections. CPU is that of this process. Then the same with a process that is killed amid the
// bids: what it had accepted stands, the rest is sent again.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogue } from '../src/domains/instruments/index.ts';
import { placeBid } from '../src/domains/nft/bid.ts';
import { payDeposit } from '../src/domains/nft/buy.ts';
import { closeSales } from '../src/domains/nft/close.ts';
import { openPrimarySale } from '../src/domains/nft/primary.ts';
import { nftSettings } from '../src/domains/nft/settings.ts';
import { seedSettings } from '../src/domains/site/index.ts';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { installQueue } from '../src/platform/jobs/queue.ts';
import { auditLedger, houseAccount, postJournals, userAccount } from '../src/platform/ledger/index.ts';
import { openLog } from '../src/platform/process/log.ts';
import { fakeFeed } from '../test/fake-feed.ts';
import { jobRun } from '../test/job-run.ts';
import type { BidAll } from './auction/bid-all.ts';

const BIDDERS = Number(process.env.BIDDERS ?? 200);
const START = Date.UTC(2026, 10, 25, 15);
const HOUR = 3_600_000;
const CODE = 'BENCH-1';
const KILLED = 'BENCH-2';

const print = (name: string, value: number, unit: string) =>
  console.log(`${name.padEnd(64)}${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}`);

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-auction-'));
const postgres = await startEmbeddedPostgres(dataDir);
const database = connect({ ...postgres.connection, max: 10, onLost: () => undefined });

async function timed<T>(name: string, count: number, work: () => Promise<T>): Promise<T> {
  const cpu = process.cpuUsage();
  const from = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  print(`${name}: ${count}`, performance.now() - from, 'ms');
  print(`${name}, CPU of the node for each`, (user + system) / 1_000 / count, 'ms');
  return result;
}

try {
  await migrate(database);
  await installQueue(database, postgres.connection, openLog('warn'));
  let time = START;
  const now = () => time;
  const feed = fakeFeed(now);
  const catalogue = await openCatalogue({ database, now });
  await seedSettings(
    database,
    Object.entries(nftSettings).map(([keyword, value]) => ({ keyword, value, public: false })),
  );
  const market = {
    catalogue,
    feed,
    now,
    databaseNow: async () => now(),
    ports: { keepsMoney: async () => undefined, moneyOut: async () => undefined },
    leave: async () => undefined,
  };
  const users = await database.query<{ id: string }>(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
     select lpad(n::text, 8, '0'), n || '@example.com', '', 'n' || n, 'c' || n, 2, $2 from generate_series(1, $1::int) n
     returning id`,
    [BIDDERS, new Date(START)],
  );
  const bidders = users.map(({ id }) => ({ id, level: 2 }) as const);
  const works = await database.query<{ id: string }>(
    `with artist as (
       insert into nft_artist (code, name, biographies, created_at) values ('bench', 'Bench', '{}', $1) returning id)
     insert into nft_work (code, artist_id, type, names, descriptions, properties, rarity, media, royalty_bp, editions, search,
                           grams, created_at)
     select code, id, 'image', '{"en": "Bench"}', '{}', '[]', 'rare', '{}', 500, 1, '', '{}', $1
       from artist, unnest($2::text[]) as w (code) order by code returning id`,
    [new Date(START), [CODE, KILLED]],
  );
  await database.transaction(async (tx) => {
    await postJournals(
      tx,
      bidders.map(({ id }) => ({
        ref: `bench:${id}`,
        kind: 'reward' as const,
        at: START,
        entries: [
          { account: houseAccount('grants'), currency: 'USDT', amount: '-100000' },
          { account: userAccount(id, 'change'), currency: 'USDT', amount: '100000' },
        ],
      })),
    );
    for (const { id } of works) {
      await openPrimarySale(
        tx,
        {
          workId: id,
          saleType: 'auction',
          currency: 'USDT',
          price: '100',
          auction: { deposit: '10', increment: '1' },
          startAt: START,
          endAt: START + HOUR,
        },
        market,
      );
    }
  });
  const depositAll = (code: string) =>
    Promise.all(bidders.map((user) => database.transaction((tx) => payDeposit(tx, user, { code }, market))));
  const bidAll = (code: string, work: typeof placeBid = placeBid) =>
    Promise.allSettled(
      bidders.map((user, index) =>
        // Each above the one sent before it: nearly all are accepted, and outbid another bidder.
        database.transaction((tx) => work(tx, user, { code, price: String(100 + index) }, market)),
      ),
    );
  const faults = async () => {
    const { unbalanced, wrongBalances } = await auditLedger(database);
    return unbalanced.length + wrongBalances.length;
  };
  await timed('deposits at once', BIDDERS, () => depositAll(CODE));
  await depositAll(KILLED);
  time = START + HOUR - 1_000;
  const waits: number[] = [];
  const outcomes = await timed('bids at once in the last second', BIDDERS, () => {
    const from = performance.now();
    return bidAll(CODE, async (...bid) => {
      try {
        return await placeBid(...bid);
      } finally {
        waits.push(performance.now() - from);
      }
    });
  });
  waits.sort((a, b) => a - b);
  print('from sent to decided, p50', waits[Math.floor(BIDDERS * 0.5)] ?? 0, 'ms');
  print('from sent to decided, the last', waits.at(-1) ?? 0, 'ms');
  print('accepted', outcomes.filter(({ status }) => status === 'fulfilled').length, 'bids');

  const standing = async () => {
    const [row] = await database.query<{ bids: number; counted: number; ask: string; highest: string; held: boolean }>(
      `select s.bids, count(b.id)::int as counted, s.ask, max(b.price) as highest,
              (select sum(paid) from nft_order where kind = 'deposit' and status = 'paid') =
              (select sum(balance) from ledger_account where name = 'nft' and user_id is not null) as held
         from nft_sale s left join nft_bid b on b.sale_id = s.id where s.code = $1 group by s.id`,
      [KILLED],
    );
    if (!row) throw new Error(`no sale of ${KILLED}`);
    return row;
  };
  const input: BidAll = { connection: postgres.connection, code: KILLED, users: bidders, time };
  const file = join(import.meta.dirname, 'auction/bid-all.ts');
  const child = spawn(process.execPath, [file, JSON.stringify(input)], { stdio: 'inherit' });
  const gone = once(child, 'exit');
  while (child.exitCode === null && (await standing()).bids < BIDDERS / 4)
    await new Promise((next) => setImmediate(next));
  child.kill('SIGKILL');
  await gone;
  const left = await standing();
  print('accepted when the process was killed', left.bids, 'bids');
  print('  of which are recorded', left.counted, 'bids');
  if (left.ask !== left.highest || !left.held) throw new Error(`not whole after the kill: ${JSON.stringify(left)}`);
  print('  faults of the ledger', await faults(), '');
  await bidAll(KILLED);
  print('accepted in all, once all were sent again', (await standing()).counted, 'bids');
  if ((await standing()).ask !== String(99 + BIDDERS)) throw new Error('the highest bid does not lead');

  time = START + HOUR + 600_000;
  const run = jobRun();
  await timed('close of both with the return of deposits', 2 * BIDDERS, async () =>
    closeSales({ database, catalogue: await openCatalogue({ database, now }), now }, run),
  );
  const rows = await database.query<{ code: string; kind: string; status: string; count: number }>(
    `select s.code, o.kind, o.status, count(*)::int as count from nft_order o join nft_sale s on s.id = o.sale_id
      group by 1, 2, 3 order by 1, 2, 3`,
  );
  for (const { code, kind, status, count } of rows) print(`orders of ${code}: ${kind} ${status}`, count, '');
  print('faults of the ledger', await faults(), '');
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
