import { type FundsHistory, useFundsHistory } from '@tessera/api/wallet';
import { HISTORY_DAYS, type HistoryDays, profitOver } from '@tessera/api/wallet/rules';
import { useTexts } from '@tessera/i18n';
import {
  type DecimalString,
  formatDate,
  formatFiat,
  formatMinute,
  formatPercent,
  isNegative,
  isZero,
  neg,
  sum,
} from '@tessera/money';
import { useFiat } from '@tessera/session';
import { Box, Card, HIDDEN_AMOUNT, Inline, Loaded, Skeleton, Span, Text, useLocale } from '@tessera/ui';
import { ValueCurve } from '@tessera/ui/curve';
import { SegmentedControl } from '@tessera/ui/forms';
import { useMemo, useState } from 'react';
import styles from './AssetsPage.module.css';
import { profitText, wayOf } from './profit-text.ts';

type Reading = {
  readonly at: number;
  readonly total: DecimalString;
  /** Since the first point, without what came in and went out. */
  readonly profit: DecimalString;
  readonly ratio: DecimalString | null;
  /** What came in less what went out since the former point. */
  readonly flow: DecimalString;
};

/** Each point with the profit until then. */
function readingsOf(points: FundsHistory): readonly Reading[] {
  const start = points[0]?.total ?? '0';
  const [ins, outs]: [DecimalString[], DecimalString[]] = [[], []];
  return points.map(({ at, total, flow }) => {
    if (!isZero(flow)) (isNegative(flow) ? outs : ins).push(isNegative(flow) ? neg(flow) : flow);
    const over = profitOver({ start, inflow: sum(ins), outflow: sum(outs), end: total });
    return { at, total, flow, ...over };
  });
}

/** The curve itself: with the finger on it the figures are those of its point, else of all of it. */
function Curve({
  points,
  days,
  hidden,
}: {
  readonly points: FundsHistory;
  readonly days: HistoryDays;
  readonly hidden: boolean;
}) {
  const t = useTexts('assets');
  const locale = useLocale();
  const fiat = useFiat();
  const readings = useMemo(() => readingsOf(points), [points]);
  const drawn = useMemo(() => points.map(({ at, total }) => ({ at, value: total })), [points]);
  const last = readings.at(-1);
  if (!last) return null;
  const time = days === 1 ? formatMinute : formatDate;
  const money = (usd: DecimalString) => (hidden ? HIDDEN_AMOUNT : formatFiat(usd, fiat, locale));
  const readingAt = (place: number | null): Reading => (place === null ? last : (readings[place] ?? last));
  const gainText = ({ profit, ratio }: Reading) => {
    if (hidden) return HIDDEN_AMOUNT;
    const percent = ratio === null ? '' : ` (${formatPercent(ratio, locale)})`;
    return `${profitText(profit, fiat, locale)}${percent}`;
  };
  const flowText = ({ flow }: Reading) =>
    `${t(isNegative(flow) ? 'overview.outflow' : 'overview.inflow')}: ${money(isNegative(flow) ? neg(flow) : flow)}`;
  return (
    <ValueCurve
      label={t('overview.curve')}
      points={drawn}
      direction={wayOf(last.profit) ?? 'up'}
      marked={readings.flatMap(({ flow }, place) => (wayOf(flow) ? [place] : []))}
      axis={money}
      time={(at) => time(at, locale)}
      spoken={(place) => {
        const reading = readingAt(place);
        const said = [time(reading.at, locale), money(reading.total), `${t('overview.pnl')}: ${gainText(reading)}`];
        return (isZero(reading.flow) ? said : [...said, flowText(reading)]).join(', ');
      }}
    >
      {(place) => {
        const reading = readingAt(place);
        return (
          <Box below={2}>
            <Inline as="p" gap={2} wrap>
              <Span tone="strong" size={16} weight="strong" translate="no">
                {money(reading.total)}
              </Span>
              <span className={styles.profit} data-way={hidden ? undefined : wayOf(reading.profit)} translate="no">
                {gainText(reading)}
              </span>
            </Inline>
            <Text>
              {time(reading.at, locale)}
              {place !== null && !isZero(reading.flow) && ` · ${flowText(reading)}`}
            </Text>
          </Box>
        );
      }}
    </ValueCurve>
  );
}

/** What all funds were worth at the end of each day, or at each hour of one; what came in and went out is marked. */
export function FundsCurve({ hidden }: { readonly hidden: boolean }) {
  const t = useTexts('assets');
  const [days, setDays] = useState<HistoryDays>(30);
  const query = useFundsHistory({ days });
  return (
    <Card>
      <h2 className={styles.heading}>{t('overview.curve')}</h2>
      <SegmentedControl
        label={t('overview.curve')}
        options={HISTORY_DAYS.map((value) => ({ value: String(value), label: t(`overview.days_${value}`) }))}
        value={String(days)}
        onChange={(value) => setDays(HISTORY_DAYS.find((each) => String(each) === value) ?? days)}
      />
      <Loaded
        query={query}
        compact
        waiting={
          <Box above={3}>
            <Skeleton height="12rem" />
          </Box>
        }
      >
        {({ list }) =>
          list.length > 1 ? (
            <Box above={3}>
              <Curve points={list} days={days} hidden={hidden} />
            </Box>
          ) : (
            <Text above={3}>{t('overview.noCurve')}</Text>
          )
        }
      </Loaded>
    </Card>
  );
}
