import type { Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatFiat } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Button, HIDDEN_AMOUNT, IconButton, useLocale } from '@tessera/ui';
import { Eye, EyeOff } from 'lucide-react';
import styles from './AssetsPage.module.css';

type Props = { readonly wallets: Wallets; readonly hidden: boolean; readonly onHide: (hidden: boolean) => void };

/** What everything is worth, what it earned, and the three ways to move it. */
export function TotalCard({ wallets, hidden, onHide }: Props) {
  const t = useTexts('assets');
  const locale = useLocale();
  const fiat = useFiat();
  const money = (usd: string) => (hidden ? HIDDEN_AMOUNT : formatFiat(usd, fiat, locale));
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.weak}>
          {t('overview.total')} ({fiat.code})
        </h2>
        <IconButton
          label={hidden ? t('overview.show') : t('overview.hide')}
          icon={hidden ? <EyeOff /> : <Eye />}
          aria-pressed={hidden}
          onClick={() => onHide(!hidden)}
        />
      </div>
      <p className={styles.figure} data-testid="total">
        {money(wallets.total)}
      </p>
      <p className={styles.weak}>≈ {hidden ? HIDDEN_AMOUNT : formatAmount(wallets.total_btc, 8, locale)} BTC</p>
      <dl className={styles.earnings}>
        <div>
          <dt>{t('overview.yesterday')}</dt>
          <dd>{money(wallets.yesterday_earnings)}</dd>
        </div>
        <div>
          <dt>{t('overview.earned')}</dt>
          <dd>{money(wallets.total_earnings)}</dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <Button to={screenUrl('/pages/fund/receive')}>{t('routes.fund.receive')}</Button>
        <Button variant="secondary" to={screenUrl('/pages/fund/withdraw')}>
          {t('routes.fund.withdraw')}
        </Button>
        <Button variant="secondary" to={screenUrl('/pages/fund/transfer')}>
          {t('routes.fund.transfer')}
        </Button>
      </div>
    </section>
  );
}
