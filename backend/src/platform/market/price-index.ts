/*
 * Prices of a symbol that something waits for, sorted: a sweep touches only what is reached. Prices and marks
 * are whole ticks. Trailing stops are looked at one by one, because each new best moves their prices.
 */

/** `above`: reached by a mark at the price or higher; `below`: at the price or lower. */
export type Level = { readonly when: 'above' | 'below'; readonly price: number };

export type Trail = {
  readonly side: 'long' | 'short';
  /** The mark from which on it trails; null where it does, or begins at once. */
  readonly activation: number | null;
  /** Null before it trails. */
  readonly best: number | null;
  /** Reached at this price or beyond; null before it trails. */
  readonly price: number | null;
  /** The least progress of the mark that moves it, in ticks. */
  readonly step: number;
};

type Entry = { readonly key: string; readonly price: number };

/** Where a price belongs, lowest first for `above`, highest first for `below`. */
function positionOf(entries: readonly Entry[], price: number, ascending: boolean): number {
  let from = 0;
  let to = entries.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const other = (entries[middle] as Entry).price;
    if (ascending ? other < price : other > price) from = middle + 1;
    else to = middle;
  }
  return from;
}

class SymbolIndex {
  readonly #above: Entry[] = [];
  readonly #below: Entry[] = [];
  readonly trails = new Map<string, Trail>();

  get isEmpty(): boolean {
    return this.#above.length === 0 && this.#below.length === 0 && this.trails.size === 0;
  }

  add(key: string, { when, price }: Level): void {
    const entries = when === 'above' ? this.#above : this.#below;
    entries.splice(positionOf(entries, price, when === 'above'), 0, { key, price });
  }

  remove(key: string, { when, price }: Level): void {
    const entries = when === 'above' ? this.#above : this.#below;
    for (let index = positionOf(entries, price, when === 'above'); entries[index]?.price === price; index++) {
      if (entries[index]?.key !== key) continue;
      entries.splice(index, 1);
      return;
    }
  }

  reached(mark: number, found: string[]): void {
    for (const { key, price } of this.#above) {
      if (price > mark) break;
      found.push(key);
    }
    for (const { key, price } of this.#below) {
      if (price < mark) break;
      found.push(key);
    }
  }
}

/** What a mark does to a trailing stop: nothing, it is reached, or its best price moves. */
export function trailBy(trail: Trail, mark: number): 'reached' | 'moved' | null {
  const ahead = (one: number, other: number) => (trail.side === 'long' ? one >= other : one <= other);
  if (trail.price !== null && ahead(trail.price, mark)) return 'reached';
  if (trail.best === null) return trail.activation === null || ahead(mark, trail.activation) ? 'moved' : null;
  const progress = trail.side === 'long' ? mark - trail.best : trail.best - mark;
  return progress >= trail.step ? 'moved' : null;
}

/** What waits for prices, by keys of its owner. */
export class PriceIndex {
  readonly #symbols = new Map<string, SymbolIndex>();
  readonly #known = new Map<string, { readonly symbol: string; readonly level: Level | null }>();

  get size(): number {
    return this.#known.size;
  }

  clear(): void {
    this.#symbols.clear();
    this.#known.clear();
  }

  #of(symbol: string): SymbolIndex {
    const index = this.#symbols.get(symbol) ?? new SymbolIndex();
    this.#symbols.set(symbol, index);
    return index;
  }

  set(key: string, symbol: string, level: Level): void {
    const before = this.#known.get(key);
    if (before?.symbol === symbol && before.level?.price === level.price && before.level.when === level.when) return;
    this.delete(key);
    this.#known.set(key, { symbol, level });
    this.#of(symbol).add(key, level);
  }

  setTrail(key: string, symbol: string, trail: Trail): void {
    this.delete(key);
    this.#known.set(key, { symbol, level: null });
    this.#of(symbol).trails.set(key, trail);
  }

  delete(key: string): void {
    const known = this.#known.get(key);
    if (!known) return;
    this.#known.delete(key);
    const index = this.#of(known.symbol);
    if (known.level) index.remove(key, known.level);
    else index.trails.delete(key);
    if (index.isEmpty) this.#symbols.delete(known.symbol);
  }

  /** Keys whose price a mark has reached, and those of trailing stops that it moves. */
  sweep(symbol: string, mark: number): { readonly reached: readonly string[]; readonly moved: readonly string[] } {
    const index = this.#symbols.get(symbol);
    const reached: string[] = [];
    const moved: string[] = [];
    if (!index) return { reached, moved };
    index.reached(mark, reached);
    for (const [key, trail] of index.trails) {
      const effect = trailBy(trail, mark);
      if (effect === 'reached') reached.push(key);
      else if (effect === 'moved') moved.push(key);
    }
    return { reached, moved };
  }
}
