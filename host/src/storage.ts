/**
 * What the host keeps in local storage, under a prefix of its own: other packages and other applications
 * share the origin. A browser that refuses storage (private mode, full) costs memory across visits, nothing else.
 */
const PREFIX = 'tessera.host.';
const MARKER = 'web-version';
/** Raised when what is stored changes its meaning; older stores are cleared. */
const WEB_VERSION = 1;

export type StoredName =
  | 'token'
  | 'user'
  | 'language'
  | 'theme'
  | 'fiat'
  | 'fiat-rates'
  | 'hide-total'
  // Releases: which client this is to a ramp, the last good manifest, what failed here, what was reported, what ran.
  | 'client'
  | 'release'
  | 'quarantine'
  | 'reported'
  | 'versions';

function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}

export const readStored = (name: StoredName): string | null => attempt(() => localStorage.getItem(PREFIX + name), null);

export function store(name: StoredName, value: string | null): void {
  attempt(
    () => (value === null ? localStorage.removeItem(PREFIX + name) : localStorage.setItem(PREFIX + name, value)),
    undefined,
  );
}

/** A stored JSON value that `check` accepts; anything else counts as not stored. */
export function readStoredJson<T>(name: StoredName, check: (value: unknown) => value is T): T | null {
  const raw = readStored(name);
  if (raw === null) return null;
  try {
    const value: unknown = JSON.parse(raw);
    return check(value) ? value : null;
  } catch {
    return null;
  }
}

/** Clears the application's own keys (all packages') when the stored marker is older than this version. */
export function clearOutdatedStorage(): void {
  attempt(() => {
    if (Number(localStorage.getItem(PREFIX + MARKER) ?? 0) >= WEB_VERSION) return;
    for (const key of Object.keys(localStorage)) if (key.startsWith('tessera.')) localStorage.removeItem(key);
    localStorage.setItem(PREFIX + MARKER, String(WEB_VERSION));
  }, undefined);
}
