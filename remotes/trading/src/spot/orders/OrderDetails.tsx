import { partsOf } from '@tessera/api/instruments';
import type { SpotOrder } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { Heading, KeyValue, useLocale } from '@tessera/ui';
import { DetailSheet } from '@tessera/ui/content';
import { exactText } from '../../market/exact-text.ts';
import styles from '../../ticket/Orders.module.css';
import { averageOf, isWaiting, leftOf, stateOf } from './order-figures.ts';

type OrderDetailsProps = {
  readonly order: SpotOrder;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Everything about one order, with each of its fills. */
export default function OrderDetails({ order, open, onClose }: OrderDetailsProps) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const locale = useLocale();
  const { base, quote } = partsOf(order.symbol);
  const figure = (value: string | null, unit: string) => (value === null ? '–' : `${exactText(value, locale)} ${unit}`);
  const terms = order.post_only ? `${order.time_in_force} · ${t('form.postOnly')}` : order.time_in_force;
  const left = leftOf(order);
  return (
    <DetailSheet open={open} onClose={onClose} title={t('orders.details')}>
      <KeyValue
        items={[
          { label: t('confirm.pair'), value: order.symbol },
          { label: t('form.kind'), value: `${common(order.side)} · ${t(`form.${order.kind}`)}` },
          { label: common('status'), value: t(`orders.status.${stateOf(order)}`) },
          ...(order.ended ? [{ label: t('orders.reason'), value: t(`orders.ended.${order.ended}`) }] : []),
          ...(order.kind === 'limit' ? [{ label: t('form.tif'), value: terms }] : []),
          {
            label: common('price'),
            value: order.price === null && !isWaiting(order) ? t('orders.marketPriced') : figure(order.price, quote),
          },
          ...(order.stop_price === null
            ? []
            : [
                { label: t('lever.form.trigger'), value: figure(order.stop_price, quote) },
                {
                  label: t('orders.stopLimit'),
                  value:
                    order.stop_limit_price === null ? t('orders.marketPriced') : figure(order.stop_limit_price, quote),
                },
              ]),
          ...(order.triggered_at === null
            ? []
            : [{ label: t('orders.triggered'), value: formatDateTime(order.triggered_at, locale) }]),
          ...(order.take_profit === null
            ? []
            : [{ label: t('lever.stop.profit'), value: figure(order.take_profit, quote) }]),
          ...(order.stop_loss === null ? [] : [{ label: t('lever.stop.loss'), value: figure(order.stop_loss, quote) }]),
          ...(order.parent_id === null ? [] : [{ label: t('orders.parent'), value: order.parent_id }]),
          order.amount === null
            ? { label: common('total'), value: figure(order.quote_amount, quote) }
            : { label: common('amount'), value: figure(order.amount, base) },
          { label: t('orders.filled'), value: figure(order.filled_amount, base) },
          ...(left === null ? [] : [{ label: t('orders.left'), value: figure(left, base) }]),
          { label: t('orders.average'), value: figure(averageOf(order), quote) },
          { label: common('total'), value: figure(order.filled_quote_amount, quote), strong: true },
          { label: common('fee'), value: figure(order.fee, order.fee_currency) },
          { label: t('orders.placed'), value: formatDateTime(order.created_at, locale) },
          { label: t('orders.updated'), value: formatDateTime(order.updated_at, locale) },
          { label: t('orders.number'), value: order.id },
        ]}
      />
      {order.fills.length > 0 && (
        <>
          <Heading as="h3" size={14} above={4} below={1}>
            {t('orders.fills')}
          </Heading>
          <ul className={styles.fills}>
            {order.fills.map((fill) => (
              <li key={fill.id}>
                <span className={styles.moment}>{formatDateTime(fill.at, locale)}</span>
                <span>
                  {figure(fill.amount, base)} @ {figure(fill.price, quote)}
                </span>
                <span className={styles.fillCost}>
                  {common('total')} {figure(fill.quote_amount, quote)} · {common('fee')}{' '}
                  {figure(fill.fee, fill.fee_currency)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailSheet>
  );
}
