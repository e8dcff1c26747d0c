export type FrameScheduler = (flush: () => void) => void;

/** A value that waits for its frame. */
type Waiting = {
  /** Makes it the value in force; returns who listens to it. */
  take(): ReadonlySet<() => void> | undefined;
};

/** Values that belong together, by symbol: what arrived of one symbol is shown in one frame, or not yet. */
export type FrameQueue = {
  add(group: string, waiting: Waiting): void;
};

/**
 * Groups whose listeners are notified per frame. A market tick changes every row of a list: notifying all in one frame
 * delays it on a slow phone, spreading them over a few frames is not visible.
 */
const SYMBOLS_A_FRAME = 2;

export function createFrameQueue(nextFrame: FrameScheduler): FrameQueue {
  const groups = new Map<string, Set<Waiting>>();

  function flush(): void {
    let told = 0;
    for (const [group, all] of [...groups]) {
      if (told === SYMBOLS_A_FRAME) break;
      groups.delete(group);
      // All values first: a listener reads those of the others too.
      const listeners = new Set([...all].flatMap((each) => [...(each.take() ?? [])]));
      for (const listener of listeners) listener();
      if (listeners.size > 0) told += 1;
    }
    if (groups.size > 0) nextFrame(flush);
  }

  return {
    add(group, waiting) {
      if (groups.size === 0) nextFrame(flush);
      const known = groups.get(group);
      if (known) known.add(waiting);
      else groups.set(group, new Set([waiting]));
    },
  };
}

export type LiveValues<T> = {
  get(key: string): T | undefined;
  /** Called after a frame in which the value of the key changed. */
  listen(key: string, listener: () => void): () => void;
  /** Takes effect in one of the next frames; `merge` receives the pending value, or else the current one. */
  put(key: string, merge: (before: T | undefined) => T): void;
  /** Sets values immediately, before others were rendered. */
  set(key: string, value: T): void;
  forget(key: string): void;
};

/**
 * Latest values by key. Listeners are notified at most once per frame: the screen cannot show more. While a page is
 * hidden its frames stop; then one value per key is pending.
 */
export function createLiveValues<T>(queue: FrameQueue, groupOf: (key: string) => string = (key) => key): LiveValues<T> {
  const values = new Map<string, T>();
  const pending = new Map<string, T>();
  const listeners = new Map<string, Set<() => void>>();

  function take(key: string): ReadonlySet<() => void> | undefined {
    const value = pending.get(key);
    if (value === undefined) return undefined;
    pending.delete(key);
    values.set(key, value);
    return listeners.get(key);
  }

  return {
    get: (key) => values.get(key),
    listen(key, listener) {
      const known = listeners.get(key) ?? new Set();
      listeners.set(key, known.add(listener));
      return () => {
        known.delete(listener);
        if (known.size === 0 && listeners.get(key) === known) listeners.delete(key);
      };
    },
    put(key, merge) {
      const first = !pending.has(key);
      pending.set(key, merge(pending.get(key) ?? values.get(key)));
      if (first) queue.add(groupOf(key), { take: () => take(key) });
    },
    set: (key, value) => void values.set(key, value),
    forget(key) {
      values.delete(key);
      pending.delete(key);
    },
  };
}
