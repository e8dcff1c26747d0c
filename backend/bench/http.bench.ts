// Calls of the backend a second, beside a bare Fastify server in the same run. `npm run bench -- http`.
// `CPU µs` and `SQL µs` are processor time per answer, of the server process and of PostgreSQL, without what the market
// takes meanwhile: other work on the machine changes them less than rates.
// The backend is its own process on its own embedded PostgreSQL; 16 connections of 16 users load it one call after the
// other, and 64 of 64 users with transfers and `wallet/list`. `HTTP_BENCH=transfers` chooses scenarios by name, `BENCH_PROFILE=folder` writes CPU profiles.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { scratchFolder } from '../test/scratch-folder.ts';
import {
  addEntries,
  type Cpu,
  createUsers,
  openDatabase,
  type Process,
  startBackend,
  startPlainServer,
  type User,
} from './http/backend.ts';
import { load, type Measured, requestText } from './http/load.ts';

const CONNECTIONS = 16;
/** Users of the transfers of many. */
const MANY = 64;
const SECONDS = 5;
const ENTRIES = 10_000;
/** ms until the start is over and what each step runs is compiled, and in which the time without calls is measured. */
const SETTLES = 10_000;
const IDLE_MS = 4_000;
const USDT = '3';
const PACKED = { 'accept-encoding': 'gzip' } as const;

const dataDir = scratchFolder('http-bench');
const plain = await startPlainServer();
const backend = await startBackend(dataDir).catch(async (error: unknown) => {
  await plain.stop();
  throw error;
});
const database = await openDatabase(dataDir);

const headings = ['scenario', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'SQL µs', 'ratio', 'of'];
const widths = [30, 9, 9, 9, 9, 9, 8, 24];
const print = (cells: readonly string[]) =>
  console.log(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(''));

const wanted = process.env.HTTP_BENCH;
/** ms of processor time a second without calls. */
const idles = new Map<Process, Cpu>();
let failures = 0;

async function measure(
  name: string,
  server: Process,
  requestOf: (connection: number, number: number) => string,
  reference?: { readonly of: string; readonly rate: number },
  connections = CONNECTIONS,
): Promise<Measured> {
  const before = server.cpu();
  const began = performance.now();
  const measured = await load(server.port, connections, SECONDS, requestOf);
  const after = server.cpu();
  const { rate, p50, p99, failed, failure, answers } = measured;
  const seconds = (performance.now() - began) / 1_000;
  const idle = idles.get(server) ?? { own: 0, started: 0 };
  const each = (part: keyof Cpu): string =>
    before && after ? (((after[part] - before[part] - idle[part] * seconds) * 1_000) / answers).toFixed(0) : '';
  const ratio = reference ? [(rate / reference.rate).toFixed(3), reference.of] : ['', ''];
  print([
    name,
    rate.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(1),
    each('own'),
    server === backend ? each('started') : '',
    ...ratio,
  ]);
  if (failed > 0) console.error(`  ${failed} calls failed: ${failure}`);
  failures += failed;
  return measured;
}

const isWanted = (name: string) => !wanted || wanted.split(',').includes(name);

/** A public call beside a route that sends its body as a constant buffer. */
async function measureRead(name: string, path: string, headers: Readonly<Record<string, string>>, trivial: number) {
  if (!isWanted(name.split(',')[0] ?? '')) return;
  const response = await fetch(`http://127.0.0.1:${backend.port}${path}`, {
    headers: { 'accept-encoding': 'identity', ...headers },
  });
  const encoding = response.headers.get('content-encoding');
  // `fetch` unpacks: the packed body is as long as the answer says.
  const length = Number(response.headers.get('content-length'));
  const body = Buffer.from(await response.arrayBuffer());
  await plain.sends(encoding ? Buffer.alloc(length) : body, encoding);
  const constant = await measure(
    `  constant, ${length} B ${encoding ?? 'plain'}`,
    plain,
    () => requestText('GET', '/constant', headers),
    {
      of: 'trivial',
      rate: trivial,
    },
  );
  const text = requestText('GET', path, headers);
  const { rate } = await measure(name, backend, () => text, { of: 'constant buffer', rate: constant.rate });
  console.log(`${''.padEnd(75)}${(rate / trivial).toFixed(3).padEnd(8)}trivial`);
}

try {
  await wait(SETTLES);
  const quiet = backend.cpu();
  await wait(IDLE_MS);
  const later = backend.cpu();
  if (quiet && later) {
    const rate = (part: keyof Cpu) => ((later[part] - quiet[part]) * 1_000) / IDLE_MS;
    idles.set(backend, { own: rate('own'), started: rate('started') });
    console.log(
      `The market alone takes ${(rate('own') / 10).toFixed(0)} % of a core, PostgreSQL ${(rate('started') / 10).toFixed(0)} %.`,
    );
  }
  print(headings);
  const { rate: trivial } = await measure('trivial', plain, () => requestText('GET', '/trivial'));
  const quotes = '/api/currency/quotation_new';
  await measureRead('quotes', quotes, {}, trivial);
  await measureRead('quotes, gzip', quotes, PACKED, trivial);
  const bars = '/api/currency/new_timeshar?symbol=BTC%2FUSDT&interval=1m&limit=300';
  await measureRead('bars', bars, {}, trivial);
  await measureRead('bars, gzip', bars, PACKED, trivial);

  const users = await createUsers(database, MANY, { USDT: '10000000', BTC: '100' });
  const of = (connection: number) => users[connection % users.length] as User;
  const transferOf = ({ token }: User, number: number) =>
    requestText(
      'POST',
      '/api/wallet/change',
      { authorization: token, 'idempotency-key': randomUUID() },
      {
        currency_id: USDT,
        number: '1.5',
        from_field: number % 2 === 0 ? 'change' : 'legal',
        to_field: number % 2 === 0 ? 'legal' : 'change',
      },
    );
  const beside = { of: 'trivial', rate: trivial };
  if (isWanted('transfers')) {
    await measure('transfers', backend, (connection, number) => transferOf(of(connection), number), beside);
    await measure(
      `transfers, ${MANY} users`,
      backend,
      (connection, number) => transferOf(of(connection), number),
      beside,
      MANY,
    );
    await measure('transfers, one user', backend, (_, number) => transferOf(of(0), number), beside);
  }
  if (isWanted('wallet')) {
    const rich = await createUsers(database, MANY, { USDT: '10000000', BTC: '100' });
    await addEntries(database, rich, ENTRIES);
    const texts = rich.map(({ token }) => requestText('POST', '/api/wallet/list', { authorization: token }, {}));
    const listOf = (connection: number) => texts[connection] ?? '';
    await measure(`wallet/list, ${ENTRIES} entries`, backend, listOf, beside);
    await measure(`wallet/list, ${MANY} users`, backend, listOf, beside, MANY);
  }
} finally {
  await database.close();
  await backend.stop();
  await plain.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
if (failures > 0) process.exitCode = 1;
