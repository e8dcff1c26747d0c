import { ScreenLink, type ScreenUrl } from '@tessera/router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Text } from '../primitives/Primitives.tsx';
import styles from './EntryRow.module.css';

export type EntryRowProps = {
  readonly to: ScreenUrl;
  readonly icon: ReactNode;
  readonly title: string;
  /** Next to the title: new or not available yet. */
  readonly badge?: ReactNode;
  readonly text: ReactNode;
  /** Cuts the text off after one line. */
  readonly oneLine?: boolean | undefined;
  readonly note?: ReactNode;
};

/** An entry of a menu of features, taller than a `ListRow`: icon, title and description. */
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
        {note && (
          <Text as="span" size={11}>
            {note}
          </Text>
        )}
      </span>
      <ChevronRight className={styles.chevron} />
    </ScreenLink>
  </li>
);
