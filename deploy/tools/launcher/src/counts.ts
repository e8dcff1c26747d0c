/** How a suite ended: numbers of tests. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (left, right) => ({
      passed: left.passed + right.passed,
      failed: left.failed + right.failed,
      skipped: left.skipped + right.skipped,
    }),
    NONE,
  );

type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests?: number;
  readonly success: boolean;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
};

/** Counts of a vitest JSON report. A file that could not be read to its tests is one failure. */
export function vitestCounts(report: VitestReport): Counts {
  const unreadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + unreadable;
  return {
    passed: report.numPassedTests,
    // A run can fail without a failed test: an error after the tests, for example.
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

type PlaywrightReport = {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  /** Errors outside of tests. */
  readonly errors: readonly unknown[];
};

/** Counts of a Playwright JSON report; a test that passed on a second try has passed. */
export const playwrightCounts = ({ stats, errors }: PlaywrightReport): Counts => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
});

/** The last line of `npm test`. */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Nothing failed, and there was something to fail. */
export const isGood = ({ passed, failed }: Counts): boolean => failed === 0 && passed > 0;
