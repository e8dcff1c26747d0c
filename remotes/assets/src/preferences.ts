import { flag } from '@tessera/storage';
import { storedAtom } from '@tessera/storage/atom';

/* Choices that every screen of this remote shares and that are there again at the next visit. */

export const hideAmountsAtom = storedAtom({ name: 'assets.hide-amounts', initial: false, accept: flag });
export const hideSmallAtom = storedAtom({ name: 'assets.hide-small', initial: false, accept: flag });
