import { useWithdrawals, type Withdrawal } from '@tessera/api/withdrawals';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatMinute } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Amount, Badge, type BadgeTone, Button, CoinIcon, EmptyState, ListRow, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useState } from 'react';
import { WithdrawalSheet } from './WithdrawalSheet.tsx';

const TONES: Readonly<Record<Withdrawal['status'], BadgeTone>> = {
  requested: 'warn',
  approved: 'warn',
  sent: 'success',
  final: 'success',
  rejected: 'danger',
  failed: 'danger',
  cancelled: 'danger',
};

/** The user's withdrawals, newest first; a tap opens one. */
export function WithdrawalList() {
  const t = useTexts('assets');
  const locale = useLocale();
  const query = useWithdrawals();
  const [opened, setOpened] = useState<Withdrawal | null>(null);
  return (
    <>
      <PagedList
        label={t('payout.withdrawals')}
        query={query}
        heading={({ created_at }) => formatDate(created_at, locale)}
        row={(withdrawal) => (
          <ListRow
            figure
            start={<CoinIcon symbol={withdrawal.currency} />}
            title={`${withdrawal.currency} · ${withdrawal.network}`}
            subtitle={formatMinute(withdrawal.created_at, locale)}
            value={<Amount value={withdrawal.number} scale={withdrawal.scale} unit={withdrawal.currency} trimmed />}
            note={<Badge tone={TONES[withdrawal.status]}>{t(`payout.status_${withdrawal.status}`)}</Badge>}
            onClick={() => setOpened(withdrawal)}
          />
        )}
        empty={
          <EmptyState
            illustration="wallet"
            title={t('payout.emptyTitle')}
            text={t('payout.empty')}
            action={<Button to={screenUrl('/pages/fund/withdraw')}>{t('routes.fund.withdraw')}</Button>}
          />
        }
      />
      <WithdrawalSheet withdrawal={opened} onClose={() => setOpened(null)} />
    </>
  );
}
