import { beginWhitelist, useSwitchWhitelist, useWhitelist } from '@tessera/api/payees';
import { useTexts } from '@tessera/i18n';
import { formatMoment } from '@tessera/money';
import { Button, Card, Loaded, Skeleton, Text, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { Switch } from '@tessera/ui/forms';

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
    <Card gap={3}>
      <Switch
        label={t('payout.whitelist')}
        note={t('payout.whitelistNote', { hours })}
        checked={on}
        disabled={offAt !== null}
        onChange={ask}
      />
      {offAt !== null && (
        <>
          <Text>{t('payout.whitelistOff', { time: formatMoment(offAt, locale) })}</Text>
          <Button variant="secondary" block onClick={() => ask(true)}>
            {t('payout.whitelistKeep')}
          </Button>
        </>
      )}
      <ApprovalSheet {...sheet} title={t('payout.whitelist')} />
    </Card>
  );
}
