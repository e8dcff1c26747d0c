/** Tells listeners that something changed, without a render of the component that owns it. */
export type Signal = {
  emit(): void;
  /** Returns a function that stops listening. */
  listen(changed: () => void): () => void;
};

export function signal(): Signal {
  const listeners = new Set<() => void>();
  return {
    emit() {
      for (const changed of listeners) changed();
    },
    listen(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}
