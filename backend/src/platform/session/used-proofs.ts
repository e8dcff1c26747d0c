/** Ids in memory at most: more than a node can check in the time that they are kept. */
const MOST = 1_000_000;

export type UsedProofs = {
  /** Notes an id until it has no use any more; false for one that was noted before. `now` is Unix ms. */
  use(id: string, now: number): boolean;
};

/** The ids of proofs that were used on this node within the last `lasts` ms. */
export function createUsedProofs(lasts: number): UsedProofs {
  /** When each was used, the first one first. */
  const used = new Map<string, number>();
  return {
    use(id, now) {
      for (const [oldest, at] of used) {
        if (now - at <= lasts && used.size < MOST) break;
        used.delete(oldest);
      }
      if (used.has(id)) return false;
      used.set(id, now);
      return true;
    },
  };
}
