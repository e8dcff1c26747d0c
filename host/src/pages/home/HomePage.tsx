import { useSite } from '@tessera/api/site';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { useRealtimeState, useSession } from '@tessera/session';
import { IconButton, Mark, OfflineBadge, Page } from '@tessera/ui';
import { CircleUserRound, Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Banners } from './Banners.tsx';
import styles from './HomePage.module.css';
import { Movers } from './Movers.tsx';
import { News } from './News.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { TotalAssets } from './TotalAssets.tsx';
import { Welcome } from './Welcome.tsx';

// One file: the shell carries name and hash of each.
const UnreadBell = lazy(() => import(/* webpackChunkName: "home-later" */ './UnreadBell.tsx'));
const DownloadBanner = lazy(() => import(/* webpackChunkName: "home-later" */ './DownloadBanner.tsx'));

export default function HomePage() {
  const t = useTexts('host');
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
          <IconButton
            label={t('home.search')}
            icon={<Search />}
            onClick={() => open(screenUrl('/pages/market/search'))}
          />
          {session && (
            <Suspense>
              <UnreadBell />
            </Suspense>
          )}
          {/* A guest logs in below; the settings are theirs, too. */}
          <IconButton
            label={t('home.account')}
            icon={<CircleUserRound />}
            onClick={() => open(screenUrl('/pages/setting/setting'))}
          />
        </>
      }
    >
      <div className={styles.sections}>
        {status === 'offline' && (
          <div role="status">
            <OfflineBadge />
          </div>
        )}
        {session ? <TotalAssets /> : <Welcome />}
        <Shortcuts signedIn={session !== null} />
        <Banners />
        {site.data?.download_url && (
          <Suspense>
            <DownloadBanner site={site.data} url={site.data.download_url} />
          </Suspense>
        )}
        <Movers />
        <News />
        {site.data && <p className={styles.feed}>{t(`home.feed.${site.data.feed}`)}</p>}
      </div>
    </Page>
  );
}
