// Run by the launcher after its installation: checks that the new remote is linked.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [name = '-'] = process.argv.slice(2);
const linked = resolve(import.meta.dirname, '../../../../..', 'remotes', name, 'node_modules/@tessera/ui');
if (!existsSync(join(linked, 'package.json'))) {
  console.error(`${linked} is missing.`);
  process.exitCode = 1;
}
