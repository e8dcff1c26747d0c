/** Every code that the check knows, with what it means in a line. Each has a page in docs/findings. */
export const CODES = {
  'descriptor-invalid': 'remote.json is not a valid descriptor',
  'text-missing': 'a language lacks a text that English has',
  'text-beyond': 'a language has a text that English lacks',
  'text-empty': 'a text is empty',
  'text-placeholder': 'a text lost or gained a placeholder',
  'style-leak': 'a style rule reaches beyond the remote',
  'size-budget': 'a screen loads more than the remote’s budget',
  'shared-copied': 'the build carries its own copy of a shared package',
  'mount-failed': 'a route does not open',
  'mount-error': 'a screen throws an error that nobody catches',
  'unmount-residue': 'a screen stays in the page after it was left',
  'fault-not-contained': 'a failed load harms more than the remote’s own screens',
  'fault-not-healed': 'the screen does not come back after a failed load',
  'tampered-ran': 'a tampered file ran',
  'broken-not-left': 'a version that throws is not left for the one before',
  'swap-failed': 'the page did not follow a swap',
  'swap-heap': 'swapping versions retains too much memory',
  'swap-styles': 'style sheets of a version that left stay in the page',
} as const;

export type Code = keyof typeof CODES;

/** One thing that speaks against a remote. */
export type Finding = { readonly code: Code; readonly message: string };

export type ProbeResult = {
  readonly name: string;
  readonly milliseconds: number;
  readonly findings: readonly Finding[];
  /** Figures worth seeing though nothing is wrong with them. */
  readonly figures: Readonly<Record<string, number>>;
};

export type Report = {
  readonly name: string;
  readonly version: string;
  readonly passed: boolean;
  readonly probes: readonly ProbeResult[];
};

/** The report for a person. */
export function inWords({ name, version, passed, probes }: Report): string {
  const lines = probes.flatMap(({ name: probe, milliseconds, findings, figures }) => [
    `  ${findings.length === 0 ? 'ok    ' : 'FAILED'}  ${probe.padEnd(12)}${(milliseconds / 1000).toFixed(1).padStart(6)} s` +
      Object.entries(figures)
        .map(([figure, value]) => `   ${figure} ${value}`)
        .join(''),
    ...findings.map(({ code, message }) => `          ${code}: ${message}\n          docs/findings/${code}.md`),
  ]);
  const total = probes.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const verdict = passed ? 'nothing speaks against it' : 'see the findings above';
  return [`${name}@${version}`, ...lines, `  ${verdict}, ${(total / 1000).toFixed(0)} s`].join('\n');
}
