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

  test('names what failed, and what passed on the second try only', () => {
    const failed = {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'adds up', failureMessages: ['AssertionError: expected 2\n    to be 3'] },
        { status: 'passed', fullName: 'subtracts', failureMessages: [] },
      ],
    };
    const unreadable = { name: 'b.test.ts', status: 'failed', message: 'SyntaxError: x', assertionResults: [] };
    expect(vitestCounts({ ...vitest, numFailedTests: 1, testResults: [failed, unreadable] }).failures).toEqual([
      'a.test.ts › adds up: AssertionError: expected 2 to be 3',
      'b.test.ts › the file: SyntaxError: x',
    ]);
    const flaky = { status: 'flaky', results: [{ error: { message: '\u001b[31mtoo slow\u001b[39m' } }, {}] };
    const suites = [{ suites: [{ specs: [{ title: 'a user pays', file: 'pay.spec.ts', tests: [flaky] }] }] }];
    const stats = { expected: 0, unexpected: 0, flaky: 1, skipped: 0 };
    expect(playwrightCounts({ stats, suites, errors: [] }).failures).toEqual([
      'pay.spec.ts › a user pays: passed on the second try; first: too slow',
    ]);
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
