import { add, cmp, type DecimalString, isNegative, max, min, mul, neg } from '@tessera/money';

/*
 * Brakes that users set for themselves. They keep from opening; what is open can always be closed. To tighten one takes
 * effect at once, to loosen one after a day: in between lies a night.
 */

/** ms until a brake is loosened. */
export const LOOSENS_AFTER = 24 * 3_600_000;

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;

/** Null: none. */
export type Limits = {
  /** In USDT: once the results of a day in UTC, fees deducted, are as far below zero, nothing is opened until the next. */
  readonly dailyLoss: DecimalString | null;
  readonly maxMultiple: number | null;
  /** After so many losing trades in a row, nothing is opened for so many minutes after the last one. */
  readonly coolOff: { readonly losses: number; readonly minutes: number } | null;
  /** Nothing is opened before, Unix ms. */
  readonly excludedUntil: number | null;
};

export type LimitName = keyof Limits;

export const NO_LIMITS: Limits = { dailyLoss: null, maxMultiple: null, coolOff: null, excludedUntil: null };

/** A limit and what it is to become, and when. */
export type Brake<Value> = {
  readonly value: Value;
  readonly next: { readonly value: Value; readonly at: number } | null;
};
export type Brakes = { readonly [Name in LimitName]: Brake<Limits[Name]> };

const brake = <Value>(value: Value): Brake<Value> => ({ value, next: null });

export const NO_BRAKES: Brakes = {
  dailyLoss: brake(null),
  maxMultiple: brake(null),
  coolOff: brake(null),
  excludedUntil: brake(null),
};

/** Both limits together: each part of them where it is tighter. */
const TIGHTER: { readonly [Name in LimitName]: (one: Limits[Name], other: Limits[Name]) => Limits[Name] } = {
  dailyLoss: (one, other) => (one === null ? other : other === null ? one : min(one, other)),
  maxMultiple: (one, other) => (one === null ? other : other === null ? one : Math.min(one, other)),
  coolOff: (one, other) =>
    one === null
      ? other
      : other === null
        ? one
        : { losses: Math.min(one.losses, other.losses), minutes: Math.max(one.minutes, other.minutes) },
  excludedUntil: (one, other) => (one === null ? other : other === null ? one : Math.max(one, other)),
};

const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a brake is at a moment, Unix ms. */
const inForce = <Value>({ value, next }: Brake<Value>, at: number): Value =>
  next && at >= next.at ? next.value : value;

/** The limits that hold at a moment, Unix ms. */
export const limitsAt = (brakes: Brakes, at: number): Limits => ({
  dailyLoss: inForce(brakes.dailyLoss, at),
  maxMultiple: inForce(brakes.maxMultiple, at),
  coolOff: inForce(brakes.coolOff, at),
  excludedUntil: inForce(brakes.excludedUntil, at),
});

/**
 * A brake after its user asked for a value: what is tighter of it holds at once, what is looser a day later. What was
 * asked for before and does not hold yet is forgotten, but a looser value that is asked for again keeps its time.
 */
function asked<Name extends LimitName>(name: Name, before: Brake<Limits[Name]>, wanted: Limits[Name], at: number) {
  const now = inForce(before, at);
  const value = TIGHTER[name](now, wanted);
  if (equal(value, wanted)) return { value, next: null };
  const waits = before.next && at < before.next.at && equal(before.next.value, wanted) ? before.next.at : null;
  return { value, next: { value: wanted, at: waits ?? at + LOOSENS_AFTER } };
}

/** The brakes after a change at a moment; limits that are not named stay. */
export function changed(brakes: Brakes, wanted: Partial<Limits>, at: number): Brakes {
  const { dailyLoss, maxMultiple, coolOff, excludedUntil } = wanted;
  return {
    dailyLoss: dailyLoss === undefined ? brakes.dailyLoss : asked('dailyLoss', brakes.dailyLoss, dailyLoss, at),
    maxMultiple:
      maxMultiple === undefined ? brakes.maxMultiple : asked('maxMultiple', brakes.maxMultiple, maxMultiple, at),
    coolOff: coolOff === undefined ? brakes.coolOff : asked('coolOff', brakes.coolOff, coolOff, at),
    excludedUntil:
      excludedUntil === undefined
        ? brakes.excludedUntil
        : asked('excludedUntil', brakes.excludedUntil, excludedUntil, at),
  };
}

/** What trading has brought: of one day in UTC, and losing trades in a row. */
export type Results = {
  /** Its start, Unix ms. */
  readonly day: number;
  /** Of that day, in USDT, fees deducted. */
  readonly result: DecimalString;
  /** Losing trades since the last that won. */
  readonly losses: number;
  /** Unix ms; null without one. */
  readonly lastLossAt: number | null;
};

export const NO_RESULTS: Results = { day: 0, result: '0', losses: 0, lastLossAt: null };

/** What a trade brought. */
export type TradeResult = {
  /** In USDT, fees deducted; below zero for a loss and for a fee alone. */
  readonly amount: DecimalString;
  /** How the trade ended; null where it did not end. */
  readonly outcome: 'won' | 'lost' | null;
  /** Unix ms. */
  readonly at: number;
};

/** Start of the day in UTC that limits count by, Unix ms. */
export const dayOf = (at: number): number => Math.floor(at / DAY) * DAY;

/** The results with one more; results of a day that has passed count for it no more. */
export function withResult(before: Results, { amount, outcome, at }: TradeResult): Results {
  const day = dayOf(at);
  const result = day > before.day ? amount : day === before.day ? add(before.result, amount) : before.result;
  if (outcome === 'won') return { ...before, day: Math.max(day, before.day), result, losses: 0 };
  const lost = outcome === 'lost';
  return {
    day: Math.max(day, before.day),
    result,
    losses: before.losses + (lost ? 1 : 0),
    lastLossAt: lost ? Math.max(at, before.lastLossAt ?? 0) : before.lastLossAt,
  };
}

/** Loss of the day so far, zero or above. */
export const lossOfDay = (results: Results, at: number): DecimalString =>
  results.day === dayOf(at) && isNegative(results.result) ? neg(results.result) : '0';

/** Until when a cool-off lasts, Unix ms; null where there is none. */
export function coolingUntil({ coolOff }: Limits, { losses, lastLossAt }: Results, at: number): number | null {
  if (coolOff === null || lastLossAt === null || losses < coolOff.losses) return null;
  const until = lastLossAt + coolOff.minutes * MINUTE;
  return at < until ? until : null;
}

/** Why nothing may be opened, by error code with the parameters of its text. */
export type BrakeRefusal =
  | { readonly code: 'brake_excluded'; readonly params: Readonly<Record<string, never>> }
  | { readonly code: 'brake_daily_loss'; readonly params: { readonly limit: DecimalString } }
  | { readonly code: 'brake_cool_off'; readonly params: { readonly minutes: number } }
  | { readonly code: 'brake_multiple'; readonly params: { readonly max: number } };

/** Whether the brakes keep from opening now; `multiple` is null for what has no leverage. */
export function refusalOf(limits: Limits, results: Results, multiple: number | null, at: number): BrakeRefusal | null {
  const { dailyLoss, maxMultiple, excludedUntil } = limits;
  if (excludedUntil !== null && at < excludedUntil) return { code: 'brake_excluded', params: {} };
  if (dailyLoss !== null && cmp(lossOfDay(results, at), dailyLoss) >= 0) {
    return { code: 'brake_daily_loss', params: { limit: dailyLoss } };
  }
  const until = coolingUntil(limits, results, at);
  if (until !== null) return { code: 'brake_cool_off', params: { minutes: Math.ceil((until - at) / MINUTE) } };
  if (maxMultiple !== null && multiple !== null && multiple > maxMultiple) {
    return { code: 'brake_multiple', params: { max: maxMultiple } };
  }
  return null;
}

/** What is left of the daily loss limit; null without one. */
export function leftOfDay({ dailyLoss }: Limits, results: Results, at: number): DecimalString | null {
  if (dailyLoss === null) return null;
  return max('0', add(dailyLoss, mul('-1', lossOfDay(results, at))));
}
