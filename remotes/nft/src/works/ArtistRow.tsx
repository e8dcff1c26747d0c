import type { Artwork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Avatar } from '@tessera/ui';
import { ChevronRight } from '@tessera/ui/icons';
import styles from './Detail.module.css';

/** Who made it, and the way to everything else by them. */
export function ArtistRow({ artist }: Pick<Artwork, 'artist'>) {
  const t = useTexts('nft');
  return (
    <ScreenLink className={styles.artist} to={screenUrl('/pages/nft/artistDetail', { id: artist.id })}>
      <Avatar name={artist.name} src={artist.avatar} />
      <span className={styles.who}>
        <span className={styles.weak}>{t('work.creator')}</span>
        <strong>{artist.name}</strong>
      </span>
      <ChevronRight />
    </ScreenLink>
  );
}
