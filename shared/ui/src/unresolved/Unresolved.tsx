import { useTexts } from '@tessera/i18n';
import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { Text } from '../primitives/Primitives.tsx';
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
      <Text tone="warn" size="inherit" weight="strong">
        {t('error.unresolvedTitle')}
      </Text>
      <Text tone="strong" size="inherit">
        {children}
      </Text>
      <Text>{t('error.unresolved')}</Text>
      <Button variant="secondary" block busy={busy} onClick={onRepeat}>
        {t('error.repeat')}
      </Button>
    </div>
  );
}
