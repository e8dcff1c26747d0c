import { add, cmp, type DecimalString, div, isPositive, max, min, mul, sub, toStep } from '@tessera/money';
import { type PositionSide, pnlOf, signed } from './position.ts';

/* Take profit, stop loss, trailing stop: all run on the mark price. */

export type StopKind = 'take_profit' | 'stop_loss';

/** A price on the tick, to the side that is better for the position: up for a long one. */
const towardsGain = (side: PositionSide, price: DecimalString, tick: DecimalString): DecimalString =>
  toStep(price, tick, side === 'long' ? 'up' : 'down');

/**
 * The price at which a position of this size has this result, before fees: EP + s · result / Q, on the tick, at which the gain
 * is no smaller and the loss no larger. May be zero or below for a gain that no price gives.
 */
export const priceOfResult = (
  {
    side,
    entry,
    quantity,
    tick,
  }: {
    readonly side: PositionSide;
    readonly entry: DecimalString;
    readonly quantity: DecimalString;
    readonly tick: DecimalString;
  },
  result: DecimalString,
): DecimalString => towardsGain(side, add(entry, signed(side, div(result, quantity))), tick);

/** The price of a return on margin, a ratio: of the result ROE · margin. */
export const priceOfReturn = (
  position: Parameters<typeof priceOfResult>[0] & { readonly margin: DecimalString },
  roe: DecimalString,
): DecimalString => priceOfResult(position, mul(roe, position.margin));

/** The price that is further than EP by a ratio of it, in the direction of a gain where the ratio is above zero. */
export const priceOfMove = (
  { side, entry, tick }: { readonly side: PositionSide; readonly entry: DecimalString; readonly tick: DecimalString },
  ratio: DecimalString,
): DecimalString => towardsGain(side, mul(entry, add('1', signed(side, ratio))), tick);

/** What a price means for a position, before fees: the result, and the return on margin and the move of the price as ratios. */
export function resultOfPrice(
  {
    side,
    entry,
    quantity,
    margin,
  }: {
    readonly side: PositionSide;
    readonly entry: DecimalString;
    readonly quantity: DecimalString;
    readonly margin: DecimalString;
  },
  price: DecimalString,
): { readonly pnl: DecimalString; readonly roe: DecimalString; readonly move: DecimalString } {
  const pnl = pnlOf(side, entry, price, quantity);
  return {
    pnl,
    roe: isPositive(margin) ? div(pnl, margin) : '0',
    move: signed(side, div(sub(price, entry), entry)),
  };
}

/**
 * Whether a mark price reaches a stop: a take profit from below for a long position, a stop loss from above; the other way
 * round for a short one.
 */
export function isReached(kind: StopKind, side: PositionSide, stop: DecimalString, mark: DecimalString): boolean {
  const above = (kind === 'take_profit') === (side === 'long');
  return above ? cmp(mark, stop) >= 0 : cmp(mark, stop) <= 0;
}

/**
 * Whether a stop is on the wrong side of the mark, where it would trigger at once, or a stop loss is beyond the liquidation
 * price, where it would never.
 */
export const isStopWrong = (
  kind: StopKind,
  side: PositionSide,
  stop: DecimalString,
  mark: DecimalString,
  liquidation: DecimalString | null = null,
): boolean => {
  if (!isPositive(stop) || isReached(kind, side, stop, mark)) return true;
  if (kind === 'take_profit' || liquidation === null) return false;
  return side === 'long' ? cmp(stop, liquidation) <= 0 : cmp(stop, liquidation) >= 0;
};

/** A trailing stop. It follows the best mark price since its activation and triggers `callback` behind it. */
export type Trailing = {
  /** Ratio of the best price: 0.01 is 1 %. */
  readonly callback: DecimalString;
  /** From which mark price it follows; null: at once. */
  readonly activation: DecimalString | null;
  /** Best mark price since the activation; null before it. */
  readonly best: DecimalString | null;
};

/** Callbacks that are offered: 0.1 % to 20 %. */
export const CALLBACK_BOUNDS = { least: '0.001', most: '0.2' } as const;

/** The price at which a trailing stop triggers: best · (1 − s · callback); null before its activation. */
export const trailingPrice = (side: PositionSide, { best, callback }: Trailing): DecimalString | null =>
  best === null ? null : mul(best, sub('1', signed(side, callback)));

/** A trailing stop after a mark price, and whether that triggers it. */
export function trailed(
  side: PositionSide,
  stop: Trailing,
  mark: DecimalString,
): { readonly stop: Trailing; readonly triggered: boolean } {
  const trigger = trailingPrice(side, stop);
  if (trigger !== null && isReached('stop_loss', side, trigger, mark)) return { stop, triggered: true };
  const active =
    stop.best !== null || stop.activation === null || isReached('take_profit', side, stop.activation, mark);
  if (!active) return { stop, triggered: false };
  const best = side === 'long' ? max(stop.best ?? mark, mark) : min(stop.best ?? mark, mark);
  return { stop: { ...stop, best }, triggered: false };
}
