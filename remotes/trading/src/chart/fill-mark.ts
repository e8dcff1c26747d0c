import { type Chart, registerOverlay } from 'klinecharts';
import type { ChartMark } from './chart-line.ts';
import type { Palette } from './palette.ts';

type Mark = { readonly side: ChartMark['side']; readonly label: string; readonly palette: Palette };

const NAME = 'fill-mark';
const GROUP = 'fills';
const CANDLE_PANE = 'candle_pane';
/** CSS px. */
const HALF = 4;
const HEIGHT = 6;

registerOverlay<Mark>({
  name: NAME,
  totalStep: 2,
  lock: true,
  createPointFigures({ overlay, coordinates: [at] }) {
    if (!at) return [];
    const { side, label, palette } = overlay.extendData;
    const buys = side === 'buy';
    const color = buys ? palette.upFill : palette.downFill;
    // A buy points up from below its price, a sell down from above.
    const away = buys ? 1 : -1;
    const corners = [
      { x: at.x, y: at.y },
      { x: at.x - HALF, y: at.y + away * HEIGHT },
      { x: at.x + HALF, y: at.y + away * HEIGHT },
    ];
    return [
      { type: 'polygon', attrs: { coordinates: corners }, styles: { style: 'fill', color }, ignoreEvent: true },
      {
        type: 'text',
        attrs: {
          x: at.x,
          y: at.y + away * HEIGHT,
          text: label,
          align: 'center',
          baseline: buys ? 'top' : 'bottom',
        },
        styles: {
          color: palette.onFill,
          backgroundColor: color,
          borderRadius: 3,
          size: palette.size - 2,
          family: palette.font,
          paddingLeft: 3,
          paddingRight: 3,
          paddingTop: 1,
          paddingBottom: 1,
        },
        ignoreEvent: true,
      },
    ];
  },
});

/** Draws the user's fills, in place of those drawn before. */
export function drawMarks(chart: Chart, marks: readonly ChartMark[], palette: Palette): void {
  chart.removeOverlay({ groupId: GROUP });
  for (const { id, side, label, price, at } of marks)
    chart.createOverlay({
      name: NAME,
      id: `fill ${id}`,
      groupId: GROUP,
      paneId: CANDLE_PANE,
      points: [{ timestamp: at, value: Number(price) }],
      extendData: { side, label, palette } satisfies Mark,
    });
}
