import { type DepositClaim, type DepositCoin, useDepositClaims, useDepositCoins } from '@tessera/api/deposits';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, CoinIcon, EmptyState, IconButton, List, ListRow, Loaded, Page, Stack } from '@tessera/ui';
import { History } from 'lucide-react';
import { useState } from 'react';
import { AddressCard } from '../../deposit/AddressCard.tsx';
import { ClaimForm } from '../../deposit/ClaimForm.tsx';
import styles from '../../deposit/Deposit.module.css';
import { WithinDepositLimit } from '../../deposit/DepositLimit.tsx';
import { DepositDetail } from '../../deposit/DepositSheet.tsx';
import { OnChain } from '../../deposit/OnChain.tsx';
import { NetworkChooser } from '../../networks/NetworkChooser.tsx';

const LOG = screenUrl('/pages/fund/receive_withdraw_record');

/** What became of a claim, from its review to its credit. */
function Sent({ claim, onAnother }: { readonly claim: DepositClaim; readonly onAnother: () => void }) {
  const t = useTexts('assets');
  const { rows = [] } = useDepositClaims();
  const now = rows.find(({ id }) => id === claim.id) ?? claim;
  const waits = now.status === 'pending';
  return (
    <>
      <div role="status">
        <EmptyState
          illustration="shield"
          title={t(waits ? 'deposit.sentTitle' : `deposit.status_${now.status}`)}
          text={waits ? t('deposit.sent') : undefined}
        />
      </div>
      <div className={styles.sentActions}>
        <Button to={LOG}>{t('deposit.history')}</Button>
        <Button variant="secondary" onClick={onAnother}>
          {t('deposit.another')}
        </Button>
      </div>
      <DepositDetail claim={now} />
    </>
  );
}

/** What most users deposit comes first. */
const USUAL = 'USDT';

const isOpen = ({ status }: DepositCoin) => status === 'open';

/** The first open network of a coin, or its first one. */
const firstOf = (coins: readonly DepositCoin[]) => coins.find(isOpen) ?? coins[0];

/** The coin that a link asked for takes no deposits. Another coin's address must not stand in its place. */
function Unavailable({
  coins,
  badLink = false,
  onChoose,
}: {
  readonly coins: readonly DepositCoin[];
  readonly badLink?: boolean;
  readonly onChoose: (coin: DepositCoin) => void;
}) {
  const t = useTexts('assets');
  const open = coins.filter(isOpen);
  const offered = open.filter(
    ({ currency_id }, index) => open.findIndex((other) => other.currency_id === currency_id) === index,
  );
  return (
    <>
      <EmptyState
        compact
        illustration="wallet"
        title={t(badLink ? 'deposit.linkTitle' : 'deposit.unavailableTitle')}
        text={offered.length > 0 ? t(badLink ? 'deposit.link' : 'deposit.unavailable') : undefined}
      />
      <List label={t('deposit.coin')}>
        {offered.map((coin) => (
          <ListRow
            key={coin.currency_id}
            start={<CoinIcon symbol={coin.currency} />}
            title={coin.currency}
            onClick={() => onChoose(coin)}
          />
        ))}
      </List>
    </>
  );
}

type DepositProps = {
  readonly coins: readonly DepositCoin[];
  readonly wanted: number | undefined;
  /** The link names a coin in a way that cannot be read. */
  readonly badLink: boolean;
};

function Deposit({ coins, wanted, badLink }: DepositProps) {
  const t = useTexts('assets');
  const [chosen, setChosen] = useState<DepositCoin | null>(null);
  const [sent, setSent] = useState<DepositClaim | null>(null);
  const usual = () => firstOf(coins.filter(({ currency }) => currency === USUAL)) ?? firstOf(coins);
  const asked = wanted === undefined ? usual() : firstOf(coins.filter(({ currency_id }) => currency_id === wanted));
  const coin = chosen ?? asked;
  if (sent) return <Sent claim={sent} onAnother={() => setSent(null)} />;
  if (coins.length === 0) return <EmptyState illustration="wallet" title={t('deposit.suspended')} />;
  if (badLink && chosen === null) return <Unavailable coins={coins} badLink onChoose={setChosen} />;
  if (!coin || (coin.currency_id === wanted && !isOpen(coin) && chosen === null)) {
    return <Unavailable coins={coins} onChoose={setChosen} />;
  }
  return (
    <Stack gap={4} page>
      <NetworkChooser networks={coins} value={coin} onChoose={setChosen} />
      {isOpen(coin) ? (
        <WithinDepositLimit>
          <AddressCard coin={coin} />
          <OnChain latest />
          <ClaimForm key={`${coin.currency_id} ${coin.network}`} coin={coin} coins={coins} onSent={setSent} />
        </WithinDepositLimit>
      ) : (
        <EmptyState compact illustration="wallet" title={t('deposit.suspended')} />
      )}
    </Stack>
  );
}

export default function ReceivePage() {
  const t = useTexts('assets');
  const open = useOpenScreen();
  const [{ currency_id }, , refused] = useScreenParams(
    '/pages/fund/receive',
    { currency_id: 'number?' },
    { quiet: true },
  );
  const coins = useDepositCoins();
  return (
    <Page
      title={t('routes.fund.receive')}
      back
      actions={<IconButton label={t('deposit.history')} icon={<History />} onClick={() => open(LOG)} />}
    >
      <Loaded query={coins}>
        {(data) => <Deposit coins={data} wanted={currency_id} badLink={refused.length > 0} />}
      </Loaded>
    </Page>
  );
}
