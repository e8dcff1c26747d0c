import type { TraderDetail } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { formatUtcDay } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { exactText } from '../market/exact-text.ts';
import styles from './DayBars.module.css';

const WIDTH = 340;
const HEIGHT = 56;

/** Results of 30 days, a bar each: up above the line, down below it. */
export function DayBars({ days }: { readonly days: TraderDetail['profit_by_day'] }) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const most = Math.max(...days.map(({ profit }) => Math.abs(Number(profit))), 1e-9);
  const step = WIDTH / days.length;
  const label = days
    .filter(({ profit }) => profit !== '0')
    .map(({ day, profit }) => `${formatUtcDay(day, locale)} ${exactText(profit, locale)}`)
    .join(', ');
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('named', { ns: 'trading', name: t('copy.trader.days'), value: label || '0' })}
    >
      {days.map(({ day, profit }, index) => {
        const height = (Math.abs(Number(profit)) / most) * (HEIGHT / 2 - 2);
        const down = profit.startsWith('-');
        return (
          <rect
            key={day}
            className={down ? styles.down : styles.up}
            x={index * step + 1}
            y={down ? HEIGHT / 2 : HEIGHT / 2 - height}
            width={step - 2}
            height={height}
            rx="1"
          />
        );
      })}
      <line className={styles.axis} x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
    </svg>
  );
}
