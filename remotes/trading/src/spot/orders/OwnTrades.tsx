import { partsOf } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { Span, useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';
import styles from '../../ticket/Orders.module.css';
import type { OwnTrade } from './order-figures.ts';

/** The user's own fills, each with what it cost. */
export function OwnTrades({ trades }: { readonly trades: readonly OwnTrade[] }) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const locale = useLocale();
  return (
    <ul>
      {trades.map(({ id, at, price, amount, quote_amount, fee, fee_currency, order }) => {
        const { base, quote } = partsOf(order.symbol);
        return (
          <li key={id} className={styles.order}>
            <div className={styles.face}>
              <span className={styles.title}>
                <strong>{order.symbol}</strong>
                <Span tone={order.side === 'buy' ? 'up' : 'down'} size={12} weight="medium">
                  {common(order.side)} · {t(`form.${order.kind}`)}
                </Span>
              </span>
              <span className={styles.moment}>{formatDateTime(at, locale)}</span>
              <Span tone="weak">{common('price')}</Span>
              <Span tone="strong" align="end">
                {exactText(price, locale)} {quote}
              </Span>
              <Span tone="weak">{common('amount')}</Span>
              <Span tone="strong" align="end">
                {exactText(amount, locale)} {base}
              </Span>
              <Span tone="weak">{common('total')}</Span>
              <Span tone="strong" align="end">
                {exactText(quote_amount, locale)} {quote}
              </Span>
              <Span tone="weak">{common('fee')}</Span>
              <Span tone="strong" align="end">
                {exactText(fee, locale)} {fee_currency}
              </Span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
