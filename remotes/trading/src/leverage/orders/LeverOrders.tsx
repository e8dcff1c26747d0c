import { partsOf } from '@tessera/api/instruments';
import { type LeverOrder, useLeverOrders } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { useSession } from '@tessera/session';
import { Badge, EmptyState, LogInFirst, Span, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import type { ReactNode } from 'react';
import { exactText } from '../../market/exact-text.ts';
import rows from '../../ticket/Orders.module.css';
import { AmendOrder } from './AmendOrder.tsx';
import { CancelOrder } from './CancelOrder.tsx';

/** One entrust: what it opens or closes, at which price, what triggered it and what became of it. */
export function LeverOrderRow({ order }: { readonly order: LeverOrder }) {
  const t = useTexts('trading/leverage');
  const common = useTexts('common');
  const locale = useLocale();
  const { symbol, side, purpose, kind, cause, status, ended, currency } = order;
  const { quote } = partsOf(symbol);
  const price = order.average_price ?? order.price ?? order.stop_price;
  const pending = status === 'pending';
  const opens = purpose === 'open';
  // A close is a trade to the other side.
  const trade = (side === 'long') === opens ? 'buy' : 'sell';
  return (
    <li className={rows.order}>
      <div className={rows.face}>
        <span className={rows.title}>
          <strong>{symbol}</strong>
          <Span tone={trade === 'buy' ? 'up' : 'down'} size={12} weight="medium">
            {t(`lever.${purpose}.${side}`)} · {t(`lever.kind.${kind}`, { ns: 'trading' })} · {order.multiple}×
          </Span>
        </span>
        <span className={rows.moment}>{formatDateTime(order.created_at, locale)}</span>
        <Span tone="weak">
          {order.average_price !== null
            ? t('orders.average', { ns: 'trading' })
            : kind === 'stop'
              ? t('lever.form.trigger', { ns: 'trading' })
              : common('price')}
        </Span>
        <Span tone="strong" align="end">
          {price === null ? t('orders.marketPriced', { ns: 'trading' }) : `${exactText(price, locale)} ${quote}`}
        </Span>
        <Span tone="weak">{t('orders.filled', { ns: 'trading' })}</Span>
        <Span tone="strong" align="end">
          {exactText(String(order.filled_share), locale)} / {exactText(String(order.share), locale)} {t('lever.lots')}
        </Span>
        {order.profit !== null && (
          <>
            <Span tone="weak">{t('lever.realized')}</Span>
            <Span tone="strong" align="end">
              {exactText(order.profit, locale)} {currency}
            </Span>
          </>
        )}
        {cause !== 'user' && (
          <>
            <Span tone="weak">{t('orders.reason', { ns: 'trading' })}</Span>
            <Span tone="strong" align="end">
              {t(`lever.cause.${cause}`)}
            </Span>
          </>
        )}
        {order.trigger_tick !== null && (
          <>
            <Span tone="weak">{t('lever.history.tick')}</Span>
            <Span tone="strong" align="end">
              #{order.trigger_tick}
              {order.trigger_price !== null && ` · ${exactText(order.trigger_price, locale)}`}
            </Span>
          </>
        )}
        {ended && ended !== 'user' && <span className={rows.reason}>{t(`lever.ended.${ended}`)}</span>}
      </div>
      <div className={rows.end}>
        <Badge tone={pending ? 'accent' : status === 'filled' ? 'success' : 'neutral'}>
          {t(`orders.status.${status === 'pending' && order.filled_share > 0 ? 'partial' : status}`, { ns: 'trading' })}
        </Badge>
        {pending && opens && <AmendOrder order={order} />}
        {pending && (opens || kind === 'limit') && <CancelOrder order={order} />}
      </div>
    </li>
  );
}

type LeverOrdersProps = {
  readonly status: 'pending' | 'history';
  readonly symbol?: string | undefined;
  /** The way forward where there is none. */
  readonly empty?: ReactNode;
};

/** Entrusts in progress or complete. */
export function LeverOrders({ status, symbol, empty }: LeverOrdersProps) {
  const t = useTexts('trading/leverage');
  const signedIn = useSession() !== null;
  const query = useLeverOrders({ status, symbol });
  if (!signedIn) return <LogInFirst compact />;
  const pending = status === 'pending';
  return (
    <PagedList
      label={pending ? t('orders.open', { ns: 'trading' }) : t('lever.orders.complete')}
      query={query}
      row={(order) => <LeverOrderRow order={order} />}
      empty={
        <EmptyState
          compact
          illustration="orders"
          title={pending ? t('orders.noneOpen', { ns: 'trading' }) : t('orders.noneHistory', { ns: 'trading' })}
          text={pending ? t('lever.orders.noneOpenHelp') : t('orders.noneHistoryHelp', { ns: 'trading' })}
          action={empty}
        />
      }
    />
  );
}
