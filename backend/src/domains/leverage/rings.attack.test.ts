import { expect, it } from 'vitest';
import { playRings, significance } from '../../../bench/adversaries/leverage-rings.ts';
import { samples } from '../../../test/samples.ts';
import type { Instrument } from '../../platform/catalogue/catalogue.ts';
import { seededRandom } from '../../platform/market/random.ts';
import { seededCatalogue } from '../instruments/index.ts';

/* Two rings on both sides of every instrument at every multiple: together they gain nothing. */

const SEED = 'rings';
const PATHS = samples(3, 6);
const HOURS = 12;
/** Beyond it a gain is no chance, also among several hundred plays. */
const CERTAIN = 4;

const listed = seededCatalogue.instruments.filter(({ trades }) => trades.includes('lever'));
const of = (symbol: string) => listed.find((each) => each.symbol === symbol) as Instrument;

it(`two rings that trade with each other gain nothing, whatever instrument and multiple (seed ${SEED})`, () => {
  let plays = 0;
  for (const instrument of listed) {
    const random = seededRandom(`${SEED} ${instrument.symbol}`);
    for (const { multiple, notional, gains } of playRings(instrument, { random, paths: PATHS, hours: HOURS })) {
      plays++;
      const { mean, t } = significance(gains);
      const what = `${instrument.symbol} ${multiple}×, ${Math.round(notional)} a side: ${mean} (t ${t.toFixed(1)})`;
      expect.soft(mean > 0 && t > CERTAIN, what).toBe(false);
      // No single path does either: what insurance may pay is less than the fees of both.
      expect.soft(Math.max(...gains), what).toBeLessThanOrEqual(0);
    }
  }
  expect(plays).toBeGreaterThan(400);
});

it('finds the gain where insurance pays what the loser does not have, and a side is not bounded', () => {
  const random = seededRandom(`${SEED} before`);
  const former = { deleverages: false, bounded: false };
  const plays = playRings(of('SUI/USDT-PERP'), { random, paths: 200, hours: HOURS, rules: former });
  const { mean, t } = significance(plays.at(-1)?.gains ?? []);
  expect(mean).toBeGreaterThan(0);
  expect(t).toBeGreaterThan(3);
});

it('a side holds no more at the highest multiple than the house takes in a minute', () => {
  for (const instrument of listed) {
    const random = seededRandom(SEED);
    const { notional = 0 } = playRings(instrument, { random, paths: 0, hours: 0 }).at(-1) ?? {};
    const { dailyTurnover } = instrument.simulation;
    // Three depths of twenty seconds of turnover each, or three least depths.
    expect(notional, instrument.symbol).toBeLessThanOrEqual(
      Math.max(dailyTurnover * (60.1 / 86_400), 3 * 81 * Number(instrument.lot) * instrument.simulation.start),
    );
  }
});
