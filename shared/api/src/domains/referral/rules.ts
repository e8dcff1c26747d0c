import { add, cmp, type DecimalString, isNegative, max, mul, quantize, sub } from '@tessera/money';

/*
 * Rebates: a share of the fees that invited users really paid. A rebate is on a fee once, whatever goes back and forth, and
 * rates together stay below a part that, with what coupons give back, is less than the fee.
 */

/** What both rates may come to, a ratio: what is left of 0.95 of a fee by coupons (`coupons/rules.ts`), rounded down. */
export const MOST_RATES = '0.3';

/** Whether rates leave the house more than it gives. */
export const areRates = (rates: readonly DecimalString[]): boolean =>
  rates.every((rate) => !isNegative(rate)) &&
  cmp(
    rates.reduce((all, rate) => add(all, rate), '0'),
    MOST_RATES,
  ) <= 0;

/** Fees of an invited user in a currency. */
export type Fees = {
  /** All that were paid, less those that went back. */
  readonly net: DecimalString;
  /** The most of it that rebates were on. */
  readonly rebated: DecimalString;
};

/**
 * Fees after another day, and those of them that rebates are on now: what is above the most that there was before. A fee
 * that goes back lowers what comes later instead of taking away what was earned.
 */
export function afterDay({ net, rebated }: Fees, paid: DecimalString): Fees & { readonly fresh: DecimalString } {
  const sum = add(net, paid);
  const fresh = max('0', sub(sum, rebated));
  return { net: sum, rebated: add(rebated, fresh), fresh };
}

/** What a level gets of fees, rounded down to the currency's scale. */
export const rebateOf = (fees: DecimalString, rate: DecimalString, scale: number): DecimalString =>
  quantize(mul(fees, rate), scale, 'down');
