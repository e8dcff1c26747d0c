// Steps and orders of the whole market in memory, with many resting orders. `npm run bench -- engine`.
import { randomInt } from 'node:crypto';
import { calendar } from '../src/platform/calendar/calendar.ts';
import { CarriedBatch } from '../src/platform/market/carried-batch.ts';
import { CarriedSums } from '../src/platform/market/carried-sums.ts';
import { createEngine } from '../src/platform/market/engine.ts';
import type { MarketEngine } from '../src/platform/market/engine-types.ts';
import type { PriceSource } from '../src/platform/market/price-source.ts';
import { createSimulatedSource } from '../src/platform/market/simulated-source.ts';
import type { MarketTerms } from '../src/platform/market/terms.ts';

const SYMBOLS = 207;
const RESTING = 100_000;
const STEP = 200;
const START = Date.UTC(2026, 10, 23, 12);
const ALWAYS_OPEN = calendar('UTC', [[0, 1_440]], [], [0, 1, 2, 3, 4, 5, 6]);
/** 100 USDT in ticks. */
const PRICE = 10_000;

const terms: MarketTerms[] = Array.from({ length: SYMBOLS }, (_, index) => ({
  symbol: `S${index}`,
  assetClass: `class ${index % 6}`,
  quote: 'USDT',
  tick: '0.01',
  lot: '0.01',
  calendar: ALWAYS_OPEN,
  halted: false,
  house: { halfSpread: 0.0001, width: 0.002, levels: 20, depth: 10_000, cap: 3, skew: 0.001, refill: 10_000 },
  breaker: { jump: 0.1, spread: 0.02, age: 5_000, pause: 30_000 },
  markBand: 0.005,
  simulation: {
    start: 100,
    parts: [
      { key: `class ${index % 6}`, weight: 0.7 },
      { key: `S${index}`, weight: 0.7 },
    ],
    dailyTurnover: 10_000_000,
  },
}));

/** Prices at `START` and as many ticks away as `shift`. */
function fixedSource(price = PRICE): PriceSource & { shift: number } {
  let at = START;
  return {
    name: 'simulated',
    shift: 0,
    sourceOf: () => 'simulated',
    revise: () => undefined,
    advance(now) {
      at = now;
    },
    price() {
      return { mid: price + this.shift, at, spread: 0 };
    },
    prints: () => [],
    state: () => undefined,
    close: async () => undefined,
  };
}

function timed(run: () => void): number {
  const from = performance.now();
  run();
  return performance.now() - from;
}

const quantile = (values: readonly number[], part: number): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] as number).toFixed(3);
const print = (name: string, value: string) => console.log(`${name.padEnd(66)}${value.padStart(12)}`);
const both = (name: string, ms: readonly number[]) => {
  print(`${name}: median`, `${quantile(ms, 0.5)} ms`);
  print(`${name}: 99 %`, `${quantile(ms, 0.99)} ms`);
};

let now = START;
let ids = 0;
function batch(engine: MarketEngine, run: () => void): void {
  engine.begin();
  run();
  engine.commit();
}
const tick = (engine: MarketEngine) => {
  now += STEP;
  batch(engine, () => engine.tick(now));
};
function rest(engine: MarketEngine, symbol: string, side: 'buy' | 'sell', price: number, lots = 1): void {
  engine.restore(symbol, { id: `r${ids++}`, userId: `u${ids % 5_000}`, side, price, lots });
}

console.log(`${SYMBOLS} symbols, ${RESTING} resting orders; a step of all symbols 5 times a second.`);
{
  const engine = createEngine({ terms, source: createSimulatedSource({ terms }), overallCap: 1e12 });
  const loading = timed(() => {
    for (let order = 0; order < RESTING; order++) {
      const away = 500 + randomInt(1_000);
      const buys = order % 2 === 0;
      rest(engine, `S${order % SYMBOLS}`, buys ? 'buy' : 'sell', buys ? PRICE - away : PRICE + away);
    }
  });
  print('resting orders of the record put into the books', `${loading.toFixed(0)} ms`);
  for (let step = 0; step < 300; step++) tick(engine);
  engine.takeFrame(now);
  both(
    'step',
    Array.from({ length: 300 }, () => timed(() => tick(engine))),
  );
  both(
    'step, rolled back',
    Array.from({ length: 300 }, () => {
      now += STEP;
      return timed(() => {
        engine.begin();
        engine.tick(now);
        engine.rollback();
      });
    }),
  );
  tick(engine);
  both(
    'frame of all symbols',
    Array.from({ length: 100 }, () => {
      tick(engine);
      return timed(() => engine.takeFrame(now));
    }),
  );
  const placing = Array.from({ length: 20_000 }, (_, order) =>
    timed(() =>
      batch(engine, () =>
        engine.place(`S${order % SYMBOLS}`, {
          id: `p${order}`,
          userId: 'taker',
          side: order % 2 === 0 ? 'buy' : 'sell',
          price: null,
          lots: 5,
          timeInForce: 'IOC',
        }),
      ),
    ),
  );
  both('market order, in a batch of its own', placing);
}

console.log('\nResting orders that the house reaches at once: 10 lots of each of 2,000 orders a symbol of 50');
{
  const source = fixedSource();
  const few = terms.slice(0, 50);
  const engine = createEngine({ terms: few, source, overallCap: 1e12 });
  for (let step = 0; step < 300; step++) tick(engine);
  for (let order = 0; order < RESTING; order++)
    rest(engine, `S${order % few.length}`, 'buy', PRICE - 100 - (order % 300), 10);
  source.shift = -450;
  let fills = 0;
  const reached = timed(() => {
    now += STEP;
    engine.begin();
    fills = engine.tick(now).length;
    engine.commit();
  });
  print('found and filled', `${reached.toFixed(1)} ms`);
  print('filled orders', String(fills));
  print('filled orders a second', String(Math.round((fills / reached) * 1_000)));
}

const ATTACKS = [
  ['all at one price', () => 900_000],
  ['each at a price of its own', (order: number) => 800_000 + ((order * 7_919) % RESTING)],
] as const;
for (const [name, priceOf] of ATTACKS) {
  console.log(`\n${RESTING} orders in one symbol, ${name}`);
  const engine = createEngine({ terms: terms.slice(0, 1), source: fixedSource(1_000_000), overallCap: 1e12 });
  for (let step = 0; step < 300; step++) tick(engine);
  const first = ids;
  const adding = Array.from({ length: RESTING }, (_, order) => timed(() => rest(engine, 'S0', 'buy', priceOf(order))));
  both('order that rests', adding);
  both(
    'step',
    Array.from({ length: 200 }, () => timed(() => tick(engine))),
  );
  both(
    'frame',
    Array.from({ length: 200 }, () => {
      tick(engine);
      return timed(() => engine.takeFrame(now));
    }),
  );
  both(
    'cancellation amid them',
    Array.from({ length: 5_000 }, (_, order) =>
      timed(() => batch(engine, () => engine.cancel('S0', `r${first + ((order * 104_729) % RESTING)}`))),
    ),
  );
}

const AWAY = 10_000;
console.log(
  `\n${AWAY} orders of 1,000 users that rest 1 % from the index in one symbol, and orders that would meet them`,
);
{
  /** A house that reaches none of them. */
  const thin = { ...(terms[0] as MarketTerms), symbol: 'S0/USDT' };
  const one = { ...thin, house: { ...thin.house, levels: 1, depth: 1, cap: 1 } };
  /** Of orders at the index, in batches of their own, with a step of the market after 20 of them; who lost 200 USDT to whom. */
  const costOf = (resting: number, lost: readonly (readonly [string, string])[], side: 'buy' | 'sell') => {
    const engine = createEngine({ terms: [one], source: fixedSource(), overallCap: 1e12 });
    for (let step = 0; step < 10; step++) tick(engine);
    const price = side === 'sell' ? PRICE * 1.01 : PRICE * 0.99;
    const rests = side === 'sell' ? 'buy' : 'sell';
    for (let order = 0; order < resting; order++) rest(engine, 'S0/USDT', rests, price - (order % 50), 10);
    const sums = new CarriedSums();
    for (const [payer, payee] of lost) sums.add(payer, payee, 20_000_000_000n);
    const users = [...Array.from({ length: 5_000 }, (_, user) => `u${user}`), 'taker'];
    const standings = new Map(users.map((user) => [user, { paused: false, excused: new Map() }]));
    return Array.from({ length: 2_000 }, (_, order) => {
      if (order % 20 === 0) tick(engine);
      engine.begin();
      engine.watch(new CarriedBatch(engine, sums, standings, now));
      const taken = { id: `a${ids++}`, userId: 'taker', side, price: PRICE, lots: 1, timeInForce: 'IOC' } as const;
      const took = timed(() => engine.place('S0/USDT', taken));
      engine.watch(null);
      engine.commit();
      return took;
    });
  };
  const none = costOf(0, [], 'sell');
  const median = (ms: readonly number[]) => Number(quantile(ms, 0.5));
  const over = Array.from({ length: 5 }, (_, payee) => payee);
  const ratio = (name: string, ms: readonly number[]) => {
    both(name, ms);
    print(`${name}: median, of one that meets none`, `${(median(ms) / median(none)).toFixed(1)} ×`);
  };
  both('order that meets none', none);
  ratio('orders that rest there, their users with room', costOf(AWAY, [], 'sell'));
  const barred = Array.from({ length: 5_000 }, (_, user) => over.map((payee) => [`u${user}`, `to ${payee}`] as const));
  ratio('orders that rest there, their users without room', costOf(AWAY, barred.flat(), 'sell'));
  const own = over.map((payee) => ['taker', `to ${payee}`] as const);
  ratio('orders that rest there, who takes without room', costOf(AWAY, own, 'buy'));
}
