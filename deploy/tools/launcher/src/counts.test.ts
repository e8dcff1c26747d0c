import { describe, expect, test } from 'vitest';
import { countsLine, isGood, playwrightCounts, sum, vitestCounts } from './counts.ts';

const vitest = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  success: true,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
};

describe('the sum of all suites', () => {
  test('is printed on one line', () => {
    const playwright = playwrightCounts({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] });
    expect(countsLine(sum([vitestCounts(vitest), playwright]))).toBe('8 passed, 1 failed, 4 skipped');
  });

  test('is not good when something failed or nothing ran', () => {
    expect(isGood({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
    expect(isGood({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
    expect(isGood({ passed: 0, failed: 0, skipped: 3 })).toBe(false);
  });

  test('counts a file that could not be read as a failure', () => {
    const report = { ...vitest, success: false, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(vitestCounts(report).failed).toBe(1);
  });

  test('counts a run that failed outside of its tests as a failure', () => {
    expect(vitestCounts({ ...vitest, success: false }).failed).toBe(1);
    const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightCounts({ stats, errors: [{ message: 'no server' }] }).failed).toBe(1);
  });
});
