import type { MenuEntry } from '@tessera/api/content';
import { asScreenUrl, ScreenLink, screenUrl } from '@tessera/router';
import styles from './HomePage.module.css';
import { ServiceIcon } from './shortcut-icons.tsx';

export const Shortcut = ({ entry, onFollow }: { readonly entry: MenuEntry; readonly onFollow?: () => void }) => (
  <li>
    <ScreenLink className={styles.shortcut} to={asScreenUrl(entry.path) ?? screenUrl('/')} onClick={onFollow}>
      <span className={styles.tile}>
        <ServiceIcon entry={entry} />
      </span>
      <span className={styles.shortcutLabel}>{entry.title}</span>
    </ScreenLink>
  </li>
);
