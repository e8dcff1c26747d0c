import { LRUCache } from 'lru-cache';

/** Of each host of a slot, by protocol, and those of the minute before. */
const KEPT = 16;

/**
 * Makes what many clients ask for once: by the objects that it is made of, and by the values of the rest, which is JSON.
 * Nothing of it may depend on what a request claims.
 */
export function remembered<Value extends object>(
  most = KEPT,
): (of: readonly (object | undefined)[], rest: unknown, make: () => Value) => Value {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  const numberOf = (part: object | undefined): number => {
    if (!part) return 0;
    const known = numbers.get(part);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(part, last);
    return last;
  };
  const kept = new LRUCache<string, Value>({ max: most });
  return (of, rest, make) => {
    const key = JSON.stringify([of.map(numberOf), rest]);
    const known = kept.get(key);
    if (known) return known;
    const made = make();
    kept.set(key, made);
    return made;
  };
}
