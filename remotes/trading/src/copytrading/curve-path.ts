import { type DecimalString, max, min } from '@tessera/money';

export type Point = { readonly at: number; readonly equity: DecimalString };

export type CurveShape = {
  /** SVG path of the line, and of the area between the line and the start. */
  readonly line: string;
  readonly area: string;
  /** Height of the start, in the same units. */
  readonly base: number;
  readonly low: DecimalString;
  readonly high: DecimalString;
};

/** Room above and below the line, so that it is not cut off, in units of the drawing. */
const ROOM = 3;

const fixed = (value: number): string => value.toFixed(1);

/** The line through points in a box; null below two points. Only a drawing: figures are shown as text beside it. */
export function curveShape(points: readonly Point[], width: number, height: number): CurveShape | null {
  const [first, ...others] = points;
  const last = points.at(-1);
  if (!first || !last || others.length === 0) return null;
  const values = points.map(({ equity }) => equity);
  const low = min(first.equity, ...values);
  const high = max(first.equity, ...values);
  const [bottom, top] = [Number(low), Number(high)];
  const span = top - bottom || 1;
  const time = last.at - first.at || 1;
  const x = (at: number): number => ((at - first.at) / time) * width;
  const y = (equity: DecimalString): number => ROOM + ((top - Number(equity)) / span) * (height - 2 * ROOM);
  const base = y(first.equity);
  const line = points
    .map(({ at, equity }, index) => `${index === 0 ? 'M' : 'L'}${fixed(x(at))} ${fixed(y(equity))}`)
    .join('');
  return { line, area: `${line}L${fixed(width)} ${fixed(base)}L0 ${fixed(base)}Z`, base, low, high };
}
