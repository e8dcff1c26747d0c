import {
  add,
  cmp,
  type DecimalString,
  div,
  isPositive,
  max,
  min,
  mul,
  quantize,
  sub,
  sum,
  toStep,
} from '@tessera/money';

/*
 * The rules of copy trading that page and backend share. Money is in USDT, times are Unix ms, ratios are 0.1 for 10 %.
 * Each figure of a trader is explained in docs/trading.md, "Copy trading".
 */

/** How a copy is sized: a multiple of the trader's lots, or the same lots each time. */
export type CopyType = 'multiple' | 'lots';

export type Side = 'long' | 'short';

/** What a follower pays a trader of new highs; a ratio. */
export const PROFIT_SHARE = '0.1';

/** Bounds of what a follower may set. */
export const followLimits = {
  multiple: { min: '0.01', max: '100' },
  lots: { min: '1', max: '1000000' },
  /** Most to have in copies at a time, USDT. */
  amount: { min: '10', max: '1000000' },
  slippage: { min: '0.0005', max: '0.02', default: '0.0005' },
  /** What copies may cost in a day, of the amount; a ratio. */
  dayCost: { min: '0.01', max: '0.5', default: '0.1' },
} as const;

/**
 * What a trader needs to be ranked with others: closed positions, and USDT of capital behind them. Of many accounts that each
 * open one position of a few USDT, the luckiest would have the highest return at the price of their fees.
 */
export const ranked = { orders: 10, capital: '500' } as const;

/** USDT of copied trades below which no trader is judged by what they cost. */
const LEAST_NOTIONAL = '10000';

/** What a fill of a copy was worse than the index, in the quote currency: above zero where the follower paid it. */
export function slippageOf(
  buys: boolean,
  {
    price,
    index,
    quantity,
  }: { readonly price: DecimalString; readonly index: DecimalString; readonly quantity: DecimalString },
): DecimalString {
  return mul(buys ? sub(price, index) : sub(index, price), quantity);
}

/** How far a block that takes a whole full ladder is filled into its width: 7/12, since levels hold more the further away. */
const LADDER_MEAN = '0.6';

export type Ladder = { readonly halfSpread: DecimalString; readonly width: DecimalString };

/**
 * What of a trade copies may cost where the house has such a ladder; a ratio. Copies that take all of it pay less, and those
 * before which others took its best levels, as a trader's friends would, pay more: half-spread and width at most.
 */
export const costBound = ({ halfSpread, width }: Ladder): DecimalString => add(halfSpread, mul(LADDER_MEAN, width));

/** Of the usual ladder, before a trader has copies. */
export const COST_BOUND = costBound({ halfSpread: '0.0001', width: '0.002' });

/** Sums of a trader's copies over some days. */
export type CopyCosts = {
  readonly notional: DecimalString;
  readonly slippage: DecimalString;
  readonly bound: DecimalString;
};

/** Whether copies of a trader cost so much that no user should begin to copy. */
export const costsTooMuch = ({ notional, slippage, bound }: CopyCosts): boolean =>
  cmp(notional, LEAST_NOTIONAL) >= 0 && cmp(slippage, bound) > 0;

/** The agreement in force; a follow keeps the version that was agreed to. */
export const AGREEMENT_VERSION = 2;

const isWhole = (value: DecimalString): boolean => cmp(quantize(value, 0, 'down'), value) === 0;

/** A multiple above 1 that is not whole has 2 decimals, rounded half up; others are used as they are. */
export function copyRatio(number: DecimalString): DecimalString {
  if (cmp(number, '1') <= 0 || isWhole(number)) return number;
  return toStep(add(number, '0.005'), '0.01');
}

/** Whole lots of a copy of so many of the trader's lots; 0 where the copy would be smaller than a lot. */
export const copyLots = (
  { type, number }: { readonly type: CopyType; readonly number: DecimalString },
  traderLots: number,
): number => Number(quantize(type === 'lots' ? number : mul(copyRatio(number), String(traderLots)), 0, 'down'));

/** Fraction digits of lots before they are rounded to whole ones. */
const EXACT_LOTS = 18;

/**
 * Lots that a copy keeps when its source went from `before` to `after` lots: the same share, rounded up, so that a copy
 * exists as long as its source does and no longer. `exact` is what the next share is taken of: were it the whole lots, a source
 * that is closed lot by lot would leave its copies as they are.
 */
export function keptLots(
  copy: DecimalString,
  before: number,
  after: number,
): { readonly exact: DecimalString; readonly lots: number } {
  if (after <= 0 || before <= 0) return { exact: '0', lots: 0 };
  const exact = min(copy, quantize(div(mul(copy, String(after)), String(before)), EXACT_LOTS, 'down'));
  // So little is left of it that it is none of these digits: it still exists.
  return { exact, lots: isPositive(copy) ? Math.max(1, Number(quantize(exact, 0, 'up'))) : 0 };
}

/**
 * The index beyond which a copy is not opened any more, on the tick. It is measured from the better of the source's price
 * and the index of when it is sent: a trader who pays a friend too much for a few lots does not raise what followers pay.
 * Rounded outwards, as the index itself is between two ticks.
 */
export function worstPrice(
  side: Side,
  { source, index }: { readonly source: DecimalString; readonly index: DecimalString },
  slippage: DecimalString,
  tick: DecimalString,
): DecimalString {
  if (side === 'long') return toStep(mul(min(source, index), add('1', slippage)), tick, 'up');
  return toStep(mul(max(source, index), sub('1', slippage)), tick, 'down');
}

/** Whether a copy of this margin fits beside those that are open. */
export const fitsCap = (maxAmount: DecimalString, inUse: DecimalString, margin: DecimalString): boolean =>
  cmp(add(inUse, margin), maxAmount) <= 0;

/** Whether the copied total reached its stop-loss. `result` is realised and open profit since the follow began. */
export const stopReached = (stopLoss: DecimalString | null, result: DecimalString): boolean =>
  stopLoss !== null && cmp(result, sub('0', stopLoss)) <= 0;

/** Fraction digits in which profit is shared. */
export const SHARE_SCALE = 6;

/** What a follower's account with a trader has come to. It outlives the follow, so that a new one begins where it ended. */
export type ShareState = {
  /** Sum of the results of all copies that ended. */
  readonly realised: DecimalString;
  /** The highest sum of which a share was paid; at least 0. */
  readonly highWater: DecimalString;
};

/** What is due now: the rate of what the results exceed their former high by, rounded down. */
export const shareDue = ({ realised, highWater }: ShareState, rate: DecimalString): DecimalString =>
  cmp(realised, highWater) <= 0 ? '0' : quantize(mul(sub(realised, highWater), rate), SHARE_SCALE, 'down');

/**
 * Settles with what the follower can pay. The high rises by as much as was paid for: what could not be paid stays due.
 */
export function settleShare(
  state: ShareState,
  rate: DecimalString,
  payable: DecimalString,
): { readonly paid: DecimalString; readonly due: DecimalString; readonly highWater: DecimalString } {
  const due = shareDue(state, rate);
  const paid = quantize(max('0', min(due, payable)), SHARE_SCALE, 'down');
  if (cmp(paid, due) === 0) return { paid, due, highWater: max(state.highWater, state.realised) };
  return { paid, due, highWater: add(state.highWater, toStep(div(paid, rate), '0.000001')) };
}

/** A position that ended: all of it was closed. */
export type ClosedPosition = {
  readonly symbol: string;
  readonly side: Side;
  readonly margin: DecimalString;
  /** After all fees. */
  readonly profit: DecimalString;
  readonly openedAt: number;
  readonly closedAt: number;
};

export type CurvePoint = { readonly at: number; readonly equity: DecimalString };

export type TraderFigures = {
  readonly total_profit: DecimalString;
  readonly order_count: number;
  readonly profitable_count: number;
  /** Profitable of all; a ratio. */
  readonly accuracy: DecimalString;
  /** The least money with which all of it could have been traded. */
  readonly capital: DecimalString;
  /** Profit of that capital; a ratio. */
  readonly return_rate: DecimalString;
  /** Profit of the margin of all positions together; a ratio. */
  readonly margin_return: DecimalString;
  /** The deepest fall of capital plus results from its high; a ratio. */
  readonly max_drawdown: DecimalString;
  readonly mean_holding_ms: number;
  readonly long_count: number;
  readonly short_count: number;
  readonly long_success_count: number;
  readonly short_success_count: number;
  /** Most traded first. */
  readonly instruments: readonly { readonly symbol: string; readonly count: number; readonly profit: DecimalString }[];
  /** Capital plus results, oldest first, at most 120 points. */
  readonly curve: readonly CurvePoint[];
};

const RATIO_SCALE = 8;
const CURVE_POINTS = 120;

const ratio = (part: DecimalString, whole: DecimalString): DecimalString =>
  isPositive(whole) ? quantize(div(part, whole), RATIO_SCALE, 'down') : '0';

/**
 * The least sum that covers, at every moment, the margins of the open positions after the losses so far: what a trader
 * pays in or takes out changes nothing of it.
 */
export function capitalOf(positions: readonly ClosedPosition[]): DecimalString {
  const moments = positions.flatMap(({ margin, profit, openedAt, closedAt }) => [
    { at: openedAt, order: 1, need: margin },
    // What ends and begins at the same time needs its margin once; a position that ended as it began is counted too.
    { at: closedAt, order: closedAt === openedAt ? 2 : 0, need: sub(sub('0', margin), profit) },
  ]);
  moments.sort((a, b) => a.at - b.at || a.order - b.order);
  let need = '0';
  let capital = '0';
  for (const moment of moments) {
    need = add(need, moment.need);
    capital = max(capital, need);
  }
  return capital;
}

function curveOf(closed: readonly ClosedPosition[], capital: DecimalString): readonly CurvePoint[] {
  const [first] = closed;
  const last = closed.at(-1);
  if (!first || !last) return [];
  const from = Math.min(...closed.map(({ openedAt }) => openedAt));
  const bucket = Math.max(1, (last.closedAt - from) / (CURVE_POINTS - 2));
  const points: CurvePoint[] = [{ at: from, equity: capital }];
  let equity = capital;
  let of = -1;
  for (const { closedAt, profit } of closed) {
    equity = add(equity, profit);
    const index = Math.floor((closedAt - from) / bucket);
    if (index === of) points.pop();
    points.push({ at: closedAt, equity });
    of = index;
  }
  return points;
}

function drawdownOf(closed: readonly ClosedPosition[], capital: DecimalString): DecimalString {
  let equity = capital;
  let high = capital;
  let deepest = '0';
  for (const { profit } of closed) {
    equity = add(equity, profit);
    high = max(high, equity);
    deepest = max(deepest, ratio(sub(high, equity), high));
  }
  return deepest;
}

/** The figures of a trader, from closed positions only; success is a profit above zero. */
export function figuresOf(positions: readonly ClosedPosition[]): TraderFigures {
  const closed = [...positions].sort((a, b) => a.closedAt - b.closedAt);
  const profitable = closed.filter(({ profit }) => isPositive(profit));
  const total = sum(closed.map(({ profit }) => profit));
  const capital = capitalOf(closed);
  const of = (side: Side, rows: readonly ClosedPosition[]) => rows.filter((row) => row.side === side).length;
  const held = closed.reduce((ms, { openedAt, closedAt }) => ms + closedAt - openedAt, 0);
  const symbols = new Map<string, ClosedPosition[]>();
  for (const position of closed) {
    const same = symbols.get(position.symbol);
    if (same) same.push(position);
    else symbols.set(position.symbol, [position]);
  }
  return {
    total_profit: total,
    order_count: closed.length,
    profitable_count: profitable.length,
    accuracy: ratio(String(profitable.length), String(closed.length)),
    capital,
    return_rate: ratio(total, capital),
    margin_return: ratio(total, sum(closed.map(({ margin }) => margin))),
    max_drawdown: drawdownOf(closed, capital),
    mean_holding_ms: closed.length === 0 ? 0 : Math.round(held / closed.length),
    long_count: of('long', closed),
    short_count: of('short', closed),
    long_success_count: of('long', profitable),
    short_success_count: of('short', profitable),
    instruments: [...symbols]
      .map(([symbol, rows]) => ({ symbol, count: rows.length, profit: sum(rows.map(({ profit }) => profit)) }))
      .sort((a, b) => b.count - a.count || (a.symbol < b.symbol ? -1 : 1))
      .slice(0, 12),
    curve: curveOf(closed, capital),
  };
}
