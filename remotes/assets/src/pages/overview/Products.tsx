import type { Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatFiat } from '@tessera/money';
import { useFiat } from '@tessera/session';
import { Amount, HIDDEN_AMOUNT, List, ListRow, useLocale } from '@tessera/ui';
import styles from './AssetsPage.module.css';

/** Digits that amounts held by products are shown with. */
const SCALE = 8;

/** What orders and products hold, so that every cent is accounted for. */
export function Products({ products, hidden }: { readonly products: Wallets['products']; readonly hidden: boolean }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const fiat = useFiat();
  return (
    <section>
      <h2 className={styles.heading}>{t('overview.products')}</h2>
      <List card label={t('overview.products')}>
        {products.map(({ product, currency, amount, equivalent }) => (
          <ListRow
            key={`${product} ${currency}`}
            title={t(`product.${product}`)}
            subtitle={currency}
            value={<Amount value={amount} scale={SCALE} hidden={hidden} trimmed />}
            note={hidden ? HIDDEN_AMOUNT : `≈ ${formatFiat(equivalent, fiat, locale)}`}
          />
        ))}
      </List>
    </section>
  );
}
