import { type PositionSide, priceOfResult, resultOfPrice } from '@tessera/api/leverage';
import { type DecimalString, div, isPositive, max, mul, neg } from '@tessera/money';
import { draftValue } from '../../ticket/draft.ts';
import type { StopEntry, StopField } from './form.ts';

/** A position that stops are entered for; it may not be open yet. */
export type Protected = {
  readonly side: PositionSide;
  readonly entry: DecimalString;
  /** In the settlement currency for one unit of price. */
  readonly quantity: DecimalString;
  readonly margin: DecimalString;
  readonly tick: DecimalString;
};

/** A stop with what it means: the result before fees, and its share of the margin. */
export type Stop = { readonly price: DecimalString; readonly pnl: DecimalString; readonly roe: DecimalString };

/** The stop that an entry stands for; null where nothing is entered. Losses are entered without a sign. */
export function stopOf(field: StopField, { by, draft }: StopEntry, position: Protected): Stop | null {
  const typed = draftValue(draft);
  if (typed === null || !isPositive(typed)) return null;
  const price = by === 'price' ? typed : priceOfEntry(field, by, typed, position);
  const { pnl, roe } = resultOfPrice(position, price);
  return { price, pnl, roe };
}

function priceOfEntry(field: StopField, by: 'percent' | 'money', typed: DecimalString, position: Protected) {
  const result = by === 'money' ? typed : div(mul(typed, position.margin), '100');
  const price = priceOfResult(position, field === 'profit' ? result : neg(result));
  // No price gives a gain that is this large, or loses this much: the least price is what comes nearest.
  return max(position.tick, price);
}
