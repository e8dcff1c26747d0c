import { liquidationPriceOf, priceOfResult, priceOfReturn } from '@tessera/api/leverage/rules';
import { cmp, isPositive, mul, neg } from '@tessera/money';
import { HIGHEST_PRICE } from '../../platform/market/order-book.ts';
import { entryOf, isOpen, type Position, riskOf, type Trigger } from './position.ts';

/* Prices in the quote currency at which the mark ends something of a position. */

/**
 * Whether the market can have a price: the result that an owner states may take one below zero, or with more digits than
 * are stored. A step that wrote it would fail, and so would the next one: no order of any user would be taken any more.
 */
export const isMarketPrice = (price: string, tick: string): boolean =>
  isPositive(price) && cmp(price, mul(String(HIGHEST_PRICE), tick)) <= 0;

/** The price of a take profit or stop loss of an open position; see `isMarketPrice`. */
export function priceOfTrigger(
  position: Position,
  { kind, by, value, quantity }: Pick<Trigger, 'kind' | 'by' | 'value' | 'quantity'>,
  { tick, rate }: { readonly tick: string; readonly rate: string },
): string {
  const entry = entryOf(position);
  if (by === 'price' || entry === null) return value;
  const { side, required } = position;
  const result = kind === 'take_profit' ? value : neg(value);
  if (by === 'ratio') {
    const whole = { side, entry, tick, quantity: mul(position.quantity, rate), margin: required };
    return priceOfReturn(whole, result);
  }
  return priceOfResult({ side, entry, tick, quantity: mul(quantity ?? position.quantity, rate) }, result);
}

/** The liquidation price, at a rate of now, of an isolated position that is open; null of others, and where no price does. */
export function liquidationOf(position: Position, rate: string): string | null {
  if (position.mode !== 'isolated' || !isOpen(position)) return null;
  const price = liquidationPriceOf(riskOf(position, entryOf(position) ?? '0', rate));
  return isPositive(price) ? price : null;
}
