import { useTexts } from '@tessera/i18n';
import { formatCompact, formatFiat, formatPrice } from '@tessera/money';
import { useFiat } from '@tessera/session';
import { Price, useLocale } from '@tessera/ui';
import type { Instrument } from '../../../spot/instrument/instruments.ts';
import { useLive } from '../../../spot/instrument/quote.ts';
import styles from './PairPage.module.css';

const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** The price and the figures of the last 24 hours. */
export function PairStats({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const fiat = useFiat();
  const { quote } = useLive(instrument);
  const { tick, base } = instrument;
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
        {quote && DOLLARS.has(instrument.quote) && (
          <span className={styles.weak}>≈ {formatFiat(quote.last, fiat, locale)}</span>
        )}
      </div>
      <dl className={styles.day}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
