import type { PositionSide } from '@tessera/api/leverage';
import { add, cmp, type DecimalString, isPositive, max, sub, toStep } from '@tessera/money';
import { type Draft, draftValue } from '../../ticket/draft.ts';

export type LeverKind = 'limit' | 'market' | 'stop';
export type MarginMode = 'cross' | 'isolated';

/** What a size counts: lots, units of the base, or the value in the currency of the price. */
export type SizeUnit = 'lots' | 'amount' | 'value';

/** How much, in the one way that it was entered. */
export type Size = { readonly by: 'typed'; readonly draft: Draft } | { readonly by: 'share'; readonly percent: number };

/** A stop is entered as its price, as a return on the margin in per cent, or as the result in money. */
export type StopUnit = 'price' | 'percent' | 'money';
export type StopEntry = { readonly by: StopUnit; readonly draft: Draft };

/** What was entered so far; what follows from it is derived: see `lever-form.ts`. */
export type LeverForm = {
  readonly side: PositionSide;
  readonly kind: LeverKind;
  /** Limit price, and trigger price of a stop entry; kept while the form is on another kind. */
  readonly price: Draft;
  readonly trigger: Draft;
  readonly unit: SizeUnit;
  readonly size: Size;
  /** Take profit, stop loss and trailing stop are entered. */
  readonly protected: boolean;
  readonly profit: StopEntry;
  readonly loss: StopEntry;
  /** Callback of the trailing stop in per cent. */
  readonly trailing: Draft;
  readonly suggested: boolean;
};

export type StopField = 'profit' | 'loss';

export type LeverAction =
  | { readonly type: 'side'; readonly side: PositionSide }
  | { readonly type: 'kind'; readonly kind: LeverKind }
  | { readonly type: 'price' | 'trigger'; readonly draft: Draft }
  | { readonly type: 'unit'; readonly unit: SizeUnit }
  | { readonly type: 'size'; readonly draft: Draft }
  | { readonly type: 'share'; readonly percent: number }
  | { readonly type: 'protected'; readonly on: boolean }
  | { readonly type: 'stop'; readonly field: StopField; readonly draft: Draft }
  | { readonly type: 'stopUnit'; readonly field: StopField; readonly by: StopUnit }
  | { readonly type: 'trailing'; readonly draft: Draft }
  /** One tick up or down, from the price in the field or else from the market's. */
  | {
      readonly type: 'step';
      readonly field: 'price' | 'trigger';
      readonly up: boolean;
      readonly tick: DecimalString;
      readonly market: DecimalString | null;
    }
  /** A level of the book was tapped. */
  | { readonly type: 'level'; readonly price: DecimalString }
  /** The first price of the instrument arrived. */
  | { readonly type: 'suggest'; readonly price: DecimalString }
  | { readonly type: 'placed' };

const NO_SIZE: Size = { by: 'typed', draft: '' };
const NO_STOP: StopEntry = { by: 'price', draft: '' };

export const emptyForm = ({
  side = 'long',
  unit = 'lots',
}: Partial<Pick<LeverForm, 'side' | 'unit'>> = {}): LeverForm => ({
  side,
  kind: 'limit',
  price: '',
  trigger: '',
  unit,
  size: NO_SIZE,
  protected: false,
  profit: NO_STOP,
  loss: NO_STOP,
  trailing: '',
  suggested: false,
});

function stepped({ up, tick, market }: Extract<LeverAction, { type: 'step' }>, draft: Draft): Draft {
  const typed = draftValue(draft);
  if (typed === null) return market === null ? draft : toStep(market, tick);
  const floor = toStep(typed, tick);
  if (up) return add(floor, tick);
  const lower = cmp(floor, typed) === 0 ? sub(floor, tick) : floor;
  return isPositive(lower) ? lower : max(tick, floor);
}

export function changeForm(form: LeverForm, action: LeverAction): LeverForm {
  switch (action.type) {
    case 'side':
      // Stops are on other sides of the price now; a size is as large as before.
      if (action.side === form.side) return form;
      return { ...form, side: action.side, profit: cleared(form.profit), loss: cleared(form.loss) };
    case 'kind':
      return { ...form, kind: action.kind };
    case 'price':
      return { ...form, price: action.draft, suggested: true };
    case 'trigger':
      return { ...form, trigger: action.draft };
    case 'unit':
      return { ...form, unit: action.unit, size: form.size.by === 'share' ? form.size : NO_SIZE };
    case 'size':
      return { ...form, size: { by: 'typed', draft: action.draft } };
    case 'share':
      return { ...form, size: { by: 'share', percent: action.percent } };
    case 'protected':
      return { ...form, protected: action.on };
    case 'stop':
      return { ...form, [action.field]: { ...form[action.field], draft: action.draft } };
    case 'stopUnit':
      return { ...form, [action.field]: { by: action.by, draft: '' } };
    case 'trailing':
      return { ...form, trailing: action.draft };
    case 'step':
      return { ...form, [action.field]: stepped(action, form[action.field]), suggested: true };
    case 'level':
      return form.kind === 'stop'
        ? { ...form, trigger: action.price }
        : { ...form, kind: 'limit', price: action.price, suggested: true };
    case 'suggest':
      return form.suggested ? form : { ...form, price: action.price, suggested: true };
    case 'placed':
      return { ...form, size: NO_SIZE, profit: cleared(form.profit), loss: cleared(form.loss), trailing: '' };
  }
}

const cleared = (entry: StopEntry): StopEntry => ({ ...entry, draft: '' });
