import { partsOf } from '@tessera/api/instruments';
import type { SpotOrder } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { formatDateTime, formatRate, isPositive, mul } from '@tessera/money';
import { Badge, type BadgeTone, useLocale } from '@tessera/ui';
import type { ReactNode } from 'react';
import { exactText } from '../../market/exact-text.ts';
import styles from '../../ticket/Orders.module.css';
import { averageOf, filledRatio, isWaiting, type OrderState, stateOf } from './order-figures.ts';

const TONES: Readonly<Record<OrderState, BadgeTone>> = {
  pending: 'accent',
  partial: 'warn',
  filled: 'success',
  cancelled: 'neutral',
  expired: 'neutral',
};

type OrderRowProps = {
  readonly order: SpotOrder;
  /** Opens the details. */
  readonly onOpen: (order: SpotOrder) => void;
  /** At the end of the row: the way to cancel it. */
  readonly action?: ReactNode;
};

/** One order with its figures; the whole of it opens the details. */
export function OrderRow({ order, onOpen, action }: OrderRowProps) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const locale = useLocale();
  const { symbol, side, kind, price, amount, quote_amount, status, ended } = order;
  const { base, quote } = partsOf(symbol);
  const state = stateOf(order);
  const ratio = filledRatio(order);
  const figure = (value: string | null, unit: string) => (value === null ? '–' : `${exactText(value, locale)} ${unit}`);
  const shownPrice = status === 'filled' ? averageOf(order) : (price ?? order.stop_limit_price);
  return (
    <li className={styles.order}>
      <button
        type="button"
        className={styles.face}
        aria-label={t('named', { name: t('orders.details'), value: `${common(side)} ${symbol}` })}
        onClick={() => onOpen(order)}
      >
        <span className={styles.title}>
          <strong>{symbol}</strong>
          <span className={styles.direction} data-side={side}>
            {common(side)} · {t(`form.${kind}`)}
            {kind === 'limit' && order.time_in_force !== 'GTC' && ` · ${order.time_in_force}`}
            {order.post_only && ` · ${t('form.postOnly')}`}
          </span>
        </span>
        <span className={styles.moment}>{formatDateTime(order.created_at, locale)}</span>
        <span className={styles.label}>{status === 'filled' ? t('orders.average') : common('price')}</span>
        <span className={styles.value}>
          {shownPrice === null ? t('orders.marketPriced') : figure(shownPrice, quote)}
        </span>
        {isWaiting(order) && (
          <>
            <span className={styles.label}>{t('lever.form.trigger')}</span>
            <span className={styles.value}>{figure(order.stop_price, quote)}</span>
          </>
        )}
        {order.take_profit !== null && (
          <>
            <span className={styles.label}>{t('lever.stop.profit')}</span>
            <span className={styles.value}>{figure(order.take_profit, quote)}</span>
          </>
        )}
        {order.stop_loss !== null && (
          <>
            <span className={styles.label}>{t('lever.stop.loss')}</span>
            <span className={styles.value}>{figure(order.stop_loss, quote)}</span>
          </>
        )}
        <span className={styles.label}>{amount === null ? common('total') : common('amount')}</span>
        <span className={styles.value}>{amount === null ? figure(quote_amount, quote) : figure(amount, base)}</span>
        <span className={styles.label}>{t('orders.filled')}</span>
        <span className={styles.value}>
          {exactText(order.filled_amount, locale)} {base} ({formatRate(ratio, locale, 0)})
        </span>
        {status !== 'filled' && isPositive(ratio) && (
          <span className={styles.progress} data-side={side}>
            <span style={{ inlineSize: `${mul(ratio, '100')}%` }} />
          </span>
        )}
        {ended && ended !== 'user' && <span className={styles.reason}>{t(`orders.ended.${ended}`)}</span>}
      </button>
      <div className={styles.end}>
        <Badge tone={TONES[state]}>{t(`orders.status.${state}`)}</Badge>
      </div>
      {action && <div className={styles.below}>{action}</div>}
    </li>
  );
}
