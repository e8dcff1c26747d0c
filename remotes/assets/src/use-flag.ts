import { useState } from 'react';
import { readFlag, storeFlag } from './storage.ts';

/** A choice that is there again at the next visit. */
export function useFlag(name: Parameters<typeof storeFlag>[0]): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readFlag(name));
  return [
    on,
    (next) => {
      storeFlag(name, next);
      setOn(next);
    },
  ];
}
