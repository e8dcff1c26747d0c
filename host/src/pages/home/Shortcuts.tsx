import { type MenuEntry, useMenu } from '@tessera/api/content';
import { problemText, useTexts } from '@tessera/i18n';
import { asScreenUrl, ScreenLink, screenUrl } from '@tessera/router';
import { ErrorState, Sheet, Skeleton } from '@tessera/ui';
import { LayoutGrid } from 'lucide-react';
import { useState } from 'react';
import styles from './HomePage.module.css';
import { iconOf } from './shortcut-icons.tsx';

/** Entries on the page itself; the last place of the grid opens all of them. */
const SHOWN = 9;
const GROUPS: ReadonlyArray<MenuEntry['group']> = ['main', 'trade', 'finance', 'more'];

const Shortcut = ({ entry, onFollow }: { readonly entry: MenuEntry; readonly onFollow?: () => void }) => (
  <li>
    <ScreenLink className={styles.shortcut} to={asScreenUrl(entry.path) ?? screenUrl('/')} onClick={onFollow}>
      <span className={styles.tile}>{iconOf(entry.key)}</span>
      <span className={styles.shortcutLabel}>{entry.title}</span>
    </ScreenLink>
  </li>
);

/** Money goes in, out and between accounts from the card of the total. */
const ABOVE: ReadonlySet<string> = new Set(['deposit', 'withdraw', 'transfer']);

/** Who is signed in has the ways of money above already: they are no shortcuts, too. */
export function Shortcuts({ signedIn }: { readonly signedIn: boolean }) {
  const t = useTexts('host');
  const menu = useMenu();
  const [open, setOpen] = useState(false);
  if (menu.isError && !menu.data) {
    return (
      <ErrorState compact text={problemText(menu.error)} onRetry={() => menu.refetch()} retrying={menu.isFetching} />
    );
  }
  if (!menu.data) return <Skeleton height="9.5rem" />;
  const entries = menu.data.list;
  const onPage = signedIn ? entries.filter(({ key }) => !ABOVE.has(key)) : entries;
  return (
    <nav aria-label={t('home.shortcuts')}>
      <ul className={styles.shortcuts}>
        {onPage.slice(0, SHOWN).map((entry) => (
          <Shortcut key={entry.key} entry={entry} />
        ))}
        <li>
          <button type="button" className={styles.shortcut} onClick={() => setOpen(true)}>
            <span className={styles.tile}>
              <LayoutGrid className="lucide" />
            </span>
            <span className={styles.shortcutLabel}>{t('home.more')}</span>
          </button>
        </li>
      </ul>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('home.allServices')} tall>
        {GROUPS.map((group) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.heading}>{t(`home.group.${group}`)}</h3>
            <ul className={styles.shortcuts}>
              {entries
                .filter((entry) => entry.group === group)
                .map((entry) => (
                  <Shortcut key={entry.key} entry={entry} onFollow={() => setOpen(false)} />
                ))}
            </ul>
          </section>
        ))}
      </Sheet>
    </nav>
  );
}
