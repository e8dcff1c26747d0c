import { IconButton, Mark, Span } from '@tessera/ui';
import { LogOut, Moon, Sun, User } from '@tessera/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { useWaitingChanges } from '../changes/queries.ts';
import { AccountDialog } from '../session/AccountDialog.tsx';
import { texts } from '../texts.ts';
import { useServices } from './services.ts';
import styles from './TopBar.module.css';
import { chooseTheme, shownTheme } from './theme.ts';
import { SCREENS, type Screen, screenHref } from './use-screen.ts';

export type TopBarProps = { readonly screen: Screen; readonly name: string; readonly role: string };

/** Brand, screens, who is signed in, appearance and log-out. */
export function TopBar({ screen, name, role }: TopBarProps) {
  const { logOut: sendLogOut, session } = useServices();
  const [theme, setTheme] = useState(shownTheme);
  const waiting = useWaitingChanges();
  const [own, setOwn] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const current = useRef<HTMLAnchorElement>(null);
  const badged = waiting > 0;
  useEffect(() => {
    // On a phone not all screens fit; the badge makes its link wider once it is known.
    if (screen || badged) current.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [screen, badged]);

  const turn = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    chooseTheme(next);
    setTheme(next);
  };
  const logOut = async () => {
    setLeaving(true);
    try {
      await sendLogOut();
      session.close('left');
    } catch {
      // Logging out always succeeds locally; the next screen reports a failure on the server.
      session.close('unheard');
    }
  };

  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <p className={styles.brand}>
          <Mark />
          <Span tone="strong" size={16} weight="strong">
            {texts.product}
          </Span>
        </p>
        <nav className={styles.nav} aria-label={texts.frame.navigation}>
          {SCREENS.map((each) => (
            <a
              key={each}
              ref={each === screen ? current : undefined}
              className={styles.link}
              href={screenHref(each)}
              aria-current={each === screen ? 'page' : undefined}
            >
              {texts.frame[each]}
              {each === 'changes' && waiting > 0 && (
                <span className={styles.badge} title={texts.changes.waitForYou(waiting)}>
                  {waiting}
                </span>
              )}
            </a>
          ))}
        </nav>
        <p className={styles.who} title={texts.frame.signedIn(name, role)}>
          <span className={styles.name}>{name}</span>
          <span className={styles.role}>{role}</span>
        </p>
        <div className={styles.tools}>
          <IconButton
            label={theme === 'dark' ? texts.frame.toLight : texts.frame.toDark}
            icon={theme === 'dark' ? <Sun /> : <Moon />}
            onClick={turn}
          />
          <IconButton label={texts.account.title} icon={<User />} onClick={() => setOwn(true)} />
          <IconButton label={texts.frame.logOut} icon={<LogOut />} disabled={leaving} onClick={() => void logOut()} />
        </div>
      </div>
      {own && <AccountDialog onClose={() => setOwn(false)} />}
    </header>
  );
}
