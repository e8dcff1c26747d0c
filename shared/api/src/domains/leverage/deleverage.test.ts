import { cmp, mul, neg } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  bankruptcyPrice,
  bookedPnl,
  fillOf,
  lightsOf,
  mostFill,
  mostMultiple,
  type PositionSide,
  pnlOf,
  QUEUE_LIGHTS,
  queueScore,
  worstOfClose,
} from './rules.ts';

const steps = (step: string, max: number, min = 1) => fc.integer({ min, max }).map((count) => mul(String(count), step));
const side = fc.constantFrom<PositionSide>('long', 'short');
const SCALE = 6;

describe('the bankruptcy price', () => {
  it('uses up the funds and no more, and a hair beyond it they do not suffice', () => {
    fc.assert(
      fc.property(
        side,
        steps('0.01', 1_000_000, 1_000),
        steps('0.001', 100_000),
        steps('0.000001', 1e9),
        (of, from, quantity, funds) => {
          const price = bankruptcyPrice({ side: of, from, quantity, funds });
          if (price === null) return;
          const loss = neg(bookedPnl(pnlOf(of, from, price, quantity), SCALE));
          expect(cmp(loss, funds)).toBeLessThanOrEqual(0);
          expect(Number(funds) - Number(loss)).toBeLessThan(1e-5);
        },
      ),
    );
  });

  test('is at the mark of an account that has nothing, and none where no price takes all of a long position', () => {
    expect(bankruptcyPrice({ side: 'long', from: '100', quantity: '1', funds: '0' })).toBe('100');
    expect(bankruptcyPrice({ side: 'long', from: '100', quantity: '1', funds: '100' })).toBeNull();
    expect(bankruptcyPrice({ side: 'short', from: '100', quantity: '1', funds: '100' })).toBe('200');
    // One that owes already ends at a better price.
    expect(bankruptcyPrice({ side: 'long', from: '100', quantity: '2', funds: '-10' })).toBe('105');
    expect(worstOfClose('long', '99', '0.01')).toBe('98.01');
    expect(worstOfClose('short', '101', '0.01')).toBe('102.01');
  });
});

describe('the queue', () => {
  const amount = fc.double({ min: 0.01, max: 1e6, noNaN: true });

  it('holds only who gains; more profit and more leverage come earlier', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, (entryNotional, markNotional, margin, pnl) => {
        const at = (more: { pnl?: number; margin?: number }) =>
          queueScore({ entryNotional, markNotional, margin, pnl, ...more });
        expect(at({ pnl: 0 })).toBe(0);
        expect(at({ pnl: -pnl })).toBe(0);
        expect(at({})).toBeGreaterThan(0);
        expect(at({ margin: margin / 2 })).toBeGreaterThan(at({}));
        expect(at({ pnl: pnl * 2 })).toBeGreaterThan(at({}));
      }),
    );
  });

  it('shows five lights for the first fifth, one for the last, none outside of it', () => {
    expect([0, 1, 2, 3, 4].map((place) => lightsOf(place, 5))).toEqual([5, 4, 3, 2, 1]);
    expect(lightsOf(0, 1)).toBe(QUEUE_LIGHTS);
    expect(lightsOf(null, 5)).toBe(0);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat(), (count, drawn) => {
        const place = drawn % count;
        expect(lightsOf(place, count)).toBeGreaterThanOrEqual(1);
        expect(lightsOf(place, count)).toBeLessThanOrEqual(QUEUE_LIGHTS);
        if (place > 0) expect(lightsOf(place, count)).toBeLessThanOrEqual(lightsOf(place - 1, count));
      }),
    );
  });
});

describe('a side that fills', () => {
  const offered = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 });

  it('never offers more as it fills, always one of its multiples, the highest up to a half and nothing beyond two', () => {
    fc.assert(
      fc.property(
        offered,
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (multiples, fill, more) => {
          const now = mostMultiple(multiples, fill);
          const later = mostMultiple(multiples, fill + more);
          if (now !== null) expect(multiples).toContain(now);
          if (now === null) expect(later).toBeNull();
          else if (later !== null) expect(later).toBeLessThanOrEqual(now);
          if (fill <= 0.5) expect(now).toBe(Math.max(...multiples));
          if (fill > 2) expect(now).toBeNull();
        },
      ),
    );
  });

  test('has a fullest at which each multiple is still opened', () => {
    fc.assert(
      fc.property(offered, fc.nat(), (multiples, place) => {
        const multiple = multiples[place % multiples.length] as number;
        const fill = mostFill(multiples, multiple);
        expect(mostMultiple(multiples, fill)).toBeGreaterThanOrEqual(multiple);
        expect(mostMultiple(multiples, fill + 1e-9) ?? 0).toBeLessThan(multiple);
      }),
    );
    expect(mostFill([1, 10], 20)).toBe(0);
  });

  test('weighs half of the leverage half', () => {
    expect(fillOf(100_000 * 50, [1, 10, 50], 200_000)).toBe(0.5);
    expect(fillOf(100_000 * 10, [1, 10, 50], 200_000)).toBe(0.1);
    expect(fillOf(1, [1], 0)).toBe(Number.POSITIVE_INFINITY);
  });
});
