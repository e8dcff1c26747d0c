import { type Instrument, openingText } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatClock } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { useLocale } from '@tessera/ui';
import { useLive } from '../instrument/quote.ts';
import styles from './DepthBook.module.css';

/** Why nothing stands in the book: its market is closed, and until when; or trading is paused, why and since when. */
export function BookPause({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { open, halt } = useLive(instrument);
  if (!open) {
    const { next_open: opens } = instrument;
    return (
      <p className={styles.pause}>
        <strong>{t('market.closed')}</strong>
        {opens !== null && <span>{t('market.opens', { time: openingText(opens, serverNow(), locale) })}</span>}
      </p>
    );
  }
  if (!halt) return null;
  return (
    <p className={styles.pause}>
      <strong>{t('halt.title')}</strong>
      <span>{t(`halt.${halt.reason}`)}</span>
      {halt.since !== null && <span>{t('halt.since', { time: formatClock(halt.since, locale) })}</span>}
    </p>
  );
}
