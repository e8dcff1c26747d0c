import { useBuyOrders } from '@tessera/api/quickbuy';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { CoinIcon, EmptyState, ListRow, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import styles from './Buy.module.css';

/** Orders, newest first. */
export function Orders() {
  const t = useTexts('finance/quickbuy');
  const locale = useLocale();
  const query = useBuyOrders();
  return (
    <section className={styles.history}>
      <Text as="h2" tone="strong" size={16} strong>
        {t('history')}
      </Text>
      <PagedList
        label={t('history')}
        query={query}
        row={(order) => (
          <ListRow
            start={<CoinIcon symbol={order.currency} />}
            title={t(`status.${order.status}`)}
            subtitle={`${formatDateTime(order.created_at, locale)} · ${t(`methods.${order.method}`)}`}
            value={`${formatAmount(order.credited ?? order.receive, order.scale, locale, { zeros: 'trimmed' })}\u00a0${order.currency}`}
            note={`${formatAmount(order.amount, 0, locale)}\u00a0${order.fiat}`}
            to={screenUrl('/pages/fund/select', { order: order.id })}
          />
        )}
        empty={<EmptyState compact illustration="orders" title={t('empty')} text={t('emptyText')} />}
      />
    </section>
  );
}
