import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUDGET_PERIOD, Budgets } from './budgets.ts';

const MOST = 60;
const step = BUDGET_PERIOD / MOST;

describe('a budget', () => {
  it('is spent by weight, and comes back unit by unit', () => {
    const budgets = new Budgets();
    expect(budgets.spend('ann', 40, MOST, 0)).toBe(0);
    expect(budgets.spend('ann', 20, MOST, 0)).toBe(0);
    expect(budgets.spend('ann', 5, MOST, 0)).toBe(5 * step);
    expect(budgets.spend('ann', 5, MOST, 4 * step)).toBe(step);
    expect(budgets.spend('ann', 5, MOST, 5 * step)).toBe(0);
    expect(budgets.spend('ben', 60, MOST, 0)).toBe(0);
  });

  it('never allows more in a period than itself and what comes back meanwhile', () => {
    const request = fc.record({ after: fc.nat(5_000), units: fc.integer({ min: 1, max: 20 }) });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 100 }), (requests) => {
        const budgets = new Budgets();
        let now = 0;
        let spent = 0;
        for (const { after, units } of requests) {
          now += after;
          const wait = budgets.spend('ann', units, MOST, now);
          if (wait === 0) spent += units;
          // What it says to wait for is enough, and not a unit more.
          else expect([wait > 0, wait <= units * step]).toEqual([true, true]);
          expect(spent).toBeLessThanOrEqual(MOST + now / step + 1e-6);
        }
      }),
    );
  });

  it('that is full again is forgotten, and the number of keys is limited', () => {
    const budgets = new Budgets(1_000);
    for (let key = 0; key < 500; key += 1) budgets.spend(`early ${key}`, 1, MOST, 0);
    for (let key = 0; key < 5_000; key += 1) budgets.spend(`key ${key}`, 30, MOST, 2 * step);
    expect(budgets.size).toBe(1_000);
    budgets.spend('late', 1, MOST, 10 * BUDGET_PERIOD);
    expect(budgets.size).toBe(1);
  });
});

describe('two nodes', () => {
  it('allow as much as one once they have told each other', () => {
    const [one, two] = [new Budgets(), new Budgets()];
    expect(one.spend('ann', 40, MOST, 0)).toBe(0);
    two.addSpent(one.takeSpent(0), 0);
    expect(two.spend('ann', 21, MOST, 0)).toBe(step);
    expect(two.spend('ann', 20, MOST, 0)).toBe(0);
    one.addSpent(two.takeSpent(0), 0);
    expect(one.spend('ann', 1, MOST, 0)).toBe(step);
  });

  it('tell each other once, and only what matters', () => {
    const one = new Budgets();
    one.spend('light', 2, MOST, 0);
    one.spend('heavy', 30, MOST, 0);
    expect([...one.takeSpent(0).keys()]).toEqual(['heavy']);
    expect(one.takeSpent(0).size).toBe(0);
    one.spend('light', 10, MOST, 0);
    expect(one.takeSpent(0)).toEqual(new Map([['light', 12 * step]]));
  });

  it('believe no node that more was spent than there is', () => {
    const one = new Budgets();
    one.addSpent([['ann', 1e12]], 0);
    expect(one.spend('ann', 1, MOST, step)).toBe(0);
  });
});

describe('a clock that is set back', () => {
  it('begins budgets anew instead of rejecting all calls until it has caught up', () => {
    const one = new Budgets();
    const later = 86_400_000;
    expect(one.spend('ann', MOST, MOST, later)).toBe(0);
    expect(one.spend('ann', 1, MOST, later)).toBeGreaterThan(0);
    expect(one.spend('ann', 1, MOST, 0)).toBe(0);
    expect(one.spend('ann', MOST, MOST, 0)).toBe(step);
  });
});
