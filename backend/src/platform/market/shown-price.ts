import { isWorseThanShown, type Side } from '@tessera/api/spot/rules';
import { add, type DecimalString, div, isZero, toStep } from '@tessera/money';
import { DomainError } from '../http/domain-error.ts';

type Shown = {
  readonly side: Side;
  /** The average price that the user was shown; without one the order takes what the market has. */
  readonly shown: DecimalString | undefined;
  /** Of the instrument, a ratio. */
  readonly spread: number;
  readonly tick: DecimalString;
};

/**
 * Rejects a market order with `price_worse` and both prices where what it took is worse than what was shown. What the engine
 * did is taken back, so that all of the order is refused. The average is named to the tick that is worse for its owner.
 */
export function refuseWorse(
  { side, shown, spread, tick }: Shown,
  { amount, total }: { readonly amount: DecimalString; readonly total: DecimalString },
): void {
  if (shown === undefined || isZero(amount)) return;
  const average = div(total, amount);
  if (!isWorseThanShown(side, shown, average, String(spread))) return;
  const price = toStep(average, tick, side === 'buy' ? 'up' : 'down');
  throw new DomainError('price_worse', { field: 'expected_price', params: { expected: add(shown, '0'), price } });
}
