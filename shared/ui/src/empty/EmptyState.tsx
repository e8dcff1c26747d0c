import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Illustration, type IllustrationName } from './Illustration.tsx';

export type EmptyStateProps = {
  readonly illustration: IllustrationName;
  /** What is missing: "No open orders". */
  readonly title: string;
  /** What would be here. */
  readonly text?: string | undefined;
  /** The next action: a Button. */
  readonly action?: ReactNode;
  /** Smaller, within a card or a tab. */
  readonly compact?: boolean | undefined;
};

export const EmptyState = ({ illustration, title, text, action, compact }: EmptyStateProps) => (
  <div className={styles.state} data-compact={compact || undefined}>
    <Illustration name={illustration} />
    <p className={styles.title}>{title}</p>
    {text && <p className={styles.text}>{text}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
);
