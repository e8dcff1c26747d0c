/*
 * The page's part of local storage. Other applications share the origin, so every key begins with `tessera.`. A browser
 * that rejects storage (private mode, full) costs memory across visits only.
 */
const NAMESPACE = 'tessera.';

/** What the browser rejected to keep, for the rest of this visit. */
const unkept = new Map<string, string>();
const listeners = new Map<string, Set<() => void>>();

const keyOf = (name: string): string => NAMESPACE + name;

/** Only what the browser rejects is caught: any other error is a mistake of ours. */
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}

const remove = (key: string): void => attempt(() => localStorage.removeItem(key), undefined);

/** Returns whether the browser keeps it. */
function keep(key: string, text: string): boolean {
  return attempt(() => {
    localStorage.setItem(key, text);
    return true;
  }, false);
}

function notify(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}

/** Another tab wrote a key, or removed all of them (`key` is null). */
function onOtherTab({ key, storageArea }: StorageEvent): void {
  if (attempt(() => storageArea !== localStorage, true)) return;
  for (const changed of key === null ? [...listeners.keys()] : [key]) {
    unkept.delete(changed);
    notify(changed);
  }
}

export function readText(name: string): string | null {
  const key = keyOf(name);
  return unkept.get(key) ?? attempt(() => localStorage.getItem(key), null);
}

/** Null removes it. */
export function writeText(name: string, text: string | null): void {
  const key = keyOf(name);
  unkept.delete(key);
  if (text === null) remove(key);
  else if (!keep(key, text)) {
    // Better nothing at the next visit than the value that this one replaces.
    remove(key);
    unkept.set(key, text);
  }
  notify(key);
}

/** Calls `listener` after each change, in this tab or another. Unsubscribes. */
export function subscribeText(name: string, listener: () => void): () => void {
  const key = keyOf(name);
  if (listeners.size === 0) addEventListener('storage', onOtherTab);
  const those = listeners.get(key) ?? new Set();
  listeners.set(key, those.add(listener));
  return () => {
    those.delete(listener);
    if (those.size === 0 && listeners.get(key) === those) listeners.delete(key);
    if (listeners.size === 0) removeEventListener('storage', onOtherTab);
  };
}

/** Removes every key of the page when the stored generation is older than this one. */
export function clearBefore(generation: number, marker: string): void {
  if (Number(readText(marker) ?? 0) >= generation) return;
  const keys = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(NAMESPACE)), []);
  for (const key of keys) remove(key);
  writeText(marker, String(generation));
}
