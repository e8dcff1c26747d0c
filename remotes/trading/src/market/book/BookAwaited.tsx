import { isOnline } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { useStale } from '@tessera/realtime';
import { Skeleton } from '@tessera/ui';
import styles from './DepthBook.module.css';

/** In place of a book that has not come. Only the live connection brings one: without it nothing is on its way. */
export function BookAwaited() {
  const t = useTexts('trading');
  const common = useTexts('common');
  if (!useStale()) return <Skeleton height="100%" />;
  return (
    <p className={styles.pause}>
      <strong>{common(isOnline() ? 'ui.slow' : 'ui.offline')}</strong>
      <span>{t('book.awaited')}</span>
    </p>
  );
}
