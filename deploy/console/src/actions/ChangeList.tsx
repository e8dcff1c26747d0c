import type { Change } from '@tessera/registry-api';
import { ArrowRight } from '@tessera/ui/icons';
import { texts } from '../texts.ts';
import styles from './ChangeList.module.css';
import { nameOf } from './change-words.ts';

export type ChangeListProps = { readonly changes: readonly Change[]; readonly label?: string | undefined };

/** Changed versions, one line per remote. */
export const ChangeList = ({ changes, label = texts.action.changes }: ChangeListProps) => (
  <ul className={styles.list} aria-label={label}>
    {changes.map(({ name, from, to }) => (
      <li key={name} className={styles.change}>
        <span className={styles.name}>{nameOf(name)}</span>
        <span className={styles.versions}>
          <span className="sr-only">{texts.action.from} </span>
          <span className={styles.from}>{from ?? texts.action.nothing}</span>
          <ArrowRight aria-hidden="true" />
          <span className="sr-only"> {texts.action.to} </span>
          <span className={styles.to}>{to ?? texts.action.nothing}</span>
        </span>
      </li>
    ))}
  </ul>
);
