import {
  flatWeights,
  isSamePrice,
  LEAST_SLICES,
  MOST_SLICES,
  type Plan,
  type Sizes,
  type Slice,
  scaledOrders,
  sliceCount,
  slicesProblem,
  splitAmount,
  type useStartPlan,
} from '@tessera/api/plans';
import type { Side, Terms } from '@tessera/api/spot';
import { type DecimalString, isPositive } from '@tessera/money';
import { type Draft, draftValue, withoutZeros } from '../ticket/draft.ts';

export type Kind = 'twap' | 'scaled' | 'recurring';
export type Often = 'day' | 'week' | 'month';
export type StartInput = Parameters<ReturnType<typeof useStartPlan>['run']>[0];

export const KINDS = ['twap', 'scaled', 'recurring'] as const satisfies readonly Kind[];
export const SPANS = [5, 15, 30, 60, 240, 720, 1_440] as const;
export const PAUSES = [30, 60, 300, 900, 1_800] as const;
export const COUNTS = [3, 5, 10, 15, 20] as const;
export const RUNS = [0, 4, 12, 26, 52] as const;
export const OFTEN = ['day', 'week', 'month'] as const satisfies readonly Often[];

/** The intervals that a TWAP order of so many minutes can have. */
export const pausesOf = (minutes: number): readonly number[] =>
  PAUSES.filter((seconds) => {
    const count = sliceCount(minutes, seconds);
    return count >= LEAST_SLICES && count <= MOST_SLICES;
  });

/** A duration, with the interval that was chosen where it can have it. */
export function lasting(minutes: number, seconds: number): Pick<Entered, 'minutes' | 'seconds'> {
  const allowed = pausesOf(minutes);
  return { minutes, seconds: allowed.includes(seconds) ? seconds : (allowed[0] ?? seconds) };
}

const HOUR = 3_600_000;

/** What stands in the form. */
export type Entered = {
  readonly kind: Kind;
  readonly side: Side;
  readonly amount: Draft;
  readonly limit: Draft;
  readonly from: Draft;
  readonly to: Draft;
  readonly spend: Draft;
  readonly minutes: number;
  readonly seconds: number;
  readonly count: number;
  readonly sizes: Sizes;
  readonly often: Often;
  /** As a `datetime-local` input has it. */
  readonly first: string;
  /** 0: until it is stopped. */
  readonly runs: number;
};

/** A time as a `datetime-local` input takes it: to the minute, in the reader's own time zone. */
export function localOf(at: number): string {
  const shift = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - shift).toISOString().slice(0, 16);
}

export const newPlan = (kind: Kind, side: Side, now: number): Entered => ({
  kind,
  side,
  amount: '',
  limit: '',
  from: '',
  to: '',
  spend: '',
  minutes: 60,
  seconds: 60,
  count: 5,
  sizes: 'flat',
  often: 'week',
  first: localOf(Math.ceil(now / HOUR) * HOUR),
  runs: 0,
});

const positive = (draft: Draft): DecimalString | null => {
  const value = draftValue(draft);
  return value !== null && isPositive(value) ? value : null;
};

/** The orders that a plan is cut into, at the price of now where they name none; null while something is missing. */
export function slicesIn(entered: Entered, terms: Terms, last: DecimalString | null): readonly Slice[] | null {
  const amount = positive(entered.amount);
  if (amount === null || last === null) return null;
  if (entered.kind === 'twap') {
    const count = sliceCount(entered.minutes, entered.seconds);
    const price = positive(entered.limit) ?? last;
    return splitAmount(amount, terms.lot, flatWeights(count)).map((own) => ({ price, amount: own }));
  }
  const [from, to] = [positive(entered.from), positive(entered.to)];
  if (entered.kind === 'recurring' || from === null || to === null || isSamePrice(from, to)) return null;
  return scaledOrders({ from, to, amount, count: entered.count, sizes: entered.sizes }, terms);
}

/** Why the orders cannot be placed: smaller than the least amount or total of one. */
export const leastOf = (
  slices: readonly Slice[],
  terms: Terms,
): { readonly min: DecimalString; readonly of: 'base' | 'quote' } | null => {
  const problem = slicesProblem(terms, slices);
  if (problem?.code === 'amount_too_small') return { min: terms.minAmount, of: 'base' };
  return problem?.code === 'total_too_small' ? { min: terms.minTotal, of: 'quote' } : null;
};

/** What is sent; null while something is missing. */
export function inputOf(entered: Entered, symbol: string): StartInput | null {
  const { kind, side } = entered;
  const text = (draft: Draft) => {
    const value = positive(draft);
    return value === null ? undefined : withoutZeros(value);
  };
  const amount = text(entered.amount);
  if (kind === 'recurring') {
    const spend = text(entered.spend);
    const at = Date.parse(entered.first);
    if (spend === undefined || Number.isNaN(at)) return null;
    const end = entered.runs === 0 ? {} : { runs: entered.runs };
    return { kind, symbol, side: 'buy', quote_amount: spend, every: entered.often, first_at: at, ...end };
  }
  if (amount === undefined) return null;
  if (kind === 'scaled') {
    const [from, to] = [text(entered.from), text(entered.to)];
    if (from === undefined || to === undefined || isSamePrice(from, to)) return null;
    const { count: orders, sizes } = entered;
    return { kind, symbol, side, amount, price_from: from, price_to: to, orders, sizes };
  }
  const limit = text(entered.limit);
  const own = limit === undefined ? {} : { limit_price: limit };
  return { kind, symbol, side, amount, minutes: entered.minutes, interval_seconds: entered.seconds, ...own };
}

/** The terms of a plan, as users read them. */
export type Agreed = Pick<
  Plan,
  | 'kind'
  | 'symbol'
  | 'side'
  | 'amount'
  | 'quote_amount'
  | 'limit_price'
  | 'price_from'
  | 'price_to'
  | 'sizes'
  | 'interval_seconds'
  | 'every'
  | 'slots'
>;

/** What is agreed to by what is sent. */
export const agreedOf = (input: StartInput): Agreed => ({
  kind: input.kind,
  symbol: input.symbol,
  side: input.side,
  amount: input.amount ?? null,
  quote_amount: input.quote_amount ?? null,
  limit_price: input.limit_price ?? null,
  price_from: input.price_from ?? null,
  price_to: input.price_to ?? null,
  sizes: input.sizes ?? null,
  interval_seconds: input.interval_seconds ?? null,
  every: input.every ?? 'interval',
  slots:
    input.minutes !== undefined && input.interval_seconds !== undefined
      ? sliceCount(input.minutes, input.interval_seconds)
      : (input.orders ?? input.runs ?? null),
});
