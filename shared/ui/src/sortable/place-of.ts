/**
 * The place, from 0, of a row that was at `from` and is dragged by `by` px: the one whose middle it has passed. Rows are
 * `height` px high.
 */
export function placeOf(from: number, by: number, height: number, count: number): number {
  if (!(height > 0)) return from;
  return Math.max(0, Math.min(count - 1, from + Math.round(by / height)));
}
