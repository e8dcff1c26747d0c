// Statements. `npm run bench -- statements`.
// A user with 100,000 entries downloads a statement over HTTP: from the request of its link to the last byte. CPU is that
// of the backend and of PostgreSQL. Beside it another user asks for their funds, one request after the other: what the
// statement costs all other users; what the backend and these requests take without a statement is deducted. It fails where
// a PDF takes 5 s of processor time, so that the verdict is the same on a busy machine.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { scratchFolder } from '../test/scratch-folder.ts';
import { addEntries, createUsers, openDatabase, startBackend } from './http/backend.ts';
import { cpuPer, cpuTimes } from './http/cpu.ts';

const ENTRIES = 100_000;
/** s. */
const LIMIT = 5;
/** ms for which the backend is watched without a statement. */
const QUIET = 5_000;

const headings = ['file', 'entries', 's', 'CPU backend s', 'CPU postgres s', 'MB', 'others p50 ms', 'p99 ms'];
const print = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell) => String(cell).padEnd(15)).join(''));
const dataDir = scratchFolder('statements-bench');
const backend = await startBackend(dataDir);
const database = await openDatabase(dataDir);
const url = (path: string) => `http://127.0.0.1:${backend.port}${path}`;

async function call(path: string, token: string, form: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const response = await fetch(url(`/api${path}`), {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams(form),
  });
  const { type, message } = (await response.json()) as { type: string; message: unknown };
  if (type !== 'ok') throw new Error(String(message));
  return message;
}

/** ms of each request until `work` is done. */
async function beside(token: string, work: Promise<unknown>): Promise<readonly number[]> {
  let busy = true;
  const done = work.finally(() => {
    busy = false;
  });
  // What fails is thrown below; until then it is no end of the process, which would leave the backend behind.
  done.catch(() => undefined);
  const times: number[] = [];
  while (busy) {
    const began = performance.now();
    await call('/wallet/list', token);
    times.push(performance.now() - began);
  }
  await done;
  return times.toSorted((a, b) => a - b);
}

/** s that it took, and of processor time. */
async function measured<T>(work: () => Promise<T>) {
  const before = cpuTimes(backend.child.pid ?? 0, dataDir);
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  return { result, seconds, ...cpuPer(before, cpuTimes(backend.child.pid ?? 0, dataDir), 1_000) };
}

let failed = false;
try {
  const users = await createUsers(database, 2, { USDT: '1000000', BTC: '3' });
  const [rich, other] = users;
  if (!rich || !other) throw new Error('there are no users');
  await addEntries(database, [rich], ENTRIES);
  await beside(other.token, pause(QUIET));
  const usual = await measured(() => beside(other.token, pause(QUIET)));
  print(headings);
  for (const [format, lang] of [
    ['pdf', 'en'],
    ['pdf', 'zh'],
    ['pdf', 'th'],
    ['csv', 'de'],
  ] as const) {
    let bytes = 0;
    const statement = async () => {
      const asked = { format, lang, from: '1', time_zone: 'Europe/Berlin' };
      const { path } = (await call('/wallet/statement', rich.token, asked)) as { path: string };
      const response = await fetch(url(path));
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      bytes = (await response.arrayBuffer()).byteLength;
    };
    const made = await measured(() => beside(other.token, statement()));
    const { result: times, seconds } = made;
    const own = (of: 'backend' | 'postgres') => made[of] - (usual[of] / usual.seconds) * seconds;
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    const file = [
      `${format} ${lang}`,
      ENTRIES,
      seconds.toFixed(2),
      own('backend').toFixed(2),
      own('postgres').toFixed(2),
    ];
    print([...file, (bytes / 1e6).toFixed(1), at(0.5), at(0.99)]);
    if (own('backend') + own('postgres') > LIMIT) failed = true;
  }
} finally {
  await database.close();
  await backend.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
if (failed) console.log(`A statement took more than ${LIMIT} s of processor time.`);
process.exit(failed ? 1 : 0);
