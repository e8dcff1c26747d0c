import { type DecimalString, max, min } from '@tessera/money';

/** A value of a curve. */
export type CurvePoint = {
  /** Unix ms. */
  readonly at: number;
  readonly value: DecimalString;
};

export type CurveShape = {
  /** SVG path of the line. */
  readonly line: string;
  /** SVG path of the area between the line and the start. */
  readonly area: string;
  /** Place of each point: parts of the width and of the height, 0 to 1, from the left and from the top. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  readonly low: DecimalString;
  readonly high: DecimalString;
};

/** Room above and below the line, so that it is not cut off: a part of the height. */
const ROOM = 0.03;

/**
 * The line through points in the order of time, in a box of this size; null below two points. Only a drawing: figures are
 * shown as text beside it.
 */
export function curveShape(points: readonly CurvePoint[], width: number, height: number): CurveShape | null {
  const [first, ...others] = points;
  const last = points.at(-1);
  if (!first || !last || others.length === 0) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = [min(first.value, ...values), max(first.value, ...values)];
  const [bottom, top] = [Number(low), Number(high)];
  const time = last.at - first.at || 1;
  const places = points.map(({ at, value }) => ({
    x: (at - first.at) / time,
    // A value that never changed lies in the middle.
    y: top === bottom ? 0.5 : ROOM + ((top - Number(value)) / (top - bottom)) * (1 - 2 * ROOM),
  }));
  const line = places
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`)
    .join('');
  const base = ((places[0]?.y ?? 0) * height).toFixed(1);
  return { line, area: `${line}L${width} ${base}L0 ${base}Z`, places, low, high };
}

/** The point that is nearest to a place of the width, 0 to 1. */
export const nearestPoint = ({ places }: Pick<CurveShape, 'places'>, x: number): number =>
  places.reduce((best, place, index) => {
    return Math.abs(place.x - x) < Math.abs((places[best]?.x ?? 0) - x) ? index : best;
  }, 0);
