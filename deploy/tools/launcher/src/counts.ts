import { type PlaywrightFailures, playwrightFailures, type VitestFailures, vitestFailures } from './failures.ts';

/** How a suite ended: numbers of tests. */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A line for each failure, where the suite names them. */
  readonly failures?: readonly string[];
};

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

type VitestReport = VitestFailures & {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests?: number;
  readonly success: boolean;
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
    failures: vitestFailures(report),
  };
}

type PlaywrightReport = PlaywrightFailures & {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
};

/** Counts of a Playwright JSON report; a test that passed on a second try has passed. */
export const playwrightCounts = (report: PlaywrightReport): Counts => ({
  passed: report.stats.expected + report.stats.flaky,
  failed: report.stats.unexpected + report.errors.length,
  skipped: report.stats.skipped,
  failures: playwrightFailures(report),
});

/** The last line of `npm test`. */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Nothing failed, and there was something to fail. */
export const isGood = ({ passed, failed }: Counts): boolean => failed === 0 && passed > 0;
