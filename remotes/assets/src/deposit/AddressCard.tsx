import { type DepositCoin, useDepositAddress } from '@tessera/api/deposits';
import { canShare } from '@tessera/device';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  KeyValue,
  Loaded,
  Skeleton,
  showToast,
  Text,
  useLocale,
} from '@tessera/ui';
import { AddressText, QrCode, saveQrPicture, shareQrPicture, useCopy } from '@tessera/ui/content';
import { Copy, Download, Share2 } from 'lucide-react';
import styles from './Deposit.module.css';
import { useCheckedAddress } from './use-checked-address.ts';

/** Where to send the coin to, to scan and to copy, with what to know before. */
export function AddressCard({ coin }: { readonly coin: DepositCoin }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const copy = useCopy();
  const address = useDepositAddress(
    coin.status === 'open' ? { currency_id: coin.currency_id, network: coin.network } : null,
  );
  const checked = useCheckedAddress(address.data);
  if (!address.data) return <Loaded query={address} compact waiting={<Skeleton height="20rem" />} />;
  if (checked.failed) return <ErrorState compact text={problemText(checked.failed)} onRetry={checked.retry} />;
  if (checked.valid === null) return <Skeleton height="20rem" />;
  if (!checked.valid) {
    return (
      <EmptyState compact illustration="shield" title={t('deposit.unverifiedTitle')} text={t('deposit.unverified')} />
    );
  }
  const { data } = address;
  const picture = {
    content: data.uri,
    title: t('deposit.picture', { currency: coin.currency, network: coin.network }),
    note: t('deposit.pictureNote', { currency: coin.currency, network: coin.network }),
    text: data.address,
  };
  const use = (action: typeof saveQrPicture) =>
    void action(picture, `${coin.currency}-${coin.network}.png`).catch((error: unknown) =>
      showToast(problemText(error), 'error'),
    );
  return (
    <Card gap={3}>
      <QrCode label={t('deposit.qr')} content={data.uri} />
      <div>
        <Text>{t('deposit.address')}</Text>
        <p>
          <AddressText value={data.address} />
        </p>
      </div>
      <div className={styles.qrActions}>
        <Button variant="secondary" icon={<Copy />} onClick={() => void copy(data.address)}>
          {common('copy')}
        </Button>
        <Button variant="secondary" icon={<Download />} onClick={() => use(saveQrPicture)}>
          {common('save')}
        </Button>
        {canShare() && (
          <Button variant="secondary" icon={<Share2 />} onClick={() => use(shareQrPicture)}>
            {common('share')}
          </Button>
        )}
      </div>
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
    </Card>
  );
}
