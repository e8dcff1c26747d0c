import { classes } from '@tessera/ui';
import type { ReactNode } from 'react';
import styles from './Table.module.css';

type Props = {
  /** Of its cells. */
  readonly className: string | undefined;
  /** Their names, in order; `hidden` ones are read by screen readers alone. */
  readonly columns: ReadonlyArray<string | { readonly hidden: string }>;
  /** On the ground of what it stands in. */
  readonly plain?: boolean;
  /** Rows. */
  readonly children: ReactNode;
};

/** A table that scrolls by itself where it is wider than the page. */
export const Table = ({ className, columns, plain = false, children }: Props) => (
  <div className={styles.scroll} data-plain={plain || undefined}>
    <table className={classes(styles.table, className)}>
      <thead>
        <tr>
          {columns.map((column) => {
            const name = typeof column === 'string' ? column : column.hidden;
            return (
              <th key={name} scope="col">
                {typeof column === 'string' ? name : <span className="sr-only">{name}</span>}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
