import { guarded, oneOf } from '@tessera/storage';
import { storedAtom } from '@tessera/storage/atom';
import type { MarginMode, SizeUnit } from './form.ts';

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

/** What sizes are entered in: units of the base, as most exchanges start, until another one is chosen. */
export const sizeUnit = storedAtom<SizeUnit>({
  name: 'trading.size-unit',
  initial: 'amount',
  accept: oneOf('lots', 'amount', 'value'),
});
