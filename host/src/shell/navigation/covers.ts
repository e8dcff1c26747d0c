/** What moves through the browser's history. */
export type HistoryDoor = {
  /** How many covers are open at the current history entry. */
  depth(): number;
  /** Adds a step for the cover of this depth. */
  add(depth: number): void;
  /** Moves by so many steps; the arrival comes later. */
  go(steps: number): void;
  /** Calls back when what happens now is over. */
  defer(action: () => void): void;
};

export type Covers = {
  /** Registers an overlay. Returns a function to call when it is closed by other means than back. */
  cover(close: () => void): () => void;
  /** The history has arrived at a step. Returns false where the step was only for covers that are closed by now. */
  arrived(): boolean;
  /** Takes the steps of all covers but `left` out of the history, then acts; at once where there are none. */
  leave(left: 0 | 1, action: () => void): void;
  readonly count: number;
};

/**
 * Sheets and dialogs in the browser's history: each has a separate entry, so that going back closes it; the entry is
 * removed when it is closed otherwise, or replaced by the screen that is opened from it.
 */
export function createCovers(history: HistoryDoor): Covers {
  let open: Array<{ readonly close: () => void }> = [];
  let moving = false;
  let then: (() => void) | null = null;

  const move = (steps: number) => {
    moving = true;
    history.go(steps);
  };
  const settle = () => {
    const surplus = history.depth() - open.length;
    if (!moving && surplus > 0) move(-surplus);
  };

  return {
    get count() {
      return open.length;
    },
    cover(close) {
      const own = { close };
      open = [...open, own];
      history.add(open.length);
      return () => {
        if (!open.includes(own)) return;
        open = open.filter((each) => each !== own);
        history.defer(settle);
      };
    },
    arrived() {
      moving = false;
      const depth = history.depth();
      const closed = open.slice(depth);
      open = open.slice(0, depth);
      for (const { close } of closed.toReversed()) close();
      if (then) {
        const action = then;
        then = null;
        action();
        return false;
      }
      if (depth <= open.length) return true;
      move(open.length - depth);
      return false;
    },
    leave(left, action) {
      const surplus = history.depth() - left;
      if (surplus <= 0) return action();
      then = action;
      if (!moving) move(-surplus);
    },
  };
}
