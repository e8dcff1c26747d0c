import type { DeepPartial, Styles } from 'klinecharts';
import type { Palette } from './palette.ts';

/** How the chart looks, from the tokens of the moment. */
export function chartStyles(palette: Palette, compact: boolean): DeepPartial<Styles> {
  const { up, down, grid, text, strong, font, size } = palette;
  const direction = { upColor: up, downColor: down, noChangeColor: text };
  const small = { family: font, size };
  const mark = { show: true, color: text, textSize: size, textFamily: font };
  const line = { show: true, style: 'dashed' as const, dashedValue: [3, 3], size: 1, color: text };
  const label = {
    ...small,
    show: true,
    color: strong,
    backgroundColor: palette.surface,
    borderColor: palette.surface,
    borderRadius: 3,
  };
  const axis = { axisLine: { show: false }, tickLine: { show: false }, tickText: { ...small, color: text } };
  const volume = { upColor: palette.upVolume, downColor: palette.downVolume, noChangeColor: text };
  return {
    grid: {
      horizontal: { show: true, color: grid, style: 'dashed', dashedValue: [2, 4] },
      vertical: { show: false },
    },
    candle: {
      bar: {
        ...direction,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: text,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: text,
      },
      priceMark: {
        high: mark,
        low: mark,
        last: {
          upColor: palette.upFill,
          downColor: palette.downFill,
          noChangeColor: palette.surface,
          line: { show: true, style: 'dashed', dashedValue: [4, 4], size: 1 },
          text: { ...small, show: true, color: palette.onFill, borderRadius: 3, paddingLeft: 4, paddingRight: 4 },
        },
      },
      tooltip: {
        showRule: 'follow_cross',
        title: { show: false },
        legend: { ...small, color: text, marginRight: 6 },
      },
    },
    indicator: {
      bars: [{ style: 'fill', ...volume }],
      lines: palette.lines.map((color) => ({ size: 1, color, smooth: false })),
      circles: [{ style: 'fill', ...volume }],
      tooltip: {
        showRule: compact ? 'follow_cross' : 'always',
        // The legends name the lines themselves: MA5, DIF, RSI1.
        title: { show: false },
        legend: { ...small, color: text, marginRight: 6 },
      },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { size: 1, color: grid, fill: true },
    crosshair: {
      horizontal: { line, text: label },
      vertical: { line, text: label },
    },
  };
}
