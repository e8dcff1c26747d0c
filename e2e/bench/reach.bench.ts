// From a release to the last connected page: a thousand realtime connections through the real platform.
import { openReleaseService } from '@tessera/releases';
import { startBenchPlatform } from './platform.ts';

const PAGES = Number(process.env.BENCH_PAGES ?? 1_000);
const RELEASES = Number(process.env.BENCH_RUNS ?? 10);
const REMOTE = 'finance';
const SECOND = '0.9.0-reach';

const platform = await startBenchPlatform();
const { port, folder } = platform;
// Read by the modules imported below.
Object.assign(process.env, { E2E_PORT: String(port), E2E_DATA_DIR: folder });
const { liveRemote, publishVariant } = await import('../platform/release.ts');

/** Called with the epoch that a page receives. */
type Told = (epoch: number) => void;
let told: Told = () => undefined;

function openPage(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://localhost:${port}/realtime`);
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as { readonly ch?: string; readonly d?: { readonly epoch: number } };
    if (frame.ch === 'release' && frame.d) told(frame.d.epoch);
  });
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => reject(new Error('A page could not connect.')));
  });
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;

const row = (cells: readonly string[]) =>
  cells.map((cell, index) => cell[index === 0 ? 'padEnd' : 'padStart'](index === 0 ? 14 : 12)).join('');

const pages: WebSocket[] = [];
try {
  await platform.ready();
  const { version: first } = await liveRemote(REMOTE);
  await publishVariant(REMOTE, SECOND);
  const service = await openReleaseService({}, folder);
  while (pages.length < PAGES) pages.push(...(await Promise.all(Array.from({ length: 50 }, openPage))));

  /** ms from the operator's call to each page, ordered. */
  const reach = async (release: () => Promise<unknown>): Promise<readonly number[]> => {
    const epoch = ((await service.latest())?.state.epoch ?? 0) + 1;
    const delays: number[] = [];
    const all = new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`Only ${delays.length} pages were told of epoch ${epoch}.`)),
        20_000,
      );
      told = (heard) => {
        if (heard !== epoch || delays.push(performance.now() - began) < pages.length) return;
        clearTimeout(late);
        resolve();
      };
    });
    const began = performance.now();
    await release();
    await all;
    return delays.sort((left, right) => left - right);
  };

  const act = { who: 'bench', why: 'how long it takes' };
  const releases = {
    // The round before rolled it back.
    promote: () => service.promote({ name: REMOTE, version: SECOND }, { ...act, force: true }),
    'roll back': () => service.rollback(REMOTE, act),
  };
  const results = new Map(Object.keys(releases).map((name) => [name, [] as (readonly number[])[]]));
  for (let round = 0; round < RELEASES; round += 1) {
    for (const [name, release] of Object.entries(releases)) results.get(name)?.push(await reach(release));
  }
  if ((await liveRemote(REMOTE)).version !== first) throw new Error('The last release was not the last.');
  console.log(`${pages.length} connected pages, ${RELEASES} releases each, ms from the call to the page.\n`);
  console.log(row(['', 'first page', 'median', 'last page', 'worst']));
  for (const [name, rounds] of results) {
    const median = (share: number) =>
      at(
        rounds.map((delays) => at(delays, share)).sort((a, b) => a - b),
        0.5,
      );
    const worst = Math.max(...rounds.map((delays) => at(delays, 1)));
    console.log(row([name, ...[median(0), median(0.5), median(1), worst].map((value) => value.toFixed(0))]));
  }
} finally {
  for (const page of pages) page.close();
  await platform.stop();
}
