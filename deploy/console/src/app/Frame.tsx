import { type ReleaseRight, rightsOfRole } from '@tessera/api/kit/rights';
import { useQuery } from '@tessera/query';
import { Heading } from '@tessera/ui';
import { Lock } from '@tessera/ui/icons';
import { useCallback, useEffect, useRef } from 'react';
import { AnnouncementsScreen } from '../announcements/AnnouncementsScreen.tsx';
import { ChangesScreen } from '../changes/ChangesScreen.tsx';
import { HistoryScreen } from '../history/HistoryScreen.tsx';
import { InstrumentsScreen } from '../instruments/InstrumentsScreen.tsx';
import { MachinesScreen } from '../machines/MachinesScreen.tsx';
import { ModerationScreen } from '../moderation/ModerationScreen.tsx';
import { Notice } from '../notice/Notice.tsx';
import { areOld, FiguresProvider, usePolledFigures } from '../registry/figures.ts';
import { ReleasesScreen } from '../releases/ReleasesScreen.tsx';
import { ServicesScreen } from '../services/ServicesScreen.tsx';
import { mayRelease } from '../session/rights.ts';
import type { StaffSession } from '../session/staff-session.ts';
import { useIdleEnd } from '../session/use-idle-end.ts';
import { SupportScreen } from '../support/SupportScreen.tsx';
import { texts } from '../texts.ts';
import { TreasuryScreen } from '../treasury/TreasuryScreen.tsx';
import { ChainWarning } from './ChainWarning.tsx';
import styles from './Frame.module.css';
import { Freshness } from './Freshness.tsx';
import { FreshnessNotice } from './FreshnessNotice.tsx';
import { useServices } from './services.ts';
import { TopBar } from './TopBar.tsx';
import { useNow } from './use-now.ts';
import { useScreen } from './use-screen.ts';

/** Until the backend has told its own limit, and for one that does not. */
const IDLE_MS = 30 * 60_000;

/** Why nothing can be released now; null when it can. */
function blockedBy(rights: readonly ReleaseRight[], old: boolean): string | null {
  if (!mayRelease(rights)) return texts.blocked.role;
  return old ? texts.blocked.old : null;
}

/** The screens of a signed-in member, below the notices for all screens. */
export function Frame({ session }: { readonly session: StaffSession }) {
  const { member, logOut, session: store, now: clock } = useServices();
  const figures = usePolledFigures();
  const now = useNow();
  const screen = useScreen();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(screen);
  // The role may have been changed since the log-in.
  const me = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => member(signal) });
  const { name, role } = me.data ?? session.member;
  const rights = me.data?.rights ?? rightsOfRole(role);
  const endIdle = useCallback(() => {
    // The call reads the token when it is made, so it comes first. Unheard, the session ends by itself as soon.
    logOut().catch(() => undefined);
    store.close('idle');
  }, [logOut, store]);
  useIdleEnd({ after: me.data?.idle_ms ?? IDLE_MS, now: clock, end: endIdle });
  const old = figures.status !== undefined && areOld(figures, now);
  const blocked = blockedBy(rights, old);

  useEffect(() => {
    document.title = `${texts[screen].title} · ${texts.product}`;
    if (shown.current === screen) return;
    shown.current = screen;
    heading.current?.focus();
  }, [screen]);

  return (
    <FiguresProvider value={figures}>
      <TopBar screen={screen} name={name} role={role} />
      <main className={styles.main}>
        <div className={styles.heading}>
          <Heading as="h1" ref={heading} size={28} tabIndex={-1}>
            {texts[screen].title}
          </Heading>
          <Freshness old={old} now={now} />
        </div>
        <div className={styles.notices}>
          {figures.status?.chain === 'broken' && <ChainWarning />}
          {old && <FreshnessNotice now={now} />}
          {(screen === 'releases' || screen === 'history') && !mayRelease(rights) && (
            <Notice tone="info" icon={<Lock />}>
              <p>{texts.frame.readOnly(role)}</p>
            </Notice>
          )}
        </div>
        {screen === 'releases' && <ReleasesScreen blocked={blocked} />}
        {screen === 'history' && <HistoryScreen blocked={blocked} />}
        {screen === 'instruments' && <InstrumentsScreen role={role} />}
        {screen === 'services' && <ServicesScreen role={role} />}
        {screen === 'treasury' && <TreasuryScreen role={role} />}
        {screen === 'changes' && <ChangesScreen />}
        {screen === 'machines' && <MachinesScreen />}
        {screen === 'support' && <SupportScreen role={role} id={me.data?.id ?? null} />}
        {screen === 'announcements' && <AnnouncementsScreen role={role} />}
        {screen === 'moderation' && <ModerationScreen role={role} id={me.data?.id ?? null} />}
      </main>
      <footer className={styles.footer}>
        {/* Written beside the page by its build. */}
        <a href={`assets/licences-${process.env.TESSERA_VERSION}.json`} target="_blank" rel="noreferrer">
          {texts.frame.licences}
        </a>
      </footer>
    </FiguresProvider>
  );
}
