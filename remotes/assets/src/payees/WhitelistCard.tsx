import { beginWhitelist, useSwitchWhitelist, useWhitelist } from '@tessera/api/payees';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { Button, Loaded, Skeleton, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { Switch } from '@tessera/ui/forms';
import styles from './Payees.module.css';

/** Whether money leaves to saved payees only; switching takes the second factor. */
export function WhitelistCard() {
  const t = useTexts('assets');
  const locale = useLocale();
  const query = useWhitelist();
  const { data } = query;
  const { ask, sheet } = useApproval({
    command: useSwitchWhitelist,
    toInput: (on: boolean, approved) => ({ on, ...approved }),
    begin: (on) => beginWhitelist({ on }),
  });
  if (!data) return <Loaded query={query} compact waiting={<Skeleton height="5rem" />} />;
  const { on, off_at: offAt, hours } = data;
  return (
    <section className={styles.card}>
      <Switch
        label={t('payout.whitelist')}
        note={t('payout.whitelistNote', { hours })}
        checked={on}
        disabled={offAt !== null}
        onChange={ask}
      />
      {offAt !== null && (
        <>
          <p className={styles.weak}>{t('payout.whitelistOff', { time: formatDateTime(offAt, locale) })}</p>
          <Button variant="secondary" block onClick={() => ask(true)}>
            {t('payout.whitelistKeep')}
          </Button>
        </>
      )}
      <ApprovalSheet {...sheet} title={t('payout.whitelist')} />
    </section>
  );
}
