import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './Accordion.module.css';

export type AccordionProps = {
  readonly items: ReadonlyArray<{ readonly id: string; readonly title: string; readonly content: ReactNode }>;
};

/** Questions that open one at a time. */
export function Accordion({ items }: AccordionProps) {
  const name = useId();
  return (
    <div className={styles.accordion}>
      {items.map((item) => (
        <details key={item.id} className={styles.item} name={name}>
          <summary className={styles.title}>
            <span>{item.title}</span>
            <ChevronDown className={styles.arrow} />
          </summary>
          <div className={styles.content}>{item.content}</div>
        </details>
      ))}
    </div>
  );
}
