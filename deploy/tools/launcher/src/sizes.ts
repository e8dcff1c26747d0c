import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Built } from './builds.ts';
import type { SizeBudget } from './size-budgets.ts';

export type MeasuredFile = { readonly file: string; readonly bytes: number };

export type Measurement = {
  readonly page: string;
  /** KiB allowed. */
  readonly limit: number;
  readonly files: readonly MeasuredFile[];
  /** What could not be found in the builds. */
  readonly missing: readonly string[];
};

export const kibibytes = ({ files }: Measurement): number => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;

export const isWithin = (measurement: Measurement): boolean =>
  measurement.missing.length === 0 && kibibytes(measurement) <= measurement.limit;

/** Bytes that travel: of the brotli file where there is one. */
function measure(folder: string, file: string): MeasuredFile {
  const path = join(folder, file);
  return { file, bytes: statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size };
}

const isScript = (file: string) => file.endsWith('.js');

function hostFiles(
  folder: string,
  { host: groups, provided: requests }: SizeBudget,
): { found: string[]; missing: string[] } {
  const { chunkGroups, provided = {} } = JSON.parse(readFileSync(`${folder}.report.json`, 'utf8')) as {
    chunkGroups: Record<string, string[]>;
    provided?: Record<string, string[]>;
  };
  const files = [...groups.map((group) => chunkGroups[group]), ...requests.map((request) => provided[request])];
  return {
    found: [...new Set(files.flatMap((each) => each ?? []))].filter(isScript),
    missing: [
      ...groups.filter((group) => !chunkGroups[group]).map((group) => `host: no chunk group ${group}`),
      ...requests.filter((request) => !provided[request]).map((request) => `host: does not provide ${request}`),
    ],
  };
}

function matchingFiles(folder: string, patterns: readonly RegExp[]): { found: string[]; missing: string[] } {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isScript);
  return {
    found: scripts.filter((file) => patterns.some((pattern) => pattern.test(file))),
    missing: patterns
      .filter((pattern) => !scripts.some((file) => pattern.test(file)))
      .map((pattern) => `no file ${pattern}`),
  };
}

/** What a page costs, from the builds as they will be served. */
export function measurePage(budget: SizeBudget, builds: readonly Built[]): Measurement {
  const { page, limit } = budget;
  const folderOf = (name: string) => builds.find((built) => built.package.name === name)?.folder;
  const host = folderOf('host');
  if (!host) return { page, limit, files: [], missing: ['the host is not built'] };
  const ofHost = hostFiles(host, budget);
  const files = ofHost.found.map((file) => measure(host, file));
  if (!budget.remote) return { page, limit, files, missing: ofHost.missing };
  const remote = folderOf(budget.remote.name);
  if (!remote) return { page, limit, files, missing: [...ofHost.missing, `${budget.remote.name} is not built`] };
  const ofRemote = matchingFiles(remote, budget.remote.files);
  return {
    page,
    limit,
    files: [...files, ...ofRemote.found.map((file) => measure(remote, file))],
    missing: [...ofHost.missing, ...ofRemote.missing],
  };
}

/** The table that the check prints. */
export function sizeTable(measurements: readonly Measurement[]): string {
  const row = (name: string, size: string, verdict: string) => `  ${name.padEnd(58)}${size.padStart(9)}  ${verdict}`;
  return measurements
    .flatMap((measurement) => [
      row(
        measurement.page,
        kibibytes(measurement).toFixed(1),
        `of ${measurement.limit} KiB ${isWithin(measurement) ? 'ok' : 'TOO MUCH'}`,
      ),
      ...measurement.files.map(({ file, bytes }) => row(`  ${file}`, (bytes / 1024).toFixed(1), '')),
      ...measurement.missing.map((what) => row(`  missing: ${what}`, '', 'FAILED')),
    ])
    .join('\n');
}
