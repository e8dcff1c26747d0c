import { add, cmp, div, mul, quantize, sub } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barredUntil,
  bidProblem,
  DEFAULTS_WITHIN,
  depositFor,
  depositOf,
  EXTENSION,
  endAfterBid,
  isPrice,
  MAX_DURATION,
  MAX_LEAD,
  MIN_DURATION,
  maxBid,
  minBid,
  resaleProblem,
  secondFloor,
  splitDeposit,
  splitPrice,
  statusAt,
} from './rules.ts';

const scales = fc.constantFrom(0, 2, 6, 8, 18);
/** Prices of any size with the digits of their currency. */
const priced = scales.chain((scale) =>
  fc
    .bigInt({ min: 100n, max: 10n ** 24n })
    .map((units) => ({ scale, price: div(String(units), `1${'0'.repeat(scale)}`) })),
);
const basisPoints = (max: number) => fc.nat({ max });

describe('a price', () => {
  it('is split into parts that sum up to it, none below zero, the royalty as ERC-2981 has it', () => {
    fc.assert(
      fc.property(
        priced,
        basisPoints(2_000),
        basisPoints(1_000),
        fc.boolean(),
        ({ scale, price }, feeBp, royaltyBp, resale) => {
          fc.pre(isPrice(price, scale));
          const { seller, royalty, fee } = splitPrice(price, { feeBp, royaltyBp, resale, scale });
          expect(add(add(seller, royalty), fee)).toBe(add(price, '0'));
          for (const part of [seller, royalty, fee]) {
            expect(cmp(part, '0')).toBeGreaterThanOrEqual(0);
            expect(quantize(part, scale, 'down')).toBe(add(part, '0'));
          }
          const exact = mul(price, quantize(mul(String(royaltyBp), '0.0001'), 4, 'down'));
          expect(royalty).toBe(resale ? quantize(exact, scale, 'down') : '0');
        },
      ),
    );
  });

  it('has a deposit of a part of it, and a kept deposit is split without a rest', () => {
    fc.assert(
      fc.property(
        priced,
        fc.integer({ min: 1, max: 5_000 }),
        basisPoints(10_000),
        ({ scale, price }, depositBp, forfeitBp) => {
          fc.pre(isPrice(price, scale));
          const deposit = depositOf(price, depositBp, scale);
          expect([cmp(deposit, '0'), cmp(deposit, price)]).toEqual([1, -1]);
          const { seller, fee } = splitDeposit(deposit, forfeitBp, scale);
          expect(add(seller, fee)).toBe(deposit);
          expect(cmp(seller, '0')).toBeGreaterThanOrEqual(0);
          expect(cmp(fee, '0')).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('an auction that is not paid', () => {
  it('costs who bids for another one at least what the winning bid was', () => {
    fc.assert(
      fc.property(priced, priced, fc.integer({ min: 1, max: 5_000 }), ({ scale, price: winning }, other, depositBp) => {
        fc.pre(isPrice(winning, scale));
        const first = depositOf(winning, 1, scale);
        const kept = depositFor(winning, { deposit: first, depositBp, scale });
        expect(cmp(kept, first)).toBeGreaterThanOrEqual(0);
        expect(cmp(mul(kept, '10000'), mul(winning, String(depositBp)))).toBeGreaterThanOrEqual(0);
        const second = quantize(other.price, scale, 'down');
        // What the two have paid, where the second is offered the work.
        if (cmp(second, secondFloor(winning, kept)) >= 0) {
          expect(cmp(add(second, kept), winning)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('bars a user who leaves two of them within 90 days until 90 days after the last one', () => {
    const day = 86_400_000;
    const now = 1_000 * day;
    expect(barredUntil([], now)).toBeNull();
    expect(barredUntil([now - day], now)).toBeNull();
    expect(barredUntil([now - DEFAULTS_WITHIN, now - day], now)).toBeNull();
    expect(barredUntil([now - 5 * day, now - day], now)).toBe(now - day + DEFAULTS_WITHIN);
    expect(barredUntil([now - day, now - 80 * day], now + 11 * day)).toBeNull();
  });
});

describe('a bid', () => {
  it('is valid from the lowest next one to ten times that', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1e6 }),
        fc.option(fc.nat({ max: 1e6 })),
        fc.integer({ min: 1, max: 1e5 }),
        (price, above, increment) => {
          const bidding = {
            price: String(price),
            top: above === null ? null : String(price + above),
            increment: String(increment),
            scale: 2,
          };
          const [min, max] = [minBid(bidding), maxBid(bidding)];
          expect(min).toBe(above === null ? String(price) : String(price + above + increment));
          expect([bidProblem(min, bidding), bidProblem(max, bidding)]).toEqual([null, null]);
          expect(bidProblem(sub(min, '0.01'), bidding)).toMatchObject({ code: 'bid_too_low', params: { min } });
          expect(bidProblem(add(max, '0.01'), bidding)).toMatchObject({ code: 'bid_too_high' });
          expect(bidProblem(add(min, '0.001'), bidding)).toEqual({ code: 'wrong_price' });
        },
      ),
    );
  });

  it('leaves at least ten minutes to answer it, and never shortens an auction', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (at, left) => {
        const end = endAfterBid(at + left, at);
        expect(end - at).toBeGreaterThan(Math.min(left, EXTENSION));
        expect([at + left, at + left + EXTENSION]).toContain(end);
      }),
      {
        examples: [
          [1, EXTENSION],
          [1, EXTENSION + 1],
        ],
      },
    );
  });
});

it('the status of a sale follows from time and stock', () => {
  const sale = { startAt: 10, endAt: 20, remaining: 1, over: false };
  expect([9, 10, 19, 20].map((now) => statusAt(sale, now))).toEqual(['upcoming', 'on_sale', 'on_sale', 'ended']);
  expect(statusAt({ ...sale, endAt: null }, 1e15)).toBe('on_sale');
  expect(statusAt({ ...sale, remaining: 0 }, 15)).toBe('sold_out');
  expect(statusAt({ ...sale, over: true }, 15)).toBe('ended');
});

it('a resale has a price, a valid increment, and ends after it begins', () => {
  const now = 1_000_000;
  const valid = {
    saleType: 'auction',
    price: '100',
    increment: '100',
    startAt: now,
    endAt: now + MIN_DURATION,
    scale: 2,
  } as const;
  expect(resaleProblem(valid, now)).toBeNull();
  expect(resaleProblem({ ...valid, endAt: now + MAX_DURATION }, now)).toBeNull();
  expect(resaleProblem({ ...valid, saleType: 'normal', increment: null, endAt: null }, now)).toBeNull();
  for (const [changes, code] of [
    [{ price: '0.99' }, 'wrong_price'],
    [{ price: '100.001' }, 'wrong_price'],
    [{ increment: '100.01' }, 'wrong_increment'],
    [{ increment: '0' }, 'wrong_increment'],
    [{ increment: null }, 'field_required'],
    [{ endAt: now }, 'ends_before_start'],
    [{ startAt: now + MIN_DURATION }, 'ends_before_start'],
    [{ endAt: now + MIN_DURATION - 1 }, 'wrong_duration'],
    [{ endAt: now + MAX_DURATION + 1 }, 'wrong_duration'],
    [{ startAt: now + MAX_LEAD + 1, endAt: now + MAX_LEAD + MIN_DURATION }, 'wrong_duration'],
    [{ endAt: null }, 'field_required'],
  ] as const) {
    expect(resaleProblem({ ...valid, ...changes }, now), JSON.stringify(changes)).toMatchObject({ code });
  }
});
