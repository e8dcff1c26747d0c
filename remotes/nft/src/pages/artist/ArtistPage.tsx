import { type Artist, useArtist, useFollowArtist, useWorks } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useHere, useOpenScreen, useScreenParams } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Avatar, Button, EmptyState, Heading, Loaded, Page, Skeleton, Text, useLocale } from '@tessera/ui';
import { Explained, ShareButton } from '@tessera/ui/content';
import { useState } from 'react';
import { countFigure, volumeFigure } from '../../figures.ts';
import { CardSkeletons } from '../../works/WorkCard.tsx';
import { WorkGrid } from '../../works/WorkGrid.tsx';
import styles from './Artist.module.css';

/** Follows at once, and back if the exchange rejects it; a guest is led to log in and back. */
function FollowButton({ artist }: { readonly artist: Artist }) {
  const t = useTexts('nft');
  const open = useOpenScreen();
  const here = useHere();
  const signedIn = useSession() !== null;
  const [wanted, want] = useState<boolean | null>(null);
  const { run, busy } = useFollowArtist({
    subject: String(artist.id),
    onRejected: () => want(null),
    onUnresolved: () => want(null),
  });
  const on = wanted ?? artist.followed;
  return (
    <Button
      variant={on ? 'secondary' : 'primary'}
      aria-pressed={on}
      busy={busy}
      onClick={() => {
        if (!signedIn) return open(screenUrl('/pages/common/login', { from: here }));
        want(!on);
        run({ id: artist.id, followed: !on });
      }}
    >
      {t(on ? 'artist.following' : 'artist.follow')}
    </Button>
  );
}

function Head({ artist, biography }: { readonly artist: Artist; readonly biography: string }) {
  const t = useTexts('nft');
  const locale = useLocale();
  const volume = volumeFigure(artist.volume, locale);
  return (
    <header>
      <span className={styles.cover}>
        {artist.cover !== null && <img src={artist.cover} alt="" width="960" height="320" decoding="async" />}
      </span>
      <div className={styles.about}>
        <div className={styles.line}>
          <span className={styles.avatar}>
            <Avatar name={artist.name} src={artist.avatar} size="l" />
          </span>
          <FollowButton key={artist.id} artist={artist} />
        </div>
        <Heading size={20} breaks>
          {artist.name}
        </Heading>
        <p>{biography}</p>
        <dl className={styles.figures}>
          <div>
            <Text as="dt">{t('artist.worksTitle')}</Text>
            <Text as="dd" tone="strong" size="inherit" weight="strong">
              {countFigure(artist.work_count, locale)}
            </Text>
          </div>
          <div>
            <Text as="dt">{t('artist.followersTitle')}</Text>
            <Text as="dd" tone="strong" size="inherit" weight="strong">
              {countFigure(artist.followers, locale)}
            </Text>
          </div>
          <div>
            <Text as="dt">{t('artist.volume')}</Text>
            <Text as="dd" tone="strong" size="inherit" weight="strong">
              <Explained title={t('artist.volume')} value={volume} note={t('artist.volumeNote')} />
            </Text>
          </div>
        </dl>
      </div>
    </header>
  );
}

function Works({ id }: { readonly id: number }) {
  const t = useTexts('nft');
  const query = useWorks({ artist_id: id });
  return (
    <WorkGrid
      label={t('artist.worksTitle')}
      query={query}
      empty={<EmptyState compact illustration="box" title={t('artist.noWorks')} />}
    />
  );
}

/** An artist with works, volume and followers. */
export default function ArtistPage() {
  const t = useTexts('nft');
  const [{ id }] = useScreenParams('/pages/nft/artistDetail', { id: 'number?' });
  const query = useArtist(id === undefined ? null : { id });
  const { data } = query;
  return (
    <Page
      title={data?.artist.name ?? t('routes.nft.artistDetail')}
      back
      flush
      actions={data && <ShareButton title={data.artist.name} />}
    >
      {id === undefined && (
        <EmptyState
          illustration="search"
          title={t('artist.missing')}
          action={<Button to={screenUrl('/pages/nft/nft', { tab: 'artists' })}>{t('artist.browse')}</Button>}
        />
      )}
      {id !== undefined && (
        <Loaded
          query={query}
          waiting={
            <>
              <span className={styles.cover} />
              <div className={styles.about} aria-hidden="true">
                <Skeleton width="50%" height="1.5rem" />
                <Skeleton height="4rem" />
                <CardSkeletons count={4} />
              </div>
            </>
          }
        />
      )}
      {data && id !== undefined && (
        <>
          <Head artist={data.artist} biography={data.artist.biography} />
          <div className={styles.works}>
            <Works id={id} />
          </div>
        </>
      )}
    </Page>
  );
}
