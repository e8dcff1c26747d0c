import type { UndoLog } from './undo-log.ts';

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

/** Most lots of one order, and of all that rest at one price: their sums stay exact in double precision. */
export const MOST_LOTS = 2 ** 43;
const MOST_LOTS_OF_LEVEL = 2 ** 52;
/** Highest price in ticks. */
export const HIGHEST_PRICE = 2 ** 45;

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** Whether an order of this side at `limit` trades at `price`. */
export const reaches = (side: Side, limit: number, price: number): boolean =>
  side === 'buy' ? price <= limit : price >= limit;

/** An order between those that arrived before and after it at its price. */
type Entry = RestingOrder & { before: Entry | null; after: Entry | null };

/** All orders of a side at one price, in the order of their arrival: a list that any member leaves at once. */
type Level = { readonly price: number; lots: number; first: Entry | null; last: Entry | null };

/** Where the level of a price stands, or belongs. Worst price first, so that the best is at the end and cheap to remove. */
function positionOf(levels: readonly Level[], side: Side, price: number): number {
  let from = 0;
  let to = levels.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const other = (levels[middle] as Level).price;
    if (side === 'buy' ? other < price : other > price) from = middle + 1;
    else to = middle;
  }
  return from;
}

function unlink(level: Level, entry: Entry): void {
  if (entry.before) entry.before.after = entry.after;
  else level.first = entry.after;
  if (entry.after) entry.after.before = entry.before;
  else level.last = entry.before;
  level.lots -= entry.lots;
}

/** Puts an entry back between those that it still names as its neighbours. */
function relink(level: Level, entry: Entry): void {
  if (entry.before) entry.before.after = entry;
  else level.first = entry;
  if (entry.after) entry.after.before = entry;
  else level.last = entry;
  level.lots += entry.lots;
}

export class OrderBook {
  readonly #sides: Readonly<Record<Side, Level[]>> = { buy: [], sell: [] };
  readonly #byId = new Map<string, Entry>();
  readonly #undo: UndoLog | null;

  constructor(undo: UndoLog | null = null) {
    this.#undo = undo;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Readonly<RestingOrder> | undefined {
    return this.#byId.get(id);
  }

  /** Throws a RangeError, and changes nothing, where the id rests already or the amounts are beyond what is exact. */
  add({ id, userId, side, price, lots, sequence }: RestingOrder): void {
    this.check(id, side, price, lots);
    const entry: Entry = { id, userId, side, price, lots, sequence, before: null, after: null };
    const level = this.#levelAt(side, price);
    // The last, but for one that comes back.
    entry.before = level.last;
    while (entry.before && entry.before.sequence > sequence) {
      entry.after = entry.before;
      entry.before = entry.before.before;
    }
    relink(level, entry);
    this.#byId.set(id, entry);
    this.#undo?.push(() => {
      // Not necessarily the level of before: one that ran empty meanwhile was made anew.
      const now = this.#levelAt(side, price);
      unlink(now, entry);
      this.#byId.delete(id);
      this.#dropEmpty(side, now);
    });
  }

  /** Throws the RangeError of `add`. */
  check(id: string, side: Side, price: number, lots: number): void {
    if (this.#byId.has(id)) throw new RangeError(`the order ${id} is in the book already`);
    if (!Number.isSafeInteger(price) || price < 1 || price > HIGHEST_PRICE) {
      throw new RangeError(`a price of ${price} ticks cannot rest`);
    }
    if (!Number.isSafeInteger(lots) || lots < 1 || lots > MOST_LOTS) {
      throw new RangeError(`an order of ${lots} lots cannot rest`);
    }
    const levels = this.#sides[side];
    const level = levels[positionOf(levels, side, price)];
    if (level?.price === price && level.lots + lots > MOST_LOTS_OF_LEVEL) {
      throw new RangeError(`no more lots can rest at ${price} ticks`);
    }
  }

  best(side: Side): Readonly<RestingOrder> | undefined {
    return this.#sides[side].at(-1)?.first ?? undefined;
  }

  /** Best price of a side and the lots that rest there. */
  bestLevel(side: Side): { readonly price: number; readonly lots: number } | undefined {
    return this.#sides[side].at(-1);
  }

  remove(id: string): RestingOrder | undefined {
    const entry = this.#byId.get(id);
    if (!entry) return undefined;
    const { side } = entry;
    const level = this.#levelAt(side, entry.price);
    this.#byId.delete(id);
    unlink(level, entry);
    this.#dropEmpty(side, level);
    this.#undo?.push(() => this.#putBack(entry));
    return entry;
  }

  /** Reduces an order, and removes it once it is filled. */
  fill(id: string, lots: number): void {
    if (lots === this.#byId.get(id)?.lots) this.remove(id);
    else this.reduce(id, lots);
  }

  /** Takes lots from an order, which keeps its place. Throws a RangeError where nothing of it would be left. */
  reduce(id: string, lots: number): void {
    const entry = this.#byId.get(id);
    if (!entry || lots >= entry.lots) throw new RangeError(`the order ${id} cannot be reduced by ${lots} lots`);
    const { side, price } = entry;
    entry.lots -= lots;
    this.#levelAt(side, price).lots -= lots;
    this.#undo?.push(() => {
      entry.lots += lots;
      this.#levelAt(side, price).lots += lots;
    });
  }

  /** Best first. */
  *orders(side: Side): Generator<Readonly<RestingOrder>> {
    const levels = this.#sides[side];
    for (let index = levels.length - 1; index >= 0; index--) {
      for (let entry = levels[index]?.first ?? null; entry; entry = entry.after) yield entry;
    }
  }

  /** Prices with the lots that rest there, best first. */
  *levels(side: Side): Generator<{ readonly price: number; readonly lots: number }> {
    const levels = this.#sides[side];
    for (let index = levels.length - 1; index >= 0; index--) yield levels[index] as Level;
  }

  #levelAt(side: Side, price: number): Level {
    const levels = this.#sides[side];
    const position = positionOf(levels, side, price);
    const found = levels[position];
    if (found?.price === price) return found;
    const level: Level = { price, lots: 0, first: null, last: null };
    levels.splice(position, 0, level);
    return level;
  }

  #dropEmpty(side: Side, level: Level): void {
    if (level.first) return;
    const levels = this.#sides[side];
    levels.splice(positionOf(levels, side, level.price), 1);
  }

  /**
   * Undoes a removal. What happened after it is undone already, so its neighbours stand as they stood; the level of the
   * price may be another object than the one it left.
   */
  #putBack(entry: Entry): void {
    relink(this.#levelAt(entry.side, entry.price), entry);
    this.#byId.set(entry.id, entry);
  }
}
