import { guarded, oneOf } from '@tessera/storage';
import { storedAtom } from '@tessera/storage/atom';
import type { MarginMode } from './form.ts';

/** As most exchanges start: cross, 10×. */
export const marginMode = storedAtom<MarginMode>({
  name: 'trading.margin-mode',
  initial: 'cross',
  accept: oneOf('cross', 'isolated'),
});

export const chosenMultiple = storedAtom<number>({
  name: 'trading.multiple',
  initial: 10,
  accept: guarded((stored): stored is number => Number.isSafeInteger(stored) && Number(stored) > 0),
});
