// `npm run version`, after `changeset version`: every package carries the version of the application.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { packageFolders, raiseVersion } from './workspace-version.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const { packages } = parse(read('pnpm-workspace.yaml')) as { packages: readonly string[] };

for (const folder of packageFolders(root, packages)) {
  const path = join(folder, 'package.json');
  writeFileSync(join(root, path), raiseVersion(read(path), version));
}
console.log(`Every package has version ${version}. Commit this with the changelog.`);
