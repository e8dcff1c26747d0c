import { type Finding, pageOf } from './findings.ts';

export type ProbeResult = {
  readonly name: string;
  readonly milliseconds: number;
  readonly findings: readonly Finding[];
  /** Figures that are reported without a finding. */
  readonly figures: Readonly<Record<string, number>>;
  /** What was seen and is allowed. */
  readonly notes?: readonly string[];
};

export type Report = {
  readonly name: string;
  readonly version: string;
  /** Version of the host that it was checked in; absent where nothing was built. */
  readonly host?: string;
  readonly probes: readonly ProbeResult[];
  /** The probes that are missing passed in a former run of this build. */
  readonly passedBefore?: boolean;
};

export const hasPassed = ({ probes }: Report): boolean => probes.every(({ findings }) => findings.length === 0);

/** Findings are listed below the probe. */
const INDENT = ' '.repeat(10);

/** The report as text. */
export function inWords(report: Report): string {
  const { name, version, probes } = report;
  const lines = probes.flatMap(({ name: probe, milliseconds, findings, figures, notes = [] }) => [
    `  ${findings.length === 0 ? 'ok    ' : 'FAILED'}  ${probe.padEnd(12)}${(milliseconds / 1000).toFixed(1).padStart(6)} s` +
      Object.entries(figures)
        .map(([figure, value]) => `   ${figure} ${value}`)
        .join(''),
    ...notes.map((note) => `${INDENT}${note}`),
    ...findings.map(
      ({ code, message }) => `${INDENT}${code}: ${message.replaceAll('\n', `\n${INDENT}`)}\n${INDENT}${pageOf(code)}`,
    ),
  ]);
  const total = probes.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const clean = report.passedBefore ? 'no findings; the rest of the check passed this build before' : 'no findings';
  const verdict = hasPassed(report) ? clean : 'see the findings above';
  return [`${name}@${version}`, ...lines, `  ${verdict}, ${(total / 1000).toFixed(0)} s`].join('\n');
}

/** The report as JSON. */
export const inJson = (report: Report): string =>
  JSON.stringify(
    {
      name: report.name,
      version: report.version,
      passed: hasPassed(report),
      passedBefore: report.passedBefore ?? false,
      probes: report.probes.map((probe) => ({
        ...probe,
        findings: probe.findings.map((finding) => ({ ...finding, page: pageOf(finding.code) })),
      })),
    },
    null,
    2,
  );
