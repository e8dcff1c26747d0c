/** Resting orders of users, by price and then by arrival. Prices are whole ticks, amounts whole lots. */

export type Side = 'buy' | 'sell';

export type RestingOrder = {
  readonly id: string;
  readonly userId: string;
  readonly side: Side;
  readonly price: number;
  /** Not filled yet. */
  lots: number;
  /** Order of arrival. */
  readonly sequence: number;
};

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** Whether an order of this side at `limit` trades at `price`. */
export const reaches = (side: Side, limit: number, price: number): boolean =>
  side === 'buy' ? price <= limit : price >= limit;

/** Negative where `a` has priority over `b`. */
const priority = (a: RestingOrder, b: RestingOrder): number =>
  (a.side === 'buy' ? b.price - a.price : a.price - b.price) || a.sequence - b.sequence;

/** Where an order stands, or belongs. Worst priority first, so that the best is at the end and cheap to remove. */
function positionOf(orders: readonly RestingOrder[], order: RestingOrder): number {
  let from = 0;
  let to = orders.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (priority(orders[middle] as RestingOrder, order) > 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

export class OrderBook {
  readonly #sides: Readonly<Record<Side, RestingOrder[]>> = { buy: [], sell: [] };
  readonly #byId = new Map<string, RestingOrder>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): RestingOrder | undefined {
    return this.#byId.get(id);
  }

  add(order: RestingOrder): void {
    if (this.#byId.has(order.id)) throw new RangeError(`the order ${order.id} is in the book already`);
    const orders = this.#sides[order.side];
    orders.splice(positionOf(orders, order), 0, order);
    this.#byId.set(order.id, order);
  }

  best(side: Side): RestingOrder | undefined {
    return this.#sides[side].at(-1);
  }

  remove(id: string): RestingOrder | undefined {
    const order = this.#byId.get(id);
    if (!order) return undefined;
    this.#byId.delete(id);
    const orders = this.#sides[order.side];
    orders.splice(positionOf(orders, order), 1);
    return order;
  }

  /** Reduces the best order of a side, and removes it once it is filled. */
  fillBest(side: Side, lots: number): void {
    const order = this.best(side);
    if (!order || lots > order.lots) throw new RangeError('more is filled than the best order holds');
    order.lots -= lots;
    if (order.lots > 0) return;
    this.#sides[side].pop();
    this.#byId.delete(order.id);
  }

  /** Best first. */
  *orders(side: Side): Generator<RestingOrder> {
    const orders = this.#sides[side];
    for (let index = orders.length - 1; index >= 0; index--) yield orders[index] as RestingOrder;
  }
}
