import { type MenuEntry, useMenu, useShortcuts } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { Loaded, Settled, Skeleton } from '@tessera/ui';
import { LayoutGrid } from 'lucide-react';
import { Suspense, useState } from 'react';
import styles from './HomePage.module.css';
import { later } from './load-later.ts';
import { Shortcut } from './Shortcut.tsx';

const AllServices = later((all) => all.AllServices);

/** Entries on the page itself; the last place of the grid opens all of them. */
const SHOWN = 9;

/** Money goes in, out and between accounts from the card of the total. */
const ABOVE: ReadonlySet<string> = new Set(['deposit', 'withdraw', 'transfer']);

type GridProps = {
  readonly entries: readonly MenuEntry[];
  /** What the user chose. */
  readonly keys: readonly string[] | null | undefined;
  readonly signedIn: boolean;
};

function Grid({ entries, keys, signedIn }: GridProps) {
  const t = useTexts('home');
  const [open, setOpen] = useState(false);
  const free = signedIn ? entries.filter(({ key }) => !ABOVE.has(key)) : entries;
  const chosen = keys?.flatMap((key) => free.find((entry) => entry.key === key) ?? []) ?? free;
  const shown = (chosen.length > 0 ? chosen : free).slice(0, SHOWN);
  return (
    <nav aria-label={t('shortcuts')}>
      <ul className={styles.shortcuts}>
        {shown.map((entry) => (
          <Shortcut key={entry.key} entry={entry} />
        ))}
        <li>
          <button type="button" className={styles.shortcut} onClick={() => setOpen(true)}>
            <span className={styles.tile}>
              <LayoutGrid className="lucide" />
            </span>
            <span className={styles.shortcutLabel}>{t('more')}</span>
          </button>
        </li>
      </ul>
      {open && (
        <Suspense>
          <AllServices entries={entries} free={free} shown={shown} arranges={signedIn} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}

/** The user's own choice, or the menu's order. A signed-in user has deposit, withdrawal and transfer above: they are not repeated here. */
export function Shortcuts({ signedIn }: { readonly signedIn: boolean }) {
  const own = useShortcuts(signedIn ? {} : null);
  const waiting = <Skeleton height="9.5rem" />;
  return (
    <Loaded query={useMenu()} compact waiting={waiting}>
      {({ list }) => (
        // Entries must not change under a finger once they show.
        <Settled query={own} waiting={waiting}>
          {(chosen) => <Grid entries={list} keys={chosen?.keys} signedIn={signedIn} />}
        </Settled>
      )}
    </Loaded>
  );
}
