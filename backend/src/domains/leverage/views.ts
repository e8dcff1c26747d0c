import { crossRiskRate, crossThreshold, notionalOf, tradingFeeOf, transferable } from '@tessera/api/leverage/rules';
import {
  type LeverAccount,
  type LeverOrder,
  leverOrderToWire,
  positionToWire,
  type Position as ShownPosition,
  type WireOrder,
  type WirePosition,
} from '@tessera/api/leverage/wire';
import { add, div, isZero, quantize, sum } from '@tessera/money';
import { profitOf } from './batch.ts';
import { entryOf, isOpen, type Order, type Position, riskOf, type Trigger } from './position.ts';
import type { ListedOrder } from './store.ts';
import { liquidationOf } from './trigger-price.ts';
import { triggerView } from './triggers.ts';

/* What users see. Prices and ratios are cut to what a decimal on the wire holds. */

const SHOWN = 18;
const shown = (value: string): string => quantize(value, SHOWN, 'down');
const average = (exact: string, quantity: string): string | null =>
  isZero(quantity) ? null : shown(div(exact, quantity));

export type Seen = {
  /** Units of the base in one lot. */
  readonly lot: string;
  /** In the quote currency; null before the first. */
  readonly mark: string | null;
  /** Fraction digits of the settlement currency. */
  readonly scale: number;
  /** What waits to close it. */
  readonly triggers: readonly Trigger[];
  /** One unit of the quote currency in the settlement currency, by which its results count now. */
  readonly rate: string;
  /** Of its pending orders. */
  readonly reserved: string;
  /** Lights of its place in the queue of auto-deleveraging; null where it is not known. */
  readonly queue: number | null;
};

export function positionView(
  position: Position,
  { lot, mark, rate, scale, triggers, reserved, queue }: Seen,
): ShownPosition {
  const open = isOpen(position);
  const lots = (quantity: string): number => Number(div(quantity, lot));
  const quantity = open
    ? position.quantity
    : position.status === 'closed'
      ? position.openedQuantity
      : position.orderedQuantity;
  const ofAll = (kind: Trigger['kind']) =>
    triggers.find((trigger) => trigger.kind === kind && trigger.quantity === null)?.price ?? null;
  const entry = entryOf(position);
  const liquidation = liquidationOf(position, rate);
  return {
    id: position.id,
    symbol: position.symbol,
    category: position.category,
    side: position.side,
    kind: position.kind,
    mode: position.mode,
    multiple: position.multiple,
    share: lots(quantity),
    quantity,
    opened_share: lots(position.openedQuantity),
    closed_share: lots(position.closedQuantity),
    price: position.price,
    open_price: entry === null ? average(position.openedExact, position.openedQuantity) : shown(entry),
    current_price: open ? mark : null,
    close_price: average(position.closedExact, position.closedQuantity),
    margin: add(position.margin, reserved),
    trade_fee: position.fee,
    overnight_fee: position.overnightFee,
    funding_fee: position.fundingFee,
    profit: open && mark !== null ? quantize(profitOf(position, mark, rate), scale, 'down') : '0',
    realized_profit: position.realized,
    target_profit_price: ofAll('take_profit'),
    stop_loss_price: ofAll('stop_loss'),
    triggers: triggers.map((trigger) => triggerView(trigger, lot)),
    queue: open ? queue : null,
    liquidation_price: liquidation === null ? null : shown(liquidation),
    currency: position.currency,
    rate: open ? rate : position.rate,
    status: position.status,
    close_reason: position.closeReason,
    trigger_tick: position.triggerTick,
    source_id: position.sourceId,
    created_at: position.createdAt,
    opened_at: position.openedAt,
    closed_at: position.closedAt,
  };
}

export const wirePositionOf = (position: Position, seen: Seen): WirePosition =>
  positionToWire(positionView(position, seen));

export function wireOrderOf(order: ListedOrder, side: Position['side'], lot: string): WireOrder {
  const view: LeverOrder = {
    id: order.id,
    position_id: order.positionId,
    symbol: order.symbol,
    category: order.category,
    side,
    purpose: order.purpose,
    kind: order.kind,
    cause: order.cause,
    mode: order.mode,
    multiple: order.multiple,
    share: Number(div(order.quantity, lot)),
    filled_share: Number(div(order.filledQuantity, lot)),
    price: order.price,
    stop_price: order.stopPrice,
    average_price: average(order.filledExact, order.filledQuantity),
    fee: order.fee,
    profit: order.profit,
    currency: order.currency,
    status: order.status,
    ended: order.ended,
    trigger_tick: order.triggerTick,
    trigger_price: order.triggerPrice,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
  };
  return leverOrderToWire(view);
}

/** The side of the position that an order of the book opens or closes. */
export const positionSideOf = ({ side, purpose }: Pick<Order, 'side' | 'purpose'>): Position['side'] =>
  (side === 'buy') === (purpose === 'open') ? 'long' : 'short';

/** The leverage account in one settlement currency, at the marks of now. */
export function accountView({
  currency,
  available,
  scale,
  threshold,
  positions,
  reserved,
  markOf,
  resultRateOf,
}: {
  readonly currency: string;
  readonly available: string;
  readonly scale: number;
  /** Of an account without a cross position. */
  readonly threshold: string;
  /** All of the user's that are open. */
  readonly positions: readonly Position[];
  /** Σ of the pending orders. */
  readonly reserved: string;
  readonly markOf: (symbol: string) => string | null;
  readonly resultRateOf: (position: Position) => string;
}): LeverAccount {
  const own = positions.filter((position) => isOpen(position) && position.currency === currency);
  const cross = own.filter(({ mode }) => mode === 'cross');
  const marked = cross.map((position) => {
    const mark = markOf(position.symbol) ?? entryOf(position) ?? '0';
    const rate = resultRateOf(position);
    return { position, mark, rate, risk: riskOf(position, mark, rate) };
  });
  const risks = marked.map(({ risk }) => risk);
  const rate = crossRiskRate(available, risks);
  return {
    currency,
    available,
    margin: sum(cross.map(({ margin }) => margin)),
    isolated_margin: sum(own.filter(({ mode }) => mode === 'isolated').map(({ margin }) => margin)),
    reserved,
    profit: quantize(sum(marked.map(({ position, mark, rate: now }) => profitOf(position, mark, now))), scale, 'down'),
    closing_fees: sum(
      risks.map(({ entry, quantity, feeRate }) => tradingFeeOf(notionalOf(entry, quantity), feeRate, scale)),
    ),
    risk_rate: rate === null ? null : shown(rate),
    threshold: cross.length === 0 ? threshold : shown(crossThreshold(risks)),
    transferable: quantize(transferable(available, risks), scale, 'down'),
  };
}
