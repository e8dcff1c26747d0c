import { add, cmp, type DecimalString, div, mul, quantize, sub, toStep } from '@tessera/money';
import { amountProblem, type OrderProblem, type Side, type Terms, totalProblem } from '../spot/rules.ts';

/*
 * The rules of plans that the forms and the exchange share: how a plan is cut into orders, and when each of them is due.
 * Each order is an ordinary spot order and is judged as such when it is placed.
 */

/** Plans of one user that run at the same time. */
export const MOST_RUNNING = 20;

/** Orders of a scaled order. */
export const LEAST_SCALED = 2;
export const MOST_SCALED = 20;

/** Minutes that a TWAP order takes. */
export const LEAST_MINUTES = 5;
export const MOST_MINUTES = 1_440;
/** Orders of a TWAP order. */
export const LEAST_SLICES = 2;
export const MOST_SLICES = 500;

/** Purchases of a recurring one that has an end. */
export const MOST_RUNS = 1_000;
/** Days until the first one at most. */
export const FIRST_WITHIN_DAYS = 62;

/** Orders that are refused one after the other: then the plan ends. */
export const MOST_REFUSED = 3;

export type Every = 'interval' | 'day' | 'week' | 'month';
export type Sizes = 'flat' | 'increasing';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

/** How many orders a TWAP order is cut into. */
export const sliceCount = (minutes: number, seconds: number): number => Math.floor((minutes * 60) / seconds);

/**
 * Cuts an amount into whole lots by weights: what the first orders have together is never more than their share, and all
 * together have the whole lots of the amount.
 */
export function splitAmount(
  amount: DecimalString,
  lot: DecimalString,
  weights: readonly number[],
): readonly DecimalString[] {
  const lots = BigInt(div(toStep(amount, lot), lot));
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let before = 0n;
  let placed = 0n;
  return weights.map((weight) => {
    before += BigInt(weight);
    const until = (lots * before) / whole;
    const own = until - placed;
    placed = until;
    return mul(String(own), lot);
  });
}

export const flatWeights = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

export type Slice = { readonly price: DecimalString; readonly amount: DecimalString };

/** The orders of a scaled order: evenly from one price to the other; with increasing sizes the last one is the largest. */
export function scaledOrders(
  {
    from,
    to,
    amount,
    count,
    sizes,
  }: {
    readonly from: DecimalString;
    readonly to: DecimalString;
    readonly amount: DecimalString;
    readonly count: number;
    readonly sizes: Sizes;
  },
  { tick, lot }: Pick<Terms, 'tick' | 'lot'>,
): readonly Slice[] {
  const weights = sizes === 'flat' ? flatWeights(count) : Array.from({ length: count }, (_, place) => place + 1);
  const amounts = splitAmount(amount, lot, weights);
  const span = sub(to, from);
  return amounts.map((own, place) => {
    const price = place === count - 1 ? to : add(from, div(mul(span, String(place)), String(count - 1)));
    return { price: toStep(price, tick), amount: own };
  });
}

/** Why the orders of a plan do not fit an instrument, judged by the smallest of them. */
export function slicesProblem(terms: Terms, slices: readonly Slice[]): OrderProblem | null {
  for (const { price, amount } of slices) {
    const problem = amountProblem(terms, amount) ?? totalProblem(terms, mul(price, amount), 'amount');
    if (problem) return problem;
  }
  return null;
}

/** What the orders of a plan cost or sell together, in the quote currency. */
export const totalOf = (slices: readonly Slice[]): DecimalString =>
  slices.reduce((sum, { price, amount }) => add(sum, mul(price, amount)), '0');

/** Price at which all orders together would be filled; null without an amount. */
export function averageOf(slices: readonly Slice[], scale: number): DecimalString | null {
  const amount = slices.reduce((sum, slice) => add(sum, slice.amount), '0');
  return cmp(amount, '0') > 0 ? quantize(div(totalOf(slices), amount), scale, 'down') : null;
}

export type Schedule = {
  readonly every: Every;
  /** Between two orders, where `every` is `interval`; 0: all at once. */
  readonly seconds: number;
  /** Of the first order, Unix ms. */
  readonly startsAt: number;
  /** Null: until it is stopped. */
  readonly slots: number | null;
};

/** The same day and hour so many months later, UTC; the last day of a month that has no such day. */
function monthsAfter(start: number, months: number): number {
  const first = new Date(start);
  const month = first.getUTCMonth() + months;
  const last = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Date.UTC(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), last));
  return day + (start % DAY);
}

/** When an order is due, counted from 0; Unix ms. */
export function slotAt({ every, seconds, startsAt }: Schedule, slot: number): number {
  if (every === 'month') return monthsAfter(startsAt, slot);
  const step = every === 'day' ? DAY : every === 'week' ? 7 * DAY : seconds * SECOND;
  return startsAt + slot * step;
}

/** Months between two times at most, and never less than one fewer. */
const monthsBetween = (from: number, to: number): number => {
  const [a, b] = [new Date(from), new Date(to)];
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
};

/** The newest order that is due at a time; -1 before the first. Not bounded by the number of orders. */
export function dueSlot(schedule: Schedule, now: number): number {
  const { every, seconds, startsAt } = schedule;
  if (now < startsAt) return -1;
  if (every === 'month') {
    const months = monthsBetween(startsAt, now);
    return slotAt(schedule, months) <= now ? months : months - 1;
  }
  const step = every === 'day' ? DAY : every === 'week' ? 7 * DAY : seconds * SECOND;
  return Math.floor((now - startsAt) / step);
}

/** Whether a scaled order has one price only, which is refused. */
export const isSamePrice = (from: DecimalString, to: DecimalString): boolean => cmp(from, to) === 0;

/** What all orders together need: what a buyer pays at most, in the quote currency, or what a seller sells. */
export const needOf = (side: Side, slices: readonly Slice[], scale: number): DecimalString =>
  side === 'buy'
    ? slices.reduce((sum, { price, amount }) => add(sum, quantize(mul(price, amount), scale, 'up')), '0')
    : slices.reduce((sum, { amount }) => add(sum, amount), '0');
