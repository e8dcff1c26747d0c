import type { Side } from './order-book.ts';
import type { UndoLog } from './undo-log.ts';

/*
 * What the house quotes. Its liquidity is finite: each level of a ladder on both sides of the centre holds a quantity
 * that orders consume and that comes back over time. The centre leans against the house's inventory, the side that would
 * add to it thins out, and at the cap there is nothing left on that side.
 *
 * Floating point places the quotes and fills the levels; what is traded are whole ticks and whole lots.
 */

export type HouseTerms = {
  /** Between centre and best quote; a ratio of the price. */
  readonly halfSpread: number;
  /** From the best to the last level; a ratio of the price. */
  readonly width: number;
  /** Levels a side. */
  readonly levels: number;
  /** Lots that a full side holds. */
  readonly depth: number;
  /** Largest inventory, long or short, in depths. */
  readonly cap: number;
  /** How far the centre leans at full inventory; a ratio of the price. */
  readonly skew: number;
  /** In which a level regains 63 % of what it lacks, ms. */
  readonly refill: number;
};

/** How much more the levels further away hold: the last one has 1 + GROWTH times the first. */
const GROWTH = 2;

/**
 * Rejects terms that a trader could earn by (figures of a simulated month: docs/market-data.md).
 * `fee` is what a taker pays on each side, a ratio.
 */
export function checkTerms({ halfSpread, width, skew, cap, levels, depth, refill }: HouseTerms, fee: number): void {
  if (!(halfSpread > 0 && width > 0 && refill > 0 && depth >= levels && levels >= 1 && cap > 0)) {
    throw new RangeError('half-spread, width, refill, depth, levels and cap must be positive, a level at least a lot');
  }
  // Otherwise a trader who drives the inventory from one end to the other earns the skew.
  if (skew > fee + halfSpread) throw new RangeError('the skew is larger than the fee and the half-spread');
  // Otherwise one sweep moves the centre by more than it pays on the way through the ladder.
  if (skew / cap > width) throw new RangeError('a sweep moves the centre further than the width of the ladder');
}

export type HouseState = {
  /** Lots held; negative where the house is short. */
  readonly inventory: number;
};

export type HouseLevel = { readonly price: number; lots: number };

/** Lots that the house trades at one price. */
export type Block = { readonly price: number; readonly lots: number };

/** Share of each level in what a full side holds. */
function sharesOf(levels: number): number[] {
  const weights = Array.from({ length: levels }, (_, level) => 1 + (levels > 1 ? (GROWTH * level) / (levels - 1) : 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** How far a level is from the centre; a ratio. */
const awayOf = ({ halfSpread, width, levels }: HouseTerms, level: number): number =>
  halfSpread + (levels > 1 ? (width * level) / (levels - 1) : 0);

/** Of what a full side holds: the size whose price on both sides makes the mark. */
const IMPACT = 0.1;

/** What it takes to trade the impact size with a full side of the house alone. */
type Impact = {
  readonly lots: number;
  /** Mean distance from the centre, and that of the last level which it reaches; ratios. */
  readonly mean: number;
  readonly last: number;
};

function impactOf(terms: HouseTerms, shares: readonly number[] = sharesOf(terms.levels)): Impact {
  const lots = Math.max(1, terms.depth * IMPACT);
  let left = lots;
  let paid = 0;
  let last = terms.halfSpread;
  for (let level = 0; level < terms.levels && left > 0; level++) {
    const here = Math.min(left, terms.depth * (shares[level] as number));
    last = awayOf(terms, level);
    paid += here * last;
    left -= here;
  }
  // A house of less than a lot a side: the rest at its last level.
  return { lots, mean: (paid + Math.max(0, left) * last) / lots, last };
}

/**
 * How far the middle of the impact prices can be from the index, whatever orders rest and whatever the house holds; a
 * ratio. The centre leans by the skew at most, and orders count no further than the best quote of a full house across.
 */
export function impactReach(terms: HouseTerms): number {
  const { mean } = impactOf(terms);
  return terms.skew + ((1 + terms.skew) * (terms.halfSpread + mean)) / 2;
}

/** Quotes of one instrument. */
export class House {
  #terms: HouseTerms;
  #shares: readonly number[];
  #impact: Impact;
  /** Lots that stand at each level, with fractions that are not quoted yet. */
  #bids: Float64Array;
  #asks: Float64Array;
  #inventory: number;
  #mid = 0;
  #at = Number.NaN;
  /** Largest inventory, long or short, that new trades may lead to; lots. */
  #most = Number.POSITIVE_INFINITY;
  readonly #undo: UndoLog | null;
  /** The epoch of the undo log for which the state is kept. */
  #kept = 0;

  /**
   * Begins with an empty ladder, which refills. One that came back full would make interruptions of the market worth
   * causing.
   */
  constructor(terms: HouseTerms, { inventory }: HouseState = { inventory: 0 }, undo: UndoLog | null = null) {
    this.#terms = terms;
    this.#inventory = inventory;
    this.#undo = undo;
    this.#shares = sharesOf(terms.levels);
    this.#impact = impactOf(terms, this.#shares);
    this.#bids = new Float64Array(terms.levels);
    this.#asks = new Float64Array(terms.levels);
  }

  /** Keeps what a rollback restores, before a change. */
  #keep(): void {
    if (!this.#undo?.isOpen || this.#kept === this.#undo.epoch) return;
    this.#kept = this.#undo.epoch;
    const bids = this.#bids.slice();
    const asks = this.#asks.slice();
    const inventory = this.#inventory;
    const mid = this.#mid;
    const at = this.#at;
    const most = this.#most;
    this.#undo.push(() => {
      this.#bids.set(bids);
      this.#asks.set(asks);
      this.#inventory = inventory;
      this.#mid = mid;
      this.#at = at;
      this.#most = most;
    });
  }

  /** New terms, between batches. Begins with an empty ladder; `inventory` in the lots of now. */
  revise(terms: HouseTerms, inventory: number): void {
    this.#terms = terms;
    this.#inventory = inventory;
    this.#shares = sharesOf(terms.levels);
    this.#impact = impactOf(terms, this.#shares);
    this.#bids = new Float64Array(terms.levels);
    this.#asks = new Float64Array(terms.levels);
    this.#at = Number.NaN;
  }

  get inventory(): number {
    return this.#inventory;
  }

  /** Takes all quotes away. The ladder is empty when quotes return, and refills. */
  withdraw(): void {
    if (Number.isNaN(this.#at)) return;
    this.#keep();
    this.#bids.fill(0);
    this.#asks.fill(0);
    this.#at = Number.NaN;
  }

  /** Quotes a full ladder around this mid price, in ticks. */
  fill(mid: number): void {
    this.move(mid, Number.NEGATIVE_INFINITY);
    this.move(mid, Number.POSITIVE_INFINITY);
  }

  /** Quotes nothing that could lead to a larger inventory, long or short, than this; lots. */
  restrict(most: number): void {
    if (most === this.#most) return;
    this.#keep();
    this.#most = most;
  }

  /**
   * Moves the quotes to a new mid price (in ticks, with fractions) and refills the levels up to `at`, Unix ms. `thin`
   * scales what the levels of a side hold that adds to the inventory: 1 for all, 0 for nothing.
   */
  move(mid: number, at: number, thin = 1): void {
    this.#keep();
    const { refill, depth, cap } = this.#terms;
    this.#mid = mid;
    const regained = Number.isNaN(this.#at) ? 0 : 1 - Math.exp(-Math.max(0, at - this.#at) / refill);
    this.#at = at;
    const lean = this.#inventory / (cap * depth);
    this.#refill(this.#bids, lean >= 0 ? Math.min(thin, 1 - lean) : 1, regained);
    this.#refill(this.#asks, lean <= 0 ? Math.min(thin, 1 + lean) : 1, regained);
  }

  #refill(side: Float64Array, scale: number, regained: number): void {
    for (let level = 0; level < side.length; level++) {
      const target = Math.max(0, scale) * this.#terms.depth * (this.#shares[level] as number);
      const stands = side[level] as number;
      // A side that thins out loses what is above its target at once.
      side[level] = stands > target ? target : stands + (target - stands) * regained;
    }
  }

  /** The whole lots that stand on a side, best price first, no more than the inventory cap allows. */
  quotes(side: Side): HouseLevel[] {
    const found: HouseLevel[] = [];
    this.#quote(side, (price, lots) => {
      const before = found.at(-1);
      // Levels of a coarse tick fall together.
      if (before?.price === price) before.lots += lots;
      else found.push({ price, lots });
      return true;
    });
    return found;
  }

  /** The first of `quotes`. */
  best(side: Side): HouseLevel | null {
    let found: HouseLevel | null = null as HouseLevel | null;
    this.#quote(side, (price, lots) => {
      if (found && found.price !== price) return false;
      if (found) found.lots += lots;
      else found = { price, lots };
      return true;
    });
    return found;
  }

  /** Calls `each` with the levels of a side that hold a lot, best first, until it returns false. */
  #quote(side: Side, each: (price: number, lots: number) => boolean): void {
    const { levels } = this.#terms;
    const stands = side === 'buy' ? this.#bids : this.#asks;
    let room = this.#room(side);
    const centre = this.#centre;
    for (let level = 0; level < levels && room >= 1; level++) {
      const lots = Math.min(Math.floor(stands[level] as number), room);
      if (lots === 0) continue;
      const away = awayOf(this.#terms, level);
      const price = side === 'buy' ? Math.floor(centre * (1 - away)) : Math.ceil(centre * (1 + away));
      if (price < 1) break;
      room -= lots;
      if (!each(price, lots)) break;
    }
  }

  /** Lots that it may trade on a side before its inventory is as large as it may be. */
  #room(side: Side): number {
    const most = Math.min(Math.floor(this.#terms.cap * this.#terms.depth), this.#most);
    return side === 'buy' ? most - this.#inventory : most + this.#inventory;
  }

  /**
   * As many of these lots as the house trades in one block at `worst` or better; null where that is none. All of them have
   * one price: the mid, and the mean distance of the levels that they are taken from. The lean is no part of it: an order
   * that moves the house's inventory moves the price of no block.
   */
  block(side: Side, lots: number, worst: number): Block | null {
    const { levels } = this.#terms;
    if (Number.isNaN(this.#at)) return null;
    const stands = side === 'buy' ? this.#bids : this.#asks;
    const sign = side === 'buy' ? -1 : 1;
    const bound = sign * (worst / this.#mid - 1);
    let room = this.#room(side);
    let taken = 0;
    let distance = 0;
    for (let level = 0; level < levels && taken < lots && room >= 1; level++) {
      const away = awayOf(this.#terms, level);
      const here = Math.min(Math.floor(stands[level] as number), room, lots - taken);
      // With these lots the mean distance is the bound.
      const fits = away > bound ? Math.floor((bound * taken - distance) / (away - bound)) : here;
      const more = Math.max(0, Math.min(here, fits));
      taken += more;
      distance += more * away;
      room -= more;
      if (more < here) break;
    }
    if (taken === 0) return null;
    const mean = this.#mid * (1 + (sign * distance) / taken);
    const price = side === 'buy' ? Math.max(worst, Math.floor(mean)) : Math.min(worst, Math.ceil(mean));
    return price < 1 ? null : { price, lots: taken };
  }

  get #centre(): number {
    const { skew, cap, depth } = this.#terms;
    return this.#mid * (1 - (skew * this.#inventory) / (cap * depth));
  }

  /**
   * The mean price, in ticks with fractions, at which a side takes the impact size: from the orders that rest there, best
   * first, and from a full side of the house around its centre, also where what stands is swept or withheld. So few lots
   * move it little, and none moves it beyond the best quote that a full house has across.
   */
  impactPrice(side: Side, orders: Iterable<HouseLevel>): number {
    const { halfSpread, depth, levels } = this.#terms;
    const sign = side === 'buy' ? -1 : 1;
    const centre = this.#centre;
    const { lots, mean, last } = this.#impact;
    const across = centre * (1 - sign * halfSpread);
    const quoteAt = (level: number): number => centre * (1 + sign * awayOf(this.#terms, level));
    let left = lots;
    let paid = 0;
    let level = 0;
    let stands = depth * (this.#shares[0] as number);
    const take = (price: number, most: number): number => {
      const here = Math.min(left, most);
      paid += here * price;
      left -= here;
      return here;
    };
    for (const order of orders) {
      const price = sign * Math.max(sign * order.price, sign * across);
      // No better than where the house alone has filled it.
      if (left <= 0 || sign * price >= sign * centre * (1 + sign * last)) break;
      while (left > 0 && level < levels && sign * quoteAt(level) < sign * price) {
        stands -= take(quoteAt(level), stands);
        if (left > 0) stands = depth * (this.#shares[++level] ?? 0);
      }
      take(price, order.lots);
    }
    if (left === lots) return centre * (1 + sign * mean);
    while (left > 0 && level < levels) {
      take(quoteAt(level), stands);
      stands = depth * (this.#shares[++level] ?? 0);
    }
    take(centre * (1 + sign * last), left);
    return paid / lots;
  }

  /** Takes lots from the levels of a side at a price or better, best first, and books them into the inventory. */
  take(side: Side, lots: number): void {
    this.#keep();
    const stands = side === 'buy' ? this.#bids : this.#asks;
    let left = lots;
    for (let level = 0; level < stands.length && left > 0; level++) {
      const here = Math.min(left, Math.floor(stands[level] as number));
      stands[level] = (stands[level] as number) - here;
      left -= here;
    }
    if (left > 0) throw new RangeError(`the house was asked for ${lots} lots, ${left} more than stand there`);
    this.#inventory += side === 'buy' ? lots : -lots;
  }

  state(): HouseState {
    return { inventory: this.#inventory };
  }
}
