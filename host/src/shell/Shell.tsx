import { useTexts } from '@tessera/i18n';
import { type Location, type Navigation, NavigationContext, Route, Routes } from '@tessera/router';
import { useLanguage } from '@tessera/session';
import { LoadingBar, scrollBehaviour, TabBar, ToastHost, useWide } from '@tessera/ui';
import { optionalPart } from '@tessera/ui/optional-part';
import { Activity, type ReactNode, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Release } from '../federation/release.ts';
import { tabPathOf, tabsOf } from '../federation/route-table.ts';
import type { SessionOwner } from '../session/session.ts';
import { endStart } from '../start/end-start.ts';
import { useBusy } from './busy.ts';
import { FailedScreen } from './FailedScreen.tsx';
import { HOME_ICON } from './home-icon.ts';
import { LeavingBoundary } from './LeavingBoundary.tsx';
import { HOME, HOME_ALIAS, type Navigator } from './navigation/navigator.ts';
import { useNavigator } from './navigation/use-navigator.ts';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import styles from './Shell.module.css';
import { useAfterScreen } from './use-after-screen.ts';
import { useFocusOnTitle } from './use-focus-on-title.ts';
import { type PageScreen, useScreen } from './use-screen.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

const ReleaseNotice = optionalPart(() => import(/* webpackChunkName: "rarely" */ './ReleaseNotice.tsx'));

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

/** A screen keeps the location it was opened with until the next one takes its place. */
function AtLocation({ location, children }: { location: Location; children: ReactNode }) {
  return (
    <Routes location={location}>
      <Route path="*" element={children} />
    </Routes>
  );
}

type KeptScreenProps = {
  readonly page: PageScreen;
  readonly shown: boolean;
  /** It is a list beside the screen in front. */
  readonly aside: boolean;
  readonly navigator: Navigator;
  readonly onBroken: (error: unknown, page: PageScreen) => void;
};

/** What a screen is to others where there is room for two. */
const roleOf = ({ remote, location }: PageScreen) =>
  remote?.routes.find(({ path }) => path === location.pathname)?.wide;

/** A screen that is not shown keeps its DOM and what was typed; its effects, subscriptions among them, have ended. */
function KeptScreen({ page, shown, aside, navigator, onBroken }: KeptScreenProps) {
  const Page = page.component;
  const { entry } = page;
  const own = useMemo<Navigation>(
    () => (aside ? { ...navigator, aside, open: (url) => navigator.open(url, { from: entry }) } : navigator),
    [aside, navigator, entry],
  );
  return (
    // Around all of it: where a tool has moved what is inside, only the whole can be taken out of the page.
    <ScreenBoundary onBroken={(error) => onBroken(error, page)}>
      {/* Outside of what is hidden, whose changes wait: the motion begins with the screen. */}
      <div
        className={styles.screen}
        data-motion={shown ? page.motion : undefined}
        data-shown={shown || undefined}
        data-aside={aside || undefined}
        data-wide={roleOf(page)}
        data-at={page.location.pathname + page.location.search}
      >
        <Activity mode={shown || aside ? 'visible' : 'hidden'}>
          <NavigationContext value={own}>
            <AtLocation location={page.location}>
              <Page />
            </AtLocation>
          </NavigationContext>
        </Activity>
      </div>
    </ScreenBoundary>
  );
}

const scrollToTop = () => window.scrollTo({ top: 0, behavior: scrollBehaviour() });

export function Shell({ release, session }: Props) {
  const tabs = useTabs(release);
  const ownTab = (path: string) => (path === HOME || path === HOME_ALIAS ? HOME : tabPathOf(release.current(), path));
  const navigator = useNavigator(ownTab);
  const { screen, kept, loading, retry, broke } = useScreen(release, session, navigator);
  const t = useTexts('common');
  const busy = useBusy();
  const outlet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (screen) endStart();
  }, [screen]);
  useScrollMemory(screen?.entry);
  useFocusOnTitle(screen?.key, screen?.attempt);
  useAfterScreen(release, screen, outlet, navigator);
  const offered = useSyncExternalStore(release.subscribe, release.offered);
  const noticed = release.overrides.length > 0 || offered.length > 0;

  const wide = useWide();
  // A failed screen may have no back button, so the bar stays with it.
  const barVisible = wide || screen?.kind !== 'page' || ownTab(screen.location.pathname) !== null;
  const role = wide && screen?.kind === 'page' ? roleOf(screen) : undefined;
  const aside =
    wide && !role ? kept.findLast((page) => roleOf(page) === 'list' && navigator.isBelow(page.entry)) : undefined;
  const selectTab = (path: string) => {
    if (navigator.selectTab(path, window.scrollY === 0) === 'scroll to top') scrollToTop();
  };
  return (
    <NavigationContext value={navigator}>
      <div className={styles.shell}>
        <LoadingBar active={loading || busy} />
        <div
          ref={outlet}
          className={styles.outlet}
          data-bar={barVisible || undefined}
          data-notice={noticed || undefined}
          data-split={aside ? 'list' : role}
        >
          <LeavingBoundary>
            {kept.map((page) => (
              <KeptScreen
                key={page.key}
                page={page}
                shown={page.key === screen?.key}
                aside={page === aside}
                navigator={navigator}
                onBroken={broke}
              />
            ))}
            {screen && screen.kind !== 'page' && (
              <div key={screen.key} className={styles.screen} data-motion="none" data-shown>
                <AtLocation location={screen.location}>
                  <FailedScreen screen={screen} onRetry={retry} />
                </AtLocation>
              </div>
            )}
          </LeavingBoundary>
        </div>
        {barVisible && (
          <div className={styles.tabs}>
            <TabBar label={t('navigation')} items={tabs} current={navigator.tab} onSelect={selectTab} />
          </div>
        )}
        <ToastHost />
        {noticed && (
          <ReleaseNotice
            release={release}
            onAgree={() => {
              release.agree();
              retry();
            }}
          />
        )}
      </div>
    </NavigationContext>
  );
}
