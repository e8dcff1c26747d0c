import { useTexts } from '@tessera/i18n';
import { RefreshCw } from 'lucide-react';
import { Button } from '../button/Button.tsx';
import { Box, Text } from '../primitives/Primitives.tsx';
import styles from './EmptyState.module.css';
import { Illustration } from './Illustration.tsx';

export type ErrorStateProps = {
  readonly title?: string | undefined;
  /** What happened, in the reader's language: the message of an ApiError. */
  readonly text?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  /** If the next action is not a retry. */
  readonly retryLabel?: string | undefined;
  readonly retrying?: boolean | undefined;
  /** For support: code, version, trace. Folded away. */
  readonly details?: string | undefined;
  readonly compact?: boolean | undefined;
};

export function ErrorState({ title, text, onRetry, retryLabel, retrying, details, compact }: ErrorStateProps) {
  const t = useTexts('common');
  return (
    <div className={styles.state} data-compact={compact || undefined} role="alert">
      <Illustration name="box" />
      <Text tone="strong" size={14} weight="strong" above={3}>
        {title ?? t('error.title')}
      </Text>
      <p className={styles.text}>{text ?? t('error.network')}</p>
      {onRetry && (
        <Box above={4}>
          <Button variant="secondary" icon={<RefreshCw />} busy={retrying} onClick={onRetry}>
            {retryLabel ?? t('retry')}
          </Button>
        </Box>
      )}
      {details && (
        <details className={styles.details}>
          <summary>{t('ui.details')}</summary>
          <pre>{details}</pre>
        </details>
      )}
    </div>
  );
}
