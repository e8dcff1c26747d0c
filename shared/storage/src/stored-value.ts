import { readText, subscribeText, writeText } from './area.ts';

export type StoredDefinition<T> = {
  /** Owner and name: `trading.pair` is stored under the key `tessera.trading.pair`. */
  readonly name: `${string}.${string}`;
  /** Raised when stored values change their meaning; 1 unless given. */
  readonly version?: number;
  /** The value while nothing valid is stored. */
  readonly initial: T;
  /** Returns the value that was stored, or undefined where it is none: anything may stand on a device. */
  readonly accept: (stored: unknown) => T | undefined;
  /** Returns a value of an older version as one of this version. Without it, values of older versions are dropped. */
  readonly migrate?: (stored: unknown, version: number) => unknown;
  /** `text`: version 1 is stored as it is, without quotes. For strings that other code reads too. */
  readonly format?: 'json' | 'text';
};

export type StoredValue<T> = {
  readonly name: string;
  readonly initial: T;
  /** The same object until another value is stored. */
  readonly read: () => T;
  /** Null and undefined store nothing: the next read returns `initial`. */
  readonly write: (value: T) => void;
  readonly clear: () => void;
  /** Calls `listener` after each change, in this tab or another. Unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
};

/*
 * Version 1 is stored bare (`"BTC/USDT"`), later ones with their number: `{"version":2,"value":"BTC/USDT"}`. So a value
 * stored before values had versions is version 1, and a release that is rolled back still reads it.
 */
type Versioned = { readonly version: number; readonly value: unknown };

const isVersioned = (content: unknown): content is Versioned =>
  typeof content === 'object' &&
  content !== null &&
  'value' in content &&
  'version' in content &&
  typeof content.version === 'number' &&
  content.version > 1;

/** Undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decode(text: string, format: 'json' | 'text'): Versioned {
  const content = parsed(text);
  if (isVersioned(content)) return content;
  return { version: 1, value: format === 'text' ? text : content };
}

function encode(value: unknown, version: number, format: 'json' | 'text'): string {
  if (version > 1) return JSON.stringify({ version, value });
  return format === 'text' ? String(value) : JSON.stringify(value);
}

/** A value that outlives the visit, for code outside of components; `storedAtom` makes it an atom for components. */
export function storedValue<T>(definition: StoredDefinition<T>): StoredValue<T> {
  const { name, version = 1, initial, accept, migrate, format = 'json' } = definition;
  let known: { readonly text: string; readonly value: T } | undefined;

  const accepted = (text: string): T => {
    const stored = decode(text, format);
    if (stored.version === version) return accept(stored.value) ?? initial;
    // A newer version was written by a release that has been rolled back since: it is not ours to read.
    if (stored.version > version || !migrate) return initial;
    return accept(migrate(stored.value, stored.version)) ?? initial;
  };

  return {
    name,
    initial,
    read() {
      const text = readText(name);
      if (text === null) return initial;
      if (known?.text !== text) known = { text, value: accepted(text) };
      return known.value;
    },
    write(value) {
      const text = value === null || value === undefined ? null : encode(value, version, format);
      if (text !== null) known = { text, value };
      writeText(name, text);
    },
    clear: () => writeText(name, null),
    subscribe: (listener) => subscribeText(name, listener),
  };
}
