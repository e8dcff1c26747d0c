import type { Artwork } from '@tessera/api/nft';
import { type ScreenUrl, screenUrl } from '@tessera/router';

/** Where a work is shown; films have a screen of their own. */
export const workScreen = ({ code, type }: Pick<Artwork, 'code' | 'type'>): ScreenUrl =>
  type === 'video'
    ? screenUrl('/pages/nft/artworkDetail_video', { code })
    : screenUrl('/pages/nft/artworkDetail', { code });

/** Where it is bought: an auction has a screen of its own. */
export const saleScreen = ({ code, sale_type }: Pick<Artwork, 'code' | 'sale_type'>): ScreenUrl =>
  sale_type === 'auction' ? screenUrl('/pages/nft/purchase_one', { code }) : screenUrl('/pages/nft/purchase', { code });
