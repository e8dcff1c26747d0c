import {
  add,
  cmp,
  type DecimalString,
  div,
  isNegative,
  isPositive,
  max,
  min,
  mul,
  neg,
  quantize,
  sub,
  sum,
  toStep,
} from '@tessera/money';

/* Size, margin, fees and result of one position. */

export type PositionSide = 'long' | 'short';

export const oppositeSide = (side: PositionSide): PositionSide => (side === 'long' ? 'short' : 'long');

/** s · value: +value for a long position, −value for a short one. */
export const signed = (side: PositionSide, value: DecimalString): DecimalString =>
  side === 'long' ? value : neg(value);

/** Q = lots × lot size, in units of the base (decisions.md, Trading). */
export const quantityOf = (lots: number, lotSize: DecimalString): DecimalString => mul(String(lots), lotSize);

/** EP · Q, exact. */
export const notionalOf = (price: DecimalString, quantity: DecimalString): DecimalString => mul(price, quantity);

/** Average price of the depth consumed: Σ price × lots / Σ lots. Throws a RangeError without lots. */
export function entryPriceOf(
  fills: readonly { readonly price: DecimalString; readonly lots: number }[],
): DecimalString {
  const lots = fills.reduce((total, fill) => total + fill.lots, 0);
  return div(sum(fills.map((fill) => mul(fill.price, String(fill.lots)))), String(lots));
}

/** Margin of a notional value at a leverage: notional / L, rounded up to the scale of the currency. */
export const marginOf = (notional: DecimalString, multiple: number, scale: number): DecimalString =>
  quantize(div(notional, String(multiple)), scale, 'up');

/** Fee on a notional value, at open and at close: rounded up. */
export const tradingFeeOf = (notional: DecimalString, rate: DecimalString, scale: number): DecimalString =>
  quantize(mul(notional, rate), scale, 'up');

/** PnL = s · (P − EP) · Q, exact; the leverage is no factor of it. */
export const pnlOf = (
  side: PositionSide,
  entry: DecimalString,
  price: DecimalString,
  quantity: DecimalString,
): DecimalString => signed(side, mul(sub(price, entry), quantity));

/** A result as the ledger books it: a gain rounded down, a loss rounded up. */
export const bookedPnl = (pnl: DecimalString, scale: number): DecimalString =>
  quantize(pnl, scale, isNegative(pnl) ? 'up' : 'down');

/** Return on margin, a ratio: PnL / margin. Zero where there is no margin. */
export const roeOf = (pnl: DecimalString, margin: DecimalString): DecimalString =>
  isPositive(margin) ? div(pnl, margin) : '0';

/** Whole lots of which the notional value is at most `amount`; `amount` is in the currency of price × base. */
export const lotsOfNotional = (amount: DecimalString, price: DecimalString, lotSize: DecimalString): number =>
  Number(toStep(div(amount, mul(price, lotSize)), '1'));

/** What an order of these lots takes from the account: margin and opening fee, each rounded up. */
export function costOf({
  price,
  quantity,
  multiple,
  feeRate,
  scale,
}: {
  readonly price: DecimalString;
  readonly quantity: DecimalString;
  readonly multiple: number;
  readonly feeRate: DecimalString;
  readonly scale: number;
}): { readonly margin: DecimalString; readonly fee: DecimalString; readonly total: DecimalString } {
  const notional = notionalOf(price, quantity);
  const margin = marginOf(notional, multiple, scale);
  const fee = tradingFeeOf(notional, feeRate, scale);
  return { margin, fee, total: add(margin, fee) };
}

/** The most whole lots of which margin and opening fee are within `available`. */
export function affordableLots({
  available,
  price,
  lotSize,
  multiple,
  feeRate,
  scale,
}: {
  readonly available: DecimalString;
  readonly price: DecimalString;
  readonly lotSize: DecimalString;
  readonly multiple: number;
  readonly feeRate: DecimalString;
  readonly scale: number;
}): number {
  if (!isPositive(available)) return 0;
  const each = mul(mul(price, lotSize), add(div('1', String(multiple)), feeRate));
  let lots = Number(toStep(div(available, each), '1'));
  // Both parts are rounded up: at most the last lot is too much.
  const total = (count: number) =>
    costOf({ price, quantity: quantityOf(count, lotSize), multiple, feeRate, scale }).total;
  while (lots > 0 && cmp(total(lots), available) > 0) lots--;
  return lots;
}

/** Lots of a whole position; `part` lots take their share of a sum, rounded down; the last lots take all of it. */
const shareOfLots = (value: DecimalString, part: number, lots: number, scale: number): DecimalString =>
  part === lots ? value : quantize(div(mul(value, String(part)), String(lots)), scale, 'down');

/** Money of a position; amounts in the settlement currency. */
export type Funds = {
  readonly lots: number;
  /** What stands behind it now: moved by added and removed margin, and by charges that the account could not pay. */
  readonly margin: DecimalString;
  /** Entry notional / L of the lots that are left: of which T is the least. */
  readonly required: DecimalString;
};

/** What leaves a position with these lots, and what stays. Throws a RangeError beyond its lots. */
export function split(funds: Funds, lots: number, scale: number): { readonly closed: Funds; readonly left: Funds } {
  if (!Number.isSafeInteger(lots) || lots < 1 || lots > funds.lots) {
    throw new RangeError(`${lots} lots of a position of ${funds.lots}`);
  }
  const margin = shareOfLots(funds.margin, lots, funds.lots, scale);
  const required = shareOfLots(funds.required, lots, funds.lots, scale);
  return {
    closed: { lots, margin, required },
    left: { lots: funds.lots - lots, margin: sub(funds.margin, margin), required: sub(funds.required, required) },
  };
}

/** How a close is booked. All but `change` is zero or above. */
export type Settlement = {
  /** What the account gains, released margin included; below zero where it pays. Never below −available. */
  readonly change: DecimalString;
  /** From the house's counterparty account. */
  readonly gain: DecimalString;
  /** To the counterparty account, from the user. */
  readonly loss: DecimalString;
  readonly fee: DecimalString;
  /** From the margin of the account's other cross positions. */
  readonly fromOthers: DecimalString;
  /** To the counterparty account, from the insurance account: the loss beyond the user's funds. */
  readonly shortfall: DecimalString;
  /** To the insurance account, of what it has paid for the same liquidation. */
  readonly repaid: DecimalString;
};

/**
 * Books a close. The loss is taken from the margin of the position; of a cross position then from the account, then from
 * the margin of the other cross positions; the insurance account pays what is left. A fee that these funds do not cover is
 * not charged. No balance goes below zero:
 * margin + fromOthers + gain + shortfall = change + (loss + shortfall) + fee + repaid.
 */
export function settle({
  margin,
  pnl,
  fee,
  available = '0',
  others = '0',
  debt = '0',
  scale,
}: {
  /** Of the lots that are closed. */
  readonly margin: DecimalString;
  /** Exact. */
  readonly pnl: DecimalString;
  readonly fee: DecimalString;
  /** Of the account, for a cross position. */
  readonly available?: DecimalString;
  /** Σ margin of the account's other cross positions. */
  readonly others?: DecimalString;
  /** What the insurance account has paid for this liquidation of cross positions so far. */
  readonly debt?: DecimalString;
  readonly scale: number;
}): Settlement {
  const booked = bookedPnl(pnl, scale);
  const gain = max('0', booked);
  const owed = max('0', neg(booked));
  const funds = sum([margin, gain, available, others]);
  const loss = min(owed, funds);
  const paid = min(fee, sub(funds, loss));
  const net = sub(sub(add(margin, gain), loss), paid);
  const free = add(net, available);
  const repaid = max('0', min(debt, free));
  return {
    change: isNegative(free) ? neg(available) : sub(net, repaid),
    gain,
    loss,
    fee: paid,
    fromOthers: max('0', neg(free)),
    shortfall: sub(owed, loss),
    repaid,
  };
}

/** What a close needs beyond the margin of its lots: its loss and its fee, as far as the margin does not cover them. */
export const needOfClose = ({
  margin,
  pnl,
  fee,
}: {
  readonly margin: DecimalString;
  readonly pnl: DecimalString;
  readonly fee: DecimalString;
}): DecimalString => max('0', sub(sub(fee, pnl), margin));

/** What a position is after more lots: both are averaged by their lots. */
export function increased(
  before: { readonly lots: number; readonly entry: DecimalString },
  added: { readonly lots: number; readonly entry: DecimalString },
): { readonly lots: number; readonly entry: DecimalString } {
  return {
    lots: before.lots + added.lots,
    entry: entryPriceOf([
      { price: before.entry, lots: before.lots },
      { price: added.entry, lots: added.lots },
    ]),
  };
}
