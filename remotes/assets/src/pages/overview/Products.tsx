import type { Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { div, formatAmount, formatFiat, isPositive } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Amount, CoinIcon, HIDDEN_AMOUNT, List, ListRow, useLocale } from '@tessera/ui';
import { ExplainedBlock, type ExplainedFigure, formulaOf } from '@tessera/ui/content';
import styles from './AssetsPage.module.css';

/** Digits that amounts held by products are shown with. */
const SCALE = 8;

/** What orders and products hold, so that every cent is accounted for. */
export function Products({ products, hidden }: { readonly products: Wallets['products']; readonly hidden: boolean }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const fiat = useFiat();
  const common = useTexts('common');
  const money = (usd: string) => (hidden ? HIDDEN_AMOUNT : formatFiat(usd, fiat, locale));
  const figure = (value: string) => (hidden ? HIDDEN_AMOUNT : formatAmount(value, SCALE, locale, { zeros: 'trimmed' }));
  const figures = products.map(
    ({ product, currency, amount, equivalent }): ExplainedFigure => ({
      title: `${t(`product.${product}`)} · ${currency}`,
      value: `≈ ${money(equivalent)}`,
      ...formulaOf({ label: t('overview.equivalent'), value: money(equivalent) }, [
        { label: common('amount'), value: figure(amount) },
        '×',
        {
          label: t('overview.price', { currency }),
          value: isPositive(amount) ? formatAmount(div(equivalent, amount), SCALE, locale, { zeros: 'trimmed' }) : '–',
        },
        '×',
        { label: `1 USDT (${fiat.code})`, value: fiat.rate },
      ]),
      link: { to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') },
    }),
  );
  return (
    <section>
      <div className={styles.head}>
        <h2 className={styles.heading}>{t('overview.products')}</h2>
        <ExplainedBlock title={t('overview.products')} figures={figures} />
      </div>
      <List card label={t('overview.products')}>
        {products.map(({ product, currency, amount }, index) => (
          <ListRow
            figure
            key={`${product} ${currency}`}
            start={<CoinIcon symbol={currency} />}
            title={t(`product.${product}`)}
            subtitle={currency}
            value={<Amount value={amount} scale={SCALE} hidden={hidden} trimmed />}
            note={figures[index]?.value}
          />
        ))}
      </List>
    </section>
  );
}
