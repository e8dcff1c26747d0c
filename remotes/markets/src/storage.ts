/**
 * What this remote keeps on the device, under a prefix of its own. A browser that refuses storage (private
 * mode, full) costs memory across visits, nothing else.
 */
const PREFIX = 'tessera.markets.';

export type StoredName = 'favourites' | 'recent';

const isSymbols = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** A stored list of symbols; empty for anything that is not one. */
export function readSymbols(name: StoredName): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? '[]');
    return isSymbols(value) ? value : [];
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return [];
    throw error;
  }
}

export function writeSymbols(name: StoredName, symbols: readonly string[]): void {
  try {
    if (symbols.length === 0) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(symbols));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The stored list as a source for `useSyncExternalStore`: the same array until it is written again. */
export type SymbolStore = {
  read(): readonly string[];
  write(symbols: readonly string[]): void;
  subscribe(changed: () => void): () => void;
};

export function symbolStore(name: StoredName): SymbolStore {
  let symbols: readonly string[] | null = null;
  const listeners = new Set<() => void>();
  const read = () => {
    symbols ??= readSymbols(name);
    return symbols;
  };
  return {
    read,
    write(next) {
      symbols = next;
      writeSymbols(name, next);
      for (const listener of listeners) listener();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
