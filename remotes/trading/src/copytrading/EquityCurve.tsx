import type { TraderDetail } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { type DecimalString, div, formatDate, formatPercent, isNegative, isPositive, sub } from '@tessera/money';
import { Change, Inline, Text, useLocale } from '@tessera/ui';
import { curveShape, ValueCurve } from '@tessera/ui/curve';
import { useMemo } from 'react';
import styles from './EquityCurve.module.css';

type Points = TraderDetail['curve'];

const changeOf = (from: DecimalString, to: DecimalString): DecimalString =>
  isPositive(from) ? div(sub(to, from), from) : '0';
const drawnOf = (points: Points) => points.map(({ at, equity }) => ({ at, value: equity }));
const wayOf = (change: DecimalString) => (isNegative(change) ? 'down' : 'up');

/** Capital plus results over time, against the start. */
export function EquityCurve({ points }: { readonly points: Points }) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const drawn = useMemo(() => drawnOf(points), [points]);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const changeAt = (equity: DecimalString) => changeOf(first.equity, equity);
  const date = (at: number) => formatDate(at, locale);
  const whole = t('copy.trader.curveLabel', {
    from: date(first.at),
    to: date(last.at),
    change: formatPercent(changeAt(last.equity), locale),
  });
  const pointAt = (place: number | null) => (place === null ? last : (points[place] ?? last));
  return (
    <ValueCurve
      label={t('copy.trader.return')}
      points={drawn}
      direction={wayOf(changeAt(last.equity))}
      axis={(equity) => formatPercent(changeAt(equity), locale)}
      time={date}
      spoken={(place) => {
        const { at, equity } = pointAt(place);
        return place === null ? whole : `${date(at)}: ${formatPercent(changeAt(equity), locale)}`;
      }}
    >
      {(place) => {
        const { at, equity } = pointAt(place);
        return (
          <Inline gap={2}>
            <Change ratio={changeAt(equity)} />
            <Text as="span">{date(at)}</Text>
          </Inline>
        );
      }}
    </ValueCurve>
  );
}

/** The same without words, for a list. */
export function SmallCurve({ points }: { readonly points: Points }) {
  const shape = curveShape(drawnOf(points), 96, 40);
  const [first, last] = [points[0], points.at(-1)];
  if (!shape || !first || !last) return <span className={styles.small} />;
  return (
    <svg
      className={styles.small}
      data-way={wayOf(changeOf(first.equity, last.equity))}
      viewBox="0 0 96 40"
      aria-hidden="true"
    >
      <path className={styles.area} d={shape.area} />
      <path className={styles.line} d={shape.line} />
    </svg>
  );
}
