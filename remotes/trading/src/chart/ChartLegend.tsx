import type { IndicatorSetting } from '@tessera/api/charts';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatPercent, scaleOf } from '@tessera/money';
import { Span, useLocale } from '@tessera/ui';
import type { Chart, Crosshair, KLineData } from 'klinecharts';
import { startTransition, useEffect, useReducer, useState } from 'react';
import styles from './Chart.module.css';
import { LINES } from './palette-colors.ts';
import type { Signal } from './signal.ts';

export type LegendProps = {
  readonly chart: Chart;
  readonly tick: string;
  /** Indicators on the candles, as they are drawn. */
  readonly main: readonly IndicatorSetting[];
  /** Without open, high, low and close. */
  readonly compact: boolean;
  /** Emits when bars changed. */
  readonly bars: Signal;
};

/** Names of the lines of an indicator: MA5, or UP. */
const nameOf = (title: string | undefined): string => (title ?? '').replace(/[:\s]+$/, '');

type Line = { readonly name: string; readonly value: number | undefined; readonly color: string };

function linesOf(chart: Chart, main: readonly IndicatorSetting[], at: number): readonly Line[] {
  return main.flatMap(({ name, colors }) => {
    const [indicator] = chart.getIndicators({ id: `main ${name}` });
    const row = indicator?.result[at] as Readonly<Record<string, number>> | undefined;
    return (indicator?.figures ?? []).map(({ key, title }, place) => ({
      name: nameOf(title),
      value: row?.[key],
      color: LINES[colors[place] ?? 0] ?? LINES[0],
    }));
  });
}

/** Figures of the bar under the crosshair, else of the newest one; above the candles, so that it never covers them. */
export function ChartLegend({ chart, tick, main, compact, bars }: LegendProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const [index, setIndex] = useState<number | null>(null);
  const [, readAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => bars.listen(() => startTransition(readAgain)), [bars]);
  useEffect(() => {
    const moved = (crosshair?: unknown) => {
      const { dataIndex, kLineData } = (crosshair ?? {}) as Crosshair;
      setIndex(kLineData && dataIndex !== undefined ? dataIndex : null);
    };
    chart.subscribeAction('onCrosshairChange', moved);
    return () => chart.unsubscribeAction('onCrosshairChange', moved);
  }, [chart]);
  const all = chart.getDataList();
  const at = Math.min(index ?? all.length - 1, all.length - 1);
  const bar: KLineData | undefined = all[at];
  const digits = scaleOf(tick);
  const price = (value: number | undefined) =>
    value === undefined || !Number.isFinite(value) ? '–' : formatAmount(value.toFixed(digits), digits, locale);
  const change = bar && bar.open !== 0 ? bar.close / bar.open - 1 : 0;
  const way = change > 0 ? 'up' : change < 0 ? 'down' : undefined;
  const lines = linesOf(chart, main, at);
  const figure = (value: string, tone: 'up' | 'down' | 'normal' = 'normal') => (
    <Span as="b" tone={tone} weight="medium">
      {value}
    </Span>
  );
  return (
    <div className={styles.legend} aria-hidden="true">
      {!compact && (
        <p>
          {(['open', 'high', 'low', 'close'] as const).map((key) => (
            <span key={key}>
              {t(`chart.${key}`)} {figure(price(bar?.[key]), way)}
            </span>
          ))}
          {figure(Number.isFinite(change) ? formatPercent(change.toFixed(6), locale) : '–', way)}
        </p>
      )}
      {/* Before the lines are there: the chart keeps its height when they come. */}
      {main.length > 0 && (
        <p>
          {lines.map(({ name, value, color }) => (
            <span key={name}>
              <i style={{ background: color }} />
              {name} {figure(price(value))}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
