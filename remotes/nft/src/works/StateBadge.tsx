import type { Artwork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { Badge, type BadgeTone } from '@tessera/ui';

const TONES: Readonly<Record<Artwork['status'], BadgeTone>> = {
  upcoming: 'accent',
  on_sale: 'success',
  sold_out: 'neutral',
  ended: 'neutral',
};

/** The state of a sale in words. */
export function StateText({ status, stock }: Pick<Artwork, 'status' | 'stock'>) {
  const t = useTexts('nft');
  // The only one of its kind is sold, not sold out.
  return status === 'sold_out' && stock === 1 ? t('mine.tabs.sold') : t(`status.${status}`);
}

export const StateBadge = (work: Pick<Artwork, 'status' | 'stock'>) => (
  <Badge tone={TONES[work.status]}>
    <StateText {...work} />
  </Badge>
);

/** What the figure of a work is: the key of its text. */
export function askLabel({ sale_type, current_bid, status }: Pick<Artwork, 'sale_type' | 'current_bid' | 'status'>) {
  if (sale_type !== 'auction') return 'card.price';
  if (current_bid === null) return 'card.startPrice';
  return status === 'sold_out' ? 'card.soldFor' : 'card.currentBid';
}

const RARITY_TONES: Readonly<Record<Artwork['rarity'], BadgeTone>> = {
  common: 'neutral',
  rare: 'accent',
  epic: 'success',
  legendary: 'warn',
};

export function RarityBadge({ rarity }: Pick<Artwork, 'rarity'>) {
  const t = useTexts('nft');
  return <Badge tone={RARITY_TONES[rarity]}>{t(`rarity.${rarity}`)}</Badge>;
}
