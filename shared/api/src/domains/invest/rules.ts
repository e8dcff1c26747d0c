import { add, cmp, type DecimalString, div, min, mul, quantize, scaleOf, sub } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';

/*
 * What investment products pay. The backend settles by these functions, the page and `tessera verify-settlement` check by
 * them. Rates are ratios a year; a year has 365 days, also one that has 366.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const YEAR_DAYS = '365';
const YEAR_MS = 365 * DAY_MS;

/** The time of the day at which dual products mature: ms after midnight UTC. */
export const MATURES_AT_MS = 8 * HOUR_MS;
/** ms before the maturity whose index prices make the settlement price. */
export const AVERAGED_MS = HOUR_MS;
/** Prices that an hour has at least: with fewer a dual product fails and the principal goes back. */
export const LEAST_TICKS = 600;

export const investSections = ['metals', 'blockchain', 'demand', 'fixed'] as const;
export type InvestSection = (typeof investSections)[number];
/** `sell_high` invests the coin, `buy_low` what it is paid with. */
export const dualSides = ['sell_high', 'buy_low'] as const;
export type DualSide = (typeof dualSides)[number];

/** What decides the pay-off of a dual product. `side` is null on the index of a metal, which pays in one currency. */
export type DualTerms = {
  readonly side: DualSide | null;
  /** In the invested currency. */
  readonly amount: DecimalString;
  /** K: the price of one unit of the coin or of the metal. */
  readonly price: DecimalString;
  readonly annualRate: DecimalString;
  readonly days: number;
  readonly currency: string;
  readonly scale: number;
  /** The other currency that it may pay in; of a metal the invested one again. */
  readonly otherCurrency: string;
  readonly otherScale: number;
};

/** A mean as it is exact: the sum of prices, and of how many. */
export type Mean = { readonly total: DecimalString; readonly count: number };

export type Payout = { readonly amount: DecimalString; readonly currency: string };

/** amount × (365 + days × rate), still to be divided by 365. */
const grown = (amount: DecimalString, annualRate: DecimalString, days: number): DecimalString =>
  mul(amount, add(YEAR_DAYS, mul(String(days), annualRate)));

/** Whether S is below K; at S = K sell-high pays the money, buy-low the coin. Exact: nothing is rounded. */
function isBelow({ side, price }: Pick<DualTerms, 'side' | 'price'>, { total, count }: Mean): boolean {
  const compared = cmp(total, mul(price, String(count)));
  return side === 'sell_high' ? compared < 0 : compared <= 0;
}

/**
 * What a dual product pays, rounded down. Sell high: S < K pays amount·(1 + d·r/365) of the coin, else
 * amount·K·(1 + d·r/365) of the money. Buy low: S ≤ K pays amount/K·(1 + d·r/365) of the coin, else amount·(1 + d·r/365).
 * Metals: S ≤ K pays amount·S/K·(1 + d·r/365), else amount·(1 + d·r/365).
 */
export function dualPayout(terms: DualTerms, settlement: Mean): Payout {
  const { side, amount, price, annualRate, days, currency, scale, otherCurrency, otherScale } = terms;
  const whole = grown(amount, annualRate, days);
  const below = isBelow(terms, settlement);
  const own = (value: DecimalString, of = YEAR_DAYS): Payout => ({
    amount: quantize(div(value, of), scale, 'down'),
    currency,
  });
  const other = (value: DecimalString, of: DecimalString): Payout => ({
    amount: quantize(div(value, of), otherScale, 'down'),
    currency: otherCurrency,
  });
  if (side === 'sell_high') return below ? own(whole) : other(mul(whole, price), YEAR_DAYS);
  if (!below) return own(whole);
  if (side === 'buy_low') return other(whole, mul(price, YEAR_DAYS));
  return own(mul(whole, settlement.total), mul(mul(price, String(settlement.count)), YEAR_DAYS));
}

/** Whether the pay-off is in the currency that was not invested. */
export const isExchanged = (terms: Pick<DualTerms, 'side' | 'price'>, settlement: Mean): boolean =>
  terms.side !== null && isBelow(terms, settlement) === (terms.side === 'buy_low');

/**
 * The most that the house pays out of its own for a dual product, in both currencies: the yield in the invested one, and
 * all of it in the other. It never owes both, and keeps both ready.
 */
export function dualNeeds(terms: DualTerms): { readonly own: DecimalString; readonly other: DecimalString } {
  const { side, price } = terms;
  const apart = (below: boolean): Mean => ({ total: below ? '0' : mul(price, '2'), count: 1 });
  const own = dualPayout(terms, apart(side === 'sell_high'));
  return {
    own: sub(own.amount, terms.amount),
    other: side === null ? '0' : dualPayout(terms, apart(side === 'buy_low')).amount,
  };
}

/** Digits of a settlement price beyond those of a tick. */
const MEAN_DIGITS = 4;

/** The mean for the eye, rounded down; outcomes compare exact sums. */
export const meanPrice = ({ total, count }: Mean, tick: DecimalString): DecimalString =>
  quantize(div(total, String(count)), scaleOf(tick) + MEAN_DIGITS, 'down');

/** The hour whose prices make the settlement price: `[from, to)`, Unix ms. */
export const averagedHour = (maturesAt: number): readonly [from: number, to: number] => [
  maturesAt - AVERAGED_MS,
  maturesAt,
];

/** The sum of the recorded prices of the hour, which count whole ticks; null where there are too few. */
export function settlementOf(indexes: readonly number[], tick: DecimalString): Mean | null {
  if (indexes.length < LEAST_TICKS) return null;
  const sum = indexes.reduce((total, index) => total + BigInt(index), 0n);
  return { total: mul(String(sum), tick), count: indexes.length };
}

/** When the sale of a dual product ends: as many days before its maturity as it pays for. */
export const saleEndsAt = (maturesAt: number, days: number): number => maturesAt - days * DAY_MS;

/** The yield of the whole term; a ratio. */
export const termYield = (annualRate: DecimalString, days: number): DecimalString =>
  div(mul(annualRate, String(days)), YEAR_DAYS);

/** Digits of a rate a day, for the eye. */
const DAY_RATE_DIGITS = 10;

export const dayRateOf = (annualRate: DecimalString): DecimalString =>
  quantize(div(annualRate, YEAR_DAYS), DAY_RATE_DIGITS, 'down');

/** What a fixed deposit pays beside the principal at its end, rounded down: amount × rate × days / 365. */
export const fixedInterest = (
  amount: DecimalString,
  annualRate: DecimalString,
  days: number,
  scale: number,
): DecimalString => quantize(div(mul(mul(amount, annualRate), String(days)), YEAR_DAYS), scale, 'down');

/** What a day of a demand deposit pays on its lowest balance of that day, rounded down: low × rate / 365. */
export const dayInterest = (low: DecimalString, annualRate: DecimalString, scale: number): DecimalString =>
  fixedInterest(low, annualRate, 1, scale);

/** What is kept of a fixed deposit that is redeemed early, rounded up; it pays no interest. */
export const penaltyOf = (amount: DecimalString, penaltyRatio: DecimalString, scale: number): DecimalString =>
  quantize(mul(amount, penaltyRatio), scale, 'up');

/*
 * What an option is worth. A dual product is an option that the buyer sells to the house, and the yield is its price. The
 * worth is an estimate by a model, never an amount: doubles do.
 */

/** The normal distribution by the error function of Abramowitz and Stegun 7.1.26; off by less than 1.5e-7. */
function normal(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const half = (polynomial * Math.exp(-z * z)) / 2;
  return x < 0 ? half : 1 - half;
}

/** How far off `normal` is at most, with room: never in the buyer's favour. */
const MODEL_ERROR = 1e-6;

export type Valued = {
  readonly side: DualSide | null;
  /** K. */
  readonly price: DecimalString;
  /** The index price of now. */
  readonly live: DecimalString;
  /** A year, a ratio. */
  readonly volatility: DecimalString;
  /** ms until the maturity. */
  readonly left: number;
};

/** Digits of a yield; below it nothing is promised. */
const YIELD_DIGITS = 8;

/**
 * The yield of the term at which neither side gains: the pay-off is (1 + y)·min(S, K), in the coin or in the money, and by
 * Black and Scholes without interest E[min(S, K)] = L·N(−d₁) + K·N(d₂), L the price of now. Zero where nothing is left.
 */
export function fairYield({ side, price, live, volatility, left }: Valued): DecimalString {
  const [strike, spot] = [Number(price), Number(live)];
  const spread = Number(volatility) * Math.sqrt(Math.max(left, 0) / YEAR_MS);
  if (!(spread > 0) || !(strike > 0) || !(spot > 0)) return '0';
  const d1 = Math.log(spot / strike) / spread + spread / 2;
  const expected = spot * normal(-d1) + strike * normal(d1 - spread);
  const invested = side === 'sell_high' ? spot : strike;
  const worth = invested / expected - 1 - MODEL_ERROR;
  return worth > 0 ? quantize(worth.toFixed(12), YIELD_DIGITS, 'down') : '0';
}

/**
 * Whether the house may sell at this yield: not when the option that it gets has become worth less since the product was
 * priced. Who waits for the price to move gets nothing for it.
 */
export const isCovered = (annualRate: DecimalString, days: number, valued: Valued): boolean =>
  cmp(termYield(annualRate, days), fairYield(valued)) <= 0;

/**
 * The volatility of a year behind prices at these times, oldest first: √(Σ ln² / years). A string, for it becomes a term.
 */
export function realisedVolatility(prices: readonly { readonly at: number; readonly price: string }[]): DecimalString {
  const [first, last] = [prices[0], prices.at(-1)];
  if (!first || !last || last.at <= first.at) return '0';
  const squares = prices.slice(1).reduce((sum, { price }, place) => {
    const move = Math.log(Number(price) / Number(prices[place]?.price));
    return sum + move * move;
  }, 0);
  return Math.sqrt(squares / ((last.at - first.at) / YEAR_MS)).toFixed(4);
}

/** Hours of prices behind a volatility: a day, three, and two weeks. */
const VOLATILITY_HOURS = [24, 72, 336] as const;
export const MOST_VOLATILITY_HOURS = 336;

/**
 * What an option may be valued by, from hourly prices, oldest first: the least volatility of the last day, three days and
 * two weeks. Volatility lasts: in calm hours one of two weeks is above what comes, and who sells the house an option then
 * is paid too much. Null with less than a day of prices.
 */
export function cautiousVolatility(
  prices: readonly { readonly at: number; readonly price: string }[],
): DecimalString | null {
  if (prices.length <= VOLATILITY_HOURS[0]) return null;
  const [day, ...longer] = VOLATILITY_HOURS.map((hours) => realisedVolatility(prices.slice(-hours - 1)));
  return min(day ?? '0', ...longer);
}

/** What may be bought of a product. */
export type ShareTerms = {
  readonly min_shares: number;
  /** Of one user, all orders together; null: no limit but what is left. */
  readonly max_shares: number | null;
  readonly remaining_shares: number;
};

/** Why this many shares cannot be bought; null where they can, as far as the page knows. */
export function sharesProblem(
  num: number,
  { min_shares, max_shares, remaining_shares }: ShareTerms,
): (RuleFailure & { readonly field: 'num' }) | null {
  if (!Number.isInteger(num)) return { code: 'field_not_whole', field: 'num' };
  if (remaining_shares <= 0) return { code: 'sold_out', field: 'num' };
  if (num < min_shares) return { code: 'field_too_small', field: 'num', params: { min: min_shares } };
  if (max_shares !== null && num > max_shares) {
    return { code: 'quantity_limit', field: 'num', params: { max: max_shares } };
  }
  if (num > remaining_shares) return { code: 'field_too_large', field: 'num', params: { max: remaining_shares } };
  return null;
}

/** Why this amount cannot be put into a demand deposit; null where it can. `left` is what may still be taken in. */
export function demandProblem(
  amount: DecimalString,
  { min, left, scale }: { readonly min: DecimalString; readonly left: DecimalString; readonly scale: number },
): (RuleFailure & { readonly field: 'num' }) | null {
  if (cmp(amount, '0') <= 0) return { code: 'field_must_be_positive', field: 'num' };
  if (scaleOf(amount) > scale) return { code: 'field_too_precise', field: 'num', params: { scale } };
  if (cmp(amount, min) < 0) return { code: 'amount_too_small', field: 'num', params: { min } };
  if (cmp(amount, left) > 0) return { code: 'sold_out', field: 'num' };
  return null;
}

/** What of a product can still be sold, whole shares. */
export const sharesLeft = (totalShares: number, shareSize: DecimalString, sold: DecimalString): number =>
  Math.max(0, Math.trunc(Number(div(sub(mul(String(totalShares), shareSize), sold), shareSize))));
