import { CALLBACK_BOUNDS, isStopWrong } from '@tessera/api/leverage';
import { priceProblem } from '@tessera/api/spot';
import { cmp, type DecimalString, mul } from '@tessera/money';
import { draftValue } from '../../ticket/draft.ts';
import { type Derived, isMultipleOffered, isOver } from './derive.ts';
import type { LeverForm, StopField } from './form.ts';
import type { Conditions } from './terms.ts';

/** Why an order cannot be placed. The exchange checks again, by the same rules. */
export type Problem =
  | { readonly code: 'restricted' | 'closed' | 'halted' | 'offline' | 'stale' }
  | { readonly code: 'price_required' | 'size_required' }
  | { readonly code: 'price_off_tick'; readonly tick: DecimalString }
  | { readonly code: 'lots_too_few' | 'lots_too_many'; readonly lots: number }
  | { readonly code: 'insufficient' }
  | { readonly code: 'order_limit'; readonly limit: DecimalString }
  | { readonly code: 'leverage_for_size'; readonly multiple: number }
  | { readonly code: 'openings_paused' | 'open_interest_full' }
  | { readonly code: 'multiple_reduced'; readonly multiple: number }
  | { readonly code: 'stop_wrong'; readonly stop: StopField }
  | { readonly code: 'trailing_range' };

export type ProblemField = 'form' | 'price' | 'size' | StopField | 'trailing';

/** The part of the form where the problem is shown. */
export function fieldOf(problem: Problem): ProblemField {
  switch (problem.code) {
    case 'restricted':
    case 'closed':
    case 'halted':
    case 'offline':
    case 'stale':
    case 'openings_paused':
    case 'open_interest_full':
    case 'multiple_reduced':
      return 'form';
    case 'price_required':
    case 'price_off_tick':
      return 'price';
    case 'stop_wrong':
      return problem.stop;
    case 'trailing_range':
      return 'trailing';
    default:
      return 'size';
  }
}

/** Not wrong, only not there yet: shown once the order is asked for. */
export const isMissing = ({ code }: Problem): boolean => code === 'price_required' || code === 'size_required';

function problemOfPrice({ kind }: LeverForm, { order, price }: Derived, { terms }: Conditions): Problem | null {
  if (kind === 'market') return price === null ? { code: 'stale' } : null;
  const stated = order?.price ?? price;
  if (stated === null) return { code: 'price_required' };
  return priceProblem(terms, stated) ? { code: 'price_off_tick', tick: terms.tick } : null;
}

function problemOfSize({ size }: LeverForm, derived: Derived, at: Conditions): Problem | null {
  const { lots, most, mostByLevel, outlook, multiple } = derived;
  const { terms, available } = at;
  if (lots === null) return { code: 'size_required' };
  if (size.by === 'share' && lots < terms.leastLots) return { code: 'insufficient' };
  if (lots < terms.leastLots) return { code: 'lots_too_few', lots: terms.leastLots };
  if (lots > terms.mostLots) return { code: 'lots_too_many', lots: terms.mostLots };
  if (!outlook) return null;
  if (!isMultipleOffered(outlook.notional, multiple, at)) return { code: 'leverage_for_size', multiple };
  if (
    available !== null &&
    (cmp(outlook.total, available) > 0 || (most !== null && lots > most && most === 0 && !mostByLevel))
  ) {
    return { code: 'insufficient' };
  }
  // Limits are in USDT; of other values the exchange judges.
  if (terms.currency === 'USDT' && isOver(outlook.notional, at.orderLimit)) {
    return { code: 'order_limit', limit: at.orderLimit ?? '0' };
  }
  return null;
}

function problemOfStop(stop: StopField, form: LeverForm, derived: Derived, at: Conditions): Problem | null {
  const found = derived[stop];
  if (found === null) return null;
  if (priceProblem(at.terms, found.price)) return { code: 'price_off_tick', tick: at.terms.tick };
  // A market order is measured by the mark, one that waits by the price that it waits for.
  const from = form.kind === 'market' ? at.mark : derived.price;
  if (from === null) return null;
  const kind = stop === 'profit' ? 'take_profit' : 'stop_loss';
  // The liquidation price of a cross position moves with everything else: only that of an isolated one is a bound.
  const bound = derived.mode === 'isolated' ? (derived.outlook?.liquidation ?? null) : null;
  return isStopWrong(kind, form.side, found.price, from, bound) ? { code: 'stop_wrong', stop } : null;
}

function problemOfTrailing(form: LeverForm): Problem | null {
  const percent = form.protected ? draftValue(form.trailing) : null;
  if (percent === null) return null;
  const below = cmp(percent, mul(CALLBACK_BOUNDS.least, '100')) < 0;
  const above = cmp(percent, mul(CALLBACK_BOUNDS.most, '100')) > 0;
  return below || above ? { code: 'trailing_range' } : null;
}

/** What the instrument does not open any more, or not at this leverage, because of what users hold already. */
function problemOfSide(
  { side }: LeverForm,
  { multiple }: Derived,
  { openInterest, paused }: Conditions,
): Problem | null {
  if (paused) return { code: 'openings_paused' };
  if (!openInterest) return null;
  const most = openInterest[side].multiple;
  if (most === null) return { code: 'open_interest_full' };
  return multiple > most ? { code: 'multiple_reduced', multiple: most } : null;
}

/** All problems that prevent submission, the market first, then field by field. */
export function problemsOf(form: LeverForm, derived: Derived, at: Conditions): readonly Problem[] {
  const market: Problem | null = at.state === 'open' ? null : { code: at.state };
  const found = [
    market,
    problemOfSide(form, derived, at),
    problemOfPrice(form, derived, at),
    problemOfSize(form, derived, at),
    problemOfStop('profit', form, derived, at),
    problemOfStop('loss', form, derived, at),
    problemOfTrailing(form),
  ];
  return found.filter((problem) => problem !== null);
}
