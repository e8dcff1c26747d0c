import { fiatPrice, useDollarValue } from '@tessera/api/fiat';
import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { useFiat } from '@tessera/session';
import { Price, Span, useLocale } from '@tessera/ui';
import { useLive } from '../instrument/quote.ts';
import styles from './DepthBook.module.css';

export function LastPrice({
  instrument,
  onPrice,
}: {
  readonly instrument: Instrument;
  readonly onPrice: ((price: string) => void) | null;
}) {
  const t = useTexts('trading');
  const locale = useLocale();
  const fiat = useFiat();
  const dollars = useDollarValue();
  const { quote } = useLive(instrument);
  if (!quote) return <p className={styles.last}>–</p>;
  const value = fiatPrice(quote.last, instrument.quote, dollars, fiat, locale);
  const figures = (
    <>
      <Price className={styles.lastPrice} value={quote.last} tick={instrument.tick} lively />{' '}
      {value && <Span tone="weak">≈ {value}</Span>}
    </>
  );
  if (!onPrice) return <p className={styles.last}>{figures}</p>;
  const label = t('book.useLast', { price: formatPrice(quote.last, instrument.tick, locale) });
  return (
    <button type="button" className={styles.last} aria-description={label} onClick={() => onPrice(quote.last)}>
      {figures}
    </button>
  );
}
