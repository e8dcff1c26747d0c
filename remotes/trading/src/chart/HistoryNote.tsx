import type { Interval } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { Text, useLocale } from '@tessera/ui';
import type { History } from './bar-feed.ts';
import styles from './Chart.module.css';

/** With fewer bars a chart looks as if it had not loaded. */
const FEW = 20;

/** Of days and longer few bars are usual. */
const isIntraday = (interval: Interval): boolean => interval.endsWith('m') || interval.endsWith('h');

/** Why there are no bars, or few: some sources give no past prices, and the record begins with the first that was heard. */
export function HistoryNote({
  history: { since, count },
  interval,
}: {
  readonly history: History;
  readonly interval: Interval;
}) {
  const t = useTexts('trading');
  const locale = useLocale();
  if (since === null) {
    return (
      <div className={styles.noBars}>
        <Text tone="strong" size="inherit" weight="medium">
          {t('chart.empty')}
        </Text>
        <p>{t('chart.emptyHelp')}</p>
      </div>
    );
  }
  if (count >= FEW || !isIntraday(interval)) return null;
  return <p className={styles.since}>{t('chart.since', { time: formatDayTime(since, locale) })}</p>;
}
