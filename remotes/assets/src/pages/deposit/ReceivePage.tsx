import { problemText, useTexts } from '@tessera/i18n';
import { useNavigate, useSearchParams } from '@tessera/router';
import { Button, CoinIcon, EmptyState, ErrorState, IconButton, Page, SkeletonRows } from '@tessera/ui';
import { Select } from '@tessera/ui/forms';
import { History } from 'lucide-react';
import { useState } from 'react';
import { AddressCard } from '../../deposit/AddressCard.tsx';
import { ClaimForm } from '../../deposit/ClaimForm.tsx';
import styles from '../../deposit/Deposit.module.css';
import { type DepositCoin, useDepositCoins } from '../../deposit/deposits.ts';

const LOG = '/pages/fund/receive_withdraw_record';

function Chooser({
  coins,
  coin,
  onChoose,
}: {
  readonly coins: readonly DepositCoin[];
  readonly coin: DepositCoin;
  readonly onChoose: (coin: DepositCoin) => void;
}) {
  const t = useTexts('assets');
  const names = [...new Set(coins.map(({ name }) => name))];
  const choose = (name: string, network: string) => {
    const found =
      coins.find((each) => each.name === name && each.subName === network) ?? coins.find((each) => each.name === name);
    if (found) onChoose(found);
  };
  return (
    <div className={styles.choices}>
      <Select
        label={t('deposit.coin')}
        options={names.map((name) => ({ value: name, label: name, start: <CoinIcon symbol={name} size="s" /> }))}
        value={coin.name}
        onChange={(name) => choose(name, coin.subName)}
      />
      <Select
        label={t('deposit.network')}
        options={coins
          .filter(({ name }) => name === coin.name)
          .map(({ subName }) => ({ value: subName, label: subName }))}
        value={coin.subName}
        onChange={(network) => choose(coin.name, network)}
      />
    </div>
  );
}

function Sent({ onAnother }: { readonly onAnother: () => void }) {
  const t = useTexts('assets');
  return (
    <EmptyState
      illustration="shield"
      title={t('deposit.sentTitle')}
      text={t('deposit.sent')}
      action={
        <div className={styles.sentActions}>
          <Button href={`#${LOG}`}>{t('deposit.history')}</Button>
          <Button variant="secondary" onClick={onAnother}>
            {t('deposit.another')}
          </Button>
        </div>
      }
    />
  );
}

/** Usual first: what most people deposit. */
const USUAL = 'USDT';

function Deposit({ coins, wanted }: { readonly coins: readonly DepositCoin[]; readonly wanted: number }) {
  const t = useTexts('assets');
  const [chosen, setChosen] = useState<DepositCoin | null>(null);
  const [sent, setSent] = useState(false);
  const coin = chosen ?? coins.find(({ id }) => id === wanted) ?? coins.find(({ name }) => name === USUAL) ?? coins[0];
  if (sent) return <Sent onAnother={() => setSent(false)} />;
  if (!coin) return <EmptyState illustration="wallet" title={t('deposit.suspended')} />;
  return (
    <div className={styles.page}>
      <Chooser coins={coins} coin={coin} onChoose={setChosen} />
      {coin.status === 'open' ? (
        <>
          <AddressCard coin={coin} />
          <ClaimForm key={`${coin.id} ${coin.subName}`} coin={coin} onSent={() => setSent(true)} />
        </>
      ) : (
        <EmptyState compact illustration="wallet" title={t('deposit.suspended')} />
      )}
    </div>
  );
}

export default function ReceivePage() {
  const t = useTexts('assets');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const coins = useDepositCoins();
  return (
    <Page
      title={t('routes.fund.receive')}
      back
      actions={<IconButton label={t('deposit.history')} icon={<History />} onClick={() => navigate(LOG)} />}
    >
      {coins.isPending && <SkeletonRows count={6} />}
      {coins.isError && !coins.data && (
        <ErrorState text={problemText(coins.error)} onRetry={() => coins.refetch()} retrying={coins.isFetching} />
      )}
      {coins.data && <Deposit coins={coins.data.list} wanted={Number(query.get('currency_id'))} />}
    </Page>
  );
}
