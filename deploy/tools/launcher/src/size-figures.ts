import { kibibytes, type Measurement } from './sizes.ts';

/** The part of the README that holds them. */
export const SIZES_PART = 'sizes';
export const WRITE_SIZES = 'npm run bench -- sizes';

/** KiB by which a build may differ from what the README says: each commit moves a page by less. */
const SLACK = 1;

/** The table of the README. */
export const sizeFigures = (measurements: readonly Measurement[]): string =>
  [
    '| JavaScript over the wire (brotli) | KiB | budget |',
    '|---|---|---|',
    ...measurements.map((one) => `| ${one.page} | ${kibibytes(one).toFixed(1)} | ${one.limit} |`),
  ].join('\n');

/** What of a table is no longer true of the builds, a sentence each. */
export function wrongFigures(table: string, measurements: readonly Measurement[]): readonly string[] {
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return measurements.flatMap((one) => {
    const [, , size = '', limit = ''] = rows.find(([, page]) => page === one.page) ?? [];
    const isTrue = Math.abs(Number(size) - kibibytes(one)) <= SLACK && Number(limit) === one.limit;
    return size !== '' && isTrue
      ? []
      : [
          `README.md: ${one.page} is ${kibibytes(one).toFixed(1)} of ${one.limit} KiB, not ${size || 'given'} of ${limit || '?'}`,
        ];
  });
}
