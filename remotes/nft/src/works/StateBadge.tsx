import type { Artwork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { Badge, type BadgeTone } from '@tessera/ui';

const TONES: Readonly<Record<Artwork['status'], BadgeTone>> = {
  upcoming: 'accent',
  on_sale: 'success',
  sold_out: 'neutral',
  ended: 'neutral',
};

export function StateBadge({ status, stock }: Pick<Artwork, 'status' | 'stock'>) {
  const t = useTexts('nft');
  // The only one of its kind is sold, not sold out.
  const text = status === 'sold_out' && stock === 1 ? t('mine.tabs.sold') : t(`status.${status}`);
  return <Badge tone={TONES[status]}>{text}</Badge>;
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
