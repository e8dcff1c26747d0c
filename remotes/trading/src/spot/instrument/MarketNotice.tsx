import { useTexts } from '@tessera/i18n';
import { formatAge } from '@tessera/money';
import { serverNow, useQuoteAge, useStale } from '@tessera/realtime';
import { useRealtimeState } from '@tessera/session';
import { useLocale } from '@tessera/ui';
import { Clock, WifiOff } from '@tessera/ui/icons';
import { STALE_AFTER_S } from '../order-form/market-state.ts';
import type { Instrument } from './instruments.ts';
import styles from './MarketNotice.module.css';
import { openingText } from './opening.ts';
import { useLive } from './quote.ts';

const SECOND_MS = 1_000;

/** Why prices stand still, if they do: no connection, an old price, or a market outside its hours. */
export function MarketNotice({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { status } = useRealtimeState();
  const unconnected = useStale();
  const { quote, open } = useLive(instrument);
  const seconds = useQuoteAge(instrument.symbol);
  const age = formatAge((seconds ?? 0) * SECOND_MS, locale);

  if (unconnected && status === 'offline') {
    return (
      <p className={styles.notice} role="status">
        <WifiOff /> {quote ? t('feed.offline', { age }) : t('feed.offlineNoPrice')}
      </p>
    );
  }
  if (unconnected) {
    return (
      <p className={styles.notice} role="status">
        <WifiOff /> {t('feed.reconnecting')}
      </p>
    );
  }
  if (!open) {
    return (
      <p className={styles.notice} role="status">
        <Clock />
        <span>
          {t('market.closed')}
          {instrument.next_open !== null &&
            ` · ${t('market.opens', { time: openingText(instrument.next_open, serverNow(), locale) })}`}
          <span className={styles.more}>{t('market.closedHelp')}</span>
        </span>
      </p>
    );
  }
  if (seconds !== null && seconds > STALE_AFTER_S) {
    return (
      <p className={styles.notice} role="status">
        <Clock /> {t('feed.stale', { age })}
      </p>
    );
  }
  return null;
}
