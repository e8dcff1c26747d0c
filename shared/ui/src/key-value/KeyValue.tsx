import type { ReactNode } from 'react';
import styles from './KeyValue.module.css';

export type KeyValueItem = {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** The line that counts: the total. */
  readonly strong?: boolean | undefined;
};

/** Names and figures in two columns: details, confirmation of an order. */
export const KeyValue = ({ items }: { readonly items: readonly KeyValueItem[] }) => (
  <dl>
    {items.map((item, index) => (
      <div
        key={typeof item.label === 'string' ? item.label : index}
        className={styles.row}
        data-strong={item.strong || undefined}
      >
        <dt>{item.label}</dt>
        <dd>{item.value}</dd>
      </div>
    ))}
  </dl>
);
