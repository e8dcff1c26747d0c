import { type PayoutNetwork, usePayoutNetworks } from '@tessera/api/payees';
import { useAccountBalances } from '@tessera/api/wallet';
import { useWithdrawal, useWithdrawalInfo, type Withdrawal } from '@tessera/api/withdrawals';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, EmptyState, IconButton, Loaded, Page, SkeletonRows, Stack } from '@tessera/ui';
import { History } from 'lucide-react';
import { useState } from 'react';
import { NetworkChooser } from '../../networks/NetworkChooser.tsx';
import styles from '../../withdraw/Withdraw.module.css';
import { hasEnded, WithdrawalDetail } from '../../withdraw/WithdrawalSheet.tsx';
import { WithdrawForm } from '../../withdraw/WithdrawForm.tsx';

const LOG = screenUrl('/pages/fund/receive_withdraw_record', { tab: 'withdrawals' });
/** What most users withdraw comes first. */
const USUAL = 'USDT';

type ChosenProps = {
  readonly network: PayoutNetwork;
  readonly networks: readonly PayoutNetwork[];
  readonly onChoose: (network: PayoutNetwork) => void;
  readonly onSent: (withdrawal: Withdrawal) => void;
};

function Chosen({ network, networks, onChoose, onSent }: ChosenProps) {
  const t = useTexts('assets');
  const info = useWithdrawalInfo({ currency_id: network.currency_id });
  // The coins are there without it.
  const balances = useAccountBalances({ account: 'change' });
  return (
    <Stack gap={4} page>
      <NetworkChooser networks={networks} value={network} onChoose={onChoose} balances={balances.data?.list} />
      {!network.open && <EmptyState compact illustration="wallet" title={t('payout.suspended')} />}
      {network.open && (
        <Loaded query={info} waiting={<SkeletonRows count={5} />}>
          {(data) => (
            <WithdrawForm
              key={`${network.currency} ${network.network} ${data.whitelist}`}
              info={data}
              network={network}
              onSent={onSent}
            />
          )}
        </Loaded>
      )}
    </Stack>
  );
}

/** What became of a withdrawal, from its review to its arrival. */
function Sent({ withdrawal, onAnother }: { readonly withdrawal: Withdrawal; readonly onAnother: () => void }) {
  const t = useTexts('assets');
  const { data: now = withdrawal } = useWithdrawal({ id: withdrawal.id });
  return (
    <>
      <div role="status">
        <EmptyState
          illustration="shield"
          title={t(now.status === 'requested' ? 'payout.sentTitle' : `payout.status_${now.status}`)}
          text={hasEnded(now) ? undefined : t('payout.sent')}
        />
      </div>
      <div className={styles.sentActions}>
        <Button to={LOG}>{t('payout.history')}</Button>
        <Button variant="secondary" onClick={onAnother}>
          {t('payout.another')}
        </Button>
      </div>
      <WithdrawalDetail withdrawal={now} />
    </>
  );
}

export default function WithdrawPage() {
  const t = useTexts('assets');
  const open = useOpenScreen();
  const [{ currency_id: wanted }] = useScreenParams('/pages/fund/withdraw', { currency_id: 'number?' });
  const networks = usePayoutNetworks();
  const [chosen, setChosen] = useState<PayoutNetwork | null>(null);
  const [sent, setSent] = useState<Withdrawal | null>(null);
  const all = networks.data ?? [];
  const asked = all.find(({ currency_id }) => currency_id === wanted);
  const network = chosen ?? asked ?? all.find(({ currency }) => currency === USUAL) ?? all[0];
  return (
    <Page
      title={t('routes.fund.withdraw')}
      back
      actions={<IconButton label={t('payout.history')} icon={<History />} onClick={() => open(LOG)} />}
    >
      <Loaded query={networks} />
      {networks.data && !network && <EmptyState illustration="wallet" title={t('payout.suspended')} />}
      {sent && <Sent withdrawal={sent} onAnother={() => setSent(null)} />}
      {!sent && network && <Chosen network={network} networks={all} onChoose={setChosen} onSent={setSent} />}
    </Page>
  );
}
