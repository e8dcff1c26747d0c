import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { folderWith } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import { filesOf } from './files.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const LONGEST_NAME = 40;

test('a new remote passes formatter and lint rules, for names of any length', async () => {
  const { vcs: _outside, $schema: _beside, ...rules } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  const names = Array.from({ length: LONGEST_NAME }, (_, index) => 'a-long-name-'.repeat(4).slice(0, index + 1));
  const files = names.flatMap((name) =>
    filesOf({ name, access: 'guest', version: '0.8.0', tab: 7 }).map(
      ([path, content]) => [`remotes/${name}/${path}`, content] as const,
    ),
  );
  const parts = [rules, ...rules.overrides] as readonly { readonly plugins?: readonly string[] }[];
  const plugins = parts.flatMap((part) => part.plugins ?? []);
  const ruleFiles = await Promise.all(plugins.map(async (path) => [path, await readFile(join(root, path), 'utf8')]));
  const folder = await folderWith({
    'biome.json': JSON.stringify(rules),
    ...Object.fromEntries(ruleFiles),
    ...Object.fromEntries(files),
  });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const biome = join(root, 'node_modules/.bin/biome');
  const { stderr } = await promisify(execFile)(biome, ['check', '--error-on-warnings', 'remotes'], { cwd: folder });
  expect(stderr).toContain(`Checked ${LONGEST_NAME * 7} files`);
});
