import { useTexts } from '@tessera/i18n';
import styles from './LoadingBar.module.css';

/** Runs along the upper edge while something loads; the host decides when to show it. */
export function LoadingBar({ active }: { readonly active: boolean }) {
  const t = useTexts('common');
  return active ? <div className={styles.bar} role="progressbar" aria-label={t('ui.loading')} /> : null;
}
