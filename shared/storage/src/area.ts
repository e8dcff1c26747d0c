import { deviceArea } from '@tessera/device';

/*
 * The page's part of local storage. Other applications share the origin, so every key begins with `tessera.`. A browser
 * that rejects storage (private mode, full) costs memory across visits only.
 */
const NAMESPACE = 'tessera.';

/** What the browser rejected to keep, for the rest of this visit. */
const unkept = new Map<string, string>();
const listeners = new Map<string, Set<() => void>>();

const keyOf = (name: string): string => NAMESPACE + name;

function notify(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}

/** Another tab wrote a key, or removed all of them (`key` is null). */
function onOtherTab({ key }: StorageEvent): void {
  for (const changed of key === null ? [...listeners.keys()] : [key]) {
    unkept.delete(changed);
    notify(changed);
  }
}

export function readText(name: string): string | null {
  const key = keyOf(name);
  return unkept.get(key) ?? deviceArea.read(key);
}

/** Null removes it. */
export function writeText(name: string, text: string | null): void {
  const key = keyOf(name);
  unkept.delete(key);
  if (text === null) deviceArea.remove(key);
  else if (!deviceArea.keep(key, text)) {
    // Better nothing at the next visit than the value that this one replaces.
    deviceArea.remove(key);
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
