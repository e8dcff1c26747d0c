import { type Block, House, type HouseState, type HouseTerms } from './house.ts';
import { HIGHEST_PRICE, MOST_LOTS, OrderBook, opposite, type RestingOrder, reaches, type Side } from './order-book.ts';
import type { UndoLog } from './undo-log.ts';

/*
 * The market of one instrument: users' orders and the house's quotes in one book. Every change (a new price, an order, a
 * cancellation) is one synchronous step, so no order trades against a quote that is already known to be old.
 *
 * Orders meet by price, then users before the house, then by arrival. A resting order fills at its own price, when
 * another user or the house's opposite quote reaches it, and no more than what stands there. Users do not trade with
 * themselves: an order that meets one of its own user ends there, and the resting one stays.
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
  /** Trades no further than a market order does, also with a worst price. */
  readonly marketReach?: true;
  /** Lots to trade. */
  readonly lots: number;
  /** A buy order spends no more than this, in tick-lots; without it only the lots count. */
  readonly budget?: bigint;
  readonly timeInForce: TimeInForce;
  /** Ends instead of taking. */
  readonly postOnly?: boolean;
};

/** A part of a block of the house: `House.block` has named the price, and at least as many lots. */
export type BlockOrder = Pick<NewOrder, 'id' | 'userId' | 'side' | 'lots'> & { readonly price: number };

export type Fill = {
  /** The order that arrived; null where the house's quote came to a resting order. */
  readonly taker: { readonly id: string; readonly userId: string } | null;
  /** The order that rested; null for a quote of the house. */
  readonly maker: { readonly id: string; readonly userId: string } | null;
  /** The taker rested too: it arrived while the maker was withheld, and met it when that came back. */
  readonly takerRested?: true;
  /** Of the taker, or of the house where the house took. */
  readonly side: Side;
  readonly price: number;
  readonly lots: number;
};

/**
 * Why an order does not rest although lots are left. `market`: nothing more stands within the band in which the market
 * trades.
 */
export type Ended = 'market' | 'immediate' | 'all_or_nothing' | 'post_only' | 'own_order' | 'budget';

export type Placed = {
  readonly fills: readonly Fill[];
  /** Not filled. */
  readonly left: number;
  /** Orders of others were passed over, to which it would have carried too much. */
  readonly barred?: true;
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

/** The best price of a side, and the lots that stand there. */
export type Touch = { readonly price: number; readonly users: number; readonly house: number };

/** Highest price of a buy order, lowest of a sell order. */
export type Band = Readonly<Record<Side, number>>;
const NO_BAND: Band = { buy: Number.POSITIVE_INFINITY, sell: 0 };

/** A factor as a fraction. */
export type Ratio = readonly [numerator: bigint, denominator: bigint];

const isSame = ([numerator, denominator]: Ratio): boolean => numerator === denominator;

function scaled(value: number, [numerator, denominator]: Ratio, name: string): number {
  const product = BigInt(value) * numerator;
  const result = Number(product / denominator);
  if (product % denominator !== 0n || !Number.isSafeInteger(result)) {
    throw new RangeError(`${name} is not on the new grid`);
  }
  return result;
}

/** Bounds what two users trade with each other, one fill after the other. */
export type Meeting = {
  /** Whose order loses by a price; null where neither does. */
  readonly payer: (price: number) => Side | null;
  /** How many of these lots they may trade. */
  readonly room: (buyerId: string, sellerId: string, price: number, lots: number) => number;
  /** Called with what they trade before the next is asked. Returns what takes it back where it does not happen. */
  readonly met: (fill: Fill) => () => void;
};

/**
 * Orders of others that one order passes over, or meets in part, as it would lose by them. After them it meets the house
 * alone: an order of a user who may trade with many no more costs no more than one of a user who may.
 */
const MOST_PASSED = 100;
/**
 * The same of those that would lose themselves. What is left of the order is then compared with the others at the next
 * `move`: it ends nothing of an order that it would cost nothing.
 */
const MOST_OF_LOSERS = 300;

/** What a taking order would meet next. */
type Offer = { readonly price: number; readonly lots: number; readonly order: RestingOrder | null };

export class SymbolMarket {
  #book: OrderBook;
  readonly #house: House;
  readonly #undo: UndoLog | null;
  /** Orders that rest and take no part, by id, as `withhold` left them. */
  readonly #withheld = new Map<string, Readonly<RestingOrder>>();
  #sequence = 0;
  #arrivals = 0;

  /** With an undo log, changes inside of its batches can be rolled back. */
  constructor(terms: HouseTerms, state?: HouseState, undo: UndoLog | null = null) {
    this.#undo = undo;
    this.#book = new OrderBook(undo);
    this.#house = new House(terms, state, undo);
  }

  /** Lots that the house holds. */
  get inventory(): number {
    return this.#house.inventory;
  }

  /** Resting orders, those included that are withheld. */
  get size(): number {
    return this.#book.size + this.#withheld.size;
  }

  /** A resting order, withheld or not. */
  order(id: string): Readonly<RestingOrder> | undefined {
    return this.#book.get(id) ?? this.#withheld.get(id);
  }

  /** Takes the orders of these users out of the book: they meet nothing until `readmit`, and keep their place in time. */
  withhold(users: ReadonlySet<string>): void {
    this.#takeOut(
      [...this.#book.orders('buy'), ...this.#book.orders('sell')].filter(({ userId }) => users.has(userId)),
    );
  }

  #takeOut(found: readonly Readonly<RestingOrder>[]): void {
    if (found.length === 0) return;
    this.#step();
    for (const order of found) {
      this.#book.remove(order.id);
      this.#withheld.set(order.id, order);
      this.#undo?.push(() => this.#withheld.delete(order.id));
    }
  }

  /** Puts withheld orders back, those of `users` excepted. They may cross what came meanwhile, until the next `move`. */
  readmit(users: ReadonlySet<string>): void {
    for (const order of this.#withheld.values()) {
      if (users.has(order.userId)) continue;
      this.#takeWithheld(order);
      this.#book.add(order);
    }
  }

  #takeWithheld(order: Readonly<RestingOrder>): void {
    this.#withheld.delete(order.id);
    this.#undo?.push(() => this.#withheld.set(order.id, order));
  }

  /** Takes a resting order over from the record, oldest first. What crosses, as one of it was withheld, meets at the next `move`. */
  restore(order: Omit<RestingOrder, 'sequence'>): void {
    this.#book.add({ ...order, sequence: this.#arrival() });
  }

  #arrival(): number {
    const arrival = this.#arrivals++;
    this.#undo?.push(() => this.#arrivals--);
    return arrival;
  }

  #step(): void {
    this.#sequence++;
    this.#undo?.push(() => this.#sequence--);
  }

  /** Takes the house's quotes away: nothing fills until they return by `move`, with an empty ladder. */
  withdraw(): void {
    this.#step();
    this.#house.withdraw();
  }

  /** The house trades no further than to this inventory, long or short; lots. */
  restrict(most: number): void {
    this.#house.restrict(most);
  }

  /** Throws a RangeError where an order or the inventory would not be whole, or too large, in new ticks and lots. */
  checkGrid(price: Ratio, lots: Ratio): void {
    scaled(this.#house.inventory, lots, 'the inventory');
    this.#regridded(price, lots);
  }

  #regridded(price: Ratio, lots: Ratio): { readonly book: OrderBook; readonly withheld: readonly RestingOrder[] } {
    const withheld = [...this.#withheld.values()];
    if (isSame(price) && isSame(lots)) return { book: this.#book, withheld };
    const anew = ({ id, userId, side, sequence, ...order }: Readonly<RestingOrder>): RestingOrder => {
      const name = `the order ${id}`;
      return {
        id,
        userId,
        side,
        sequence,
        price: scaled(order.price, price, name),
        lots: scaled(order.lots, lots, name),
      };
    };
    const book = new OrderBook(this.#undo);
    for (const side of ['buy', 'sell'] as const) for (const order of this.#book.orders(side)) book.add(anew(order));
    return { book, withheld: withheld.map(anew) };
  }

  /**
   * New terms of the house, between batches: its ladder begins empty. A tick of before is `price` ticks, a lot `lots`
   * lots. Throws the RangeError of `checkGrid`, and changes nothing then.
   */
  revise(terms: HouseTerms, price: Ratio, lots: Ratio): void {
    const inventory = scaled(this.#house.inventory, lots, 'the inventory');
    const { book, withheld } = this.#regridded(price, lots);
    this.#book = book;
    for (const order of withheld) this.#withheld.set(order.id, order);
    this.#house.revise(terms, inventory);
    this.#sequence++;
  }

  /** Moves the house's quotes (`House.move`); resting orders that they reach are filled. */
  move(mid: number, at: number, thin = 1, meeting: Meeting | null = null): readonly Fill[] {
    this.#step();
    this.#house.move(mid, at, thin);
    return [...this.#uncross(meeting), ...this.#fillReached()];
  }

  /**
   * Matches orders that were put back with those that came meanwhile: best price first, users before the house, at the
   * price of the one that arrived earlier, for as many lots as they may trade. Of two that may not, the one that would lose
   * meets what the house has for it and is withheld again, as is the later of two of one user.
   */
  #uncross(meeting: Meeting | null): Fill[] {
    const fills: Fill[] = [];
    for (;;) {
      const buy = this.#book.best('buy');
      const sell = this.#book.best('sell');
      if (!buy || !sell || buy.price < sell.price) return fills;
      const bid = this.#house.best('buy');
      const ask = this.#house.best('sell');
      if (ask && ask.price < sell.price) {
        fills.push(this.#meetHouse(buy, Math.min(buy.lots, ask.lots)));
      } else if (bid && bid.price > buy.price) {
        fills.push(this.#meetHouse(sell, Math.min(sell.lots, bid.lots)));
      } else {
        const [maker, taker] = buy.sequence < sell.sequence ? [buy, sell] : [sell, buy];
        const isOwn = buy.userId === sell.userId;
        const most = Math.min(buy.lots, sell.lots);
        const lots = isOwn ? 0 : (meeting?.room(buy.userId, sell.userId, maker.price, most) ?? most);
        if (lots === 0) {
          const loser = meeting?.payer(maker.price) === 'buy' ? buy : sell;
          fills.push(...this.#meetHouseOrWait(isOwn ? taker : loser));
          continue;
        }
        const party = ({ id, userId }: Readonly<RestingOrder>) => ({ id, userId });
        const fill: Fill = {
          taker: party(taker),
          maker: party(maker),
          takerRested: true,
          side: taker.side,
          price: maker.price,
          lots,
        };
        fills.push(fill);
        meeting?.met(fill);
        this.#book.fill(buy.id, lots);
        this.#book.fill(sell.id, lots);
      }
    }
  }

  /** Fills the best order of a side with what the house's best quote has for it; where that is nothing, it is withheld. */
  #meetHouseOrWait(order: Readonly<RestingOrder>): readonly Fill[] {
    const quote = this.#house.best(opposite(order.side));
    if (quote && reaches(order.side, order.price, quote.price)) {
      return [this.#meetHouse(order, Math.min(order.lots, quote.lots))];
    }
    this.#takeOut([order]);
    return [];
  }

  /** The house's quote comes to the best order of a side, and fills lots of it at its price. */
  #meetHouse({ id, userId, side, price }: Readonly<RestingOrder>, lots: number): Fill {
    const against = opposite(side);
    this.#house.take(against, lots);
    this.#book.fill(id, lots);
    return { taker: null, maker: { id, userId }, side: against, price, lots };
  }

  /**
   * Fills the resting orders that a full ladder of the house would have reached at mid prices from `low` to `high`, `most`
   * lots in all, and takes all quotes away. After a pause in which prices were made and there was no trading here.
   */
  catchUp(low: number, high: number, most: number): readonly Fill[] {
    this.#step();
    this.#house.fill(low);
    const bought = this.#reached('buy', most);
    this.#house.fill(high);
    const sold = this.#reached(
      'sell',
      bought.reduce((left, { lots }) => left - lots, most),
    );
    this.#house.withdraw();
    return [...bought, ...sold];
  }

  /** Fills the resting orders that the house's quotes have reached: the book never stays crossed. */
  #fillReached(): Fill[] {
    return [...this.#reached('buy'), ...this.#reached('sell')];
  }

  #reached(side: Side, most = Number.POSITIVE_INFINITY): Fill[] {
    const fills: Fill[] = [];
    const against = opposite(side);
    let left = most;
    for (let best = this.#book.best(side); best && left >= 1; best = this.#book.best(side)) {
      const quote = this.#house.best(against);
      if (!quote || !reaches(side, best.price, quote.price)) break;
      const lots = Math.min(best.lots, quote.lots, left);
      left -= lots;
      fills.push(this.#meetHouse(best, lots));
    }
    return fills;
  }

  /** What stands on a side, in the order in which a taking order meets it; of users as long as it meets them. */
  *#offers(side: Side, meetsUsers: () => boolean): Generator<Offer> {
    const quotes = this.#house.quotes(side);
    const orders = this.#book.orders(side);
    let quote = quotes.shift();
    let order = orders.next();
    while (quote || !order.done) {
      if (!meetsUsers() && !quote) return;
      const user = order.done || !meetsUsers() ? null : order.value;
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

  /**
   * Matches an order. What it takes, and why the rest ends, follows from the book of this moment alone. Beyond the band,
   * in ticks, nothing is traded, and nothing rests at a price through it.
   *
   * It meets orders of others for as many lots as `meeting` has room for, and passes over what is left of them. Where it would
   * lose more by them, what is left of it does not rest; where they would, it may, and they are withheld until the next `move`.
   */
  place(order: NewOrder, band: Band = NO_BAND, meeting: Meeting | null = null): Placed {
    this.#check(order);
    this.#step();
    const planned: { readonly offer: Offer; readonly lots: number }[] = [];
    let left = order.lots;
    let budget = order.budget;
    let ended: Ended | null = null;
    let passed = 0;
    const losers: RestingOrder[] = [];
    const taken: (() => void)[] = [];
    const meetsUsers = () => passed < MOST_PASSED && losers.length < MOST_OF_LOSERS;
    for (const offer of this.#offers(opposite(order.side), meetsUsers)) {
      if (left === 0) break;
      if (order.price !== null && !reaches(order.side, order.price, offer.price)) break;
      const obstacle = obstacleTo(order, offer, band);
      if (obstacle) {
        ended = order.postOnly ? 'post_only' : obstacle;
        break;
      }
      const affordable = budget === undefined ? offer.lots : lotsFor(budget, offer);
      const most = Math.min(left, affordable);
      const lots = roomOf(order, offer, most, meeting);
      const loses = lots < most && offer.order !== null && meeting?.payer(offer.price) !== order.side;
      if (order.postOnly && !(loses && lots === 0)) {
        ended = 'post_only';
        break;
      }
      if (loses && offer.order) losers.push(offer.order);
      else if (lots < most) passed++;
      if (budget !== undefined) {
        if (lots === affordable && affordable < Math.min(left, offer.lots)) ended = 'budget';
        budget -= BigInt(lots) * BigInt(offer.price);
      }
      if (lots > 0) {
        planned.push({ offer, lots });
        if (offer.order && meeting) taken.push(meeting.met(fillOf(order, offer, lots)));
      }
      left -= lots;
      if (ended) break;
    }
    if (order.postOnly && losers.length === MOST_OF_LOSERS) ended ??= 'post_only';
    const passedOver = passed > 0 && ({ barred: true } as const);
    if (left > 0 && order.timeInForce === 'FOK') {
      for (const takeBack of taken) takeBack();
      return { fills: [], left: order.lots, ended: 'all_or_nothing', ...passedOver };
    }
    const fills = planned.map(({ offer, lots }) => this.#take(order, offer, lots));
    // A price through the band does not rest there: another account would take it from the account that was made to set it.
    const through = order.price !== null && !reaches(order.side, band[order.side], order.price);
    const end = left === 0 ? null : (ended ?? (through || passed > 0 ? 'market' : endOf(order)));
    if (left > 0 && end === null && order.price !== null) {
      const { id, userId, side, price } = order;
      const resting = { id, userId, side, price, lots: left, sequence: this.#arrival() };
      this.#book.add(resting);
      // The book never stays crossed: until the next `move` what it would have met gives way, or it does.
      this.#takeOut(losers.length < MOST_OF_LOSERS ? losers : [resting]);
    }
    // What was taken leans the house's quotes, which may come to orders that rest.
    const reached = this.#fillReached();
    for (const { maker, lots } of reached) if (maker?.id === order.id) left -= lots;
    return { fills: [...fills, ...reached], left, ended: end, ...passedOver };
  }

  /** What the house sells to, or buys from, an order of this side in one block; see `House.block`. */
  block(side: Side, lots: number, worst: number): Block | null {
    return this.#house.block(opposite(side), lots, worst);
  }

  /** Fills lots of a block with the house, whatever users have in the book. */
  takeBlock({ id, userId, side, price, lots }: BlockOrder): readonly Fill[] {
    this.#step();
    this.#house.take(opposite(side), lots);
    return [{ taker: { id, userId }, maker: null, side, price, lots }, ...this.#fillReached()];
  }

  /** Throws a RangeError before anything has changed. */
  #check({ id, side, price, lots, budget, postOnly, timeInForce }: NewOrder): void {
    if (!Number.isSafeInteger(lots) || lots < 1 || lots > MOST_LOTS) {
      throw new RangeError(`the lots of an order are a whole number from 1 to ${MOST_LOTS}, not ${lots}`);
    }
    if (budget !== undefined && (side !== 'buy' || budget < 1n)) {
      throw new RangeError('a budget is above zero, and of a buy order');
    }
    if (price === null) {
      if (postOnly) throw new RangeError('a market order cannot be post-only');
      return;
    }
    if (!Number.isSafeInteger(price) || price < 1 || price > HIGHEST_PRICE) {
      throw new RangeError(`the price of an order is a whole number of ticks from 1 to ${HIGHEST_PRICE}, not ${price}`);
    }
    if (postOnly && timeInForce !== 'GTC') throw new RangeError('a post-only order rests or ends');
    if (timeInForce === 'GTC') this.#book.check(id, side, price, lots);
  }

  #take(order: NewOrder, offer: Offer, lots: number): Fill {
    if (offer.order) this.#book.fill(offer.order.id, lots);
    else this.#house.take(opposite(order.side), lots);
    return fillOf(order, offer, lots);
  }

  /** Removes a resting order; returns the lots that were left, null where there is no such order. */
  cancel(id: string): number | null {
    const withheld = this.#withheld.get(id);
    const order = withheld ?? this.#book.remove(id);
    if (!order) return null;
    if (withheld) this.#takeWithheld(withheld);
    this.#step();
    return order.lots;
  }

  /** Takes lots from a resting order, withheld or not; it keeps its place in time. Throws a RangeError where none are left. */
  reduce(id: string, lots: number): void {
    const withheld = this.#withheld.get(id);
    if (withheld) {
      if (lots >= withheld.lots) throw new RangeError('an order is reduced to nothing');
      this.#withheld.set(id, { ...withheld, lots: withheld.lots - lots });
      this.#undo?.push(() => this.#withheld.set(id, withheld));
    } else {
      this.#book.reduce(id, lots);
    }
    this.#step();
  }

  /** The public book, users and house together. */
  snapshot(levels: number): Snapshot {
    return { sequence: this.#sequence, bids: this.#levels('buy', levels), asks: this.#levels('sell', levels) };
  }

  #levels(side: Side, most: number): BookLevel[] {
    const found: [number, number][] = [];
    const quotes = this.#house.quotes(side);
    const users = this.#book.levels(side);
    let user = users.next();
    for (let next = 0; found.length < most && (next < quotes.length || !user.done); ) {
      const quote = quotes[next];
      const level = user.done ? undefined : user.value;
      const price = better(side, quote?.price, level?.price);
      let lots = 0;
      if (quote?.price === price) {
        lots += quote.lots;
        next++;
      }
      if (level?.price === price) {
        lots += level.lots;
        user = users.next();
      }
      found.push([price, lots]);
    }
    return found;
  }

  /** The best price of a side with the lots of users and of the house there; null where nothing stands. */
  touch(side: Side): Touch | null {
    const quote = this.#house.best(side);
    const level = this.#book.bestLevel(side);
    if (!quote && !level) return null;
    const price = better(side, quote?.price, level?.price);
    return {
      price,
      users: level?.price === price ? level.lots : 0,
      house: quote?.price === price ? quote.lots : 0,
    };
  }

  /** The middle of the prices at which a tenth of the house's full depth is traded, in ticks: `House.impactPrice`. */
  impactMid(): number {
    const price = (side: Side): number => this.#house.impactPrice(side, this.#book.levels(side));
    return (price('buy') + price('sell')) / 2;
  }

  state(): HouseState {
    return this.#house.state();
  }
}

/** Why an order ends before it takes an offer that it reaches; null where it takes it. */
function obstacleTo({ side, userId }: NewOrder, { price, order }: Offer, band: Band): Ended | null {
  if (!reaches(side, band[side], price)) return 'market';
  return order?.userId === userId ? 'own_order' : null;
}

/** How many lots of an offer a budget pays. */
function lotsFor(budget: bigint, { price, lots }: Offer): number {
  const affordable = budget / BigInt(price);
  return affordable < BigInt(lots) ? Number(affordable) : lots;
}

/** How many of these lots an order may take of an offer. */
function roomOf({ side, userId }: NewOrder, { price, order }: Offer, lots: number, meeting: Meeting | null): number {
  if (!order || !meeting) return lots;
  const [buyerId, sellerId] = side === 'buy' ? [userId, order.userId] : [order.userId, userId];
  return meeting.room(buyerId, sellerId, price, lots);
}

function fillOf({ id, userId, side }: NewOrder, { price, order }: Offer, lots: number): Fill {
  return { taker: { id, userId }, maker: order && { id: order.id, userId: order.userId }, side, price, lots };
}

/** Why the rest of an order that met no obstacle ends; null where it rests. */
function endOf({ price, timeInForce }: NewOrder): Ended | null {
  if (price === null) return 'market';
  return timeInForce === 'IOC' ? 'immediate' : null;
}

/** The better of two prices of a side, of which one is defined. */
function better(side: Side, one: number | undefined, other: number | undefined): number {
  if (one === undefined) return other as number;
  if (other === undefined) return one;
  return side === 'buy' ? Math.max(one, other) : Math.min(one, other);
}

/** Whether a price is better for an order that takes from this side. */
const isBetter = (side: Side, price: number, than: number): boolean => (side === 'buy' ? price > than : price < than);
