import type { Interval } from '@tessera/api/rules';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount, scaleOf, separators } from '@tessera/money';
import { ErrorState, useLocale } from '@tessera/ui';
import { type Chart, dispose, init } from 'klinecharts';
import { useEffect, useRef, useState } from 'react';
import { barFeed, type History } from './bar-feed.ts';
import { periodOf } from './bars.ts';
import { ChartLines } from './ChartLines.tsx';
import styles from './ChartPanel.module.css';
import { chartFormatter, chartLocale } from './chart-formats.ts';
import type { ChartTrades } from './chart-line.ts';
import { chartStyles } from './chart-styles.ts';
import type { MainIndicator, SubIndicator } from './choices.ts';
import { HistoryNote } from './HistoryNote.tsx';
import { indicatorOf } from './indicators.ts';
import { readPalette, watchPalette } from './palette.ts';

export type CandleChartProps = {
  readonly symbol: string;
  readonly tick: string;
  readonly lot: string;
  readonly interval: Interval;
  readonly main: readonly MainIndicator[];
  readonly sub: readonly SubIndicator[];
  /** Beside an order form: less height, no legends. */
  readonly compact: boolean;
  /** Positions and orders to draw over the candles. */
  readonly trades?: ChartTrades | undefined;
};

const CANDLE_PANE = 'candle_pane';
const PANE_HEIGHT = { compact: 40, full: 80 } as const;
/** Px above and below the candles for the marks of the highest and lowest price, and above for two lines of legends. */
const MARK = 24;
const LEGENDS = 50;

/** Candles with their indicators. Lists and figures beside it hold the same data as text. */
export default function CandleChart({ symbol, tick, lot, interval, main, sub, compact, trades }: CandleChartProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [history, setHistory] = useState<History | null>(null);

  useEffect(() => {
    const element = host.current;
    const made = element && init(element, { hotkey: { enabled: false } });
    if (!made) return;
    // The library asks for the first place in the order of focus, which would be before the back button.
    for (const part of element.querySelectorAll('[tabindex="1"]')) part.setAttribute('tabindex', '0');
    made.setOffsetRightDistance(compact ? 24 : 40);
    made.overrideYAxis({
      paneId: CANDLE_PANE,
      gap: { top: compact ? MARK : LEGENDS + MARK, bottom: MARK },
    });
    setChart(made);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      setChart(null);
      dispose(made);
    };
  }, [compact]);

  useEffect(() => {
    if (!chart) return;
    const paint = () => chart.setStyles(chartStyles(readPalette(getComputedStyle(document.documentElement)), compact));
    paint();
    return watchPalette(paint);
  }, [chart, compact]);

  useEffect(() => {
    if (!chart) return;
    chart.setLocale(chartLocale(t, locale));
    chart.setFormatter(chartFormatter(locale));
    const { group } = separators(locale);
    chart.setThousandsSeparator({ sign: group, format: (value) => grouped(String(value), locale) });
    chart.setDecimalFold({ threshold: Number.POSITIVE_INFINITY, format: String });
  }, [chart, t, locale]);

  useEffect(() => {
    if (!chart) return;
    setFailure(null);
    setHistory(null);
    const feed = barFeed(symbol, interval, {
      onReady(known) {
        setFailure(null);
        setHistory(known);
      },
      onFailure: setFailure,
      onResync: () => chart.resetData(),
    });
    chart.setSymbol({ ticker: symbol, pricePrecision: scaleOf(tick), volumePrecision: Math.min(4, scaleOf(lot)) });
    chart.setPeriod(periodOf(interval));
    chart.setDataLoader(feed.loader);
    return () => feed.close();
  }, [chart, symbol, tick, lot, interval]);

  useEffect(() => {
    if (!chart) return;
    for (const name of main)
      chart.createIndicator({ ...indicatorOf(name, t, locale), id: `main ${name}`, paneId: CANDLE_PANE }, true);
    return () => void main.map((name) => chart.removeIndicator({ id: `main ${name}` }));
  }, [chart, main, t, locale]);

  useEffect(() => {
    if (!chart) return;
    for (const name of sub) {
      const paneId = `pane ${name}`;
      chart.createIndicator({ ...indicatorOf(name, t, locale), id: `sub ${name}`, paneId });
      chart.setPaneOptions({
        id: paneId,
        height: compact ? PANE_HEIGHT.compact : PANE_HEIGHT.full,
        dragEnabled: false,
      });
    }
    return () => void sub.map((name) => chart.removeIndicator({ id: `sub ${name}` }));
  }, [chart, sub, compact, t, locale]);

  return (
    <div className={styles.canvas}>
      <div ref={host} className={styles.host} role="img" aria-label={t('chart.title', { symbol })} />
      {chart && trades && <ChartLines {...trades} chart={chart} tick={tick} />}
      {failure === null && history && <HistoryNote history={history} interval={interval} />}
      {failure !== null && (
        <div className={styles.failed}>
          <ErrorState
            compact
            title={t('chart.failed')}
            text={problemText(failure)}
            onRetry={() => chart?.resetData()}
          />
        </div>
      )}
    </div>
  );
}

/** A figure of the chart, which writes a point, in the signs of the locale; anything else stays as it is. */
const grouped = (value: string, locale: string): string =>
  /^-?\d+(\.\d+)?$/.test(value) ? formatAmount(value, value.split('.')[1]?.length ?? 0, locale) : value;
