import type { Side } from '@tessera/api/spot/rules';
import type { Fill, SpotOrder } from '@tessera/api/spot/wire';
import { div, isZero, quantize } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Exits, Progress, Stop } from './rules.ts';

/** An order as the market's memory and its table hold it. */
export type Order = {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly kind: SpotOrder['kind'];
  /** Total to spend of a market buy. */
  readonly quoteAmount: string | null;
  readonly timeInForce: SpotOrder['time_in_force'];
  readonly postOnly: boolean;
  /** What it waits or waited for. */
  readonly stop: Stop | null;
  /** What is placed for what it fills. */
  readonly exits: Exits | null;
  /** The order that it takes profit or stops the loss of. */
  readonly parentId: string | null;
  /** The newest order that was placed for what this one filled. */
  readonly exitId: string | null;
  /** What of the received currency has gone into such orders. */
  readonly covered: string;
  /** Counts changes of its reserve: names its journals. */
  readonly revision: number;
  readonly progress: Progress;
  readonly status: SpotOrder['status'];
  readonly ended: SpotOrder['ended'];
  /**
   * Open and not in the book yet: what takes profit until the next step, what was triggered and finds nothing that it may
   * trade with, and orders that were placed before orders met in one book.
   */
  readonly carried: boolean;
  /** Unix ms. */
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** Whether an order waits for its trigger. */
export const isWaiting = ({ stop }: Pick<Order, 'stop'>): boolean => stop !== null && stop.tick === null;

/** Whether the trigger of an order was reached. */
export const isTriggered = ({ stop }: Pick<Order, 'stop'>): boolean => stop !== null && stop.tick !== null;

export const feeCurrencyOf = ({ base, quote, progress }: Pick<Order, 'base' | 'quote' | 'progress'>): string =>
  progress.side === 'buy' ? base : quote;

/** What an order of this side pays with. */
export const payCurrencyOf = ({ base, quote }: Pick<Order, 'base' | 'quote'>, side: Side): string =>
  side === 'buy' ? quote : base;

/** How account records name an order. */
export const referenceOf = ({ symbol, id }: Pick<Order, 'symbol' | 'id'>): string => `${symbol} #${id}`;

/** The order as users see it. */
export function spotOrderOf(order: Order, fills: readonly Fill[], catalogue: CatalogueSnapshot): SpotOrder {
  const { side, limit, amount, filledAmount, filledExact, filledQuote, fee } = order.progress;
  return {
    id: order.id,
    symbol: order.symbol,
    currency_id: catalogue.heldCurrency(order.base).id,
    legal_id: catalogue.heldCurrency(order.quote).id,
    side,
    kind: order.kind,
    price: limit,
    stop_price: order.stop?.price ?? null,
    stop_limit_price: order.stop?.limit ?? null,
    stop_when: order.stop?.when ?? null,
    triggered_at: order.stop?.at ?? null,
    trigger_tick: order.stop?.tick ?? null,
    take_profit: order.exits?.takeProfit ?? null,
    stop_loss: order.exits?.stopLoss ?? null,
    stop_loss_limit: order.exits?.stopLossLimit ?? null,
    parent_id: order.parentId,
    amount,
    quote_amount: order.quoteAmount,
    filled_amount: filledAmount,
    filled_quote_amount: filledQuote,
    average_price: isZero(filledAmount) ? null : quantize(div(filledExact, filledAmount), 18, 'down'),
    fee,
    fee_currency: feeCurrencyOf(order),
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
    status: order.status,
    ended: order.ended,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    fills: [...fills],
  };
}
