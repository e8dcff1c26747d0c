import type { DeepPartial, Styles } from 'klinecharts';
import type { Shape } from './choices.ts';
import type { Palette } from './palette.ts';

const CANDLES = { candles: 'candle_solid', hollow: 'candle_up_stroke', bars: 'ohlc', line: 'area' } as const;

/** How the chart looks, from the tokens of the moment. Legends of the prices stand above it, not in it. */
export function chartStyles(palette: Palette, compact: boolean, shape: Shape): DeepPartial<Styles> {
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
      type: CANDLES[shape],
      area: {
        lineColor: palette.accent,
        lineSize: 1.5,
        smooth: false,
        value: 'close',
        backgroundColor: [
          { offset: 0, color: `${palette.accent}33` },
          { offset: 1, color: `${palette.accent}00` },
        ],
        point: { show: false },
      },
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
      tooltip: { showRule: 'none' },
    },
    indicator: {
      bars: [{ style: 'fill', ...volume }],
      lines: palette.lines.map((color) => ({ size: 1, color, smooth: false })),
      circles: [{ style: 'fill', ...volume }],
      tooltip: {
        showRule: compact ? 'follow_cross' : 'always',
        // The legends name the lines themselves: MA5, DIF, RSI1.
        title: { show: false },
        legend: { ...small, color: text, marginTop: 2, marginRight: 6 },
      },
      lastValueMark: { show: false },
    },
    overlay: {
      point: {
        color: palette.accent,
        borderColor: `${palette.accent}59`,
        activeColor: palette.accent,
        activeBorderColor: `${palette.accent}59`,
        radius: 5,
        activeRadius: 8,
        activeBorderSize: 4,
      },
      line: { color: palette.accent, size: 1.5 },
      text: { ...small, color: palette.onFill, backgroundColor: palette.accentFill, borderColor: palette.accentFill },
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
