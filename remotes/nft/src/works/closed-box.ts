import type { Artwork } from '@tessera/api/nft';

/** A blind box that its owner has not opened. */
export const isClosedBox = ({ is_blind_box, opened }: Pick<Artwork, 'is_blind_box' | 'opened'>): boolean =>
  is_blind_box && !opened;
