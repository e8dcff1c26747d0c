import type { Change } from '@tessera/registry-api';
import { Span } from '@tessera/ui';
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
        <Span tone="strong" weight="medium" breaks>
          {nameOf(name)}
        </Span>
        <span className={styles.versions}>
          <span className="sr-only">{texts.action.from} </span>
          <Span tone="weak">{from ?? texts.action.nothing}</Span>
          <ArrowRight aria-hidden="true" />
          <span className="sr-only"> {texts.action.to} </span>
          <Span tone="strong">{to ?? texts.action.nothing}</Span>
        </span>
      </li>
    ))}
  </ul>
);
