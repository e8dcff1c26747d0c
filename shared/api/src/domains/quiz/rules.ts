import { add, cmp, type DecimalString, div, isZero, mul, quantize, scaleOf, sub, sum } from '@tessera/money';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import {
  COUNTED,
  ENTRY_DELAY_MS,
  type IndexTick,
  windowOf as optionWindow,
  RULES,
  type RulesVersion,
  resultOf,
  settlementTicksOf,
  strikeOf,
  sumOfCounted,
} from '../options/rules.ts';

/*
 * Pool betting on rounds. The backend settles by these functions, the page and `tessera verify-settlement` check by them.
 * Prices are whole price steps, as those of options; outcomes are numbered from 1.
 */

/** ms of a real-time round: as long as it takes guesses, and as long as its price then runs. */
export const REALTIME_MS = 300_000;
/** ms after the close of the day before, when a daily round opens. */
export const DAILY_OPENS_AFTER_MS = 300_000;
/** ms before its close at which a daily round takes no more guesses. */
export const DAILY_CUT_OFF_MS = 12 * 3_600_000;
export const DAY_MS = 86_400_000;
/** How long after its settlement was proposed a question may be disputed, ms. */
export const DISPUTE_MS = 24 * 3_600_000;
/** How long after its answer is due a question is returned where no answer was confirmed, ms. */
export const UNANSWERED_MS = 14 * DAY_MS;

export const roundKinds = ['realtime', 'daily', 'question'] as const;
export type RoundKind = (typeof roundKinds)[number];

/** Outcomes of a real-time round. */
export const UP = 1;
export const DOWN = 2;

/** When a real-time round that takes guesses until `closesAt` (Unix ms) opens, has its strike, and ends. */
export const realtimeSchedule = (closesAt: number) => ({
  opensAt: closesAt - REALTIME_MS,
  closesAt,
  entryAt: closesAt + ENTRY_DELAY_MS,
  decidesAt: closesAt + ENTRY_DELAY_MS + REALTIME_MS,
});

/**
 * The same of the daily round that is decided at `decidesAt`, 00:00 UTC. Its ranges are around a price that follows its
 * guesses: around one that is known, those who guess last would know more than those before them, at the same odds.
 */
export const dailySchedule = (decidesAt: number) => ({
  opensAt: decidesAt - DAY_MS + DAILY_OPENS_AFTER_MS,
  closesAt: decidesAt - DAILY_CUT_OFF_MS,
  entryAt: decidesAt - DAILY_CUT_OFF_MS + ENTRY_DELAY_MS,
  decidesAt,
});

/** Part of the time for guesses, at its end, of which no stakes are shown before it is over. */
const HIDDEN_PART = 10;

/** From when stakes are not shown, Unix ms: who bets last would choose the side that pays too much. */
export const hidesAt = ({ opensAt, closesAt }: Pick<RoundTimes, 'opensAt' | 'closesAt'>): number =>
  closesAt - Math.ceil((closesAt - opensAt) / HIDDEN_PART);

/** How far apart the offsets of a daily round are at least: a range between two of them is a price step wide at any price. */
export const LEAST_RANGE: DecimalString = '0.001';

/** Whether each range between two offsets is wide enough. */
export const areApart = (offsets: readonly DecimalString[]): boolean =>
  offsets.every((offset, place) => place === 0 || cmp(sub(offset, offsets[place - 1] as string), LEAST_RANGE) >= 0);

/**
 * Versions of where ranges meet; a round keeps the one that it was opened under, whatever its price steps are. `met`: where
 * two bounds would lie in one tick, or the first at zero, a range holds no price, or bounds are in price steps.
 */
export const RANGES = {
  1: { met: 'empty' },
  2: { met: 'in steps' },
} as const;
export type RangesVersion = keyof typeof RANGES;
/** Of rounds that are opened now. */
export const CURRENT_RANGES: RangesVersion = 2;

/**
 * Where the ranges of a daily round meet, in price steps, ascending: reference × (1 + offset), rounded down to whole ticks,
 * or to price steps. Range n holds the prices from bound n − 1, inclusive, up to bound n.
 */
export const boundsOf = (
  reference: number,
  offsets: readonly DecimalString[],
  { rules, ranges }: Pick<TickTerms, 'rules' | 'ranges'>,
): readonly number[] => {
  const exact = offsets.map((offset) => mul(String(reference), add('1', offset)));
  const inSteps = (steps: number): number[] =>
    exact.map((bound) => Number(quantize(div(bound, String(steps)), 0, 'down')) * steps);
  const whole = inSteps(RULES[rules].parts);
  const ascend = whole.every((bound, place) => bound > (whole[place - 1] ?? 0));
  return ascend || RANGES[ranges].met === 'empty' ? whole : inSteps(1);
};

export type RoundState = 'open' | 'paying' | 'over' | 'void';
/** As users see a round. `unsettled`: it has ended, and its outcome is not known yet or not paid yet. */
export type Phase = 'not_started' | 'guessing' | 'cut_off' | 'unsettled' | 'over' | 'void';

export type RoundTimes = { readonly opensAt: number; readonly closesAt: number; readonly decidesAt: number };

/** The phase of a round at a time, Unix ms. */
export function phaseAt({ opensAt, closesAt, decidesAt }: RoundTimes, state: RoundState, now: number): Phase {
  if (state === 'over' || state === 'void') return state;
  if (state === 'paying' || now >= decidesAt) return 'unsettled';
  if (now < opensAt) return 'not_started';
  return now < closesAt ? 'guessing' : 'cut_off';
}

/** What decides a round by recorded prices. */
export type TickTerms = {
  /** Those of options, which say what a price step is. */
  readonly rules: RulesVersion;
  readonly ranges: RangesVersion;
  /**
   * From when the first price is the strike of a real-time round, and the reference of a daily one, whose ranges follow
   * from it. Unix ms.
   */
  readonly entryAt: number;
  readonly decidesAt: number;
  /** How old the instrument's price may be, ms. */
  readonly maxAgeMs: number;
  /** Of the ranges of a daily round; null of a real-time one. */
  readonly offsets: readonly DecimalString[] | null;
};

/** Why a round has no outcome. */
export type VoidReason = 'no_strike' | 'no_ticks' | 'tied' | 'undecided' | 'unanswered';

export type RoundVerdict = {
  /** The prices that went into it, as far as there were any. */
  readonly strike: IndexTick | null;
  readonly ticks: readonly IndexTick[];
} & (
  | { readonly outcome: number; readonly reason: null }
  | { readonly outcome: null; readonly reason: Exclude<VoidReason, 'undecided' | 'unanswered'> }
);

/** The range that the mean of the prices that count lies in, exactly. */
export function rangeOf(indexes: readonly number[], bounds: readonly number[]): number {
  const total = sumOfCounted(indexes);
  return 1 + bounds.filter((bound) => total >= BigInt(bound) * BigInt(COUNTED)).length;
}

/** Where the prices of a settlement lie, Unix ms, inclusive. */
export const windowOf = ({ entryAt, decidesAt }: Pick<TickTerms, 'entryAt' | 'decidesAt'>) =>
  optionWindow({ entryAt, expiresAt: decidesAt });

/**
 * How a round ends. Nothing but its own terms and the recorded prices goes in: `entered` are all from the entry to the
 * price-age limit after it, `deciding` all of the minute before its end. Strike and settlement price are those of
 * options: the first price at or after the entry, and the mean of the last 25 prices without the five highest and the five
 * lowest.
 */
export function verdictOf(
  { rules, ranges, entryAt, decidesAt, maxAgeMs, offsets }: TickTerms,
  entered: readonly IndexTick[],
  deciding: readonly IndexTick[],
): RoundVerdict {
  const strike = strikeOf(entered, { entryAt, maxAgeMs });
  if (!strike) return { outcome: null, reason: 'no_strike', strike: null, ticks: [] };
  const ticks = settlementTicksOf(deciding, { entryAt, expiresAt: decidesAt, maxAgeMs });
  if (!ticks) return { outcome: null, reason: 'no_ticks', strike, ticks: [] };
  const indexes = ticks.map(({ index }) => index);
  if (offsets) {
    const bounds = boundsOf(strike.index, offsets, { rules, ranges });
    return { outcome: rangeOf(indexes, bounds), reason: null, strike, ticks };
  }
  const result = resultOf('up', strike.index, indexes);
  if (result === 'tied') return { outcome: null, reason: 'tied', strike, ticks };
  return { outcome: result === 'won' ? UP : DOWN, reason: null, strike, ticks };
}

/** Stakes of a round by outcome, the first of outcome 1; decimal strings. */
export type Pools = readonly DecimalString[];

/** Why stakes went back although there is an outcome. */
export type ReturnReason = 'no_winners' | 'one_sided';

export type Prize = {
  readonly pool: DecimalString;
  /** Stakes on the outcome. */
  readonly winning: DecimalString;
  /** What the house keeps: at most what was staked on other outcomes, so that no winner gets less than the stake. */
  readonly rake: DecimalString;
  /** What is divided among the winners. */
  readonly prize: DecimalString;
  /** Null where winners are paid. */
  readonly returned: ReturnReason | null;
};

/** What becomes of the stakes where this outcome happened. Rounded down to the currency's scale. */
export function prizeOf(pools: Pools, outcome: number, rake: DecimalString, scale: number): Prize {
  const pool = sum(pools);
  const winning = pools[outcome - 1] ?? '0';
  const losing = sub(pool, winning);
  const back = (returned: ReturnReason | null): Prize => ({ pool, winning, rake: '0', prize: pool, returned });
  if (isZero(pool)) return back(null);
  if (isZero(winning)) return back('no_winners');
  if (isZero(losing)) return back('one_sided');
  const wanted = quantize(mul(pool, rake), scale, 'down');
  const kept = cmp(wanted, losing) > 0 ? losing : wanted;
  return { pool, winning, rake: kept, prize: sub(pool, kept), returned: null };
}

const unitsOf = (amount: DecimalString, scale: number): bigint =>
  BigInt(quantize(mul(amount, `1${'0'.repeat(scale)}`), 0, 'down'));

const amountOf = (units: bigint, scale: number): DecimalString => {
  const digits = units.toString().padStart(scale + 1, '0');
  return add(scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`, '0');
};

type Division = Pick<Prize, 'prize' | 'winning'> & { readonly scale: number };

/** The share of a winning stake, rounded down: prize × stake / winning stakes. */
export const shareOf = (stake: DecimalString, { prize, winning, scale }: Division): DecimalString =>
  amountOf((unitsOf(prize, scale) * unitsOf(stake, scale)) / unitsOf(winning, scale), scale);

/** The shares of winning stakes together, each rounded down. */
export const paidIn = (stakes: readonly { readonly stake: DecimalString }[], division: Division): DecimalString => {
  const { prize, winning, scale } = division;
  const [all, of] = [unitsOf(prize, scale), unitsOf(winning, scale)];
  return amountOf(
    stakes.reduce((total, { stake }) => total + (all * unitsOf(stake, scale)) / of, 0n),
    scale,
  );
};

/** Units of the currency that rounding left of the prize: fewer than there are winners. */
export const leftOverOf = (stakes: readonly { readonly stake: DecimalString }[], division: Division): number =>
  Number(unitsOf(sub(division.prize, paidIn(stakes, division)), division.scale));

/**
 * What a winning stake is paid: its share rounded down, and one unit more for the first `leftOver` winning bets in the
 * order in which they were placed. `rank` is the place among the winning bets, from 1.
 */
export const payoutOf = (
  stake: DecimalString,
  rank: number,
  division: Division & { readonly leftOver: number },
): DecimalString => {
  const share = shareOf(stake, division);
  return rank <= division.leftOver ? add(share, amountOf(1n, division.scale)) : share;
};

/** Fraction digits of an implied chance. */
const CHANCE_SCALE = 4;

/** The share of the pool on each outcome, a ratio: what those who guess think likely; rounded down. Null without a stake. */
export function chancesOf(pools: Pools): readonly DecimalString[] | null {
  const pool = sum(pools);
  return isZero(pool) ? null : pools.map((each) => quantize(div(each, pool), CHANCE_SCALE, 'down'));
}

/**
 * What a stake would be paid if it won and nothing more were staked; the stake is added to the pool. What it is paid in
 * the end depends on the pool at the cut-off.
 */
export function estimateOf(
  pools: Pools,
  outcome: number,
  stake: DecimalString,
  rake: DecimalString,
  scale: number,
): DecimalString {
  if (isZero(stake)) return '0';
  const after = pools.map((each, place) => (place === outcome - 1 ? add(each, stake) : each));
  const { prize, winning, returned } = prizeOf(after, outcome, rake, scale);
  return returned ? add(stake, '0') : shareOf(stake, { prize, winning, scale });
}

export type StakeLimits = {
  readonly min: DecimalString;
  readonly max: DecimalString;
  /** What the user may still stake in this round. */
  readonly left: DecimalString;
  readonly scale: number;
  readonly available?: DecimalString;
};

/** Why a stake cannot be taken; null where it can, as far as the page knows. */
export function stakeProblem(
  stake: DecimalString,
  { min, max, left, scale, available }: StakeLimits,
): (RuleFailure & { readonly field: 'number' }) | null {
  if (cmp(stake, '0') <= 0) return { code: 'field_must_be_positive', field: 'number' };
  if (scaleOf(stake) > scale) return { code: 'field_too_precise', field: 'number', params: { scale } };
  if (cmp(stake, min) < 0) return { code: 'amount_too_small', field: 'number', params: { min } };
  if (cmp(stake, max) > 0) return { code: 'amount_too_large', field: 'number', params: { max } };
  if (cmp(stake, left) > 0) return { code: 'quiz_user_cap', field: 'number', params: { max: left } };
  if (available !== undefined && cmp(stake, available) > 0) return { code: 'insufficient_balance', field: 'number' };
  return null;
}
