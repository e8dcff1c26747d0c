import { type Instrument, openingText } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatClock } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { Span, useLocale } from '@tessera/ui';
import { Clock, TriangleAlert } from '@tessera/ui/icons';
import styles from './MarketNotice.module.css';
import { useLive } from './quote.ts';

/** Why no orders are taken: the market is closed, and when it opens; or trading is paused, why and since when. */
export function MarketNotice({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { open, halt } = useLive(instrument);
  if (open && halt) {
    return (
      <p className={styles.notice} role="status">
        <TriangleAlert />
        <span>
          {t('halt.title')}
          {halt.since !== null && ` ${t('halt.since', { time: formatClock(halt.since, locale) })}`}
          <Span tone="weak" block>
            {t(`halt.${halt.reason}`)}
          </Span>
          <Span tone="weak" block>
            {t('halt.help')}
          </Span>
        </span>
      </p>
    );
  }
  if (open) return null;
  const { next_open: opens } = instrument;
  return (
    <p className={styles.notice} role="status">
      <Clock />
      <span>
        {t('market.closed')}
        {opens !== null && ` · ${t('market.opens', { time: openingText(opens, serverNow(), locale) })}`}
        <Span tone="weak" block>
          {t('market.closedHelp')}
        </Span>
      </span>
    </p>
  );
}
