import { type BuildOutcome, type Built, buildsOf, failuresOf } from './builds.ts';
import { rootBinary, run } from './commands.ts';
import type { Counts } from './counts.ts';
import { SIZE_BUDGETS } from './size-budgets.ts';
import { isWithin, measurePage, sizeTable } from './sizes.ts';

const one = (good: boolean): Counts => ({ passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 });

/** Type check of the browser's code and of Node's: one check each. */
export async function checkTypes(): Promise<Counts> {
  const codes: number[] = [];
  for (const config of ['tsconfig.json', 'tsconfig.node.json'])
    codes.push(await run(rootBinary('tsc'), ['-p', config]));
  const passed = codes.filter((code) => code === 0).length;
  return { passed, failed: codes.length - passed, skipped: 0 };
}

/** Formatting, lint and the direction of imports. */
export const checkLint = async (): Promise<Counts> =>
  one((await run(rootBinary('biome'), ['check', '--error-on-warnings'])) === 0);

/** Every package builds: one check each. */
export function checkBuilds(outcomes: readonly BuildOutcome[]): Counts {
  const failures = failuresOf(outcomes);
  for (const { package: target, failure } of failures) console.error(`\n${target.name}: ${failure}`);
  return { passed: buildsOf(outcomes).length, failed: failures.length, skipped: 0 };
}

/** What each page costs over the wire: one check per page. */
export function checkSizes(builds: readonly Built[]): Counts {
  const measurements = SIZE_BUDGETS.map((budget) => measurePage(budget, builds));
  console.log(`JavaScript over the wire, KiB after brotli\n${sizeTable(measurements)}`);
  const passed = measurements.filter(isWithin).length;
  return { passed, failed: measurements.length - passed, skipped: 0 };
}
