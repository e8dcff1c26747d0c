import { type SecondFactors, useKeepFactors } from '@tessera/api/security';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { Button, showToast, Text, useLocale } from '@tessera/ui';
import { ShieldAlert } from 'lucide-react';
import styles from './SecurityPage.module.css';

/** Staff approved that the factors are removed, as they were reported lost: who has a session can stop it. */
export function PendingRemoval({ removal: { at, by } }: { readonly removal: NonNullable<SecondFactors['removal']> }) {
  const t = useTexts('account');
  const locale = useLocale();
  const keep = useKeepFactors({ onDone: () => showToast(t('keepFactors.done'), 'success') });
  return (
    <div className={`${styles.paused} ${styles.above}`}>
      <ShieldAlert />
      <div>
        <div role="status">
          <Text tone="strong" size={14} weight="medium">
            {t('keepFactors.title', { time: formatDayTime(at, locale) })}
          </Text>
          <p>{t('keepFactors.text', { by })}</p>
        </div>
        <Button size="s" className={styles.endOthers} busy={keep.busy} onClick={() => keep.run({})}>
          {t('keepFactors.button')}
        </Button>
      </div>
    </div>
  );
}
