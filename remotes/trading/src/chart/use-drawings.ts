import { type Drawing, drawingText, TOOLS, type Tool, useDrawings } from '@tessera/api/charts';
import type { Chart, Overlay } from 'klinecharts';
import { useCallback, useEffect, useRef, useState } from 'react';

const GROUP = 'drawings';
const CANDLE_PANE = 'candle_pane';
/** The step of an overlay that is drawn to its end. */
const FINISHED = -1;

/** The time of a point; one after the newest bar counts on by bars. */
function timeOf(chart: Chart, { timestamp, dataIndex }: Overlay['points'][number]): number {
  if (timestamp !== undefined) return timestamp;
  const bars = chart.getDataList();
  const last = bars.at(-1)?.timestamp ?? 0;
  const before = bars.at(-2)?.timestamp ?? last;
  return last + Math.max(0, (dataIndex ?? 0) - bars.length + 1) * (last - before);
}

const drawingOf = (chart: Chart, { name, points }: Overlay): Drawing => ({
  tool: name as Tool,
  points: points.slice(0, TOOLS[name as Tool]).map((point) => ({ at: timeOf(chart, point), price: point.value ?? 0 })),
});

const drawn = (chart: Chart): readonly Overlay[] =>
  chart.getOverlays({ groupId: GROUP }).filter(({ currentStep }) => currentStep === FINISHED);

const textOf = (drawings: readonly Drawing[]): string => drawings.map(drawingText).join('\n');

export type Drawings = {
  /** The tool whose points the next taps place. */
  readonly tool: Tool | null;
  /** Starts to draw; null gives up what is begun. */
  choose(tool: Tool | null): void;
  /** Draws with the tool that is chosen, by all of its points. */
  draw(points: readonly { readonly timestamp: number; readonly value: number }[]): void;
  /** True while a drawing is selected. */
  readonly selected: boolean;
  readonly count: number;
  erase(): void;
  eraseAll(): void;
};

/** The user's drawings on a chart: kept with each change, and drawn again where another page changed them. */
export function useChartDrawings(chart: Chart | null, symbol: string): Drawings {
  const { value, change } = useDrawings(symbol);
  const [tool, setTool] = useState<Tool | null>(null);
  const [selected, select] = useState<string | null>(null);
  const begun = useRef<string | null>(null);

  const keep = useCallback(() => {
    if (chart) change(drawn(chart).map((overlay) => drawingOf(chart, overlay)));
  }, [chart, change]);

  const add = useCallback(
    (name: Tool, points?: readonly Partial<Overlay['points'][number]>[]) =>
      chart?.createOverlay({
        name,
        groupId: GROUP,
        paneId: CANDLE_PANE,
        ...(points && { points: [...points] }),
        onDrawEnd() {
          begun.current = null;
          setTool(null);
          // The last point is stored after this.
          queueMicrotask(keep);
        },
        onPressedMoveEnd: () => queueMicrotask(keep),
        onSelected: ({ overlay }) => select(overlay.id),
        onDeselected: () => select(null),
      }),
    [chart, keep],
  );

  useEffect(() => {
    if (!chart || !value) return;
    if (textOf(drawn(chart).map((overlay) => drawingOf(chart, overlay))) === textOf(value)) return;
    for (const { id } of drawn(chart)) chart.removeOverlay({ id });
    select(null);
    for (const { tool: name, points } of value)
      add(
        name,
        points.map(({ at, price }) => ({ timestamp: at, value: price })),
      );
  }, [chart, value, add]);

  const giveUp = useCallback(() => {
    if (begun.current) chart?.removeOverlay({ id: begun.current });
    begun.current = null;
  }, [chart]);

  return {
    tool,
    selected: selected !== null,
    count: value?.length ?? 0,
    choose: useCallback(
      (next) => {
        giveUp();
        setTool(next);
        const id = next && add(next);
        begun.current = typeof id === 'string' ? id : null;
      },
      [add, giveUp],
    ),
    draw(points) {
      if (!tool) return;
      giveUp();
      add(tool, points);
      setTool(null);
      queueMicrotask(keep);
    },
    erase: useCallback(() => {
      if (selected === null) return;
      chart?.removeOverlay({ id: selected });
      select(null);
      keep();
    }, [chart, selected, keep]),
    eraseAll: useCallback(() => {
      chart?.removeOverlay({ groupId: GROUP });
      select(null);
      change([]);
    }, [chart, change]),
  };
}
