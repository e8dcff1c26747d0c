import type { SpotOrder } from '@tessera/api/spot';
import type { ChartLine } from '../../chart/chart-line.ts';

/** What a dragged line of an order changes. */
export type OrderLine = ChartLine & { readonly order: string; readonly field: 'price' | 'stop_price' };

/** The words on the lines. */
export type OrderTexts = {
  /** "Buy 0.5 BTC". */
  order(order: SpotOrder): string;
  /** The same order, while it waits for a price. */
  stop(order: SpotOrder): string;
  /** Names a handle for screen readers. */
  handle(label: string): string;
};

/** Open orders as lines over the candles: the limit price of one in the book, the trigger price of one that waits. */
export function orderLines(orders: readonly SpotOrder[], texts: OrderTexts): readonly OrderLine[] {
  return orders.flatMap((order): OrderLine[] => {
    const { id, side, price, stop_price: stop, triggered_at: triggered } = order;
    const tone = side === 'buy' ? 'up' : 'down';
    const line = (field: OrderLine['field'], at: string, label: string): OrderLine => ({
      ...{ id: `${field} ${id}`, order: id, field, tone, dashed: true, price: at, label },
      handle: texts.handle(label),
    });
    return [
      ...(price === null ? [] : [line('price', price, texts.order(order))]),
      ...(stop === null || triggered !== null ? [] : [line('stop_price', stop, texts.stop(order))]),
    ];
  });
}
