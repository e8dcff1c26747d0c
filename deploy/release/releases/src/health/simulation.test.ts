import { describe, expect, test } from 'vitest';
import { ALPHA, begin, type Observation, observe, shouldHalt, TOLERANCE } from './ramp-test.ts';
import { type Arrivals, observationsOf } from './testing/arrivals.ts';
import { type Outcome, play, type Scene } from './testing/clients.ts';
import { randomFrom } from './testing/random.ts';

/** `npm test` plays a part of the samples, `npm run test:deep` all. */
const DEEP = process.env.TESSERA_DEEP === '1';
const SEEDS = DEEP ? 5 : 2;
const seedsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const range = (values: readonly number[]) => `${Math.min(...values)}–${Math.max(...values)}`;

describe('10,000 clients, of which a ramp at 10 % gives some a version that breaks', () => {
  const scene: Omit<Scene, 'seed' | 'broken'> = {
    clients: 10_000,
    period: 600_000,
    weight: 1000,
    environment: 0.002,
    flush: 5000,
    push: 2000,
    halting: true,
  };
  const CANDIDATE = 'markets@1.3.0';

  test.each([
    { percent: 30, within: 60_000, hurtAtMost: 50 },
    { percent: 5, within: 300_000, hurtAtMost: 40 },
  ])('for $percent % of them: it is halted within $within ms, and all are healed', (expected) => {
    const broken = expected.percent / 100;
    const seeds = seedsFrom(1, SEEDS);
    const outcomes = seeds.map((seed) => play({ ...scene, seed, broken }));
    const unhalted = seeds.map((seed) => play({ ...scene, seed, broken, halting: false }));
    const everywhere = seeds.map((seed) => play({ ...scene, seed, broken, halting: false, weight: 10_000 }));
    const hurt = (of: readonly Outcome[]) => range(of.map((each) => each.hurt));
    console.log(
      `breaks for ${expected.percent} %, seeds 1–${SEEDS}: halted after ${range(outcomes.map((each) => (each.haltedAt ?? Number.NaN) / 1000))} s;`,
      `sessions hurt: ${hurt(outcomes)} of ${range(outcomes.map((each) => each.sessions))};`,
      `not halted: ${hurt(unhalted)}; given to all clients at once: ${hurt(everywhere)}`,
    );
    for (const [index, outcome] of outcomes.entries()) {
      const seed = `seed ${seeds[index]}`;
      expect(outcome.haltedAt, seed).toBeLessThanOrEqual(expected.within);
      expect(outcome.hurt, seed).toBeLessThanOrEqual(expected.hurtAtMost);
      expect(outcome.hurt, seed).toBeLessThan(unhalted[index]?.hurt ?? 0);
      expect(outcome.hurtLater, seed).toBe(0);
      expect(outcome.lost, seed).toBe(0);
      // Each affected client failed once, fell back, and did not try the candidate again.
      expect(outcome.tally[CANDIDATE]?.failures, seed).toBe(outcome.hurt);
    }
  });

  test('for none of them: it continues to the end', () => {
    for (const seed of seedsFrom(1, SEEDS)) {
      const outcome = play({ ...scene, seed, broken: 0 });
      expect(outcome.haltedAt, `seed ${seed}`).toBeUndefined();
      expect(outcome.tally[CANDIDATE]?.users, `seed ${seed}`).toBeGreaterThan(800);
    }
  });
});

/** The smallest number that a binomial count exceeds with a probability below one in a million. */
function boundOf(runs: number, chance: number): number {
  let probability = (1 - chance) ** runs;
  let beyond = 1 - probability;
  let count = 0;
  while (beyond >= 1e-6) {
    probability *= ((runs - count) / (count + 1)) * (chance / (1 - chance));
    beyond -= probability;
    count += 1;
  }
  return count;
}

const RUNS = DEEP ? 1000 : 300;
const BOUND = boundOf(RUNS, ALPHA);

/** A typical ramp: 500 to 10,000 clients in ten minutes, 1 to 50 % of them on a candidate that fails as given. */
function arrivalsOf(seed: number, failsMore: number): Arrivals {
  const random = randomFrom(seed);
  const failing = 0.02 * random();
  return {
    seed,
    clients: Math.round(500 * 20 ** random()),
    seconds: 600,
    share: 0.01 + 0.49 * random(),
    failing: { candidate: failing * failsMore, stable: failing },
    atOnce: random(),
  };
}

function isHalted(arrivals: Arrivals): boolean {
  let evidence = begin(arrivals.share);
  return observationsOf(arrivals).some((observation) => {
    evidence = observe(evidence, observation);
    return shouldHalt(evidence);
  });
}

/** The usual comparison of two shares, one-sided at ALPHA, made at every look as if it were the only one. */
function isHaltedByFixedTest(arrivals: Arrivals): boolean {
  const CRITICAL = 3.0902;
  const sum = { candidate: { uses: 0, failures: 0 }, stable: { uses: 0, failures: 0 } };
  const add = (arm: keyof Observation, { uses, failures }: Observation['stable']) => {
    sum[arm].uses += uses;
    sum[arm].failures += failures;
  };
  return observationsOf(arrivals).some(({ candidate, stable }) => {
    add('candidate', candidate);
    add('stable', stable);
    const [n, m] = [sum.candidate.uses, sum.stable.uses];
    const pooled = (sum.candidate.failures + sum.stable.failures) / (n + m);
    const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
    return (sum.candidate.failures / n - sum.stable.failures / m) / deviation > CRITICAL;
  });
}

const haltedSeeds = (first: number, failsMore: number, halted = isHalted) =>
  seedsFrom(first, RUNS).filter((seed) => halted(arrivalsOf(seed, failsMore)));

describe(`${RUNS} ramps, looked at every second`, () => {
  test.each([
    { what: 'of a healthy version', failsMore: 1, first: 10_000 },
    { what: 'of a version that fails 1.5 times as often', failsMore: 1.5, first: 20_000 },
    { what: 'of a version at the tolerance', failsMore: TOLERANCE, first: 30_000 },
  ])('$what: no more are halted than the stated false-alarm rate allows', ({ what, failsMore, first }) => {
    const halted = haltedSeeds(first, failsMore);
    console.log(`${RUNS} ramps ${what}: ${halted.length} halted; ${RUNS * ALPHA} expected at most, ${BOUND} allowed`);
    expect(halted.length, `halted with seeds ${halted.join(', ')}`).toBeLessThanOrEqual(BOUND);
  });

  test('at the tolerance, of versions that fail for many at the first use: no more are halted than the rate allows', () => {
    const halted = seedsFrom(50_000, RUNS).filter((seed) =>
      isHalted({
        seed,
        clients: 500,
        seconds: 600,
        share: 0.01 + 0.49 * randomFrom(seed)(),
        failing: { candidate: 0.4 * TOLERANCE, stable: 0.4 },
        atOnce: 1,
      }),
    );
    console.log(`${RUNS} ramps of versions that fail for 40 and 80 % at the first use: ${halted.length} halted`);
    expect(halted.length, `halted with seeds ${halted.join(', ')}`).toBeLessThanOrEqual(BOUND);
  });

  test('of a version that fails 16 times as often: most are halted', () => {
    const halted = haltedSeeds(40_000, 16);
    console.log(`${RUNS} ramps of a version that fails 16 times as often: ${halted.length} halted`);
    expect(halted.length).toBeGreaterThan(RUNS * 0.8);
  });

  test('of a healthy version, by a test that is made for one look: more are halted than the rate allows', () => {
    const halted = haltedSeeds(10_000, 1, isHaltedByFixedTest);
    console.log(`${RUNS} ramps of a healthy version, fixed test at every look: ${halted.length} halted`);
    expect(halted.length).toBeGreaterThan(BOUND);
  });
});
