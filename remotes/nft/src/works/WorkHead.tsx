import type { Artwork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Badge, Heading, Inline, Stack } from '@tessera/ui';
import { RarityBadge } from './StateBadge.tsx';

type Named = Pick<
  Artwork,
  'name' | 'collection' | 'rarity' | 'type' | 'is_blind_box' | 'edition' | 'editions' | 'resale'
>;

/** Name, collection, rarity, kind and edition of a work. */
export function WorkHead({ work }: { readonly work: Named }) {
  const t = useTexts('nft');
  const { collection, edition, editions } = work;
  return (
    <Stack gap={1} items="start">
      {collection && (
        <ScreenLink to={screenUrl('/pages/nft/nft', { tab: 'works', collection_id: collection.id })}>
          {collection.name}
        </ScreenLink>
      )}
      <Heading size={20} breaks>
        {work.name}
      </Heading>
      <Inline as="span" gap={1} wrap>
        <RarityBadge rarity={work.rarity} />
        <Badge>{t(`type.${work.type}`)}</Badge>
        {work.is_blind_box && <Badge tone="accent">{t('saleType.blind_box')}</Badge>}
        {edition !== null && <Badge>{t('work.editionOf', { number: edition, count: editions })}</Badge>}
        {work.resale && <Badge tone="accent">{t('work.resale')}</Badge>}
      </Inline>
    </Stack>
  );
}
