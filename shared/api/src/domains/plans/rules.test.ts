import { add, cmp, isOnStep, mul, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageOf, dueSlot, type Schedule, scaledOrders, slotAt, splitAmount } from './rules.ts';

const DAY = 86_400_000;
const lots = fc.bigInt({ min: 0n, max: 10n ** 15n });
const weights = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 500 });

describe('an amount that is cut', () => {
  it('is whole lots, all of them, and never more than the share of the first orders', () => {
    fc.assert(
      fc.property(lots, weights, (count, shares) => {
        const amount = mul(String(count), '0.00001');
        const parts = splitAmount(amount, '0.00001', shares);
        expect(parts).toHaveLength(shares.length);
        expect(cmp(sum([...parts]), amount)).toBe(0);
        for (const part of parts) expect(isOnStep(part, '0.00001') && !part.startsWith('-')).toBe(true);
        const whole = shares.reduce((all, each) => all + each, 0);
        const first = mul(parts[0] ?? '0', String(whole));
        expect(cmp(first, mul(amount, String(shares[0])))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('a scaled order', () => {
  it('reaches from one price to the other on the tick, and its largest order is the last one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 8 }),
        fc.integer({ min: 1, max: 10 ** 8 }),
        fc.integer({ min: 2, max: 20 }),
        fc.constantFrom('flat', 'increasing'),
        (from, to, count, sizes) => {
          const [a, b] = [mul(String(from), '0.01'), mul(String(to), '0.01')];
          const orders = scaledOrders({ from: a, to: b, amount: '1', count, sizes }, { tick: '0.01', lot: '0.00001' });
          expect(cmp(orders[0]?.price ?? '', a)).toBe(0);
          expect(cmp(orders.at(-1)?.price ?? '', b)).toBe(0);
          const [low, high] = cmp(a, b) <= 0 ? [a, b] : [b, a];
          for (const { price } of orders) {
            expect(isOnStep(price, '0.01') && cmp(price, low) >= 0 && cmp(price, high) <= 0).toBe(true);
          }
          expect(cmp(sum(orders.map(({ amount }) => amount)), '1')).toBe(0);
          if (sizes === 'increasing') {
            expect(cmp(sub(orders.at(-1)?.amount ?? '0', orders[0]?.amount ?? '0'), '0')).toBe(1);
          }
          const average = averageOf(orders, 8) ?? '0';
          expect(cmp(add(average, '0.00000001'), low)).toBeGreaterThanOrEqual(0);
          expect(cmp(average, high)).toBeLessThanOrEqual(0);
        },
      ),
    );
  });
});

describe('the times of a plan', () => {
  const schedules: fc.Arbitrary<Schedule> = fc.record({
    every: fc.constantFrom('interval', 'day', 'week', 'month'),
    seconds: fc.integer({ min: 10, max: 3_600 }),
    startsAt: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2034, 0, 1) }),
    slots: fc.constant(null),
  });

  it('follow each other, and the newest one that is due is found at any moment', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 2_000 }), (schedule, slot) => {
        const [at, next] = [slotAt(schedule, slot), slotAt(schedule, slot + 1)];
        expect(next).toBeGreaterThan(at);
        expect([dueSlot(schedule, at), dueSlot(schedule, next - 1), dueSlot(schedule, schedule.startsAt - 1)]).toEqual([
          slot,
          slot,
          -1,
        ]);
      }),
    );
  });

  it('are the last day of a month without such a day, and the first day again after it', () => {
    const start = Date.UTC(2027, 0, 31, 8, 30);
    const schedule: Schedule = { every: 'month', seconds: 0, startsAt: start, slots: null };
    expect([0, 1, 2, 13].map((slot) => new Date(slotAt(schedule, slot)).toISOString().slice(0, 16))).toEqual([
      '2027-01-31T08:30',
      '2027-02-28T08:30',
      '2027-03-31T08:30',
      '2028-02-29T08:30',
    ]);
    expect(slotAt({ ...schedule, every: 'day' }, 1) - start).toBe(DAY);
  });
});
