import { fiatPrice, useDollarValue } from '@tessera/api/fiat';
import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatCompact, formatPrice } from '@tessera/money';
import { useFiat } from '@tessera/session';
import { Price, Text, useLocale } from '@tessera/ui';
import { useLive } from '../instrument/quote.ts';
import styles from './PairPage.module.css';

/** The price and the figures of the last 24 hours. */
export function PairStats({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const fiat = useFiat();
  const dollars = useDollarValue();
  const { quote } = useLive(instrument);
  const { tick, base } = instrument;
  const value = quote && fiatPrice(quote.last, instrument.quote, dollars, fiat, locale);
  const figures = [
    [t('stats.high'), quote && formatPrice(quote.high24h, tick, locale)],
    [t('stats.low'), quote && formatPrice(quote.low24h, tick, locale)],
    [t('stats.volume', { unit: base }), quote && formatCompact(quote.volume24h, locale)],
    [t('stats.volume', { unit: instrument.quote }), quote && formatCompact(quote.turnover24h, locale)],
  ] as const;
  return (
    <div className={styles.stats}>
      <div className={styles.price}>
        {quote ? <Price className={styles.last} value={quote.last} tick={tick} lively /> : '–'}
        {value && <Text as="span">≈ {value}</Text>}
      </div>
      <dl className={styles.day}>
        {figures.map(([label, figure]) => (
          <div key={label}>
            <Text as="dt" size={11} tight>
              {label}
            </Text>
            <Text as="dd" tone="strong" weight="medium">
              {figure ?? '–'}
            </Text>
          </div>
        ))}
      </dl>
    </div>
  );
}
