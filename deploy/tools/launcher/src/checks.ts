import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, judgeFiles } from './browsers/check.ts';
import { readCompatData } from './browsers/support.ts';
import { type BuildOutcome, type Built, buildsOf, failuresOf } from './builds.ts';
import { type Print, rootBinary, run } from './commands.ts';
import { type Counts, NONE } from './counts.ts';
import { ROOT } from './layout.ts';
import { readPart } from './readme-part.ts';
import { SIZE_BUDGETS } from './size-budgets.ts';
import { SIZES_PART, WRITE_SIZES, wrongFigures } from './size-figures.ts';
import { isWithin, measurePage, sizeTable } from './sizes.ts';

const one = async (code: Promise<number>): Promise<Counts> =>
  (await code) === 0 ? { ...NONE, passed: 1 } : { ...NONE, failed: 1 };

/**
 * Type check of every project that the root's `tsconfig.json` refers to; it remembers what it checked. Each project has
 * one checker: four, which are usual, check much of what they share once each, and compute nearly twice as much.
 */
export const checkTypes = (print: Print): Promise<Counts> =>
  one(run(rootBinary('tsc'), ['--build', '--checkers', '1', '--pretty', 'false'], { output: print }));

/** Formatting and lint, of some files or of all. */
export const checkLint = (print: Print, files: readonly string[] = []): Promise<Counts> =>
  one(
    run(rootBinary('biome'), ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files], { output: print }),
  );

/** The directions of imports. */
export const checkImports = (print: Print): Promise<Counts> =>
  one(run(process.execPath, [join(import.meta.dirname, 'imports.ts')], { output: print }));

/** Files, dependencies and exports that nothing uses. */
export const checkDeadCode = (print: Print): Promise<Counts> =>
  one(run(rootBinary('knip'), ['--no-progress', '--no-config-hints'], { output: print }));

/** Every package builds: one check each. */
export function checkBuilds(print: Print, outcomes: readonly BuildOutcome[]): Counts {
  const failures = failuresOf(outcomes);
  for (const { package: target, failure } of failures) print(`\n${target.name}: ${failure}\n`);
  return { passed: buildsOf(outcomes).length, failed: failures.length, skipped: 0 };
}

/** What each page costs over the wire: one check per page, and one of what the README says of them. */
export function checkSizes(print: Print, builds: readonly Built[]): Counts {
  const measurements = SIZE_BUDGETS.map((budget) => measurePage(budget, builds));
  print(`JavaScript over the wire, KiB after brotli\n${sizeTable(measurements)}\n`);
  const within = measurements.filter(isWithin).length;
  const wrong = wrongFigures(readPart(readFileSync(join(ROOT, 'README.md'), 'utf8'), SIZES_PART), measurements);
  for (const line of wrong) print(`${line}\n`);
  if (wrong.length > 0) print(`${WRITE_SIZES} writes them.\n`);
  const passed = within + Number(wrong.length === 0);
  return { passed, failed: measurements.length + 1 - passed, skipped: 0 };
}

/** Whether the builds run in the oldest browsers that the product is built for: one check per file. */
export function checkBrowsers(print: Print, builds: readonly Built[]): Counts {
  const { faults, files } = judgeFiles(filesOf(builds), readCompatData());
  for (const fault of faults) print(`${fault}\n`);
  if (faults.length > 0) print('docs/browsers.md says what to do.\n');
  return { passed: Math.max(0, files - faults.length), failed: faults.length, skipped: 0 };
}
