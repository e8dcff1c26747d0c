import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALPHA, ALTERNATIVES, begin, eValue, type Observation, observe, shouldHalt, TOLERANCE } from './ramp-test.ts';
import { chanceOfReaching, distributionOf, expectedEvidence, type Step } from './testing/enumeration.ts';

const of = (candidate: [uses: number, failures: number], stable: [uses: number, failures: number]): Observation => ({
  candidate: { uses: candidate[0], failures: candidate[1] },
  stable: { uses: stable[0], failures: stable[1] },
});

const nothing = of([0, 0], [0, 0]);
const TENTH = begin(0.1);
const observeAll = (observations: readonly Observation[]) => observations.reduce(observe, TENTH);
const repeat = (times: number, ...steps: Step[]): Step[] => Array.from({ length: times }, () => steps).flat();

/** The evidence is the exponential of a sum of a few dozen logarithms: it is compared to this many digits. */
const ROUNDING = 1e-9;

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const ratio = between(0, TOLERANCE);
const share = between(0, 1);

const certain = fc.record({ type: fc.constantFrom<'candidate' | 'stable' | 'look'>('candidate', 'stable', 'look') });
const failure = fc.record({ type: fc.constant<'failure'>('failure'), ratio });
const arrival = fc.record({ type: fc.constant<'arrival'>('arrival'), risk: between(0, 1 / TOLERANCE), ratio });

const ways = (steps: readonly Step[]) =>
  steps.reduce((product, { type }) => product * (type === 'failure' ? 2 : type === 'arrival' ? 4 : 1), 1);
const history: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 5, arbitrary: certain }, failure, arrival), { maxLength: 24 })
  .filter((steps) => ways(steps) <= 512);

const count = fc.integer({ min: 0, max: 40 });
const failures = fc.integer({ min: 0, max: 15 });
const observation: fc.Arbitrary<Observation> = fc
  .tuple(count, failures, count, failures)
  .map(([uses, failed, stableUses, stableFailed]) => of([uses, failed], [stableUses, stableFailed]));
const looks = fc.array(observation, { maxLength: 12 });

describe('under the hypothesis that the candidate is good enough', () => {
  test('the factor of one failure is expected to be at most 1, for every risk set, share and hazard ratio', () => {
    const atRisk = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(share, atRisk, atRisk, ratio, (part, candidate, stable, hazardRatio) => {
        const hazard = hazardRatio * candidate + stable;
        fc.pre(hazard > 0);
        const before = observe(begin(part), of([candidate, 0], [stable, 0]));
        const chance = (hazardRatio * candidate) / hazard;
        const expected =
          chance * eValue(observe(before, of([0, 1], [0, 0]))) +
          (1 - chance) * eValue(observe(before, of([0, 0], [0, 1])));
        expect(expected).toBeLessThanOrEqual(1 + ROUNDING);
      }),
      { numRuns: 1000 },
    );
  });

  test('the same holds for a client that arrives and may fail at once, for any risk set', () => {
    const atRisk = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(share, atRisk, atRisk, between(0, 1 / TOLERANCE), ratio, (part, candidate, stable, risk, more) => {
        const paths = distributionOf(part, [
          ...repeat(candidate, { type: 'candidate' }),
          ...repeat(stable, { type: 'stable' }),
          { type: 'look' },
          { type: 'arrival', risk, ratio: more },
        ]);
        expect(expectedEvidence(paths)).toBeLessThanOrEqual(1 + ROUNDING);
      }),
      { numRuns: 500 },
    );
  });

  test('the expected evidence is at most 1 and rarely large, for any order of arrivals, failures and looks', () => {
    fc.assert(
      fc.property(share, history, (part, steps) => {
        const paths = distributionOf(part, steps);
        expect(expectedEvidence(paths)).toBeLessThanOrEqual(1 + ROUNDING);
        for (const level of [2, 5, 10, 50, 1 / ALPHA]) {
          expect(chanceOfReaching(level, paths)).toBeLessThanOrEqual(1 / level + ROUNDING);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each<{ what: string; steps: (ratio: number) => Step[] }>([
    {
      what: 'while it is used',
      steps: (hazardRatio) => [
        ...repeat(150, { type: 'candidate' }),
        ...repeat(1200, { type: 'stable' }),
        { type: 'look' },
        ...repeat(4, { type: 'failure', ratio: hazardRatio }, { type: 'look' }),
      ],
    },
    {
      what: 'at the first use',
      steps: (riskRatio) => [
        ...repeat(20, { type: 'candidate' }),
        ...repeat(200, { type: 'stable' }),
        { type: 'look' },
        ...repeat(4, { type: 'arrival', risk: 0.2, ratio: riskRatio }, { type: 'look' }),
      ],
    },
  ])('the bound is nearly reached at the tolerance for failures $what, and exceeded beyond it', ({ steps }) => {
    const expected = (riskRatio: number) => expectedEvidence(distributionOf(0.1, steps(riskRatio)));
    expect(expected(TOLERANCE)).toBeGreaterThan(0.95);
    expect(expected(TOLERANCE * 2)).toBeGreaterThan(1.25);
  });
});

describe('the evidence', () => {
  test('starts at 1 and stays there while nothing fails', () => {
    expect(eValue(TENTH)).toBe(1);
    expect(eValue(observe(TENTH, of([100, 0], [900, 0])))).toBe(1);
  });

  test('grows with every failure of the candidate and falls with every failure of the stable version', () => {
    fc.assert(
      fc.property(looks, fc.nat(11), (observations, at) => {
        fc.pre(at < observations.length);
        const replaced = (change: (old: Observation) => Observation) =>
          observeAll(observations.map((each, index) => (index === at ? change(each) : each)));
        const asIs = replaced((each) => each);
        const worse = replaced(({ candidate, stable }) => ({
          candidate: { ...candidate, failures: candidate.failures + 1 },
          stable,
        }));
        const better = replaced(({ candidate, stable }) => ({
          candidate,
          stable: { ...stable, failures: stable.failures + 1 },
        }));
        expect(eValue(better)).toBeLessThanOrEqual(eValue(asIs) * (1 + ROUNDING));
        // One more failure, of a unit that would not have failed; otherwise a later failure would lack its unit.
        fc.pre(worse.failures.candidate === asIs.failures.candidate + 1);
        expect(eValue(worse)).toBeGreaterThanOrEqual(eValue(asIs) * (1 - ROUNDING));
      }),
    );
  });

  test('is not changed by looks without new reports', () => {
    fc.assert(
      fc.property(looks, fc.array(fc.nat(12), { maxLength: 5 }), (observations, places) => {
        const padded = [...observations];
        for (const place of places) padded.splice(Math.min(place, padded.length), 0, nothing);
        expect(observeAll(padded)).toEqual(observeAll(observations));
      }),
    );
  });

  test('does not depend on the order in which users come under risk', () => {
    const uses = fc.array(
      fc.tuple(count, count).map(([candidate, stable]) => of([candidate, 0], [stable, 0])),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(uses, (observations) => {
        expect(observeAll(observations.toReversed())).toEqual(observeAll(observations));
      }),
    );
  });

  test('of one look is at most that of the same reports in any order, one by one', () => {
    const client = fc.record({ arm: fc.constantFrom('candidate', 'stable'), fails: fc.boolean() });
    fc.assert(
      fc.property(share, count, count, fc.array(client, { maxLength: 20 }), (part, candidate, stable, clients) => {
        const start = observe(begin(part), of([candidate, 0], [stable, 0]));
        const single = clients.map(({ arm, fails }) =>
          arm === 'candidate' ? of([1, fails ? 1 : 0], [0, 0]) : of([0, 0], [1, fails ? 1 : 0]),
        );
        const add = (left: Observation, right: Observation): Observation =>
          of(
            [left.candidate.uses + right.candidate.uses, left.candidate.failures + right.candidate.failures],
            [left.stable.uses + right.stable.uses, left.stable.failures + right.stable.failures],
          );
        const together = eValue(observe(start, single.reduce(add, nothing)));
        expect(together).toBeLessThanOrEqual(eValue(single.reduce(observe, start)) * (1 + ROUNDING));
      }),
    );
  });

  test('drops failures of a candidate without users', () => {
    expect(observe(TENTH, of([0, 9], [0, 0]))).toEqual(TENTH);
  });

  test('counts failures of a stable version without users at full weight', () => {
    const after = observe(observe(TENTH, of([5, 0], [0, 0])), of([0, 0], [0, 1]));
    const full = ALTERNATIVES.reduce((sum, theta) => sum + TOLERANCE / theta, 0) / ALTERNATIVES.length;
    expect(eValue(after)).toBeCloseTo(full, 12);
    expect(after.atRisk).toEqual({ candidate: 5, stable: 0 });
  });

  test('takes a unit that failed out of the risk set', () => {
    const after = observe(TENTH, of([10, 3], [90, 20]));
    expect(after.atRisk).toEqual({ candidate: 7, stable: 70 });
    expect(after.failures).toEqual({ candidate: 3, stable: 20 });
  });

  test('stays finite and survives JSON, however many failures there are', () => {
    const start = observe(TENTH, of([1_000_000, 0], [9_000_000, 0]));
    const broken = observe(start, of([0, 900_000], [0, 0]));
    const healthy = observe(start, of([0, 0], [0, 8_000_000]));
    expect(eValue(broken)).toBe(Number.MAX_VALUE);
    expect(shouldHalt(broken)).toBe(true);
    expect(eValue(healthy)).toBe(0);
    expect(shouldHalt(observe(healthy, nothing))).toBe(false);
    expect(JSON.parse(JSON.stringify([broken, healthy]))).toEqual([broken, healthy]);
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects a count of %d', (wrong) => {
    expect(() => observe(TENTH, of([wrong, 0], [0, 0]))).toThrow(RangeError);
  });

  test.each([-0.1, 1.1, Number.NaN])('rejects a share of %d', (wrong) => {
    expect(() => begin(wrong)).toThrow(RangeError);
  });
});

describe('a ramp', () => {
  test.each([
    { percent: 1, failed: 3 },
    { percent: 10, failed: 5 },
    { percent: 50, failed: 20 },
  ])('at $percent % is halted by $failed failures of the candidate only, not by one fewer', ({ percent, failed }) => {
    let evidence = observe(begin(percent / 100), of([percent * 100, 0], [(100 - percent) * 100, 0]));
    let seen = 0;
    while (!shouldHalt(evidence)) {
      evidence = observe(evidence, of([0, 1], [0, 0]));
      seen += 1;
    }
    expect(seen).toBe(failed);
    expect(eValue(evidence)).toBeGreaterThanOrEqual(1 / ALPHA);
  });

  test('at 100 % is never halted: there is nothing to compare with', () => {
    const everybody = observe(begin(1), of([10_000, 0], [0, 0]));
    expect(eValue(observe(everybody, of([0, 5_000], [0, 0])))).toBeCloseTo(1, 9);
  });
});
