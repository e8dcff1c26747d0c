import {
  crossEquity,
  crossThreshold,
  liquidationPriceOf,
  type PositionSide,
  type RiskPosition,
  signed,
} from '@tessera/api/leverage';
import { type DecimalString, div, isPositive, isZero, mul, sub, sum } from '@tessera/money';
import { type Formula, type FormulaTerm, formulaOf } from '@tessera/ui/content';
import type { Terms } from './use-terms.ts';

type Result = (price: DecimalString) => FormulaTerm;

/** Of an isolated position: what is left of its margin above the threshold, for each unit of its size, from its entry. */
export function isolatedLiquidation(
  risk: RiskPosition,
  size: readonly (FormulaTerm | string)[],
  terms: Terms,
  result: Result,
  /** As the exchange keeps it; worked out where it does not. */
  kept: DecimalString | null = null,
): Formula {
  const { entry, margin, required, threshold, feeRate, side } = risk;
  const [away, back] = side === 'long' ? ['−', '+'] : ['+', '−'];
  return formulaOf(result(kept ?? liquidationPriceOf(risk)), [
    ...[terms.entry(entry), away, '(', terms.margin(margin), '−', terms.threshold(threshold), '×'],
    ...[terms.required(required), ')', '÷', ...size, back, terms.feeRate(feeRate), '×', terms.entry(entry)],
  ]);
}

/** Sums over cross positions of one account. */
const crossSums = (available: DecimalString, positions: readonly RiskPosition[]) => ({
  equity: crossEquity(available, positions),
  required: sum(positions.map((each) => each.required)),
  threshold: crossThreshold(positions),
});

/** Units of the base that an account holds long, less those short, in units of the settlement currency's price. */
const netOf = (positions: readonly { readonly side: PositionSide; readonly quantity: DecimalString }[]) =>
  sum(positions.map(({ side, quantity }) => signed(side, quantity)));

export type CrossLiquidation = {
  /** Null where longs and shorts of the instrument cancel out. */
  readonly formula: Formula | null;
  /** Why no price of the instrument liquidates the account: what it leads to is not above zero, or there is none. */
  readonly none: 'covered' | 'cancelOut' | null;
};

/** The estimate for cross positions of one instrument: the mark less what the equity has above the threshold, by unit. */
export function crossLiquidation(
  available: DecimalString,
  own: readonly [RiskPosition, ...RiskPosition[]],
  others: readonly RiskPosition[],
  terms: Terms,
  result: Result,
): CrossLiquidation {
  const net = netOf(own);
  if (isZero(net)) return { formula: null, none: 'cancelOut' };
  const { equity, required, threshold } = crossSums(available, [...own, ...others]);
  const [{ mark }] = own;
  const reached = sub(mark, div(sub(equity, mul(threshold, required)), net));
  const formula = formulaOf(result(reached), [
    ...[terms.mark(mark), '−', '(', terms.equity(equity), '−', terms.threshold(threshold), '×'],
    ...[terms.required(required), ')', '÷', terms.netSize(net)],
  ]);
  return { formula, none: isPositive(reached) ? null : 'covered' };
}
