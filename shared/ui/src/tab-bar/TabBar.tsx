import { isForBrowser } from '@tessera/router';
import styles from './TabBar.module.css';

export type TabBarItem = {
  /** Route behind the hash. */
  readonly path: string;
  readonly label: string;
  /** `d` of a path in a 24 × 24 box, stroked. */
  readonly icon: string;
};

export type TabBarProps = {
  readonly label: string;
  readonly items: readonly TabBarItem[];
  /** Path of the entry that the page shown belongs to. */
  readonly current: string | null;
  /** Takes the place of following the link; presses that ask for a new window are left to the browser. */
  readonly onSelect: (path: string) => void;
};

export const TabBar = ({ label, items, current, onSelect }: TabBarProps) => (
  <nav className={styles.bar} aria-label={label}>
    {items.map((item) => (
      <a
        key={item.path}
        className={styles.item}
        href={`#${item.path}`}
        aria-current={item.path === current ? 'page' : undefined}
        onClick={(event) => {
          if (isForBrowser(event)) return;
          event.preventDefault();
          onSelect(item.path);
        }}
      >
        <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
          <path d={item.icon} />
        </svg>
        <span className={styles.label}>{item.label}</span>
      </a>
    ))}
  </nav>
);
