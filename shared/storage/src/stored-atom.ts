import type { WritableAtom } from 'jotai';
import { atomWithStorage, RESET } from 'jotai/vanilla/utils';
import { type StoredDefinition, type StoredValue, storedValue } from './stored-value.ts';

export { RESET };

type Change<T> = T | typeof RESET | ((before: T) => T | typeof RESET);
export type StoredAtom<T> = WritableAtom<T, [Change<T>], void>;

/**
 * A stored value as an atom: `const [pair, setPair] = useAtom(chosenPair)`. Its first value is the stored one, without a
 * render in between. It follows changes by other tabs and by code outside of components; `RESET` clears it.
 */
export function storedAtom<T>(source: StoredDefinition<T> | StoredValue<T>): StoredAtom<T> {
  const value = 'read' in source ? source : storedValue(source);
  return atomWithStorage<T>(
    value.name,
    value.initial,
    {
      getItem: () => value.read(),
      setItem: (_, next) => value.write(next),
      removeItem: () => value.clear(),
      subscribe: (_, changed) => value.subscribe(() => changed(value.read())),
    },
    { getOnInit: true },
  );
}
