import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { type Location, Route, Routes, screenUrl, useLocation, useNavigate } from '@tessera/router';
import { useLanguage } from '@tessera/session';
import { LoadingBar, TabBar, ToastHost } from '@tessera/ui';
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Release } from '../federation/release.ts';
import { tabsOf } from '../federation/route-table.ts';
import type { SessionOwner } from '../session/session.ts';
import { useBusy } from './busy.ts';
import { FailedScreen } from './FailedScreen.tsx';
import { HOME_ICON } from './home-icon.ts';
import { LeavingBoundary } from './LeavingBoundary.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import styles from './Shell.module.css';
import { useFocusOnTitle } from './use-focus-on-title.ts';
import { type Screen, useScreen } from './use-screen.ts';
import { useScrollMemory } from './use-scroll-memory.ts';
import { useTelemetry } from './use-telemetry.ts';

const ReleaseNotice = lazy(() => import('./ReleaseNotice.tsx'));

type Props = { readonly release: Release; readonly session: SessionOwner };

/** Home, then the entries that the released remotes ask for. */
function useTabs(release: Release) {
  const versions = useSyncExternalStore(release.subscribe, release.current);
  const { code } = useLanguage();
  const t = useTexts('common');
  return useMemo(
    () => [
      { path: HOME, label: t('home'), icon: HOME_ICON },
      ...tabsOf(versions).map(({ path, label, icon }) => ({ path, label: label[code] ?? path, icon })),
    ],
    [versions, code, t],
  );
}

/** Carries out the navigation that remotes ask for over the bus. */
function useNavigationRequests() {
  const navigate = useNavigate();
  useEffect(
    () => bus.on('navigate', ({ to, replace }) => void navigate(to, { replace: replace ?? false })),
    [navigate],
  );
}

function ScreenView({
  screen,
  onRetry,
  onBroken,
}: {
  screen: Screen;
  onRetry: () => void;
  onBroken: (error: unknown) => void;
}) {
  if (screen.kind !== 'page') return <FailedScreen screen={screen} onRetry={onRetry} />;
  const Page = screen.component;
  return (
    <ScreenBoundary onBroken={onBroken}>
      <Page />
    </ScreenBoundary>
  );
}

/** A screen keeps the location it was opened with until the next one takes its place. */
function AtLocation({ location, children }: { location: Location; children: React.ReactNode }) {
  return (
    <Routes location={location}>
      <Route path="*" element={children} />
    </Routes>
  );
}

const HOME = screenUrl('/');
const HOME_ALIAS = screenUrl('/pages/index/index');

export function Shell({ release, session }: Props) {
  const { screen, loading, retry, broke } = useScreen(release, session);
  const tabs = useTabs(release);
  const t = useTexts('common');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const busy = useBusy();
  useNavigationRequests();
  useScrollMemory(screen?.location.key);
  useFocusOnTitle(screen?.key);
  useTelemetry(release, screen);
  const offered = useSyncExternalStore(release.subscribe, release.offered);
  const noticed = release.overrides.length > 0 || offered.length > 0;

  const here = pathname === HOME_ALIAS ? HOME : pathname;
  // A failed screen may have no way back of its own, so the bar stays with it.
  const barVisible = screen?.kind !== 'page' || tabs.some(({ path }) => path === here);
  const direction = screen?.kind === 'page' ? screen.direction : 'forward';
  return (
    <div className={styles.shell}>
      <LoadingBar active={loading || busy} />
      <div className={styles.outlet} data-bar={barVisible || undefined} data-notice={noticed || undefined}>
        <LeavingBoundary>
          {screen && (
            <div key={screen.key} className={styles.screen} data-direction={direction}>
              <AtLocation location={screen.location}>
                <ScreenView screen={screen} onRetry={retry} onBroken={broke} />
              </AtLocation>
            </div>
          )}
        </LeavingBoundary>
      </div>
      {barVisible && (
        <div className={styles.tabs}>
          <TabBar label={t('navigation')} items={tabs} current={here} onSelect={(path) => void navigate(path)} />
        </div>
      )}
      <ToastHost />
      {noticed && (
        <Suspense>
          <ReleaseNotice
            release={release}
            onAgree={() => {
              release.agree();
              retry();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
