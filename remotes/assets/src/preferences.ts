import { flag, hideAmounts } from '@tessera/storage';
import { storedAtom } from '@tessera/storage/atom';

/* Choices that every screen of this remote shares and that are there again at the next visit. */

export const hideAmountsAtom = storedAtom(hideAmounts);
export const hideSmallAtom = storedAtom({ name: 'assets.hide-small', initial: false, accept: flag });
