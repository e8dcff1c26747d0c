import { useTexts } from '@tessera/i18n';
import { cmp, formatAge, formatAmount, formatDateTime, formatFiat } from '@tessera/money';
import { useFiat, useLanguage, useRealtimeState, useSession } from '@tessera/session';
import { hideAmounts } from '@tessera/storage';
import { HIDDEN_AMOUNT, IconButton, KeyValue, List, ListRow, OfflineBadge, Sheet, Stack, Text } from '@tessera/ui';
import { X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import styles from './Extras.module.css';
import { lastBalances } from './last-balances.ts';

/** While there is no connection: what the user last had, with its age. It is never shown as the present state. */
export function OfflineBalances() {
  const t = useTexts('app');
  const common = useTexts('common');
  const { locale } = useLanguage();
  const fiat = useFiat();
  const { status, since } = useRealtimeState();
  const session = useSession();
  const hidden = useSyncExternalStore(hideAmounts.subscribe, hideAmounts.read);
  const [open, setOpen] = useState(false);
  /** Hidden for this absence of the connection. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const balances = lastBalances(session?.user.uid);
  if (status !== 'offline' || !balances || dismissed === since) return null;
  const age = formatAge(Math.max(0, Date.now() - balances.at), locale);
  const amount = (value: string, scale: number) =>
    hidden ? HIDDEN_AMOUNT : formatAmount(value, scale, locale, { zeros: 'trimmed' });
  return (
    <>
      <div className={styles.offline}>
        <span role="status">
          <OfflineBadge />
        </span>
        <button type="button" className={styles.show} onClick={() => setOpen(true)}>
          {t('show')} · {age}
        </button>
        <IconButton label={t('close')} icon={<X />} onClick={() => setDismissed(since)} />
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('show')}>
        <Stack gap={3} below={4}>
          <Text>{t('asOf', { time: formatDateTime(balances.at, locale), age })}</Text>
          <KeyValue
            items={[{ label: t('worth'), value: hidden ? HIDDEN_AMOUNT : formatFiat(balances.worth, fiat, locale) }]}
          />
          <List card label={t('show')}>
            {balances.rows.map(({ account, currency, scale, available, frozen }) => (
              <ListRow
                key={`${account} ${currency}`}
                title={currency}
                subtitle={common(`account.${account}`)}
                value={amount(available, scale)}
                note={cmp(frozen, '0') > 0 && `${common('frozen')} ${amount(frozen, scale)}`}
              />
            ))}
          </List>
        </Stack>
      </Sheet>
    </>
  );
}
