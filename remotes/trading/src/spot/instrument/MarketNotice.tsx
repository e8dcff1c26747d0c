import { type Instrument, openingText } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { useLocale } from '@tessera/ui';
import { Clock } from '@tessera/ui/icons';
import styles from './MarketNotice.module.css';
import { useLive } from './quote.ts';

/** Outside its hours: that the market is closed, and when it opens. */
export function MarketNotice({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { open } = useLive(instrument);
  if (open) return null;
  const { next_open: opens } = instrument;
  return (
    <p className={styles.notice} role="status">
      <Clock />
      <span>
        {t('market.closed')}
        {opens !== null && ` · ${t('market.opens', { time: openingText(opens, serverNow(), locale) })}`}
        <span className={styles.more}>{t('market.closedHelp')}</span>
      </span>
    </p>
  );
}
