export type FrameScheduler = (flush: () => void) => void;

export type LiveValues<T> = {
  get(key: string): T | undefined;
  /** Called after a frame in which the value of the key changed. */
  listen(key: string, listener: () => void): () => void;
  /** Takes effect with the next frame; `merge` sees what is already waiting for it, or else the value in force. */
  put(key: string, merge: (before: T | undefined) => T): void;
  /** Puts values in force at once, before anybody can have seen another. */
  set(key: string, value: T): void;
  forget(key: string): void;
};

/**
 * Latest values by key. However many arrive, listeners hear at most once a frame: the screen cannot show more.
 * While a page is hidden its frames stop; what waits then is one value a key.
 */
export function createLiveValues<T>(nextFrame: FrameScheduler): LiveValues<T> {
  const values = new Map<string, T>();
  const waiting = new Map<string, T>();
  const listeners = new Map<string, Set<() => void>>();

  function flush(): void {
    const changed = [...waiting];
    waiting.clear();
    for (const [key, value] of changed) values.set(key, value);
    for (const [key] of changed) for (const listener of listeners.get(key) ?? []) listener();
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
