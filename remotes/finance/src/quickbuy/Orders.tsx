import { useBuyOrders } from '@tessera/api/quickbuy';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { CoinIcon, EmptyState, Heading, ListRow, Stack, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';

/** Orders, newest first. */
export function Orders() {
  const t = useTexts('finance/quickbuy');
  const locale = useLocale();
  const query = useBuyOrders();
  return (
    <Stack as="section" gap={2} below={8}>
      <Heading size={16}>{t('history')}</Heading>
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
    </Stack>
  );
}
