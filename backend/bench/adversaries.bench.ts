// Each product, instrument and term against players with public data, then a month of each trader against the market,
// alone and among others. `npm run bench -- adversaries`; `ADVERSARIES_SEED` repeats the first part, `ADVERSARIES_DAYS`
// shortens the second.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { systemRandom } from '../src/platform/market/random.ts';
import { whole } from '../src/platform/setting-values.ts';
import { compete, type Trader } from './adversaries/arena.ts';
import { type Cell, type Effort, earns, playedTerms, type Terms } from './adversaries/cell.ts';
import { gapsOf } from './adversaries/coverage.ts';
import { criticalT } from './adversaries/critical.ts';
import { offerDemonstration } from './adversaries/demonstration.ts';
import { type Grid, gridsOf } from './adversaries/grids.ts';
import { cells } from './adversaries/plays.ts';
import { turningGap } from './adversaries/products/loans.ts';
import { ACROSS, ALONE } from './adversaries/traders.ts';

const DAYS = whole(process.env, 'ADVERSARIES_DAYS', 30, 365, 2);
/** Results of a day are one observation. */
const BLOCK = 24;
/** Lots of each trade of the others, in depths. */
const CROWDS = [0, 0.1];
/** One of each class, with its own fees and ticks: liquid coin, cheap coin, contract, stock, forex, future. ms between draws. */
const MARKETS = [
  ['BTC/USDT', 5_000],
  ['SHIB/USDT', 10_000],
  ['BTC/USDT-PERP', 10_000],
  ['AAPL', 10_000],
  ['EUR/USD', 10_000],
  ['ES', 10_000],
] as const;

type Seeded = { readonly terms: Terms; readonly grids: readonly Grid[] };

/** The terms that migrations and a demonstration set, and what has to be played with them. */
async function seeded({ leads }: Pick<Effort, 'leads'>): Promise<Seeded> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-adversaries-'));
  const postgres = await startEmbeddedPostgres(dataDir);
  const database = connect({ ...postgres.connection, onLost: () => undefined });
  try {
    await migrate(database);
    await offerDemonstration(database);
    return { terms: await playedTerms(database), grids: await gridsOf(database, { leads }) };
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  }
}

const seed = process.env.ADVERSARIES_SEED ?? randomBytes(6).toString('hex');
const effort: Effort = {
  seed,
  ...{ optionSeconds: 7_200, optionEvery: 5, ringPaths: 60, loanPaths: 500, marketSteps: 400 },
  ...{ copyRounds: 2, paths: 200, leadSteps: 3_000, leads: [200, 1_000, 5_000] },
};
const { terms, grids } = await seeded(effort);
console.log(`Products, seed ${seed}: gain of a stake or a notional value of 1, standard error, t, samples.`);
let paying = 0;
const played: Cell[] = [];
for (const cell of cells(terms, effort)) {
  const { product, instrument, term, strategy, gain, error, t, samples } = cell;
  played.push(cell);
  if (earns(cell)) paying++;
  const names = [product.padEnd(12), instrument.padEnd(20), term.padEnd(14), strategy.padEnd(60)].join('');
  console.log(
    `${names}${gain.toFixed(6).padStart(11)}${error.toFixed(6).padStart(11)}${t.toFixed(1).padStart(11)}${String(samples).padStart(9)}`,
  );
}
const gaps = Object.entries(gapsOf(grids, played)).flatMap(([kind, names]) => names.map((name) => `${kind}: ${name}`));
for (const gap of gaps) console.log(gap);
console.log(
  `${paying} of ${played.length} earned at t > 4; ${gaps.length} gaps. Loans turn at a fall of ${(100 * turningGap(terms.loans)).toFixed(2)} % at once.\n`,
);

type Run = { readonly trader: Trader; readonly symbol: string; readonly step: number; readonly crowd: number };

const runs: Run[] = CROWDS.flatMap((crowd) => [
  // Alone, one instrument stands for all: the house does not move by itself.
  ...(crowd === 0 ? MARKETS.slice(0, 1) : MARKETS).flatMap(([symbol, step]) =>
    ALONE.map((trader) => ({ trader, symbol, step, crowd })),
  ),
  ...ACROSS.map((trader) => ({ trader, symbol: 'BTC/USDT', step: 10_000, crowd })),
]);
const critical = criticalT(runs.length, DAYS - 1);

console.log(`${DAYS} days of each, as the market is: engine, simulated source, terms and fees of the catalogue.`);
console.log(
  'Result a day against the house, after fees, in values of a displayed depth; t of its mean; gained of others.',
);
console.log(
  `${runs.length} tests: t > ${critical.toFixed(2)} is as rare in the largest of them as t > 3 in one (Šidák).\n`,
);
let group = '';
let most = Number.NEGATIVE_INFINITY;
let earned = 0;
for (const { trader, symbol, step, crowd } of runs) {
  const among = crowd === 0 ? 'alone' : `among others who trade ${crowd} depths each 20 s`;
  const here = `${trader.symbols ? 'Several instruments' : symbol}, ${among}, steps of ${step / 1_000} s`;
  if (here !== group) {
    group = here;
    console.log(
      `\n${here}\n${'trader'.padEnd(68)}${['a day', 't', 'of others', 'trades', 'inventory'].map((word) => word.padStart(11)).join('')}`,
    );
  }
  const options = { symbol, days: DAYS, step, block: BLOCK, random: systemRandom(), crowd };
  const { name, mean, others, t, trades, inventory } = compete(trader, options);
  most = Math.max(most, t);
  if (t > critical) earned++;
  const figures = [mean.toFixed(5), t.toFixed(1), others.toFixed(5), String(trades), inventory.toFixed(2)];
  console.log(`${name.padEnd(68)}${figures.map((text) => text.padStart(11)).join('')}`);
}
console.log(`\nLargest t: ${most.toFixed(2)}. ${earned} of ${runs.length} earned at t > ${critical.toFixed(2)}.`);
process.exit(earned + paying + gaps.length > 0 ? 1 : 0);
