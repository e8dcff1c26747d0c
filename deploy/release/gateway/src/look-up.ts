import { LRUCache } from 'lru-cache';

/**
 * ms for which what was not found counts as missing, and a list as complete: clients that make names up have the store asked
 * ten times a second, and a version is found as soon as it is released, which takes longer after its publication.
 */
export const MISSING_FOR = 100;
/** Names that count as missing at most, and their characters: clients make them up. */
const MOST_MISSING = 10_000;
const MOST_CHARACTERS = 2_000_000;

/** Monotonic ms. */
export type Clock = () => number;

/**
 * Looks for what never changes once it exists: once for all who wait for it, and again `MISSING_FOR` after it was not found.
 * `isMissing` says of a result that it is kept for so long.
 */
export function lookUp<Value>(
  look: (name: string) => Promise<Value>,
  now: Clock,
  isMissing: (found: Value) => boolean = (found) => found === undefined,
): (name: string) => Promise<Value> {
  const missing = new LRUCache<string, { readonly found: Value; readonly at: number }>({
    max: MOST_MISSING,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_, name) => name.length + 1,
  });
  const underWay = new Map<string, Promise<Value>>();
  return (name) => {
    const recent = missing.get(name);
    if (recent && now() - recent.at < MISSING_FOR) return Promise.resolve(recent.found);
    const running = underWay.get(name);
    if (running) return running;
    const at = now();
    const looking = look(name)
      .then((found) => {
        if (isMissing(found)) missing.set(name, { found, at });
        return found;
      })
      .finally(() => underWay.delete(name));
    underWay.set(name, looking);
    return looking;
  };
}

/** Whether a list has a name. It is read again for a name that it does not have, at most once in `MISSING_FOR`. */
export function listed(read: () => Promise<readonly string[]>, now: Clock): (name: string) => Promise<boolean> {
  let known: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const readAgain = async () => {
    const at = now();
    known = new Set(await read());
    readAt = at;
  };
  return async (name) => {
    if (known.has(name)) return true;
    if (!reading && now() - readAt < MISSING_FOR) return false;
    reading ??= readAgain().finally(() => {
      reading = undefined;
    });
    await reading;
    return known.has(name);
  };
}
