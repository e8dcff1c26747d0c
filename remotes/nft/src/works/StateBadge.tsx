import type { Artwork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { Badge, type BadgeTone } from '@tessera/ui';

const TONES: Readonly<Record<Artwork['status'], BadgeTone>> = {
  upcoming: 'accent',
  on_sale: 'success',
  sold_out: 'neutral',
  ended: 'neutral',
};

export function StateBadge({ status }: Pick<Artwork, 'status'>) {
  const t = useTexts('nft');
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>;
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
