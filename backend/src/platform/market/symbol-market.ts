import { House, type HouseState, type HouseTerms } from './house.ts';
import { OrderBook, opposite, type RestingOrder, reaches, type Side } from './order-book.ts';

/*
 * The market of one instrument: users' orders and the house's quotes in one book. Every change (a new price, an order, a
 * cancellation) is one synchronous step, so nobody trades against a quote that is already known to be old.
 *
 * Orders meet by price, then users before the house, then by arrival. A resting order fills at its own price, when
 * another user or the house's opposite quote reaches it, and no more than what stands there. Nobody trades with
 * himself: an order that meets one of its own user ends there, and the resting one stays.
 */

export type TimeInForce =
  /** What is not filled rests. */
  | 'GTC'
  /** What is not filled at once ends. */
  | 'IOC'
  /** All at once, or nothing. */
  | 'FOK';

export type NewOrder = {
  readonly id: string;
  readonly userId: string;
  readonly side: Side;
  /** Worst price in ticks; null for a market order, which never rests. */
  readonly price: number | null;
  /** Lots to trade. */
  readonly lots: number;
  /** A buy order spends no more than this, in tick-lots; without it only the lots count. */
  readonly budget?: bigint;
  readonly timeInForce: TimeInForce;
  /** Ends instead of taking. */
  readonly postOnly?: boolean;
};

export type Fill = {
  /** The order that arrived; null where the house's quote came to a resting order. */
  readonly taker: { readonly id: string; readonly userId: string } | null;
  /** The order that rested; null for a quote of the house. */
  readonly maker: { readonly id: string; readonly userId: string } | null;
  /** Of the taker, or of the house where the house took. */
  readonly side: Side;
  readonly price: number;
  readonly lots: number;
};

/** Why an order does not rest although lots are left. */
export type Ended = 'market' | 'immediate' | 'all_or_nothing' | 'post_only' | 'own_order' | 'budget';

export type Placed = {
  readonly fills: readonly Fill[];
  /** Not filled. */
  readonly left: number;
  /** Null where the order is filled or rests. */
  readonly ended: Ended | null;
};

export type BookLevel = readonly [price: number, lots: number];

export type Snapshot = {
  /** Raised by every step. */
  readonly sequence: number;
  /** Best first. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
};

/** What a taking order would meet next. */
type Offer = { readonly price: number; readonly lots: number; readonly order: RestingOrder | null };

export class SymbolMarket {
  readonly #book = new OrderBook();
  readonly #house: House;
  #sequence = 0;
  #arrivals = 0;

  constructor(terms: HouseTerms, state?: HouseState) {
    this.#house = new House(terms, state);
  }

  /** Lots that the house holds. */
  get inventory(): number {
    return this.#house.inventory;
  }

  /** Resting orders. */
  get size(): number {
    return this.#book.size;
  }

  /** Takes a resting order over from the record, oldest first: orders of a stored book do not cross each other. */
  restore(order: Omit<RestingOrder, 'sequence'>): void {
    this.#book.add({ ...order, sequence: this.#arrivals++ });
  }

  /** Moves the house's quotes to a new mid price in ticks; resting orders that they reach are filled. */
  move(mid: number, at: number): readonly Fill[] {
    this.#sequence++;
    this.#house.move(mid, at);
    return this.#fillReached();
  }

  /** Fills the resting orders that the house's quotes have reached: the book never stays crossed. */
  #fillReached(): Fill[] {
    return [...this.#reached('buy'), ...this.#reached('sell')];
  }

  #reached(side: Side): Fill[] {
    const fills: Fill[] = [];
    const against = opposite(side);
    for (let best = this.#book.best(side); best; best = this.#book.best(side)) {
      const [quote] = this.#house.quotes(against);
      if (!quote || !reaches(side, best.price, quote.price)) break;
      const lots = Math.min(best.lots, quote.lots);
      const maker = { id: best.id, userId: best.userId };
      fills.push({ taker: null, maker, side: against, price: best.price, lots });
      this.#house.take(against, lots);
      this.#book.fillBest(side, lots);
    }
    return fills;
  }

  /** What stands on a side, in the order in which a taking order meets it. */
  *#offers(side: Side): Generator<Offer> {
    const quotes = this.#house.quotes(side);
    const orders = this.#book.orders(side);
    let quote = quotes.shift();
    let order = orders.next();
    while (quote || !order.done) {
      const user = order.done ? null : order.value;
      // At the same price users come first.
      if (user && (!quote || user.price === quote.price || isBetter(side, user.price, quote.price))) {
        yield { price: user.price, lots: user.lots, order: user };
        order = orders.next();
      } else if (quote) {
        yield { ...quote, order: null };
        quote = quotes.shift();
      }
    }
  }

  /** Matches an order. What it takes, and why the rest ends, follows from the book of this moment alone. */
  place(order: NewOrder): Placed {
    if (!Number.isSafeInteger(order.lots) || order.lots < 1) throw new RangeError('the lots are no positive integer');
    if (order.postOnly && order.price === null) throw new RangeError('a market order cannot be post-only');
    this.#sequence++;
    const planned: { readonly offer: Offer; readonly lots: number }[] = [];
    let left = order.lots;
    let budget = order.budget;
    let ended: Ended | null = null;
    for (const offer of this.#offers(opposite(order.side))) {
      if (left === 0) break;
      if (order.price !== null && !reaches(order.side, order.price, offer.price)) break;
      if (order.postOnly) {
        ended = 'post_only';
        break;
      }
      if (offer.order?.userId === order.userId) {
        ended = 'own_order';
        break;
      }
      let lots = Math.min(left, offer.lots);
      if (budget !== undefined) {
        const affordable = budget / BigInt(offer.price);
        if (affordable < BigInt(lots)) {
          lots = Number(affordable);
          ended = 'budget';
        }
        budget -= BigInt(lots) * BigInt(offer.price);
      }
      if (lots > 0) planned.push({ offer, lots });
      left -= lots;
      if (ended) break;
    }
    if (left > 0 && order.timeInForce === 'FOK') return { fills: [], left: order.lots, ended: 'all_or_nothing' };
    const fills = planned.map(({ offer, lots }) => this.#take(order, offer, lots));
    const end = left === 0 ? null : (ended ?? endOf(order));
    if (left > 0 && end === null && order.price !== null) {
      const { id, userId, side, price } = order;
      this.#book.add({ id, userId, side, price, lots: left, sequence: this.#arrivals++ });
    }
    // What was taken leans the house's quotes, which may come to orders that rest.
    const reached = this.#fillReached();
    for (const { maker, lots } of reached) if (maker?.id === order.id) left -= lots;
    return { fills: [...fills, ...reached], left, ended: end };
  }

  #take({ id, userId, side }: NewOrder, offer: Offer, lots: number): Fill {
    const from = opposite(side);
    const taker = { id, userId };
    if (!offer.order) {
      this.#house.take(from, lots);
      return { taker, maker: null, side, price: offer.price, lots };
    }
    const maker = { id: offer.order.id, userId: offer.order.userId };
    this.#book.fillBest(from, lots);
    return { taker, maker, side, price: offer.price, lots };
  }

  /** Removes a resting order; returns the lots that were left, null where there is no such order. */
  cancel(id: string): number | null {
    const order = this.#book.remove(id);
    if (!order) return null;
    this.#sequence++;
    return order.lots;
  }

  /** The book as everybody sees it, users and house together. */
  snapshot(levels: number): Snapshot {
    const side = (of: Side): BookLevel[] => {
      const found: [number, number][] = [];
      for (const { price, lots } of this.#offers(of)) {
        const last = found.at(-1);
        if (last?.[0] === price) last[1] += lots;
        else if (found.length === levels) break;
        else found.push([price, lots]);
      }
      return found;
    };
    return { sequence: this.#sequence, bids: side('buy'), asks: side('sell') };
  }

  state(): HouseState {
    return this.#house.state();
  }
}

/** Why the rest of an order that met no obstacle ends; null where it rests. */
function endOf({ price, timeInForce }: NewOrder): Ended | null {
  if (price === null) return 'market';
  return timeInForce === 'IOC' ? 'immediate' : null;
}

/** Whether a price is better for an order that takes from this side. */
const isBetter = (side: Side, price: number, than: number): boolean => (side === 'buy' ? price > than : price < than);
