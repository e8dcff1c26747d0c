import { add, cmp, div, mul, quantize, sub } from '@tessera/money';
import { STANDARD_RATE } from '../vip/rules.ts';

/* Coupons: pure rules of what they pay. Amounts are decimal strings. */

export const couponKinds = ['fee_discount', 'extra_yield', 'cash'] as const;
export type CouponKind = (typeof couponKinds)[number];

export const couponStatuses = ['available', 'active', 'used', 'expired'] as const;
export type CouponStatus = (typeof couponStatuses)[number];

const least = (one: string, other: string): string => (cmp(one, other) < 0 ? one : other);

type Open = { readonly rate: string | null; readonly amount: string; readonly paid: string };

/** What a share of fees or yield pays: `min(basis · rate, amount − paid)`, rounded down to the currency's decimals. */
export const shareOf = (basis: string, { rate, amount, paid }: Open, scale: number): string =>
  least(quantize(mul(basis, rate ?? '0'), scale, 'down'), sub(amount, paid));

/*
 * What all programmes give back of a fee of 1: a discount d ≤ 1/2, rebates r ≤ 0.3 of the whole fee (`referral/rules.ts`),
 * and cash of at most 1/4 of what the discount leaves: d + r + (1 − d)/4 ≤ 1/2 + 0.3 + 1/8 = 0.925. Each of the three is
 * held to its bound where it is changed, so trading with oneself always costs.
 */

/** The most of a fee that a discount by coupon gives back. */
export const MOST_FEE_DISCOUNT = '0.5';

/** Of the fees that its volume costs at the standard rate, what cash that users take by themselves gives at most. */
const CASH_PART = '0.25';

/**
 * The least volume that cash of an open campaign may ask for, USDT: `amount / (standard fee · 1/4)`. Volume counts as
 * `volumeAfter` says.
 */
export const leastVolume = (amount: string): string => div(amount, mul(STANDARD_RATE, CASH_PART));

/** What of a volume counts for cash beside a discount by coupon, a ratio: its part of the fee that stays with the house. */
export const volumeAfter = (volume: string, discount: string): string => mul(volume, sub('1', discount));

/** The volume so far after more of it, and whether cash is due. */
export const afterVolume = (
  { traded, volume }: { readonly traded: string; readonly volume: string | null },
  more: string,
): { readonly traded: string; readonly due: boolean } => {
  const total = add(traded, more);
  return { traded: total, due: volume !== null && cmp(total, volume) >= 0 };
};
