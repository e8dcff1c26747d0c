// The record of ticks: time of a step, disk of a day, the history of a first start. `npm run bench -- ticks`.

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededCatalogue } from '../src/domains/instruments/seeded.ts';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createEngine } from '../src/platform/market/engine.ts';
import { ensureHistory } from '../src/platform/market/history.ts';
import { createMarketView } from '../src/platform/market/market-view.ts';
import { minuteRecord } from '../src/platform/market/minute-record.ts';
import { createRecorder } from '../src/platform/market/recorder.ts';
import { createSimulatedSource } from '../src/platform/market/simulated-source.ts';
import { firstFault, ticksOf } from '../src/platform/market/tick-store.ts';
import { jobRun } from '../test/job-run.ts';

/** Minutes of the market that are recorded, and ms from step to step. */
const MINUTES = 5;
const STEP = 200;
const MINUTE = 60_000;
const DAY = 86_400_000;
const GB = 1e9;
const START = Date.UTC(2026, 10, 25, 15);

/** All instruments trade all day: the most that there can be. */
const always = seededCatalogue.marketTerms().find(({ symbol }) => symbol === 'BTC/USDT')?.calendar;
if (!always) throw new Error('BTC/USDT is not listed');
const terms = seededCatalogue.marketTerms().map((each) => ({ ...each, calendar: always }));

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-ticks-'));
const postgres = await startEmbeddedPostgres(dataDir);
const database = connect({
  ...postgres.connection,
  onLost: (error) => {
    throw error;
  },
});
const print = (name: string, value: number, unit: string) =>
  console.log(`${name.padEnd(64)}${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit}`);
const timed = async (run: () => unknown): Promise<number> => {
  const from = performance.now();
  await run();
  return performance.now() - from;
};
const sizeOf = async (table: string): Promise<number> => {
  const [row] = await database.query<{ size: string }>(
    `select pg_total_relation_size($1::regclass)
            + coalesce((select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = $1::regclass), 0)
            as size`,
    [table],
  );
  return Number(row?.size ?? 0);
};
/** Of an interval, in ms, over all. */
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const high = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;

try {
  await migrate(database);
  const cpu = process.cpuUsage();
  const listed = seededCatalogue.marketTerms();
  print(
    'history of a first start',
    (await timed(() => ensureHistory(database, () => ({ terms: listed, now: START })))) / 1_000,
    's',
  );
  print('  of it in this process', process.cpuUsage(cpu).user / 1e6, 's');
  print('  stored', (await sizeOf('market_bar')) / 1e6, 'MB');
  // Rows are rewritten as bars are added: what is dead is used again once it is vacuumed.
  const liveBars = async (): Promise<number> => {
    const [row] = await database.query<{ size: string }>('select sum(pg_column_size(b.*)) as size from market_bar b');
    return Number(row?.size ?? 0);
  };
  const barsBefore = await liveBars();

  const recorder = createRecorder();
  const { symbols } = await recorder.load(database);
  const prices = new Map(Object.entries(symbols).flatMap(([symbol, { start }]) => (start ? [[symbol, start]] : [])));
  const source = createSimulatedSource({ terms, prices: prices as ReadonlyMap<string, number> });
  const engine = createEngine({ terms, source, overallCap: 1e9, recorded: symbols });
  const { privateKey } = generateKeyPairSync('ed25519');
  const job = minuteRecord({ database, key: async () => privateKey });
  const turn = () => job.run(jobRun());

  const times = { engine: [] as number[], record: [] as number[], minute: [] as number[] };
  let ticks = 0;
  let sequence = 0;
  for (let at = START; at <= START + MINUTES * MINUTE; at += STEP) {
    const began = performance.now();
    engine.begin();
    engine.tick(at);
    times.engine.push(performance.now() - began);
    const recording = performance.now();
    await database.transaction((tx) =>
      recorder.record(tx, { sequence: ++sequence, at, ticks: engine.ticks(), source: engine.source() }),
    );
    engine.commit();
    recorder.committed();
    times.record.push(performance.now() - recording);
    ticks += engine.ticks().size;
    engine.takeFrame(at);
    if (at > START && at % MINUTE === 0) times.minute.push(await timed(turn));
  }
  print('a step in memory, median of 207 symbols', median(times.engine), 'ms');
  print('a step recorded: insert, commit and links, median', median(times.record), 'ms');
  print('  99 % within', high(times.record), 'ms');
  print('a minute stored: blocks, bars, signature', median(times.minute), 'ms');

  const minutes = times.minute.length;
  const [blocks] = await database.query<{ bytes: number; rows: number }>(
    'select sum(length(ticks))::int as bytes, count(*)::int as rows from market_block',
  );
  const empty = 8_192;
  const stored = (await sizeOf('market_block')) - empty;
  const stepBytes = (await sizeOf('market_step')) / ticks;
  print('bytes of a tick in its block', (blocks?.bytes ?? 0) / ticks, 'B');
  const daily = (bytes: number): number => ((bytes / minutes) * (DAY / MINUTE)) / GB;
  print('ticks of a day, all instruments open all day: blocks', daily(blocks?.bytes ?? 0), 'GB');
  print('  on disk, rows and indexes included', daily(stored), 'GB');
  const trading = seededCatalogue.marketTerms().reduce((sum, { calendar }) => {
    const week = calendar.sessions.reduce((all, [from, to]) => all + to - from, 0) * calendar.weekdays.size;
    return sum + week / (7 * 24 * 60);
  }, 0);
  print('  in the hours of the instruments, mean of a week', (daily(stored) * trading) / terms.length, 'GB');
  print('heads of a day, kept for ever', daily((await sizeOf('market_head')) - empty), 'GB');
  print('bars of a day', daily((await liveBars()) - barsBefore), 'GB');
  print('steps, kept for an hour', (stepBytes * ticks * 60) / minutes / 1e6, 'MB');

  const view = createMarketView({ database, source: 'simulated', terms, onError: console.error });
  const reading = process.cpuUsage();
  print('a node reads the record', await timed(() => view.load()), 'ms');
  print('  of it in this process', process.cpuUsage(reading).user / 1e3, 'ms');
  print(
    'a node takes the market over: chains of the last seconds',
    await timed(() => createRecorder().load(database)),
    'ms',
  );
  const to = START + MINUTES * MINUTE;
  print(
    `ticks of one symbol over ${MINUTES} minutes`,
    await timed(() => ticksOf(database, 'BTC/USDT', START, to)),
    'ms',
  );
  let fault: unknown;
  print('  verified', await timed(async () => (fault = await firstFault(database, 'BTC/USDT', START, to))), 'ms');
  if (fault) throw new Error(`the record is not what was signed: ${JSON.stringify(fault)}`);
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
