import { expect, test } from 'vitest';
import { priceProcess } from '../../platform/market/price-process.ts';
import { type Random, seededRandom } from '../../platform/market/random.ts';
import { type Bets, bet, evidenceOf, FALSE_ALARM, flaggedAt, tOf } from './luck.ts';

const SCALE = 0.002;
const SECOND = 1_000;

/** The highest evidence that an account ever reaches with these edges, a trade each second, windows of two. */
function highest(edges: Iterable<number>, every = SECOND): number {
  let bets: Bets = [];
  let most = 0;
  let at = 0;
  for (const edge of edges) {
    bets = bet(bets, { from: at, until: at + 2 * SECOND, edge }, SCALE) ?? bets;
    most = Math.max(most, evidenceOf(bets));
    at += every;
  }
  return most;
}

/** Edges without knowledge: their expectation is zero, the most that an honest account can have. */
const HONEST: Readonly<Record<string, (random: Random) => number>> = {
  'normal moves': (random) => 0.002 * random.normal(),
  'fat tails': (random) => 0.000_5 * random.normal() * Math.exp(random.normal()),
  'many small gains and few large losses': (random) => (random.unit() < 0.9 ? 0.000_2 : -0.001_8),
  'few large gains and many small losses': (random) => (random.unit() < 0.1 ? 0.001_8 : -0.000_2),
};

test.each(Object.entries(HONEST))('honest accounts with %s are flagged no more often than stated', (_, edge) => {
  const random = seededRandom('honest');
  const accounts = 2_000;
  const reached = Array.from({ length: accounts }, () => highest(Array.from({ length: 200 }, () => edge(random))));
  // Looked at after every trade, not once at the end.
  for (const bound of [5, 20, 100]) {
    const share = reached.filter((evidence) => evidence >= bound).length / accounts;
    const error = Math.sqrt(1 / bound / accounts);
    expect(share, `1 in ${bound}`).toBeLessThanOrEqual(1 / bound + 3 * error);
  }
  expect(Math.max(...reached)).toBeLessThan(flaggedAt(accounts));
});

test('the same lucky move, taken a thousand times within its window, counts a few times', () => {
  const most = highest(new Array<number>(1_000).fill(SCALE), 1);
  expect(most).toBeLessThanOrEqual(2);
});

/** Seconds whose moves pay for a trade by who knows them: half-spread and fee of a coin. Of a volatile coin. */
const COST = 0.001_1;
const worthKnowing = (() => {
  const process = priceProcess([{ symbol: 'A', parts: [{ key: 'A', weight: 2 }] }], seededRandom('next'), () => 0);
  return Array.from({ length: 400_000 }, (_, second) => {
    const before = process.log(0);
    process.step(second * SECOND, SECOND, () => true);
    return { at: second * SECOND, move: Math.abs(Math.expm1(process.log(0) - before)) };
  }).filter(({ move }) => move > COST);
})();

test.each([
  ['alone', false],
  ['behind a decoy half a second before each', true],
] as const)('who knows the price of the next second is flagged within 200 trades, %s', (_, decoys) => {
  const random = seededRandom('after the second');
  const noise = () => 0.000_2 * random.normal();
  let bets: Bets = [];
  let trades = 0;
  for (const { at, move } of worthKnowing) {
    if (evidenceOf(bets) >= flaggedAt(0)) break;
    trades++;
    if (decoys) bets = bet(bets, { from: at - 500, until: at + 1_500, edge: noise() - COST }, SCALE) ?? bets;
    bets = bet(bets, { from: at, until: at + 2 * SECOND, edge: move - COST + noise() }, SCALE) ?? bets;
  }
  expect(evidenceOf(bets)).toBeGreaterThanOrEqual(flaggedAt(0));
  expect(trades).toBeLessThanOrEqual(200);
});

test('the bound grows with the accounts, so that the chance of any false flag stays as stated', () => {
  expect(flaggedAt(5)).toBe(10_000 / FALSE_ALARM);
  expect(flaggedAt(50_000)).toBe(50_000 / FALSE_ALARM);
});

test("Student's t of the edges", () => {
  expect(tOf({ observations: 1, edges: 3, squares: 9 })).toBe(0);
  // 1, 2, 3: mean 2, standard error 1/√3.
  expect(tOf({ observations: 3, edges: 6, squares: 14 })).toBeCloseTo(2 * Math.sqrt(3), 10);
});
