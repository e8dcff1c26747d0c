// 1,000 deposits of 1,000 users in one block of a local chain, on the whole backend with its embedded PostgreSQL: from the
// block to the list of each user, and from finality to the ledger and to the event on the socket of each open page.
// `npm run bench -- chains`. Exits with 1 above a target, or where a deposit was not credited once.
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '../src/domains/deposits/address-book.ts';
import { auditLedger } from '../src/platform/ledger/index.ts';
import { readSettings } from '../src/platform/settings.ts';
import { scratchFolder } from '../test/scratch-folder.ts';
import { CONFIRMATIONS, configure } from '../tools/chains/configure.ts';
import { startEvmChain } from '../tools/chains/local-chains.ts';
import { localDepositKeys } from '../tools/chains/local-seed.ts';
import { findAnvil } from '../tools/chains/programs.ts';
import { createUsers, openDatabase, startBackend } from './http/backend.ts';
import { type Client, openClient } from './hub/client.ts';

const DEPOSITS = 1_000;
/** Users with an open page. */
const PAGES = 200;
/** Receivers of one transaction. */
const TOGETHER = 200;
const AMOUNT = 25;
/** Seconds until all are credited, and until the last page knows. */
const CREDITED_WITHIN = 10;
const ON_PAGE_WITHIN = 2;
/** ms after which nothing more is expected. */
const GIVES_UP = 60_000;

const CREDITED = Buffer.from('"status":"credited"');

const anvil = findAnvil();
if (!anvil) {
  console.log('anvil is not installed for this machine: nothing is measured');
  process.exit(0);
}
const print = (name: string, value: number, unit: string) =>
  console.log(`${name.padEnd(64)}${value.toFixed(2).padStart(9)} ${unit}`);

const dataDir = scratchFolder('chains-bench');
// Room for all transfers in one block.
const chain = await startEvmChain(anvil, ['--no-mining', '--gas-limit', '200000000']);
const token = await chain.deployToken();
await chain.mine(3);
Object.assign(process.env, localDepositKeys(), { ETHEREUM_NODE_URL: chain.url });
const backend = await startBackend(dataDir);
const port = Number(new URL(chain.url).port);
await configure(
  { databaseUrl: undefined, dataDir },
  { ethereum: { port, token }, bitcoin: null },
  { ethereum: async () => null, bitcoin: async () => null },
);
const database = await openDatabase(dataDir);

async function count(state: string): Promise<number> {
  const [row] = await database.query<{ number: number }>(
    'select count(*)::int as number from chain_deposit where state = $1',
    [state],
  );
  return row?.number ?? 0;
}

/** Seconds since `from` until as many deposits are in a state. */
async function until(state: string, number: number, from: number): Promise<number> {
  while ((await count(state)) < number) {
    if (performance.now() - from > GIVES_UP) throw new Error(`${await count(state)} of ${number} are ${state}`);
    await wait(10);
  }
  return (performance.now() - from) / 1_000;
}

const clients: Client[] = [];
try {
  const users = await createUsers(database, DEPOSITS, {});
  const settings = readSettings({ ...process.env, DATA_DIR: dataDir });
  const addresses: string[] = [];
  for (const { id } of users) addresses.push(await addressOf(database, settings, id, 'ethereum'));
  const heard: number[] = [];
  for (const { token: session } of users.slice(0, PAGES)) {
    let told = false;
    const take = (data: Buffer) => {
      if (told || !data.includes(CREDITED)) return;
      told = true;
      heard.push(performance.now());
    };
    clients.push(await openClient(backend.port, [JSON.stringify({ op: 'auth', token: session })], take, '/realtime'));
  }
  // The watcher has begun: what comes now is read.
  for (;;) {
    const [watch] = await database.query('select from chain_watch where height is not null and paused is null');
    if (watch) break;
    await wait(50);
  }

  for (let from = 0; from < DEPOSITS; from += TOGETHER) {
    await chain.scatter(token, addresses.slice(from, from + TOGETHER), BigInt(AMOUNT) * 1_000_000n);
  }
  const mined = performance.now();
  await chain.mine();
  print(
    `${DEPOSITS} deposits in a block, until each is in its user's list`,
    await until('pending', DEPOSITS, mined),
    's',
  );

  await chain.mine(CONFIRMATIONS - 2);
  // Let the confirmations so far be read: what follows is what finality costs.
  await wait(2_000);
  const final = performance.now();
  await chain.mine();
  const credited = await until('credited', DEPOSITS, final);
  print('from finality until all are credited', credited, 's');
  while (heard.length < PAGES && performance.now() - final < GIVES_UP) await wait(10);
  const times = heard.map((at) => (at - final) / 1_000).toSorted((a, b) => a - b);
  const last = times.at(-1) ?? Number.NaN;
  print(`from finality to the event on ${PAGES} sockets, median`, times[times.length >> 1] ?? Number.NaN, 's');
  print('  last', last, 's');

  const [balance] = await database.query<{ users: number; least: string; most: string }>(
    `select count(*)::int as users, min(balance) as least, max(balance) as most from ledger_account
      where name = 'change' and currency = 'USDT' and part = 'available' and balance <> 0`,
  );
  const { unbalanced, wrongBalances } = await auditLedger(database);
  const once =
    balance?.users === DEPOSITS &&
    Number(balance.least) === AMOUNT &&
    Number(balance.most) === AMOUNT &&
    unbalanced.length + wrongBalances.length === 0;
  console.log(`every user was credited once: ${once}`);
  process.exitCode = once && times.length === PAGES && credited < CREDITED_WITHIN && last < ON_PAGE_WITHIN ? 0 : 1;
} finally {
  for (const client of clients) client.destroy();
  await database.close();
  await backend.stop();
  await chain.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
