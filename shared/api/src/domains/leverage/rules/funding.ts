import { add, type DecimalString, div, isNegative, max, min, mul, neg, quantize, sub } from '@tessera/money';
import { notionalOf, type PositionSide, signed } from './position.ts';

/* What holding a position costs: funding for perpetual contracts, an overnight fee for all others. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** ms between two fundings: at 00:00, 08:00 and 16:00 UTC. */
export const FUNDING_EVERY = 8 * HOUR;
const FUNDINGS_A_DAY = '3';
/** ms between two overnight fees: the day ends at 00:00 UTC. */
export const OVERNIGHT_EVERY = DAY;
/** Largest rate of one funding, either way. */
export const FUNDING_LIMIT: DecimalString = '0.0075';
/** Days of the year by which the overnight rate is divided (act/360). */
const DAYS_OF_RATE = '360';

/** The first instant after `at` that is due, Unix ms. */
export const nextDue = (at: number, every: number): number => (Math.floor(at / every) + 1) * every;

/** (mark − index) / index of one moment, a ratio. */
export const premiumOf = (mark: DecimalString, index: DecimalString): DecimalString => div(sub(mark, index), index);

/** Fraction digits of a rate. */
const RATE_SCALE = 18;

/** Rate of a funding: the mean of the premiums of its 8 hours, at most ±0.75 % (decisions.md). '0' without any. */
export const fundingRateOf = (meanPremium: DecimalString | null): DecimalString =>
  meanPremium === null ? '0' : quantize(max(neg(FUNDING_LIMIT), min(FUNDING_LIMIT, meanPremium)), RATE_SCALE, 'down');

/** What a mark is away from the index at most, a ratio of it: the bound of a premium. */
const PREMIUM_LIMIT: DecimalString = '0.005';

/**
 * The most that the rate of a funding may come to for a side while some minutes of its hours are not known, as what the side
 * pays: zero or above. `sum` and `known` are of the premiums that are known.
 */
export function worstFundingRate(
  side: PositionSide,
  sum: DecimalString,
  known: number,
  unknown: number,
): DecimalString {
  if (known + unknown === 0) return '0';
  const most = add(signed(side, sum), mul(PREMIUM_LIMIT, String(unknown)));
  return max('0', min(FUNDING_LIMIT, quantize(div(most, String(known + unknown)), RATE_SCALE, 'up')));
}

/**
 * What a position pays at a funding, below zero where it receives: s · mark · Q · rate. Paid rounded up, received rounded
 * down.
 */
export const fundingOf = (
  side: PositionSide,
  mark: DecimalString,
  quantity: DecimalString,
  rate: DecimalString,
  scale: number,
): DecimalString => {
  const exact = signed(side, mul(notionalOf(mark, quantity), rate));
  return quantize(exact, scale, isNegative(exact) ? 'down' : 'up');
};

/** Overnight fee: rate a year / 360 × notional at the close of the day × nights, rounded up. */
export const overnightOf = (
  mark: DecimalString,
  quantity: DecimalString,
  yearly: DecimalString,
  nights: number,
  scale: number,
): DecimalString =>
  quantize(div(mul(mul(notionalOf(mark, quantity), yearly), String(nights)), DAYS_OF_RATE), scale, 'up');

/** What a position costs to hold: by funding of this rate, or by an overnight rate a year. */
export type Holding =
  | { readonly kind: 'funding'; readonly rate: DecimalString }
  | { readonly kind: 'overnight'; readonly yearly: DecimalString };

/** What holding a day costs at this price and today's rates, below zero where it pays. */
export const costOfDay = (
  side: PositionSide,
  price: DecimalString,
  quantity: DecimalString,
  holding: Holding,
  scale: number,
): DecimalString =>
  holding.kind === 'funding'
    ? fundingOf(side, price, mul(quantity, FUNDINGS_A_DAY), holding.rate, scale)
    : overnightOf(price, quantity, holding.yearly, 1, scale);

/** Where a charge is taken from. */
export type Charged = {
  /** From the account. */
  readonly available: DecimalString;
  /** From the margin of the position, where the account has not enough: its liquidation price comes nearer. */
  readonly margin: DecimalString;
  /** Not covered by either: the insurance account pays it. */
  readonly shortfall: DecimalString;
};

/** Takes a charge (above zero) from the account, then from the margin, then from the insurance account. */
export function charged(charge: DecimalString, available: DecimalString, margin: DecimalString): Charged {
  const ofAccount = max('0', min(charge, available));
  const ofMargin = max('0', min(sub(charge, ofAccount), margin));
  return { available: ofAccount, margin: ofMargin, shortfall: sub(sub(charge, ofAccount), ofMargin) };
}
