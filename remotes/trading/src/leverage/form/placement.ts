import type { LeverPlacement } from '@tessera/api/leverage';
import { div, isPositive } from '@tessera/money';
import { draftValue, withoutZeros } from '../../ticket/draft.ts';
import type { Derived } from './derive.ts';
import type { LeverForm, StopEntry } from './form.ts';

/** A stop as its owner stated it: by return or by money it is bound to the price of the fill, which is not known yet. */
function stated({ by, draft }: StopEntry): { by: 'price' | 'ratio' | 'amount'; value: string } | null {
  const value = draftValue(draft);
  if (value === null || !isPositive(value)) return null;
  if (by === 'percent') return { by: 'ratio', value: div(value, '100') };
  return { by: by === 'money' ? 'amount' : 'price', value: withoutZeros(value) };
}

/** The order as the exchange takes it, or null while the form holds none. */
export function placementOf(form: LeverForm, { order }: Derived): LeverPlacement | null {
  if (!order) return null;
  const { symbol, side, kind, mode, lots, multiple, price, shown, trailing } = order;
  const profit = form.protected ? stated(form.profit) : null;
  const loss = form.protected ? stated(form.loss) : null;
  return {
    ...{ symbol, side, kind, mode, multiple, share: lots },
    ...(price !== null && { price: withoutZeros(price) }),
    ...(shown !== null && { expected_price: withoutZeros(shown) }),
    ...(profit && { [`target_profit_${profit.by}`]: profit.value }),
    ...(loss && { [`stop_loss_${loss.by}`]: loss.value }),
    ...(trailing !== null && { trailing_distance: trailing }),
  };
}
