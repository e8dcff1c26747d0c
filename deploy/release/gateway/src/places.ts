import { mayOpenSocket } from '@tessera/api/kit/capacity';

/** Places that addresses share, so that a few of them never take every place: see `mayOpenSocket`. */
export class Places {
  readonly #most: number;
  readonly #held = new Map<string, number>();
  #open = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place; returns a function that gives it back once, or undefined where the address gets none. */
  take(address: string): (() => void) | undefined {
    const mine = this.#held.get(address) ?? 0;
    if (!mayOpenSocket({ held: mine, open: this.#open, most: this.#most })) return undefined;
    this.#held.set(address, mine + 1);
    this.#open += 1;
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      this.#open -= 1;
      const rest = (this.#held.get(address) ?? 1) - 1;
      if (rest > 0) this.#held.set(address, rest);
      else this.#held.delete(address);
    };
  }
}
