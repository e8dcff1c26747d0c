import { ArrowRight } from '@tessera/ui/icons';
import type { Change } from '../registry/contract.ts';
import { texts } from '../texts.ts';
import styles from './ChangeList.module.css';
import { nameOf } from './change-words.ts';

export type ChangeListProps = { readonly changes: readonly Change[]; readonly label?: string | undefined };

/** What changes from which version to which, a line for each remote. */
export const ChangeList = ({ changes, label = texts.move.changes }: ChangeListProps) => (
  <ul className={styles.list} aria-label={label}>
    {changes.map(({ name, from, to }) => (
      <li key={name} className={styles.change}>
        <span className={styles.name}>{nameOf(name)}</span>
        <span className={styles.versions}>
          <span className="sr-only">{texts.move.from} </span>
          <span className={styles.from}>{from ?? texts.move.nothing}</span>
          <ArrowRight aria-hidden="true" />
          <span className="sr-only"> {texts.move.to} </span>
          <span className={styles.to}>{to ?? texts.move.nothing}</span>
        </span>
      </li>
    ))}
  </ul>
);
