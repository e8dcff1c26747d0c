import { type DepositClaim, useChainDeposits, useDepositClaims } from '@tessera/api/deposits';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatMinute } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import {
  Amount,
  Badge,
  type BadgeTone,
  Button,
  CoinIcon,
  EmptyState,
  ListRow,
  Page,
  Tabs,
  useLocale,
} from '@tessera/ui';
import { PagedList, SwipePanel } from '@tessera/ui/content';
import { useState } from 'react';
import { DepositSheet } from '../../deposit/DepositSheet.tsx';
import { OnChain } from '../../deposit/OnChain.tsx';
import { WithdrawalList } from '../../withdraw/WithdrawalList.tsx';

const TONES: Readonly<Record<DepositClaim['status'], BadgeTone>> = {
  pending: 'warn',
  approved: 'success',
  rejected: 'danger',
};

/** Digits that claims are shown with; the response does not contain the coin's own. */
const SCALE = 8;

function ClaimRow({ claim, onOpen }: { readonly claim: DepositClaim; readonly onOpen: () => void }) {
  const t = useTexts('assets');
  const locale = useLocale();
  return (
    <ListRow
      figure
      start={<CoinIcon symbol={claim.currency} />}
      title={`${claim.currency} · ${claim.network}`}
      subtitle={claim.reason ?? formatMinute(claim.created_at, locale)}
      value={<Amount value={claim.credited ?? claim.amount} scale={SCALE} unit={claim.currency} trimmed />}
      note={<Badge tone={TONES[claim.status]}>{t(`deposit.status_${claim.status}`)}</Badge>}
      onClick={onOpen}
    />
  );
}

function DepositList() {
  const t = useTexts('assets');
  const locale = useLocale();
  const query = useDepositClaims();
  const { rows: onChain = [] } = useChainDeposits();
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <OnChain />
      <PagedList
        label={t('payout.deposits')}
        query={query}
        heading={({ created_at }) => formatDate(created_at, locale)}
        row={(claim) => <ClaimRow claim={claim} onOpen={() => setOpened(claim.id)} />}
        empty={
          onChain.length === 0 && (
            <EmptyState
              illustration="wallet"
              title={t('deposit.emptyTitle')}
              text={t('deposit.empty')}
              action={<Button to={screenUrl('/pages/fund/receive')}>{t('routes.fund.receive')}</Button>}
            />
          )
        }
      />
      <DepositSheet claim={query.rows?.find(({ id }) => id === opened) ?? null} onClose={() => setOpened(null)} />
    </>
  );
}

const TABS = ['deposits', 'withdrawals'] as const;
type Tab = (typeof TABS)[number];

/** What came in and what went out. */
export default function DepositLogPage() {
  const t = useTexts('assets');
  const [{ tab: wanted = 'deposits' }] = useScreenParams('/pages/fund/receive_withdraw_record', {
    tab: 'deposits|withdrawals?',
  });
  const [tab, setTab] = useState<Tab>(wanted);
  return (
    <Page title={t('routes.fund.receive_withdraw_record')} back flush>
      <Tabs<Tab>
        label={t('routes.fund.receive_withdraw_record')}
        fill
        items={[
          { id: 'deposits', label: t('payout.deposits') },
          { id: 'withdrawals', label: t('payout.withdrawals') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <SwipePanel ids={TABS} value={tab} onChange={setTab}>
          {tab === 'deposits' ? <DepositList /> : <WithdrawalList />}
        </SwipePanel>
      </Tabs>
    </Page>
  );
}
