import type { DecimalString } from '@tessera/money';

/** Room for the line's own width above and below. */
const MARGIN = 1.5;

/** `d` of a line through the prices, filling the box. Coordinates are drawing only, so numbers are exact enough. */
export function linePath(values: readonly DecimalString[], width: number, height: number): string {
  const heights = values.map(Number);
  const low = Math.min(...heights);
  const span = Math.max(...heights) - low;
  const room = height - 2 * MARGIN;
  return heights
    .map((value, index) => {
      const x = heights.length > 1 ? (index / (heights.length - 1)) * width : width / 2;
      const y = span > 0 ? MARGIN + room * (1 - (value - low) / span) : height / 2;
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
