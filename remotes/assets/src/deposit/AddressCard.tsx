import { type DepositCoin, useDepositAddress } from '@tessera/api/deposits';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { Button, EmptyState, ErrorState, KeyValue, Skeleton, showToast, useLocale } from '@tessera/ui';
import { QrCode } from '@tessera/ui/content';
import { Copy } from 'lucide-react';
import styles from './Deposit.module.css';
import { useCheckedAddress } from './use-checked-address.ts';

/** Where to send the coin to, to scan and to copy, with what to know before. */
export function AddressCard({ coin }: { readonly coin: DepositCoin }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const address = useDepositAddress(
    coin.status === 'open' ? { currency_id: coin.currency_id, network: coin.network } : null,
  );
  const checked = useCheckedAddress(address.data);
  if (address.isError) {
    return (
      <ErrorState
        compact
        text={problemText(address.error)}
        onRetry={() => address.refetch()}
        retrying={address.isFetching}
      />
    );
  }
  if (!address.data || checked === null) return <Skeleton height="20rem" />;
  if (!checked) {
    return (
      <EmptyState compact illustration="shield" title={t('deposit.unverifiedTitle')} text={t('deposit.unverified')} />
    );
  }
  const { data } = address;
  const copy = async () => {
    await navigator.clipboard.writeText(data.address);
    showToast(common('copied'), 'success');
  };
  return (
    <section className={styles.card}>
      <QrCode label={t('deposit.qr')} content={data.uri} />
      <div>
        <p className={styles.weak}>{t('deposit.address')}</p>
        <p className={styles.address} dir="ltr">
          {data.address}
        </p>
      </div>
      <Button variant="secondary" block icon={<Copy />} onClick={copy}>
        {common('copy')}
      </Button>
      <KeyValue
        items={[
          {
            label: t('deposit.least'),
            value: `${formatAmount(data.min_amount, coin.scale, locale, { zeros: 'trimmed' })} ${coin.currency}`,
          },
          { label: t('deposit.confirmations'), value: t('deposit.blocks', { count: data.confirmations }) },
        ]}
      />
      <ul className={styles.notes}>
        {data.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}
