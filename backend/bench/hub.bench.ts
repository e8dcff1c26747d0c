// Latency of the realtime hub: 3,000 clients, each with quote, book, trades and candle of one symbol, ten messages a
// second; then the same beside clients that take nothing. `npm run bench -- hub`. Exits with 1 above the target.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, openClient as connect } from './hub/client.ts';
import { SYMBOLS } from './hub/symbols.ts';

const CLIENTS = 3_000;
const SLOW = 20;
const MEASURED_MS = 4_000;
/** Connections opened at a time. */
const AT_ONCE = 200;
/** p99 in ms. */
const TARGET = 150;

type Figures = { readonly cpuMs: number; readonly rss: number; readonly waiting: number; readonly size: number };

const hub: ChildProcess = fork(join(import.meta.dirname, 'hub/hub-process.ts'));
const [{ port }] = (await once(hub, 'message')) as [{ port: number }];

async function figures(): Promise<Figures> {
  hub.send('figures');
  const [answer] = (await once(hub, 'message')) as [Figures];
  return answer;
}

let latencies: number[] = [];
let bytes = 0;

/** `"at"` of the book: when the frame was made, by the clock of this machine. */
function ageOf(data: Buffer): number | null {
  const found = data.indexOf('"at":');
  return found < 0 ? null : Date.now() - Number(data.subarray(found + 5, found + 18).toString('latin1'));
}

const open = (channels: readonly string[], onMessage: (data: Buffer) => void = () => undefined): Promise<Client> =>
  connect(port, [JSON.stringify({ op: 'subscribe', channels, moments: true })], onMessage);

function openClient(index: number): Promise<Client> {
  const symbol = SYMBOLS[index % SYMBOLS.length];
  const channels = ['quote', 'depth', 'trades'].map((kind) => `${kind}:${symbol}`).concat(`kline:${symbol}:1m`);
  return open(channels, (data) => {
    const age = ageOf(data);
    if (age === null) return;
    latencies.push(age);
    bytes += data.length;
  });
}

const share = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;

async function measure(name: string): Promise<number> {
  await wait(500);
  await figures();
  latencies = [];
  bytes = 0;
  await wait(MEASURED_MS);
  const sorted = latencies.toSorted((a, b) => a - b);
  const { cpuMs, rss, waiting, size } = await figures();
  const seconds = MEASURED_MS / 1_000;
  console.log(
    [
      name.padEnd(28),
      `${Math.round(sorted.length / seconds).toLocaleString('en')} messages/s`,
      `${(bytes / Math.max(1, sorted.length) / 1_024).toFixed(1)} KiB each`,
      `p50 ${share(sorted, 0.5)} ms`,
      `p99 ${share(sorted, 0.99)} ms`,
      `longest ${sorted.at(-1)} ms`,
      `hub ${Math.round((cpuMs / MEASURED_MS) * 100)} % of a core, ${Math.round(rss / 1_048_576)} MiB`,
      `${size.toLocaleString('en')} open, ${Math.round(waiting / 1_024).toLocaleString('en')} KiB waiting`,
    ].join(' · '),
  );
  return share(sorted, 0.99);
}

const clients: Client[] = [];
for (let from = 0; from < CLIENTS; from += AT_ONCE) {
  const some = Array.from({ length: Math.min(AT_ONCE, CLIENTS - from) }, (_, index) => openClient(from + index));
  clients.push(...(await Promise.all(some)));
}
const p99 = await measure(`${CLIENTS.toLocaleString('en')} clients`);

// Each of these is due two megabytes a second, which fill the buffers of the system within seconds.
const everything = SYMBOLS.slice(0, 150).flatMap((symbol) => [`quote:${symbol}`, `depth:${symbol}`]);
let onLate: (data: Buffer) => void = () => undefined;
const slow = await Promise.all(
  Array.from({ length: SLOW }, (_, index) => open(everything, index === 0 ? (data) => onLate(data) : undefined)),
);
for (const socket of slow) socket.pause();
const beside = await measure(`and ${SLOW} that take nothing`);

// Frames that the system held come first, then one with the newest state of everything.
const [late] = slow;
if (late) {
  const from = performance.now();
  let frames = 0;
  const current = new Promise<void>((resolve) => {
    onLate = (data) => {
      frames += 1;
      if ((ageOf(data) ?? Number.POSITIVE_INFINITY) < 2 * TARGET) resolve();
    };
  });
  late.resume();
  await Promise.race([current, wait(3_000)]);
  console.log(`One that reads again is current after ${Math.round(performance.now() - from)} ms and ${frames} frames.`);
}
for (const socket of [...clients, ...slow]) socket.destroy();
hub.disconnect();
if (p99 > TARGET || beside > TARGET) {
  console.error(`p99 is above ${TARGET} ms.`);
  process.exit(1);
}
