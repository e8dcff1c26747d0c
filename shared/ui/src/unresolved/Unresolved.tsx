import { useTexts } from '@tessera/i18n';
import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import styles from './Unresolved.module.css';

export type UnresolvedProps = {
  /** What would be repeated, with every number: "Transfer 5 USDT from Exchange to Fiat". */
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly onRepeat: () => void;
};

/** A command whose response did not arrive: shows this and offers to send exactly the same again. */
export function Unresolved({ children, busy, onRepeat }: UnresolvedProps) {
  const t = useTexts('common');
  return (
    <div className={styles.notice} role="alert">
      <p className={styles.title}>{t('error.unresolvedTitle')}</p>
      <p className={styles.what}>{children}</p>
      <p className={styles.text}>{t('error.unresolved')}</p>
      <Button variant="secondary" block busy={busy} onClick={onRepeat}>
        {t('error.repeat')}
      </Button>
    </div>
  );
}
