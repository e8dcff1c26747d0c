import { basename, dirname } from 'node:path';
import { isTest } from './changed.ts';

export type NearestOptions = {
  /** Paths of tests from the root. */
  readonly tests: readonly string[];
  /** Text of one of them. */
  readonly read: (path: string) => string;
};

/**
 * Tests that show first whether a change of a file is right, all of one folder: those that carry its name, else those
 * that import it, else the one of its folder's name, else all of the folder; where the folder has none, those of the next
 * folder above within the package. Paths are from the root. Empty where a package has no test.
 */
export function nearestTests(path: string, { tests, read }: NearestOptions): readonly string[] {
  if (isTest(path)) return tests.filter((each) => each === path);
  const stem = basename(path).replace(/\..*$/, '');
  const imported = new RegExp(`['"]\\./${stem.replaceAll(/[^\w-]/g, '\\$&')}(?:\\.\\w+)?['"]`);
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder)) {
    const beside = tests.filter((each) => dirname(each) === folder);
    const own =
      folder === dirname(path) ? [named(beside, stem), beside.filter((each) => imported.test(read(each)))] : [];
    const ofFolder = beside.filter((each) => basename(each).startsWith(`${basename(folder)}.test.`));
    const found = [...own, ofFolder, beside].find((each) => each.length > 0);
    if (found) return found;
  }
  return [];
}

const named = (tests: readonly string[], stem: string): readonly string[] =>
  tests.filter((each) => basename(each).startsWith(`${stem}.`));
