/*
 * Drawings and indicator settings are kept as one short line of text each: small enough to send all of a chart at once,
 * and strict enough that nothing but figures and names of ours is ever stored.
 */

/** Drawing tools and how many points each has. */
export const TOOLS = {
  segment: 2,
  rayLine: 2,
  straightLine: 2,
  horizontalStraightLine: 1,
  verticalStraightLine: 1,
  parallelStraightLine: 3,
  fibonacciLine: 2,
  priceLine: 1,
} as const satisfies Readonly<Record<string, number>>;

export type Tool = keyof typeof TOOLS;

/** A point of a drawing: Unix ms of a bar and a price. Pixels need no exact figure, so the price is a number. */
export type DrawingPoint = { readonly at: number; readonly price: number };

export type Drawing = { readonly tool: Tool; readonly points: readonly DrawingPoint[] };

/** Drawings of one user on one symbol. */
export const MOST_DRAWINGS = 40;

const POINT = /^(\d{1,15}),(\d{1,12}(?:\.\d{1,12})?)$/;

/** `segment 1732300000000,63000.5 1732300900000,63100`, or null where the text is none. */
export function drawingFrom(line: string): Drawing | null {
  const [name = '', ...rest] = line.split(' ');
  if (!Object.hasOwn(TOOLS, name)) return null;
  const tool = name as Tool;
  const points = rest.map((text): DrawingPoint | null => {
    const match = POINT.exec(text);
    return match && { at: Number(match[1]), price: Number(match[2]) };
  });
  const known = points.filter((point) => point !== null);
  return points.length === TOOLS[tool] && known.length === points.length ? { tool, points: known } : null;
}

/** Digits after the point: below a tick of every instrument. */
const DIGITS = 10;

/** A number as digits without an exponent and without surplus zeros. */
const digits = (price: number): string => price.toFixed(DIGITS).replace(/\.?0+$/, '');

/** Null for a drawing that cannot be kept: one with a point outside of the chart's prices. */
export function drawingText({ tool, points }: Drawing): string | null {
  const text = [tool, ...points.map(({ at, price }) => `${Math.round(at)},${digits(price)}`)].join(' ');
  return drawingFrom(text) ? text : null;
}

/** Indicators and their periods as they are drawn until a user changes them. */
export const INDICATORS = {
  MA: [5, 10, 30],
  EMA: [7, 25, 99],
  BOLL: [20, 2],
  VOL: [5, 10],
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
  KDJ: [9, 3, 3],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type IndicatorName = keyof typeof INDICATORS;

export type IndicatorSetting = {
  readonly name: IndicatorName;
  /** Bars; of BOLL the second is the number of standard deviations. */
  readonly params: readonly number[];
  /** Places in the palette of the lines. */
  readonly colors: readonly number[];
};

/** Colours that lines can have. */
export const LINE_COLORS = 8;
export const LONGEST_PERIOD = 500;
/** Lines of every indicator. */
const LINES = 3;

const list = (text: string | undefined): number[] => (text ?? '').split(',').map(Number);

/** `MA 5,10,30 0,1,2`, or null where the text is none. */
export function indicatorFrom(line: string): IndicatorSetting | null {
  const match = /^([A-Z]{2,4}) (\d{1,3}(?:,\d{1,3}){1,2}) (\d(?:,\d){2})$/.exec(line);
  const [, name = '', periods, palette] = match ?? [];
  if (!Object.hasOwn(INDICATORS, name)) return null;
  const [params, colors] = [list(periods), list(palette)];
  const fits =
    params.length === INDICATORS[name as IndicatorName].length &&
    params.every((period) => period >= 1 && period <= LONGEST_PERIOD) &&
    colors.length === LINES &&
    colors.every((color) => color < LINE_COLORS);
  return fits ? { name: name as IndicatorName, params, colors } : null;
}

export const indicatorText = ({ name, params, colors }: IndicatorSetting): string =>
  `${name} ${params.join()} ${colors.join()}`;

/** Lines over the candles differ from each other; a pane of its own begins with the first colour. */
const COLORS: Readonly<Partial<Record<IndicatorName, readonly number[]>>> = { EMA: [3, 4, 7], BOLL: [5, 6, 5] };

/** An indicator until a user changes it. */
export const initialIndicator = (name: IndicatorName): IndicatorSetting => ({
  name,
  params: INDICATORS[name],
  colors: COLORS[name] ?? [0, 1, 2],
});
