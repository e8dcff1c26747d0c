export type FrameScheduler = (flush: () => void) => void;

export type LiveValues<T> = {
  get(key: string): T | undefined;
  /** Called after a frame in which the value of the key changed. */
  listen(key: string, listener: () => void): () => void;
  /**
   * Takes effect in one of the next frames, three observed keys per frame; `merge` receives the pending value, or else
   * the current one.
   */
  put(key: string, merge: (before: T | undefined) => T): void;
  /** Sets values immediately, before others were rendered. */
  set(key: string, value: T): void;
  forget(key: string): void;
};

/**
 * Keys whose listeners are notified per frame. A market tick changes every row of a list: notifying all in one frame
 * delays it on a slow phone, spreading them over a few frames is not visible.
 */
const TOLD_A_FRAME = 3;

/**
 * Latest values by key. Listeners are notified at most once per frame: the screen cannot show more. While a page is
 * hidden its frames stop; then one value per key is pending.
 */
export function createLiveValues<T>(nextFrame: FrameScheduler): LiveValues<T> {
  const values = new Map<string, T>();
  const waiting = new Map<string, T>();
  const listeners = new Map<string, Set<() => void>>();

  function flush(): void {
    let told = 0;
    for (const [key, value] of [...waiting]) {
      const heard = listeners.get(key);
      if (heard && told === TOLD_A_FRAME) continue;
      waiting.delete(key);
      values.set(key, value);
      if (!heard) continue;
      told += 1;
      for (const listener of heard) listener();
    }
    if (waiting.size > 0) nextFrame(flush);
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
      const first = waiting.size === 0;
      waiting.set(key, merge(waiting.get(key) ?? values.get(key)));
      if (first) nextFrame(flush);
    },
    set: (key, value) => void values.set(key, value),
    forget(key) {
      values.delete(key);
      waiting.delete(key);
    },
  };
}
