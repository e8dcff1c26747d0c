import { partsOf } from '@tessera/api/instruments';
import type { SpotOrder } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { formatDateTime, formatRate, isPositive, mul } from '@tessera/money';
import { Badge, type BadgeTone, Span, useLocale } from '@tessera/ui';
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
          <Span tone={side === 'buy' ? 'up' : 'down'} size={12} weight="medium">
            {common(side)} · {t(`form.${kind}`)}
            {kind === 'limit' && order.time_in_force !== 'GTC' && ` · ${order.time_in_force}`}
            {order.post_only && ` · ${t('form.postOnly')}`}
          </Span>
        </span>
        <span className={styles.moment}>{formatDateTime(order.created_at, locale)}</span>
        <Span tone="weak">{status === 'filled' ? t('orders.average') : common('price')}</Span>
        <Span tone="strong" align="end">
          {shownPrice === null ? t('orders.marketPriced') : figure(shownPrice, quote)}
        </Span>
        {isWaiting(order) && (
          <>
            <Span tone="weak">{t('lever.form.trigger')}</Span>
            <Span tone="strong" align="end">
              {figure(order.stop_price, quote)}
            </Span>
          </>
        )}
        {order.take_profit !== null && (
          <>
            <Span tone="weak">{t('lever.stop.profit')}</Span>
            <Span tone="strong" align="end">
              {figure(order.take_profit, quote)}
            </Span>
          </>
        )}
        {order.stop_loss !== null && (
          <>
            <Span tone="weak">{t('lever.stop.loss')}</Span>
            <Span tone="strong" align="end">
              {figure(order.stop_loss, quote)}
            </Span>
          </>
        )}
        <Span tone="weak">{amount === null ? common('total') : common('amount')}</Span>
        <Span tone="strong" align="end">
          {amount === null ? figure(quote_amount, quote) : figure(amount, base)}
        </Span>
        <Span tone="weak">{t('orders.filled')}</Span>
        <Span tone="strong" align="end">
          {exactText(order.filled_amount, locale)} {base} ({formatRate(ratio, locale, 0)})
        </Span>
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
