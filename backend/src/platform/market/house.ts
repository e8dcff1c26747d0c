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

/** Quotes of one instrument. */
export class House {
  readonly #terms: HouseTerms;
  readonly #shares: readonly number[];
  /** Lots that stand at each level, with fractions that are not quoted yet. */
  readonly #bids: Float64Array;
  readonly #asks: Float64Array;
  #inventory: number;
  #mid = 0;
  #at = Number.NaN;

  /**
   * Begins with an empty ladder, which refills. One that came back full would make interruptions of the market worth
   * causing.
   */
  constructor(terms: HouseTerms, { inventory }: HouseState = { inventory: 0 }) {
    this.#terms = terms;
    this.#inventory = inventory;
    const { levels } = terms;
    const weights = Array.from(
      { length: levels },
      (_, level) => 1 + (levels > 1 ? (GROWTH * level) / (levels - 1) : 0),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    this.#shares = weights.map((weight) => weight / sum);
    this.#bids = new Float64Array(levels);
    this.#asks = new Float64Array(levels);
  }

  get inventory(): number {
    return this.#inventory;
  }

  /** Moves the quotes to a new mid price (in ticks, with fractions) and refills the levels up to `at`, Unix ms. */
  move(mid: number, at: number): void {
    const { refill, depth, cap } = this.#terms;
    this.#mid = mid;
    const regained = Number.isNaN(this.#at) ? 0 : 1 - Math.exp(-Math.max(0, at - this.#at) / refill);
    this.#at = at;
    const lean = this.#inventory / (cap * depth);
    this.#refill(this.#bids, Math.min(1, 1 - lean), regained);
    this.#refill(this.#asks, Math.min(1, 1 + lean), regained);
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
  quotes(side: 'buy' | 'sell'): HouseLevel[] {
    const { halfSpread, width, levels, depth, cap, skew } = this.#terms;
    const limit = Math.floor(cap * depth);
    let room = side === 'buy' ? limit - this.#inventory : limit + this.#inventory;
    const centre = this.#mid * (1 - (skew * this.#inventory) / (cap * depth));
    const found: HouseLevel[] = [];
    for (let level = 0; level < levels && room >= 1; level++) {
      const away = halfSpread + (levels > 1 ? (width * level) / (levels - 1) : 0);
      const price = side === 'buy' ? Math.floor(centre * (1 - away)) : Math.ceil(centre * (1 + away));
      if (price < 1) break;
      const stands = Math.floor((side === 'buy' ? this.#bids : this.#asks)[level] as number);
      const lots = Math.min(stands, room);
      room -= lots;
      if (lots === 0) continue;
      const before = found.at(-1);
      // Levels of a coarse tick fall together.
      if (before?.price === price) before.lots += lots;
      else found.push({ price, lots });
    }
    return found;
  }

  /** Takes lots from the levels of a side at a price or better, best first, and books them into the inventory. */
  take(side: 'buy' | 'sell', lots: number): void {
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
