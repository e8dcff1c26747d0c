import { useCallback, useSyncExternalStore } from 'react';

/**
 * What this remote keeps on the device, under a prefix of its own. A browser that refuses storage (private mode,
 * full) costs memory across visits, nothing else.
 */
const PREFIX = 'tessera.trading.';

export type Preference<T> = {
  read(): T;
  write(value: T): void;
  subscribe(changed: () => void): () => void;
};

function stored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null;
    throw error;
  }
}

function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** A choice that outlives the visit; `accept` turns whatever was stored into a valid value. */
export function preference<T>(name: string, accept: (value: unknown) => T): Preference<T> {
  let current: { readonly value: T } | null = null;
  const listeners = new Set<() => void>();
  return {
    read() {
      current ??= { value: accept(stored(name)) };
      return current.value;
    },
    write(value) {
      current = { value };
      store(name, value);
      for (const listener of listeners) listener();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

export function usePreference<T>(kept: Preference<T>): readonly [T, (value: T) => void] {
  const value = useSyncExternalStore(kept.subscribe, kept.read);
  return [value, useCallback((next: T) => kept.write(next), [kept])];
}

/** One of a few words, the first unless stored otherwise. */
export const oneOf =
  <const T extends readonly [string, ...string[]]>(...words: T) =>
  (value: unknown): T[number] =>
    words.find((word) => word === value) ?? words[0];

/** Those of `words` that are stored; `otherwise` when nothing is. */
export const someOf =
  <T extends string>(words: readonly T[], otherwise: readonly T[]) =>
  (value: unknown): readonly T[] =>
    Array.isArray(value) ? words.filter((word) => value.includes(word)) : otherwise;
