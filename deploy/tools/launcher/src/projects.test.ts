import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { rootBinary } from './commands.ts';
import { ROOT } from './layout.ts';

type Config = { readonly files?: readonly string[]; readonly references?: readonly { readonly path: string }[] };

const { references = [] } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as Config;

/** Files that a project checks of itself, from the root; not those that these import. */
function filesOf(project: string): readonly string[] {
  const shown = execFileSync(rootBinary('tsc'), ['--showConfig', '--project', project], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return ((JSON.parse(shown) as Config).files ?? []).map((path) => normalize(path));
}

test('every TypeScript file belongs to exactly one project of tsconfig.json', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const projects = references.flatMap(({ path }) => filesOf(path));
  const deleted = execFileSync('git', ['ls-files', '--deleted'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const files = listed.split('\n').filter((path) => path !== '' && !deleted.includes(path));
  const misplaced = files
    .map((path) => ({ path, projects: projects.filter((each) => each === path).length }))
    .filter((each) => each.projects !== 1);
  expect(misplaced).toEqual([]);
  expect(files.length).toBeGreaterThan(1_000);
});
