import { cmp } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type Brakes,
  changed,
  coolingUntil,
  dayOf,
  type Limits,
  LOOSENS_AFTER,
  leftOfDay,
  limitsAt,
  lossOfDay,
  NO_BRAKES,
  NO_LIMITS,
  NO_RESULTS,
  refusalOf,
  type TradeResult,
  withResult,
} from './rules.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const HOUR = 3_600_000;

const limits = fc.record({
  dailyLoss: fc.option(fc.integer({ min: 1, max: 1000 }).map(String)),
  maxMultiple: fc.option(fc.integer({ min: 1, max: 200 })),
  coolOff: fc.option(fc.record({ losses: fc.integer({ min: 1, max: 9 }), minutes: fc.integer({ min: 1, max: 600 }) })),
  excludedUntil: fc.option(fc.integer({ min: NOW, max: NOW + 9e8 })),
}) as fc.Arbitrary<Limits>;

/** Whether the first is at least as tight as the second in every part. */
const isTight = (one: Limits, other: Limits): boolean =>
  (other.dailyLoss === null || (one.dailyLoss !== null && cmp(one.dailyLoss, other.dailyLoss) <= 0)) &&
  (other.maxMultiple === null || (one.maxMultiple ?? 1e9) <= other.maxMultiple) &&
  (other.coolOff === null ||
    (one.coolOff !== null &&
      one.coolOff.losses <= other.coolOff.losses &&
      one.coolOff.minutes >= other.coolOff.minutes)) &&
  (other.excludedUntil === null || (one.excludedUntil ?? 0) >= other.excludedUntil);

describe('a change of brakes', () => {
  it('is never looser for a day than what held before, holds at once as far as it is tighter, and whole after a day', () => {
    fc.assert(
      fc.property(limits, limits, (first, wanted) => {
        const before = changed(NO_BRAKES, first, NOW - 2 * LOOSENS_AFTER);
        expect(limitsAt(before, NOW)).toEqual(first);
        const after = changed(before, wanted, NOW);
        for (const wait of [0, 1, LOOSENS_AFTER - 1]) {
          const now = limitsAt(after, NOW + wait);
          expect(isTight(now, first) && isTight(now, wanted)).toBe(true);
        }
        expect(limitsAt(after, NOW + LOOSENS_AFTER)).toEqual(wanted);
      }),
    );
  });

  it('whatever is asked for and however often, nothing that held is loosened within a day of it', () => {
    const change = fc.tuple(limits, fc.integer({ min: 0, max: 30 * HOUR }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        let brakes: Brakes = NO_BRAKES;
        let at = NOW;
        const held: { readonly at: number; readonly wanted: Limits }[] = [];
        for (const [wanted, wait] of changes) {
          at += wait;
          brakes = changed(brakes, wanted, at);
          held.push({ at, wanted });
          // What was asked for last, and all that was asked for within the day before it, still holds.
          const last = held.findLast((each) => each.at <= at - LOOSENS_AFTER);
          const recent = held.filter((each) => each.at > at - LOOSENS_AFTER);
          const now = limitsAt(brakes, at);
          expect(recent.every((each) => isTight(now, each.wanted))).toBe(true);
          if (recent.length === 1 && last) expect(isTight(now, last.wanted)).toBe(true);
        }
      }),
    );
  });

  test('that asks for the same loosening again does not wait anew, and one that is taken back is forgotten', () => {
    const strict = changed(NO_BRAKES, { maxMultiple: 5 }, NOW);
    const loosening = changed(strict, { maxMultiple: 50 }, NOW + HOUR);
    expect(loosening.maxMultiple).toEqual({ value: 5, next: { value: 50, at: NOW + HOUR + LOOSENS_AFTER } });
    expect(changed(loosening, { maxMultiple: 50 }, NOW + 2 * HOUR)).toEqual(loosening);
    expect(changed(loosening, { maxMultiple: 5 }, NOW + 2 * HOUR).maxMultiple).toEqual({ value: 5, next: null });
    expect(changed(loosening, { dailyLoss: '10' }, NOW).maxMultiple).toEqual(loosening.maxMultiple);
    expect(limitsAt(changed(strict, { maxMultiple: null }, NOW), NOW + LOOSENS_AFTER)).toEqual(NO_LIMITS);
  });
});

const trade = (amount: string, outcome: TradeResult['outcome'], at = NOW): TradeResult => ({ amount, outcome, at });
const after = (...trades: readonly TradeResult[]) => trades.reduce(withResult, NO_RESULTS);

describe('what holds', () => {
  test('a daily loss counts the net of a day in UTC', () => {
    const own = { ...NO_LIMITS, dailyLoss: '100' };
    const down = after(trade('-70', 'lost'), trade('20', 'won'), trade('-49.99', 'lost'));
    expect([lossOfDay(down, NOW), leftOfDay(own, down, NOW)]).toEqual(['99.99', '0.01']);
    expect(refusalOf(own, down, 1, NOW)).toBeNull();
    const out = withResult(down, trade('-0.01', null));
    expect(refusalOf(own, out, 1, NOW)).toEqual({ code: 'brake_daily_loss', params: { limit: '100' } });
    expect(refusalOf(own, out, 1, dayOf(NOW) + 24 * HOUR)).toBeNull();
    expect(leftOfDay(own, out, NOW + 24 * HOUR)).toBe('100');
    // A result of the day before that is booked late changes nothing.
    expect(withResult(out, trade('1000', null, NOW - 24 * HOUR)).result).toBe('-100');
    expect(leftOfDay(NO_LIMITS, out, NOW)).toBeNull();
  });

  test('a cool-off begins with the last of the losses in a row, and with each further one', () => {
    const own = { ...NO_LIMITS, coolOff: { losses: 2, minutes: 30 } };
    const one = after(trade('-1', 'lost'), trade('5', 'won'), trade('-1', 'lost'), trade('-0.1', null));
    expect(coolingUntil(own, one, NOW)).toBeNull();
    const two = withResult(one, trade('-1', 'lost', NOW + HOUR));
    expect(coolingUntil(own, two, NOW + HOUR)).toBe(NOW + 1.5 * HOUR);
    expect(refusalOf(own, two, 1, NOW + HOUR + 90_000)).toEqual({ code: 'brake_cool_off', params: { minutes: 29 } });
    expect(refusalOf(own, two, 1, NOW + 1.5 * HOUR)).toBeNull();
    expect(coolingUntil(own, withResult(two, trade('-1', 'lost', NOW + 2 * HOUR)), NOW + 2 * HOUR)).not.toBeNull();
    expect(coolingUntil(own, withResult(two, trade('1', 'won', NOW + HOUR)), NOW + HOUR)).toBeNull();
  });

  test('a highest leverage and an exclusion', () => {
    const own = { ...NO_LIMITS, maxMultiple: 10, excludedUntil: NOW + HOUR };
    expect(refusalOf(own, NO_RESULTS, 1, NOW)).toEqual({ code: 'brake_excluded', params: {} });
    expect(refusalOf(own, NO_RESULTS, 10, NOW + HOUR)).toBeNull();
    expect(refusalOf(own, NO_RESULTS, 11, NOW + HOUR)).toEqual({ code: 'brake_multiple', params: { max: 10 } });
    expect(refusalOf(own, NO_RESULTS, null, NOW + HOUR)).toBeNull();
    expect(refusalOf(NO_LIMITS, NO_RESULTS, 200, NOW)).toBeNull();
  });
});
