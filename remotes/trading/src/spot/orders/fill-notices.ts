/** Who tells of a fill: the answer to the order that was just placed, or the account event that follows. Never both. */
export type FillNotices = {
  /** An order is under way; what it fills is told by its answer. Returns the way to say that the answer is there. */
  placing(): () => void;
  /** The answer told of this order. */
  told(id: string): void;
  /** Should the event of a fill be told? `waiting`: the order was among the open ones. Says yes once per order. */
  toTell(id: string, waiting: boolean): boolean;
};

export function createFillNotices(): FillNotices {
  const known = new Set<string>();
  let underWay = 0;
  return {
    placing() {
      underWay += 1;
      return () => {
        underWay -= 1;
      };
    },
    told: (id) => void known.add(id),
    toTell(id, waiting) {
      if (known.has(id) || (underWay > 0 && !waiting)) return false;
      known.add(id);
      return true;
    },
  };
}

export const fillNotices = createFillNotices();
