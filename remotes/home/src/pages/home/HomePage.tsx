import { useSite } from '@tessera/api/site';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { useRealtimeState, useSession } from '@tessera/session';
import { IconButton, Mark, OfflineBadge, Page, Skeleton, SkeletonRows, Stack, Text } from '@tessera/ui';
import { CircleUserRound, Search } from 'lucide-react';
import { Banners } from './Banners.tsx';
import styles from './HomePage.module.css';
import { later } from './load-later.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { TotalAssets } from './TotalAssets.tsx';
import { Welcome } from './Welcome.tsx';

const UnreadBell = later((all) => all.UnreadBell);
const DownloadBanner = later((all) => all.DownloadBanner);
const Movers = later(
  (all) => all.Movers,
  <section className={styles.card}>
    <Skeleton height="2.75rem" />
    <SkeletonRows count={6} />
  </section>,
);
const News = later((all) => all.News);

export default function HomePage() {
  const t = useTexts('home');
  const open = useOpenScreen();
  const session = useSession();
  const { status } = useRealtimeState();
  const site = useSite();
  const name = site.data?.site_name ?? 'Tessera';
  return (
    <Page
      title={name}
      heading={
        <span className={styles.brand}>
          {site.data ? <img className={styles.logo} src={site.data.site_logo} alt="" /> : <Mark />}
          {name}
        </span>
      }
      actions={
        <>
          <IconButton label={t('search')} icon={<Search />} onClick={() => open(screenUrl('/pages/market/search'))} />
          {session && <UnreadBell />}
          {/* A guest logs in below; the settings are theirs, too. */}
          <IconButton
            label={t('account')}
            icon={<CircleUserRound />}
            onClick={() => open(screenUrl('/pages/setting/setting'))}
          />
        </>
      }
    >
      <Stack gap={4} shrinks below={6} above={2}>
        {status === 'offline' && (
          <div role="status">
            <OfflineBadge />
          </div>
        )}
        {session ? <TotalAssets /> : <Welcome />}
        <Shortcuts signedIn={session !== null} />
        <Banners />
        {site.data?.download_url && <DownloadBanner site={site.data} url={site.data.download_url} />}
        <Movers />
        <News />
        {site.data && (
          <Text size={11} align="center">
            {t(`feed.${site.data.feed}`)}
          </Text>
        )}
      </Stack>
    </Page>
  );
}
