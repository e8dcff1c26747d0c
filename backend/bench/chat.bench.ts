// One chat room with 2,000 connected and 50 messages a second, on the whole backend with its embedded PostgreSQL. From
// the call that sends a message to its arrival at every page; counted by sequence at each of them, none may be missing
// or doubled. `npm run bench -- chat`. Exits with 1 above the target, or for a message that did not arrive once.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { scratchFolder } from '../test/scratch-folder.ts';
import { createUsers, openDatabase, startBackend } from './http/backend.ts';
import { cpuTimes } from './http/cpu.ts';
import { type Client, openClient } from './hub/client.ts';

const CLIENTS = 2_000;
/** An account has at most 20 connections, and sends at most 8 messages in ten seconds. */
const USERS = 160;
const RATE = 50;
const SECONDS = 20;
/** Connections opened at a time. */
const AT_ONCE = 100;
/** p99 in ms, of two cores. */
const TARGET = 250;
/** ms until the last messages have to be there. */
const LAST = 5_000;
const ROOM = 'en';

const SEQ = Buffer.from('{"seq":');
const SENT = Buffer.from('"text":"sent ');

type Page = { count: number; last: number; faults: number };

const latencies: number[] = [];
let measuring = false;

const numberAt = (data: Buffer, at: number): number => {
  let value = 0;
  for (let index = at; index < data.length; index++) {
    const digit = (data[index] as number) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return value;
};

/** Reads the numbers and times of the messages in a frame, without parsing the rest for every page. */
function take(page: Page, data: Buffer): void {
  const now = Date.now();
  for (let at = data.indexOf(SEQ); at >= 0; at = data.indexOf(SEQ, at + 1)) {
    const seq = numberAt(data, at + SEQ.length);
    if (page.last !== 0 && seq !== page.last + 1) page.faults += 1;
    page.last = seq;
    page.count += 1;
    const sent = data.indexOf(SENT, at);
    if (measuring && sent >= 0) latencies.push(now - numberAt(data, sent + SENT.length));
  }
}

const dataDir = scratchFolder('chat-bench');
const backend = await startBackend(dataDir);
const database = await openDatabase(dataDir);
const users = await createUsers(database, USERS, {});
// First messages of these accounts wait for no moderator.
await database.query(`update setting set value = '0' where keyword = 'chat_hold_hours'`);
await database.close();

const pages: Page[] = [];
const clients: Client[] = [];
for (let from = 0; from < CLIENTS; from += AT_ONCE) {
  const opened = Array.from({ length: Math.min(AT_ONCE, CLIENTS - from) }, (_, index) => {
    const page: Page = { count: 0, last: 0, faults: 0 };
    pages.push(page);
    const token = users[(from + index) % USERS]?.token;
    const greetings = [
      JSON.stringify({ op: 'auth', token }),
      JSON.stringify({ op: 'subscribe', channels: [`chat:${ROOM}`], moments: true }),
    ];
    return openClient(backend.port, greetings, (data) => take(page, data), '/realtime');
  });
  clients.push(...(await Promise.all(opened)));
}
// Every look-up of a session is done, and every page has joined.
await wait(5_000);

let accepted = 0;
let rejected = 0;
async function send(number: number): Promise<void> {
  const body = new URLSearchParams({ room: ROOM, client_id: randomUUID(), text: `sent ${Date.now()} ${number}` });
  const response = await fetch(`http://127.0.0.1:${backend.port}/api/chat/send`, {
    method: 'POST',
    headers: { authorization: users[number % USERS]?.token ?? '' },
    body,
  });
  const { type } = (await response.json()) as { readonly type: string };
  if (type === 'ok') accepted += 1;
  else rejected += 1;
}

const before = cpuTimes(backend.child.pid ?? 0, dataDir);
measuring = true;
const began = performance.now();
const sending: Promise<void>[] = [];
for (let number = 0; number < RATE * SECONDS; number++) {
  const due = began + (number * 1_000) / RATE;
  const early = due - performance.now();
  if (early > 1) await wait(early);
  sending.push(send(number));
}
await Promise.all(sending);
const until = performance.now() + LAST;
while (performance.now() < until && pages.some(({ count }) => count < accepted)) await wait(50);
const after = cpuTimes(backend.child.pid ?? 0, dataDir);
const seconds = (performance.now() - began) / 1_000;

const sorted = latencies.toSorted((a, b) => a - b);
const share = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
const missing = pages.filter(({ count }) => count !== accepted).length;
const faults = pages.reduce((sum, page) => sum + page.faults, 0);
const perSecond = (part: 'backend' | 'postgres' | 'generator') => ((after[part] - before[part]) / seconds).toFixed(0);

console.log(`${CLIENTS} connected, ${accepted} messages in ${SECONDS} s, ${sorted.length} deliveries`);
console.log(`delivery p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, worst ${share(1)} ms (target ${TARGET} ms)`);
console.log(
  `CPU ms a second: backend ${perSecond('backend')}, PostgreSQL ${perSecond('postgres')}, pages ${perSecond('generator')}`,
);
console.log(`pages with another number of messages: ${missing}; out of sequence: ${faults}; rejected: ${rejected}`);

for (const client of clients) client.destroy();
await backend.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = missing > 0 || faults > 0 || rejected > 0 || share(0.99) > TARGET ? 1 : 0;
