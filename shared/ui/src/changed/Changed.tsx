import { useTexts } from '@tessera/i18n';
import { Text } from '../primitives/Primitives.tsx';
import styles from './Changed.module.css';

/** One figure as it was shown and as it is now, in the reader's language. */
type ChangedFigure = { readonly label: string; readonly before: string; readonly now: string };

/** The figures that are others than were shown; nothing where none is. Below it stands what would hold now, to decide on. */
export function Changed({ figures }: { readonly figures: readonly ChangedFigure[] }) {
  const t = useTexts('common');
  const others = figures.filter(({ before, now }) => before !== now);
  if (others.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <Text tone="inherit" size="inherit" weight="strong">
        {t('changed.title')}
      </Text>
      {others.map(({ label, before, now }) => (
        <p key={label}>{t('changed.figure', { label, before, now })}</p>
      ))}
    </div>
  );
}
