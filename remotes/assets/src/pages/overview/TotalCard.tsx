import type { Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatFiat } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Button, HIDDEN_AMOUNT, IconButton, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { Eye, EyeOff } from 'lucide-react';
import { byAccount } from '../../wallets/allocation.ts';
import styles from './AssetsPage.module.css';
import { ProfitRow } from './ProfitRow.tsx';

type Props = { readonly wallets: Wallets; readonly hidden: boolean; readonly onHide: (hidden: boolean) => void };

/** What everything is worth, what it earned, and the ways to move it. */
export function TotalCard({ wallets, hidden, onHide }: Props) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const fiat = useFiat();
  const money = (usd: string) => (hidden ? HIDDEN_AMOUNT : formatFiat(usd, fiat, locale));
  const names: Readonly<Record<string, string>> = {
    ...Object.fromEntries(wallets.accounts.map(({ type }) => [`account.${type}`, common(`account.${type}`)])),
    ...Object.fromEntries(wallets.products.map(({ product }) => [`product.${product}`, t(`product.${product}`)])),
  };
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
      <Explained
        className={styles.total ?? ''}
        title={t('overview.total')}
        value={
          <span className={styles.figure} data-testid="total">
            {money(wallets.total)}
          </span>
        }
        entries={[
          ...byAccount(wallets).map(({ name, value }) => ({ label: names[name] ?? name, value: money(value) })),
          {
            label: 'USDT',
            value: hidden ? HIDDEN_AMOUNT : formatAmount(wallets.total, 8, locale, { zeros: 'trimmed' }),
          },
          { label: `1 USDT (${fiat.code})`, value: fiat.rate },
        ]}
        formula={t('overview.totalFormula')}
        note={t('overview.totalNote')}
      />
      <p className={styles.weak}>≈ {hidden ? HIDDEN_AMOUNT : formatAmount(wallets.total_btc, 8, locale)} BTC</p>
      <ProfitRow hidden={hidden} />
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
      <div className={styles.actions}>
        <Button variant="secondary" to={screenUrl('/pages/transfer/transfer')}>
          {t('routes.transfer.transfer')}
        </Button>
        <Button variant="secondary" to={screenUrl('/pages/fund/fundTransfer')}>
          {t('routes.fund.fundTransfer')}
        </Button>
      </div>
    </section>
  );
}
