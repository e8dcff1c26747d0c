import { TOOLS } from '@tessera/api/charts';
import type { Interval } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { formatAmount, scaleOf } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import type { Chart } from 'klinecharts';
import { useEffect, useState } from 'react';
import { barTime } from './chart-formats.ts';
import type { Drawings } from './use-drawings.ts';

const CANDLE_PANE = 'candle_pane';
/** Steps of an arrow key over the height of the chart. */
const STEPS = 50;

type Point = { readonly index: number; readonly price: number };
type Cursor = Point & { readonly placed: readonly Point[] };

const MOVES: Readonly<Record<string, readonly [bars: number, steps: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Difference in price of one step. */
function stepOf(chart: Chart): number {
  const height = chart.getSize(CANDLE_PANE, 'main')?.height ?? 0;
  const ends = [0, height].map((y) => ({ x: 0, y }));
  const [top, bottom] = [chart.convertFromPixel(ends, { paneId: CANDLE_PANE })].flat();
  return ((top?.value ?? 0) - (bottom?.value ?? 0)) / STEPS;
}

/** The last bar on screen, at its close. */
function startOf(chart: Chart): Point | null {
  const bars = chart.getDataList();
  const index = Math.min(bars.length, chart.getVisibleRange().to) - 1;
  const bar = bars[index];
  return bar ? { index, price: bar.close } : null;
}

function show(chart: Chart, { index, price }: Point): void {
  const [at] = [chart.convertToPixel([{ dataIndex: index, value: price }], { paneId: CANDLE_PANE })].flat();
  if (at?.x === undefined || at.y === undefined) return;
  chart.executeAction('onCrosshairChange', { x: at.x, y: at.y, paneId: CANDLE_PANE });
}

export type DrawingCursor = {
  /** Where the next point would be, in words; null while keys have not moved it. */
  readonly text: string | null;
  /** Takes a key while a tool is chosen; false where it is none of the cursor's. */
  press(key: string): boolean;
};

/** Places the points of a drawing by keys: arrows move a crosshair, Enter and Space place the point. */
export function useDrawingCursor(
  chart: Chart | null,
  { tool, draw }: Drawings,
  { tick, interval }: { readonly tick: string; readonly interval: Interval },
): DrawingCursor {
  const t = useTexts('trading/chart');
  const locale = useLocale();
  const [cursor, setCursor] = useState<Cursor | null>(null);
  useEffect(() => {
    if (tool === null) setCursor(null);
  }, [tool]);

  const place = (now: Cursor) => {
    if (!chart || !tool) return;
    const placed = [...now.placed, { index: now.index, price: now.price }];
    if (placed.length < TOOLS[tool]) return setCursor({ ...now, placed });
    const bars = chart.getDataList();
    setCursor(null);
    draw(placed.map(({ index, price }) => ({ timestamp: bars[index]?.timestamp ?? 0, value: price })));
  };

  const move = (now: Point, [bars, steps]: readonly [number, number]): Point => {
    if (!chart) return now;
    const index = Math.max(0, Math.min(chart.getDataList().length - 1, now.index + bars));
    const { from, to } = chart.getVisibleRange();
    const space = chart.getBarSpace().bar;
    if (index < from) chart.scrollByDistance(space);
    else if (index >= to) chart.scrollByDistance(-space);
    const price = Math.max(Number(tick), now.price + steps * stepOf(chart));
    return { index, price: Number(price.toFixed(scaleOf(tick))) };
  };

  const bar = cursor && chart?.getDataList()[cursor.index];
  const digits = scaleOf(tick);
  return {
    text:
      bar && tool
        ? t('draw.cursor', {
            point: cursor.placed.length + 1,
            count: TOOLS[tool],
            time: barTime(bar.timestamp, interval, locale),
            price: formatAmount(cursor.price.toFixed(digits), digits, locale),
          })
        : null,
    press(key) {
      if (!chart || !tool) return false;
      const by = MOVES[key];
      const start = cursor ?? startOf(chart);
      if (!start) return false;
      if (by) {
        // The first key shows where the cursor is.
        const next = cursor ? move(cursor, by) : start;
        setCursor({ ...next, placed: cursor?.placed ?? [] });
        show(chart, next);
        return true;
      }
      if ((key !== 'Enter' && key !== ' ') || !cursor) return false;
      place(cursor);
      return true;
    },
  };
}
