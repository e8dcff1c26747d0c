import { add, cmp, type DecimalString, div, mul, quantize, scaleOf, sub } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';

/*
 * Options on the index: will it be above or below the strike at expiry? The backend settles by these functions, the page
 * and `tessera verify-settlement` check by them. Prices are whole numbers of the price step of an option.
 */

/**
 * Versions of the rules; an option ends by those that it was opened under. `parts`: how many price steps a tick of the
 * instrument has. A price that is rounded to a tick leans to one side, and buyers would choose the side. `tie`: what a
 * tie pays. A stake that goes back is another try for nothing.
 */
export const RULES = {
  1: { parts: 1, tie: 'stake' },
  2: { parts: 1_000, tie: 'half a win' },
} as const;
export type RulesVersion = keyof typeof RULES;
/** Of options that are opened now. */
export const CURRENT_RULES: RulesVersion = 2;

/** How far apart prices of an option are at least. */
export const priceStep = (tick: DecimalString, rules: RulesVersion): DecimalString =>
  div(tick, String(RULES[rules].parts));

/** A recorded index in the price steps of an option. `fraction` is in thousandths of a tick; former records have none. */
export const indexOf = (index: number, fraction: number | undefined, rules: RulesVersion): number =>
  RULES[rules].parts === 1 ? index : index * RULES[rules].parts + (fraction ?? 0);

/** ms from the acceptance of an order to its entry. A price that was known when the order was placed is no strike. */
export const ENTRY_DELAY_MS = 1_000;
/** Prices that a settlement is made of. */
export const SETTLEMENT_TICKS = 25;
/** Of these, how many of the highest do not count, and of the lowest. */
export const TRIMMED = 5;
/** ms before the expiry in which the prices of a settlement lie. */
export const WINDOW_MS = 60_000;

/** Prices whose sum decides. */
export const COUNTED = SETTLEMENT_TICKS - 2 * TRIMMED;

export type Direction = 'up' | 'down';
export type Result = 'won' | 'tied' | 'lost';
/** Why stake and fee went back: no price at the entry, or too few before the expiry. */
export type ReturnReason = 'no_strike' | 'no_ticks';

/** A recorded price. */
export type IndexTick = {
  /** In the chain of the symbol. */
  readonly number: number;
  /** Unix ms. */
  readonly at: number;
  /** Whole price steps. */
  readonly index: number;
};

/** When an option that is accepted at this time (Unix ms) begins and ends. */
export const scheduleOf = (
  acceptedAt: number,
  seconds: number,
): { readonly entryAt: number; readonly expiresAt: number } => ({
  entryAt: acceptedAt + ENTRY_DELAY_MS,
  expiresAt: acceptedAt + ENTRY_DELAY_MS + seconds * 1_000,
});

export type OptionTerms = {
  readonly rules: RulesVersion;
  readonly direction: Direction;
  readonly stake: DecimalString;
  readonly fee: DecimalString;
  /** 0.85 pays stake × 1.85. */
  readonly ratio: DecimalString;
  /** Fraction digits of the currency. */
  readonly scale: number;
  /** Unix ms. */
  readonly entryAt: number;
  readonly expiresAt: number;
  /** How old the instrument's price may be, ms. */
  readonly maxAgeMs: number;
};

/** The first price at or after the entry; null where there is none within the price-age limit. */
export const strikeOf = (
  ticks: readonly IndexTick[],
  { entryAt, maxAgeMs }: Pick<OptionTerms, 'entryAt' | 'maxAgeMs'>,
): IndexTick | null => ticks.find(({ at }) => at >= entryAt && at <= entryAt + maxAgeMs) ?? null;

/** Where the prices of a settlement lie: not before the entry, and within a minute before the expiry. Unix ms, inclusive. */
export const windowOf = ({
  entryAt,
  expiresAt,
}: Pick<OptionTerms, 'entryAt' | 'expiresAt'>): readonly [from: number, to: number] => [
  Math.max(entryAt, expiresAt - WINDOW_MS),
  expiresAt,
];

/** The last 25 prices up to the expiry; null where there are fewer, or the newest is older than a price may be. */
export function settlementTicksOf(
  ticks: readonly IndexTick[],
  terms: Pick<OptionTerms, 'entryAt' | 'expiresAt' | 'maxAgeMs'>,
): readonly IndexTick[] | null {
  const [from, to] = windowOf(terms);
  const known = ticks.filter(({ at }) => at >= from && at <= to).slice(-SETTLEMENT_TICKS);
  const newest = known.at(-1);
  if (!newest || known.length < SETTLEMENT_TICKS) return null;
  return newest.at >= to - terms.maxAgeMs ? known : null;
}

/** Of 25 prices, which count: all but the 5 highest and the 5 lowest, of equal ones the older as the lower. */
export function countedOf(indexes: readonly number[]): readonly boolean[] {
  const order = indexes
    .map((index, place) => ({ index, place }))
    .sort((a, b) => a.index - b.index || a.place - b.place);
  const counted = new Set(order.slice(TRIMMED, order.length - TRIMMED).map(({ place }) => place));
  return indexes.map((_, place) => counted.has(place));
}

/** Sum of the prices that count, in price steps. */
export const sumOfCounted = (indexes: readonly number[]): bigint => {
  const counted = countedOf(indexes);
  return indexes.reduce((sum, index, place) => (counted[place] ? sum + BigInt(index) : sum), 0n);
};

/** Digits of a settlement price beyond those of a step: the mean of 15 prices differs from a step by a 15th at least. */
const MEAN_DIGITS = 4;

/** The mean of the prices that count, rounded down. For the eye: outcomes compare exact sums. */
export const settlementPrice = (indexes: readonly number[], step: DecimalString): DecimalString =>
  quantize(div(mul(String(sumOfCounted(indexes)), step), String(COUNTED)), scaleOf(step) + MEAN_DIGITS, 'down');

/** Whether the mean of the prices that count lies on the side of the option, exactly. */
export function resultOf(direction: Direction, strike: number, indexes: readonly number[]): Result {
  const difference = sumOfCounted(indexes) - BigInt(strike) * BigInt(COUNTED);
  if (difference === 0n) return 'tied';
  return difference > 0n === (direction === 'up') ? 'won' : 'lost';
}

/** What a win adds to the stake, rounded down. */
export const winOf = ({ stake, ratio, scale }: Pick<OptionTerms, 'stake' | 'ratio' | 'scale'>): DecimalString =>
  quantize(mul(stake, ratio), scale, 'down');

/**
 * What the user gets at the end: stake × (1 + ratio), half of that on a tie, or nothing; of an option that is returned the
 * stake and the fee. Half a win is what an option is worth at even odds: a tie is worth neither more nor less to either side.
 */
export function payoutOf(
  terms: Pick<OptionTerms, 'rules' | 'stake' | 'fee' | 'ratio' | 'scale'>,
  result: Result | null,
): DecimalString {
  if (result === null) return add(terms.stake, terms.fee);
  const win = add(terms.stake, winOf(terms));
  if (result === 'won') return win;
  if (result === 'lost') return '0';
  return RULES[terms.rules].tie === 'stake' ? add(terms.stake, '0') : quantize(mul(win, '0.5'), terms.scale, 'down');
}

export type Verdict =
  | {
      readonly status: 'settled';
      readonly strike: IndexTick;
      readonly ticks: readonly IndexTick[];
      readonly result: Result;
      readonly payout: DecimalString;
    }
  | {
      readonly status: 'returned';
      readonly reason: ReturnReason;
      readonly strike: IndexTick | null;
      readonly payout: DecimalString;
    };

/**
 * How an option ends. Nothing but its own terms and the recorded prices goes in: `entered` are all from the entry to the
 * price-age limit after it, `expiring` all of the window before the expiry.
 */
export function verdictOf(terms: OptionTerms, entered: readonly IndexTick[], expiring: readonly IndexTick[]): Verdict {
  const strike = strikeOf(entered, terms);
  const returned = { status: 'returned', payout: payoutOf(terms, null) } as const;
  if (!strike) return { ...returned, reason: 'no_strike', strike: null };
  const ticks = settlementTicksOf(expiring, terms);
  if (!ticks) return { ...returned, reason: 'no_ticks', strike };
  const result = resultOf(
    terms.direction,
    strike.index,
    ticks.map(({ index }) => index),
  );
  return { status: 'settled', strike, ticks, result, payout: payoutOf(terms, result) };
}

/** The fee of a stake, rounded up to the currency's scale. */
export const feeOf = (stake: DecimalString, feeRate: DecimalString, scale: number): DecimalString =>
  quantize(mul(stake, feeRate), scale, 'up');

/** Fraction digits of a share of wins. */
const RATE_SCALE = 6;

/**
 * The share of options that must win, a tie as half of one, for their owner to lose nothing: p·r = 1 − p + f, so p = (1 + f) / (1 + r),
 * rounded up. A ratio: 0.540541 at r = 0.85 without a fee.
 */
export const breakEvenRate = (ratio: DecimalString, feeRate: DecimalString): DecimalString =>
  quantize(div(add('1', feeRate), add('1', ratio)), RATE_SCALE, 'up');

/** What is expected of a stake of 1 where both sides are as likely: (r − 1) / 2 − f. A negative ratio. */
export const expectedResult = (ratio: DecimalString, feeRate: DecimalString): DecimalString =>
  sub(div(sub(ratio, '1'), '2'), feeRate);

/** What a stake in a currency may be. */
export type StakeTerms = {
  readonly min: DecimalString;
  readonly max: DecimalString;
  readonly scale: number;
};

/** Why a stake cannot be taken; null where it can, as far as the page knows. */
export function stakeProblem(
  stake: DecimalString,
  { min, max, scale }: StakeTerms,
): (RuleFailure & { readonly field: 'number' }) | null {
  if (cmp(stake, '0') <= 0) return { code: 'field_must_be_positive', field: 'number' };
  if (scaleOf(stake) > scale) return { code: 'field_too_precise', field: 'number', params: { scale } };
  if (cmp(stake, min) < 0) return { code: 'amount_too_small', field: 'number', params: { min } };
  if (cmp(stake, max) > 0) return { code: 'amount_too_large', field: 'number', params: { max } };
  return null;
}
