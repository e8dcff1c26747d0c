/** Seconds that each step took, a figure a round. */
export type Times = ReadonlyMap<string, readonly number[]>;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (low + high) / 2;
}

/** A row a step: the median, and the least and the most of all rounds. */
export const tableOf = (times: Times): string =>
  [
    '| Two commands, in a fresh clone | median, s | least to most, s |',
    '|---|---|---|',
    ...[...times].map(
      ([step, seconds]) =>
        `| ${step} | ${median(seconds).toFixed(1)} | ${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)} |`,
    ),
  ].join('\n');
