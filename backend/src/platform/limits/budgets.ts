/** ms in which a budget that is used up is full again. */
export const BUDGET_PERIOD = 60_000;
/** Keys that are kept at most; what is deleted starts with a full budget. */
const MOST_KEYS = 100_000;
/** Part of a budget below which other nodes need not know of it. */
const WORTH_SHARING = 1 / 8;

type Bucket = {
  /** Unix ms at which the budget is full again. */
  fullAt: number;
  /** ms of it that other nodes do not know of. */
  unshared: number;
};

/**
 * Budgets by key in this node's memory, as leaky buckets (the generic cell rate algorithm of ITU-T I.371): a spent unit
 * is back after its part of the period. Nodes tell each other what was spent, so that they allow as much as one would,
 * within the pause between two tellings.
 */
export class Budgets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #mostKeys: number;

  constructor(mostKeys = MOST_KEYS) {
    this.#mostKeys = mostKeys;
  }

  /** Spends units of a budget of `most` a period. Returns 0, or the ms to wait for if too little is left. */
  spend(key: string, units: number, most: number, now: number): number {
    const cost = (units * BUDGET_PERIOD) / most;
    const bucket = this.#bucketOf(key, now);
    const wait = bucket.fullAt + cost - now - BUDGET_PERIOD;
    if (wait > 0) return Math.ceil(wait);
    bucket.fullAt += cost;
    bucket.unshared += cost;
    this.#keep(key, bucket, now);
    return 0;
  }

  /** What was spent since the last time, in ms by key; without budgets that were hardly touched. */
  takeSpent(now: number): ReadonlyMap<string, number> {
    const spent = new Map<string, number>();
    for (const [key, bucket] of this.#buckets) {
      if (bucket.unshared === 0 || bucket.fullAt - now < BUDGET_PERIOD * WORTH_SHARING) continue;
      spent.set(key, bucket.unshared);
      bucket.unshared = 0;
    }
    return spent;
  }

  /** Takes in what another node has spent. */
  addSpent(spent: Iterable<readonly [string, number]>, now: number): void {
    for (const [key, cost] of spent) {
      const bucket = this.#bucketOf(key, now);
      bucket.fullAt = Math.min(bucket.fullAt + cost, now + BUDGET_PERIOD);
      this.#keep(key, bucket, now);
    }
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** A budget that is full begins anew; so does one from a time that is ahead, after the clock was set back. */
  #bucketOf(key: string, now: number): Bucket {
    const bucket = this.#buckets.get(key);
    const isSpent = bucket && bucket.fullAt > now && bucket.fullAt <= now + BUDGET_PERIOD;
    return isSpent ? bucket : { fullAt: now, unshared: 0 };
  }

  /** Keys stay in the order of their last use: the ones to delete come first. */
  #keep(key: string, bucket: Bucket, now: number): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    for (const [oldest, { fullAt }] of this.#buckets) {
      if (fullAt > now && this.#buckets.size <= this.#mostKeys) return;
      this.#buckets.delete(oldest);
    }
  }
}
