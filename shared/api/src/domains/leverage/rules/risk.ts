import {
  add,
  cmp,
  type DecimalString,
  div,
  isPositive,
  isZero,
  max,
  min,
  mul,
  quantize,
  sub,
  sum,
} from '@tessera/money';
import { type PositionSide, pnlOf, signed } from './position.ts';

/* When positions are liquidated, and what keeps them from it. */

/** T where an instrument does not say otherwise (decisions.md, Trading). */
export const LIQUIDATION_THRESHOLD: DecimalString = '0.5';

/**
 * Liquidation price of an isolated position: EP · (1 − s · ((1 − T) / L − f)); f · EP · Q, the closing fee on the entry
 * notional, is kept back (decisions.md; as gTrade does). Not rounded; zero or below where no price liquidates a long
 * position.
 */
export const liquidationPrice = ({
  side,
  entry,
  multiple,
  threshold,
  feeRate,
}: {
  readonly side: PositionSide;
  readonly entry: DecimalString;
  readonly multiple: number;
  readonly threshold: DecimalString;
  readonly feeRate: DecimalString;
}): DecimalString => mul(entry, sub('1', signed(side, sub(div(sub('1', threshold), String(multiple)), feeRate))));

/**
 * Liquidation price of an isolated position whose margin was changed: the price at which margin + PnL − closing fee is
 * T × required margin, EP − s · ((margin − T · required) / Q − f · EP). With margin = required = EP·Q/L it is
 * `liquidationPrice`. Not rounded.
 */
export const liquidationPriceOf = ({
  side,
  entry,
  quantity,
  margin,
  required,
  threshold,
  feeRate,
}: {
  readonly side: PositionSide;
  readonly entry: DecimalString;
  readonly quantity: DecimalString;
  readonly margin: DecimalString;
  readonly required: DecimalString;
  readonly threshold: DecimalString;
  readonly feeRate: DecimalString;
}): DecimalString =>
  sub(entry, signed(side, sub(div(sub(margin, mul(threshold, required)), quantity), mul(feeRate, entry))));

/** A position as its risk is judged. */
export type RiskPosition = {
  readonly side: PositionSide;
  readonly entry: DecimalString;
  /** In the settlement currency for one unit of price. */
  readonly quantity: DecimalString;
  readonly margin: DecimalString;
  /** Entry notional / L. */
  readonly required: DecimalString;
  /** Of the close. */
  readonly feeRate: DecimalString;
  /** T. */
  readonly threshold: DecimalString;
  readonly mark: DecimalString;
};

/** f × entry notional: what is kept back for the close. */
export const closingFeeOf = ({ entry, quantity, feeRate }: Pick<RiskPosition, 'entry' | 'quantity' | 'feeRate'>) =>
  mul(feeRate, mul(entry, quantity));

/** margin + PnL at the mark − closing fee: what a close at the mark would leave. */
export const equityOf = (position: RiskPosition): DecimalString =>
  sub(
    add(position.margin, pnlOf(position.side, position.entry, position.mark, position.quantity)),
    closingFeeOf(position),
  );

/** Risk rate of an isolated position, a ratio: equity / required margin. It is liquidated at T. */
export const isolatedRiskRate = (position: RiskPosition): DecimalString => div(equityOf(position), position.required);

/** Whether an isolated position is to be liquidated at its mark. */
export const isUnderWater = (position: RiskPosition): boolean =>
  cmp(equityOf(position), mul(position.threshold, position.required)) <= 0;

/** available + Σ margin + Σ PnL − Σ closing fees of the cross positions of one settlement currency. */
export const crossEquity = (available: DecimalString, positions: readonly RiskPosition[]): DecimalString =>
  add(available, sum(positions.map(equityOf)));

/**
 * Cross risk rate of a settlement currency, a ratio: (available + Σ margin + Σ PnL − Σ closing fees) / Σ required margin
 * (decisions.md, Trading). Isolated positions are not among `positions`. Null without a position.
 */
export function crossRiskRate(available: DecimalString, positions: readonly RiskPosition[]): DecimalString | null {
  const required = sum(positions.map((position) => position.required));
  return isPositive(required) ? div(crossEquity(available, positions), required) : null;
}

/** The rate at which all cross positions are liquidated: the mean of their T, weighted by required margin. */
export function crossThreshold(positions: readonly RiskPosition[]): DecimalString {
  const required = sum(positions.map((position) => position.required));
  if (!isPositive(required)) return LIQUIDATION_THRESHOLD;
  return div(sum(positions.map((position) => mul(position.threshold, position.required))), required);
}

/** Whether all cross positions are to be liquidated at their marks. */
export const isCrossUnderWater = (available: DecimalString, positions: readonly RiskPosition[]): boolean =>
  positions.length > 0 &&
  cmp(
    crossEquity(available, positions),
    sum(positions.map((position) => mul(position.threshold, position.required))),
  ) <= 0;

/**
 * Estimate of the price of one instrument at which the cross risk rate reaches the threshold while all other prices stay:
 * the net size of its positions is what the equity moves by. Null where no price of it does: its positions cancel out, or
 * the price would not be above zero.
 */
export function crossLiquidationPrice(
  available: DecimalString,
  /** The cross positions of that instrument, all at one mark. */
  own: readonly RiskPosition[],
  others: readonly RiskPosition[] = [],
): DecimalString | null {
  const [first] = own;
  if (!first) return null;
  const net = sum(own.map(({ side, quantity }) => signed(side, quantity)));
  if (isZero(net)) return null;
  const all = [...own, ...others];
  const spare = sub(
    crossEquity(available, all),
    sum(all.map((position) => mul(position.threshold, position.required))),
  );
  const price = sub(first.mark, div(spare, net));
  return isPositive(price) ? price : null;
}

/**
 * What an isolated position may be given at most, and what may be taken from it. It keeps its required margin, and what it has
 * lost so far; a gain that is not realised is no margin.
 */
export function marginBounds(
  position: RiskPosition,
  available: DecimalString,
  scale: number,
): { readonly add: DecimalString; readonly remove: DecimalString } {
  const pnl = pnlOf(position.side, position.entry, position.mark, position.quantity);
  const kept = sub(position.required, min('0', sub(pnl, closingFeeOf(position))));
  const free = max('0', sub(position.margin, kept));
  return { add: max('0', available), remove: quantize(free, scale, 'down') };
}

/**
 * What may leave the account beside the cross positions: the equity keeps the whole required margin, the initial level of the
 * risk rate, and gains that are not realised stay.
 */
export function transferable(available: DecimalString, positions: readonly RiskPosition[]): DecimalString {
  if (positions.length === 0) return max('0', available);
  const losses = sum(
    positions.map((position) =>
      min('0', sub(pnlOf(position.side, position.entry, position.mark, position.quantity), closingFeeOf(position))),
    ),
  );
  const missing = max('0', sum(positions.map(({ margin, required }) => sub(required, margin))));
  return max('0', sub(add(available, losses), missing));
}

/** Positions of a notional value up to `limit`, in the settlement currency, may use at most this leverage. */
export type Tier = { readonly limit: DecimalString; readonly multiple: number };

/** The tier of a notional value: the first whose limit it does not exceed. Undefined without tiers, null beyond the last. */
export function tierOf(tiers: readonly Tier[], notional: DecimalString): Tier | null | undefined {
  if (tiers.length === 0) return undefined;
  return tiers.find(({ limit }) => cmp(notional, limit) <= 0) ?? null;
}

/** The leverage steps that a notional value may use; none beyond the last tier. */
export function multiplesFor(
  multiples: readonly number[],
  tiers: readonly Tier[],
  notional: DecimalString,
): readonly number[] {
  const tier = tierOf(tiers, notional);
  if (tier === undefined) return multiples;
  return tier === null ? [] : multiples.filter((multiple) => multiple <= tier.multiple);
}

/** The largest notional value at a leverage; null where none is. */
export function mostNotional(tiers: readonly Tier[], multiple: number): DecimalString | null {
  const fitting = tiers.filter((tier) => multiple <= tier.multiple).map(({ limit }) => limit);
  const [first, ...rest] = fitting;
  return first === undefined ? null : max(first, ...rest);
}

/**
 * Whether an opening takes users' net position in an instrument, long − short, beyond the cap on its own side. All in the
 * settlement currency, at the mark; a position that brings the net nearer to zero always passes.
 */
export function exceedsExposure(
  side: PositionSide,
  net: DecimalString,
  notional: DecimalString,
  cap: DecimalString,
): boolean {
  return cmp(add(signed(side, net), notional), cap) > 0;
}
