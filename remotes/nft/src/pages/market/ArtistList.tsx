import { useArtists } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Avatar, EmptyState, ListRow, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { countFigure, volumeFigure } from '../../figures.ts';
import styles from './Market.module.css';

/** Artists, largest volume first. */
export function ArtistList({ keyword }: { readonly keyword: string }) {
  const t = useTexts('nft');
  const locale = useLocale();
  const query = useArtists(keyword === '' ? {} : { keyword });
  return (
    <div className={styles.bleed}>
      <PagedList
        label={t('market.tabs.artists')}
        query={query}
        row={(artist) => (
          <ListRow
            to={screenUrl('/pages/nft/artistDetail', { id: Number(artist.id) })}
            start={<Avatar name={artist.name} src={artist.avatar} size="l" />}
            title={artist.name}
            subtitle={`${t('artist.works', { count: artist.work_count })} · ${t('artist.followers', { count: artist.followers, shown: countFigure(artist.followers, locale) })}`}
            value={volumeFigure(artist.volume, locale)}
            note={t('artist.volume')}
          />
        )}
        empty={<EmptyState illustration="search" title={t('market.noArtist')} text={t('market.noMatchText')} />}
      />
    </div>
  );
}
