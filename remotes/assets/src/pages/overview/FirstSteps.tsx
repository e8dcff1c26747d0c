import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { EmptyState, List, ListRow } from '@tessera/ui';

/** What a new user does first. */
export function FirstSteps() {
  const t = useTexts('assets');
  return (
    <>
      <EmptyState compact illustration="wallet" title={t('overview.firstTitle')} text={t('overview.firstText')} />
      <List card label={t('overview.firstTitle')}>
        <ListRow
          to={screenUrl('/pages/setting/real_mark')}
          title={`1. ${t('overview.firstIdentity')}`}
          subtitle={t('overview.firstIdentityNote')}
        />
        <ListRow
          to={screenUrl('/pages/fund/receive')}
          title={`2. ${t('overview.firstDeposit')}`}
          subtitle={t('overview.firstDepositNote')}
        />
        <ListRow
          to={screenUrl('/pages/transaction/index')}
          title={`3. ${t('overview.firstTrade')}`}
          subtitle={t('overview.firstTradeNote')}
        />
      </List>
    </>
  );
}
