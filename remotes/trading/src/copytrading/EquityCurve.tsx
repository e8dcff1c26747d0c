import { useTexts } from '@tessera/i18n';
import { type DecimalString, div, formatDate, formatPercent, isPositive, sub } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { curveShape, type Point } from './curve-path.ts';
import styles from './EquityCurve.module.css';

const WIDTH = 340;
const HEIGHT = 132;

const changeOf = (from: DecimalString, to: DecimalString): DecimalString =>
  isPositive(from) ? div(sub(to, from), from) : '0';

/** Capital plus results over time, against the start; its ends are written beside it. */
export function EquityCurve({ points }: { readonly points: readonly Point[] }) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const shape = curveShape(points, WIDTH, HEIGHT);
  const first = points[0];
  const last = points.at(-1);
  if (!shape || !first || !last) return null;
  const change = changeOf(first.equity, last.equity);
  const percent = (equity: DecimalString) => formatPercent(changeOf(first.equity, equity), locale, 1);
  return (
    <figure className={styles.figure} data-way={change.startsWith('-') ? 'down' : 'up'}>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('copy.trader.curveLabel', {
          from: formatDate(first.at, locale),
          to: formatDate(last.at, locale),
          change: formatPercent(change, locale),
        })}
      >
        <line className={styles.base} x1="0" x2={WIDTH} y1={shape.base} y2={shape.base} />
        <path className={styles.area} d={shape.area} />
        <path className={styles.line} d={shape.line} />
      </svg>
      <span className={styles.high}>{percent(shape.high)}</span>
      <span className={styles.low}>{percent(shape.low)}</span>
      <figcaption className={styles.times}>
        <span>{formatDate(first.at, locale)}</span>
        <span>{formatDate(last.at, locale)}</span>
      </figcaption>
    </figure>
  );
}

/** The same without words, for a list. */
export function SmallCurve({ points }: { readonly points: readonly Point[] }) {
  const shape = curveShape(points, 96, 40);
  const first = points[0];
  const last = points.at(-1);
  if (!shape || !first || !last) return <span className={styles.small} />;
  return (
    <svg
      className={styles.small}
      data-way={changeOf(first.equity, last.equity).startsWith('-') ? 'down' : 'up'}
      viewBox="0 0 96 40"
      aria-hidden="true"
    >
      <path className={styles.area} d={shape.area} />
      <path className={styles.line} d={shape.line} />
    </svg>
  );
}
