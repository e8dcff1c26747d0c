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
  /** Those spent from since `#since`, and those last spent from in the period before; what was not is full by now. */
  #recent = new Map<string, Bucket>();
  #former = new Map<string, Bucket>();
  /** Unix ms. */
  #since = Number.NEGATIVE_INFINITY;
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
    this.#keep(key, bucket);
    return 0;
  }

  /** What was spent since the last time, in ms by key; without budgets that were hardly touched. */
  takeSpent(now: number): ReadonlyMap<string, number> {
    const spent = new Map<string, number>();
    for (const buckets of [this.#former, this.#recent]) {
      for (const [key, bucket] of buckets) {
        if (bucket.unshared === 0 || bucket.fullAt - now < BUDGET_PERIOD * WORTH_SHARING) continue;
        spent.set(key, bucket.unshared);
        bucket.unshared = 0;
      }
    }
    return spent;
  }

  /** Takes in what another node has spent. */
  addSpent(spent: Iterable<readonly [string, number]>, now: number): void {
    for (const [key, cost] of spent) {
      const bucket = this.#bucketOf(key, now);
      bucket.fullAt = Math.min(bucket.fullAt + cost, now + BUDGET_PERIOD);
      this.#keep(key, bucket);
    }
  }

  get size(): number {
    return this.#former.size + this.#recent.size;
  }

  /** A budget that is full begins anew; so does one from a time that is ahead, after the clock was set back. */
  #bucketOf(key: string, now: number): Bucket {
    this.#forget(now);
    const bucket = this.#recent.get(key) ?? this.#former.get(key);
    const isSpent = bucket && bucket.fullAt > now && bucket.fullAt <= now + BUDGET_PERIOD;
    return isSpent ? bucket : { fullAt: now, unshared: 0 };
  }

  #keep(key: string, bucket: Bucket): void {
    if (this.#recent.get(key) === bucket) return;
    this.#former.delete(key);
    this.#recent.set(key, bucket);
    if (this.size <= this.#mostKeys) return;
    const buckets = this.#former.size > 0 ? this.#former : this.#recent;
    for (const oldest of buckets.keys()) {
      buckets.delete(oldest);
      return;
    }
  }

  /** Once a period, because it costs more than all else to keep every key in the order of its last use. */
  #forget(now: number): void {
    const past = now - this.#since;
    if (past >= 0 && past < BUDGET_PERIOD) return;
    if (past >= 0) {
      this.#former = past < 2 * BUDGET_PERIOD ? this.#recent : new Map();
      this.#recent = new Map();
    }
    this.#since = now;
  }
}
