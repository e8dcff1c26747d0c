import { type Chart, registerOverlay, type YAxis } from 'klinecharts';
import type { Palette } from './palette.ts';

/** Where a line stands in the pane of the candles at the moment; called with each frame that the chart draws. */
export type PlaceLine = (y: number, height: number, axis: YAxis) => void;

type Drawing = {
  readonly color: string;
  readonly dashed: boolean;
  /** The price as it stands on the axis; null where it stands in the tag alone. */
  readonly text: string | null;
  readonly palette: Palette;
  readonly place: PlaceLine;
};

const NAME = 'trade-line';
const CANDLE_PANE = 'candle_pane';

registerOverlay<Drawing>({
  name: NAME,
  totalStep: 2,
  lock: true,
  createPointFigures({ overlay, coordinates: [at], bounding, yAxis }) {
    if (!at || !yAxis) return [];
    const { color, dashed, place } = overlay.extendData;
    place(at.y, bounding.height, yAxis);
    const ends = [
      { x: 0, y: at.y },
      { x: bounding.width, y: at.y },
    ];
    const styles = { style: dashed ? 'dashed' : 'solid', dashedValue: [4, 3], size: 1, color };
    return { type: 'line', attrs: { coordinates: ends }, styles, ignoreEvent: true };
  },
  createYAxisFigures({ overlay, coordinates: [at] }) {
    const { color, text, palette } = overlay.extendData;
    if (!at || text === null) return [];
    return {
      type: 'text',
      attrs: { x: 0, y: at.y, text, align: 'left', baseline: 'middle' },
      styles: {
        color: palette.onFill,
        backgroundColor: color,
        borderColor: color,
        borderRadius: 3,
        family: palette.font,
        size: palette.size,
        paddingLeft: 4,
        paddingRight: 4,
        paddingTop: 2,
        paddingBottom: 2,
      },
      ignoreEvent: true,
    };
  },
});

/** Draws a line, or draws it anew; pixels need no exact price. */
export function drawLine(chart: Chart, id: string, price: number, drawing: Drawing): void {
  const points = [{ value: price }];
  const drawn = chart.overrideOverlay({ id, points, extendData: drawing });
  if (!drawn) chart.createOverlay({ name: NAME, id, paneId: CANDLE_PANE, points, extendData: drawing });
}

export const eraseLine = (chart: Chart, id: string): void => void chart.removeOverlay({ id });
