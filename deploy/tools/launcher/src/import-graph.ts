import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { ROOT } from './layout.ts';

/** Folders with code. */
const CODE = ['backend', 'shared', 'host', 'remotes', 'deploy', 'e2e'];

/** Rules between files, tests included, and rules between folders, which tests are no part of. */
export const RULES = ['.dependency-cruiser.cjs', '.dependency-cruiser.folders.cjs'] as const;

/** Rules between folders are of these alone. What they import elsewhere is read too, and so is a circle through it. */
const CODE_OF_FOLDERS = ['backend', 'shared'];

/** The modules that a configuration file has rules of, and all that they import; violations of these rules. */
export async function readImports(config: (typeof RULES)[number], root: string = ROOT): Promise<ICruiseResult> {
  const options = await readOptions(join(ROOT, config));
  const { output } = await cruise(config === RULES[1] ? CODE_OF_FOLDERS : CODE, { ...options, baseDir: root });
  if (typeof output === 'string') throw new Error(`dependency-cruiser: ${output}`);
  return output;
}

/** One text for each rule that is broken: its reason, then the imports that break it. */
export function brokenRules({ summary }: ICruiseResult): readonly string[] {
  const byRule = new Map<string, Set<string>>();
  for (const { rule, from, to, cycle } of summary.violations) {
    const path = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to];
    byRule.set(rule.name, (byRule.get(rule.name) ?? new Set()).add(path.join(' → ')));
  }
  const reasons = new Map(summary.ruleSetUsed?.forbidden?.map(({ name, comment }) => [name, comment]));
  return [...byRule].map(
    ([name, paths]) => `${name}: ${reasons.get(name)}\n${[...paths].map((path) => `  ${path}`).join('\n')}\n`,
  );
}

/** Files that import one of these, directly or not, and these themselves. */
export function dependentsOf(
  files: readonly string[],
  { modules }: Pick<ICruiseResult, 'modules'>,
): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) importers.set(resolved, [...(importers.get(resolved) ?? []), source]);
  }
  const found = new Set(files);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}
