import type { Artwork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Avatar, Span, Text } from '@tessera/ui';
import { ChevronRight } from '@tessera/ui/icons';
import styles from './Detail.module.css';

/** Who made it, and the way to everything else by them. */
export function ArtistRow({ artist }: Pick<Artwork, 'artist'>) {
  const t = useTexts('nft');
  return (
    <ScreenLink className={styles.artist} to={screenUrl('/pages/nft/artistDetail', { id: artist.id })}>
      <Avatar name={artist.name} src={artist.avatar} />
      <span className={styles.who}>
        <Text as="span">{t('work.creator')}</Text>
        <Span as="strong" weight="medium">
          {artist.name}
        </Span>
      </span>
      <ChevronRight />
    </ScreenLink>
  );
}
