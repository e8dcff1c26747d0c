import { useIndicatorSettings } from '@tessera/api/charts';
import type { Interval } from '@tessera/api/rules';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount, formatPrice, scaleOf, separators } from '@tessera/money';
import { ErrorState, useLocale } from '@tessera/ui';
import { ArrowRight, Bell } from '@tessera/ui/icons';
import { type Chart, dispose, init } from 'klinecharts';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { barFeed, type History } from './bar-feed.ts';
import { periodOf } from './bars.ts';
import styles from './Chart.module.css';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartLines } from './ChartLines.tsx';
import { ChartSummary } from './ChartSummary.tsx';
import { chartFormatter, chartLocale } from './chart-formats.ts';
import type { ChartTrades } from './chart-line.ts';
import { chartStyles } from './chart-styles.ts';
import type { MainIndicator, Shape, SubIndicator } from './choices.ts';
import { DrawBar } from './DrawBar.tsx';
import { HistoryNote } from './HistoryNote.tsx';
import { indicatorOf, settingOf } from './indicators.ts';
import { endFlick, leaveSwipesToThePage } from './page-scroll.ts';
import { readPalette, watchPalette } from './palette.ts';
import { paneHeight } from './pane-height.ts';
import { signal } from './signal.ts';
import { useDrawingCursor } from './use-drawing-cursor.ts';
import { useChartDrawings } from './use-drawings.ts';
import { type Pressed, useLongPress } from './use-long-press.ts';

export type CandleChartProps = {
  readonly symbol: string;
  readonly tick: string;
  readonly lot: string;
  readonly interval: Interval;
  readonly shape: Shape;
  readonly main: readonly MainIndicator[];
  readonly sub: readonly SubIndicator[];
  /** Beside an order form: less height, fewer legends. */
  readonly compact: boolean;
  /** The drawing tools are shown. */
  readonly drawing?: boolean | undefined;
  /** Positions and orders to draw over the candles. */
  readonly trades?: ChartTrades | undefined;
};

const CANDLE_PANE = 'candle_pane';
/** Px above and below the candles for the marks of the highest and lowest price, and in other panes for their legend. */
const MARK = 24;
const LEGEND = 16;
/** Bars that an arrow key scrolls. */
const STEP = 5;
const ZOOM = 0.2;

/** Candles with their indicators, drawings and the user's orders; a summary in words stands for those who cannot see it. */
export default function CandleChart(props: CandleChartProps) {
  const { symbol, tick, lot, interval, shape, main, sub, compact, drawing = false, trades } = props;
  const t = useTexts('trading');
  const own = useTexts('trading/chart');
  const locale = useLocale();
  const summary = useId();
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [history, setHistory] = useState<History | null>(null);
  const [bars] = useState(signal);
  const [past, setPast] = useState(false);
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const { value: settings } = useIndicatorSettings();
  const drawings = useChartDrawings(chart, symbol);
  const cursor = useDrawingCursor(chart, drawings, { tick, interval });
  /** Read by the chart while a finger is down. */
  const claimed = useRef(false);
  claimed.current = drawings.tool !== null || drawings.selected;
  const mainSettings = useMemo(() => main.map((name) => settingOf(name, settings)), [main, settings]);
  const subSettings = useMemo(() => sub.map((name) => settingOf(name, settings)), [sub, settings]);

  useEffect(() => {
    const element = host.current;
    const made = element && init(element, { hotkey: { enabled: false } });
    if (!made) return;
    // The library asks for the first place in the order of focus; without its hotkeys there is nothing to do there.
    for (const part of element.querySelectorAll('[tabindex="1"]')) part.setAttribute('tabindex', '-1');
    made.setOffsetRightDistance(compact ? 24 : 40);
    made.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: MARK, bottom: MARK } });
    const stopSwipes = leaveSwipesToThePage(made, element, () => claimed.current);
    setChart(made);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    const moved = () => setPast(made.getVisibleRange().to < made.getDataList().length);
    made.subscribeAction('onVisibleRangeChange', moved);
    return () => {
      observer.disconnect();
      stopSwipes();
      setChart(null);
      dispose(made);
    };
  }, [compact]);

  useEffect(() => {
    if (!chart) return;
    const paint = () =>
      chart.setStyles(chartStyles(readPalette(getComputedStyle(document.documentElement)), compact, shape));
    paint();
    return watchPalette(paint);
  }, [chart, compact, shape]);

  useEffect(() => {
    if (!chart) return;
    chart.setLocale(chartLocale(t, locale));
    chart.setFormatter(chartFormatter(locale, interval));
    const { group } = separators(locale);
    chart.setThousandsSeparator({ sign: group, format: (value) => grouped(String(value), locale) });
    chart.setDecimalFold({ threshold: Number.POSITIVE_INFINITY, format: String });
  }, [chart, t, locale, interval]);

  useEffect(() => {
    if (!chart) return;
    setFailure(null);
    setHistory(null);
    setPressed(null);
    const feed = barFeed(symbol, interval, {
      onReady(known) {
        setFailure(null);
        setHistory(known);
      },
      onFailure: setFailure,
      onResync: () => chart.resetData(),
      onBar: bars.emit,
    });
    chart.setSymbol({ ticker: symbol, pricePrecision: scaleOf(tick), volumePrecision: Math.min(4, scaleOf(lot)) });
    chart.setPeriod(periodOf(interval));
    chart.setDataLoader(feed.loader);
    return () => feed.close();
  }, [chart, bars, symbol, tick, lot, interval]);

  useEffect(() => {
    if (!chart) return;
    for (const setting of mainSettings)
      chart.createIndicator(
        { ...indicatorOf(setting, 'main', t, locale), id: `main ${setting.name}`, paneId: CANDLE_PANE },
        true,
      );
    bars.emit();
    return () => void mainSettings.map(({ name }) => chart.removeIndicator({ id: `main ${name}` }));
  }, [chart, bars, mainSettings, t, locale]);

  useEffect(() => {
    if (!chart) return;
    const panes = subSettings.map(({ name }) => `pane ${name}`);
    for (const [index, setting] of subSettings.entries()) {
      const paneId = panes[index] as string;
      chart.createIndicator({ ...indicatorOf(setting, 'sub', t, locale), id: `sub ${setting.name}`, paneId });
      chart.overrideYAxis({ paneId, gap: { top: LEGEND, bottom: 2 } });
    }
    const fit = () => {
      const height = paneHeight(host.current?.clientHeight ?? 0, panes.length, compact);
      for (const id of panes) chart.setPaneOptions({ id, height, minHeight: height, dragEnabled: false });
    };
    fit();
    const observer = new ResizeObserver(fit);
    if (host.current) observer.observe(host.current);
    return () => {
      observer.disconnect();
      for (const { name } of subSettings) chart.removeIndicator({ id: `sub ${name}` });
    };
  }, [chart, subSettings, compact, t, locale]);

  const onAlert = trades?.onAlert;
  const press = useCallback(
    (where: Pressed) => {
      // While a drawing is made a finger that rests places its point.
      if (claimed.current) return;
      if (where.onAxis) onAlert?.(where.price);
      else setPressed(where);
    },
    [onAlert],
  );
  useLongPress(chart, host.current, tick, onAlert && press);

  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!chart || event.target !== event.currentTarget) return;
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (!modified && cursor.press(event.key)) return event.preventDefault();
    endFlick(chart);
    const space = chart.getBarSpace().bar * STEP;
    const middle = { x: (chart.getSize(CANDLE_PANE, 'main')?.width ?? 0) / 2, y: 0 };
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => chart.scrollByDistance(space),
      ArrowRight: () => chart.scrollByDistance(-space),
      End: () => chart.scrollToRealTime(),
      Home: () => chart.scrollToDataIndex(0),
      '+': () => chart.zoomAtCoordinate(1 + ZOOM, middle),
      '-': () => chart.zoomAtCoordinate(1 - ZOOM, middle),
      Escape: () => {
        drawings.choose(null);
        setPressed(null);
      },
      Delete: drawings.erase,
      a: () => {
        const last = chart.getDataList().at(-1);
        if (last) onAlert?.(last.close.toFixed(scaleOf(tick)));
      },
    };
    const action = actions[event.key];
    if (!action || modified) return;
    // Escape also leaves the full screen, unless it gives up a drawing here.
    if (event.key !== 'Escape' || claimed.current || pressed) event.preventDefault();
    action();
  };

  /** At once: keys and new bars during an animation would be added to what is left of it. */
  const toNow = () => {
    if (!chart) return;
    endFlick(chart);
    chart.scrollToRealTime();
  };

  return (
    <div className={styles.chart}>
      {drawing && <DrawBar drawings={drawings} cursor={cursor.text} />}
      {chart && <ChartLegend {...{ chart, tick, compact, bars }} main={mainSettings} />}
      {/* Time runs from left to right in every script. */}
      <div className={styles.canvas} dir="ltr">
        <div
          ref={host}
          className={styles.host}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and zooms by keys.
          tabIndex={0}
          role="application"
          aria-roledescription={own('role')}
          aria-label={t('chart.title', { symbol })}
          aria-describedby={summary}
          aria-keyshortcuts={`ArrowLeft ArrowRight + - Home End${onAlert ? ' A' : ''}`}
          data-drawing={drawings.tool ?? undefined}
          onKeyDown={key}
          onPointerDown={() => setPressed(null)}
        />
        {chart && trades && <ChartLines {...trades} chart={chart} tick={tick} />}
        {failure === null && history && <HistoryNote history={history} interval={interval} />}
        {failure === null && !history && (
          <p className={styles.loading} role="status">
            <span />
            {own('loading')}
          </p>
        )}
        {past && history && (
          <button type="button" className={styles.now} aria-label={own('now')} title={own('now')} onClick={toNow}>
            <ArrowRight />
          </button>
        )}
        {pressed && onAlert && (
          <button
            type="button"
            className={styles.alertAt}
            style={{ insetBlockStart: pressed.y }}
            onClick={() => {
              onAlert(pressed.price);
              setPressed(null);
            }}
          >
            <Bell />
            {own('alertAt', { price: formatPrice(pressed.price, tick, locale) })}
          </button>
        )}
        {failure !== null && (
          <div className={styles.failed} data-compact={compact || undefined}>
            <ErrorState
              compact
              title={t('chart.failed')}
              text={problemText(failure)}
              onRetry={() => chart?.resetData()}
            />
          </div>
        )}
      </div>
      {chart && <ChartSummary id={summary} {...{ chart, interval, tick }} drawn={history} />}
    </div>
  );
}

/** A figure of the chart, which writes a point, in the signs of the locale; anything else stays as it is. */
const grouped = (value: string, locale: string): string =>
  /^-?\d+(\.\d+)?$/.test(value) ? formatAmount(value, value.split('.')[1]?.length ?? 0, locale) : value;
