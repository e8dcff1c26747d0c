import type { Interval } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatPercent, scaleOf } from '@tessera/money';
import { useLocale, VisuallyHidden } from '@tessera/ui';
import type { Chart } from 'klinecharts';
import { useEffect, useState } from 'react';
import { barTime } from './chart-formats.ts';
import { type Summary, summaryOf } from './visible-bars.ts';

/** Ms after the last movement: a range is told once it stays. */
const SETTLED = 800;

type ChartSummaryProps = {
  readonly id: string;
  readonly chart: Chart;
  readonly interval: Interval;
  readonly tick: string;
  /** Changes when other bars are drawn; not with each tick. */
  readonly drawn: object | null;
};

/** The visible range in words, for those who cannot see it. */
export function ChartSummary({ id, chart, interval, tick, drawn }: ChartSummaryProps) {
  const t = useTexts('trading/chart');
  const locale = useLocale();
  const [summary, setSummary] = useState<Summary | null>(null);
  useEffect(() => {
    if (!drawn) return setSummary(null);
    let timer: ReturnType<typeof setTimeout>;
    const tell = () => {
      const { from, to } = chart.getVisibleRange();
      setSummary(summaryOf(chart.getDataList().slice(Math.max(0, from), to)));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(tell, SETTLED);
    };
    later();
    chart.subscribeAction('onScroll', later);
    chart.subscribeAction('onZoom', later);
    return () => {
      clearTimeout(timer);
      chart.unsubscribeAction('onScroll', later);
      chart.unsubscribeAction('onZoom', later);
    };
  }, [chart, drawn]);
  const digits = scaleOf(tick);
  const price = (value: number) => formatAmount(value.toFixed(digits), digits, locale);
  return (
    <VisuallyHidden as="p" id={id} role="status">
      {summary &&
        t('summary', {
          count: summary.count,
          interval,
          from: barTime(summary.from, interval, locale),
          to: barTime(summary.to, interval, locale),
          open: price(summary.open),
          high: price(summary.high),
          low: price(summary.low),
          close: price(summary.close),
          change: formatPercent(summary.change.toFixed(6), locale),
          trend: t(`trend.${summary.trend}`),
        })}
    </VisuallyHidden>
  );
}
