import { ScreenLink, type ScreenUrl } from '@tessera/router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './EntryRow.module.css';

export type EntryRowProps = {
  readonly to: ScreenUrl;
  readonly icon: ReactNode;
  readonly title: string;
  /** Beside the title: what is new, what is not there yet. */
  readonly badge?: ReactNode;
  readonly text: ReactNode;
  /** Cuts the text off after one line. */
  readonly oneLine?: boolean | undefined;
  readonly note?: ReactNode;
};

/** A part of the product in a list of such parts, taller than a `ListRow`: an icon, what it is, and a text about it. */
export const EntryRow = ({ to, icon, title, badge, text, oneLine, note }: EntryRowProps) => (
  <li className={styles.item}>
    <ScreenLink className={styles.row} to={to}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.main}>
        <span className={styles.title}>
          <span>{title}</span>
          {badge}
        </span>
        <span className={styles.text} data-one-line={oneLine || undefined}>
          {text}
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      <ChevronRight className={styles.chevron} />
    </ScreenLink>
  </li>
);
