import type { Placement, Side, TimeInForce } from '@tessera/api/spot';
import { add, cmp, type DecimalString, isPositive, max, sub, toStep } from '@tessera/money';
import { type Draft, draftValue } from '../../ticket/draft.ts';

/** How much, in the one way that it was entered; the other ways are derived from it. */
export type Size =
  | { readonly by: 'amount' | 'total'; readonly draft: Draft }
  | { readonly by: 'share'; readonly percent: number };

/** What an order is placed as. */
export type Kind = NonNullable<Placement['kind']>;

/** Further prices of an order, as they were typed. */
export type PriceName = 'trigger' | 'stopLimit' | 'profit' | 'loss' | 'lossLimit';

/** What was entered so far. Everything else on the form is derived: see `spot-form.ts`. */
export type OrderForm = {
  readonly side: Side;
  readonly kind: Kind;
  /** Limit price; kept while the form is on market. */
  readonly price: Draft;
  readonly size: Size;
  /** Of limit orders; kept while the form is on market. */
  readonly timeInForce: TimeInForce;
  /** The order is not to take from the book; GTC only. */
  readonly postOnly: boolean;
  /** Of orders that wait for a price, and of what is placed for what the order fills; kept while they are not shown. */
  readonly prices: Readonly<Record<PriceName, Draft>>;
  /** Take profit and stop loss are to be placed. */
  readonly exits: boolean;
  /** The market's price has been put into the field once; a field that was emptied stays empty. */
  readonly suggested: boolean;
};

export type FormAction =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'kind'; readonly kind: Kind }
  | { readonly type: 'price'; readonly draft: Draft }
  | { readonly type: 'amount'; readonly draft: Draft }
  | { readonly type: 'total'; readonly draft: Draft }
  | { readonly type: 'share'; readonly percent: number }
  | { readonly type: 'timeInForce'; readonly timeInForce: TimeInForce }
  | { readonly type: 'postOnly'; readonly postOnly: boolean }
  | { readonly type: 'further'; readonly name: PriceName; readonly draft: Draft }
  | { readonly type: 'exits'; readonly on: boolean }
  /** One tick up or down, from the price in the field or else from the market's. */
  | { readonly type: 'step'; readonly up: boolean; readonly tick: DecimalString; readonly market: DecimalString | null }
  /** A level of the book was tapped. */
  | { readonly type: 'level'; readonly price: DecimalString }
  /** The first price of the pair arrived. */
  | { readonly type: 'suggest'; readonly price: DecimalString }
  | { readonly type: 'placed' }
  | { readonly type: 'pair' };

const NO_PRICES: OrderForm['prices'] = { trigger: '', stopLimit: '', profit: '', loss: '', lossLimit: '' };
const NO_SIZE: Size = { by: 'amount', draft: '' };

export const emptyForm = (side: Side = 'buy'): OrderForm => ({
  side,
  kind: 'limit',
  price: '',
  size: NO_SIZE,
  timeInForce: 'GTC',
  postOnly: false,
  prices: NO_PRICES,
  exits: false,
  suggested: false,
});

/** Only a market buy is sized by the amount to spend; a market sell by the amount to sell. */
const sizeFor = (size: Size, side: Side, kind: Kind): Size =>
  kind === 'market' && side === 'sell' && size.by === 'total' ? NO_SIZE : size;

function stepped({ up, tick, market }: Extract<FormAction, { type: 'step' }>, price: Draft): Draft {
  const typed = draftValue(price);
  const from = typed ?? market;
  if (from === null) return price;
  if (typed === null) return toStep(from, tick);
  const floor = toStep(from, tick);
  const onTick = cmp(floor, from) === 0;
  if (up) return add(floor, tick);
  const lower = onTick ? sub(floor, tick) : floor;
  return isPositive(lower) ? lower : max(tick, floor);
}

export function changeForm(form: OrderForm, action: FormAction): OrderForm {
  switch (action.type) {
    case 'side':
      return action.side === form.side ? form : { ...form, side: action.side, size: NO_SIZE, prices: NO_PRICES };
    case 'kind':
      return { ...form, kind: action.kind, size: sizeFor(form.size, form.side, action.kind) };
    case 'price':
      return { ...form, price: action.draft, suggested: true };
    case 'amount':
    case 'total':
      return { ...form, size: sizeFor({ by: action.type, draft: action.draft }, form.side, form.kind) };
    case 'share':
      return { ...form, size: { by: 'share', percent: action.percent } };
    case 'timeInForce':
      return { ...form, timeInForce: action.timeInForce, postOnly: form.postOnly && action.timeInForce === 'GTC' };
    case 'postOnly':
      return { ...form, postOnly: action.postOnly, timeInForce: action.postOnly ? 'GTC' : form.timeInForce };
    case 'further':
      return { ...form, prices: { ...form.prices, [action.name]: action.draft } };
    case 'exits':
      return { ...form, exits: action.on };
    case 'step':
      return { ...form, price: stepped(action, form.price), suggested: true };
    case 'level':
      return { ...form, kind: form.kind === 'market' ? 'limit' : form.kind, price: action.price, suggested: true };
    case 'suggest':
      return form.suggested ? form : { ...form, price: action.price, suggested: true };
    case 'placed':
      return { ...form, size: NO_SIZE, prices: NO_PRICES, exits: false };
    case 'pair':
      return { ...emptyForm(form.side), kind: form.kind };
  }
}
