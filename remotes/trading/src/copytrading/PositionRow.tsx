import type { SourceTrade } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { Span, Text, useLocale } from '@tessera/ui';
import type { ReactNode } from 'react';
import { exactText } from '../market/exact-text.ts';
import type { Figure } from '../market/figures/Figures.tsx';
import styles from './copytrading.module.css';
import { Figures, Profit } from './Figures.tsx';

type Props = {
  readonly trade: SourceTrade;
  readonly badge?: ReactNode;
  readonly more?: readonly Figure[];
  readonly children?: ReactNode;
};

/** A position with its figures: a trader's, or a copy. */
export function PositionRow({ trade, badge, more = [], children }: Props) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const exact = (value: string | null) => (value === null ? '–' : exactText(value, locale));
  return (
    <li className={styles.trade}>
      <div className={styles.tradeTop}>
        <strong>{trade.symbol}</strong>
        <Span tone={trade.side === 'long' ? 'up' : 'down'} size={12} weight="medium">
          {t(`copy.${trade.side}`)} {trade.multiple}×
        </Span>
        <span className={styles.end}>{badge}</span>
      </div>
      <Figures
        items={[
          { label: t('copy.result'), value: <Profit value={trade.profit} /> },
          { label: t('copy.entry'), value: exact(trade.open_price) },
          trade.closed_at === null
            ? { label: t('copy.mark'), value: exact(trade.current_price) }
            : { label: t('copy.exit'), value: exact(trade.close_price) },
          { label: t('copy.lots'), value: exact(trade.lots) },
          ...more,
        ]}
      />
      <Text tone="normal" above={2}>
        {formatDateTime(trade.opened_at, locale)}
        {trade.closed_at !== null &&
          trade.closed_at !== trade.opened_at &&
          ` – ${formatDateTime(trade.closed_at, locale)}`}
      </Text>
      {children}
    </li>
  );
}
