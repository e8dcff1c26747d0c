import type { ReactNode } from 'react';
import { Box, Text } from '../primitives/Primitives.tsx';
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
    <Text tone="strong" size={14} weight="strong" above={3}>
      {title}
    </Text>
    {text && <p className={styles.text}>{text}</p>}
    {action && <Box above={4}>{action}</Box>}
  </div>
);
