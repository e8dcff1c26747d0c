// `npm run bench`: runs e2e/bench/*.bench.ts one after another, alone on the machine; each prints its tables.
// Names choose some: `npm run bench -- market-list`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale, failuresOf } from './builds.ts';
import { run } from './commands.ts';
import { ROOT } from './layout.ts';
import { ensureBrowser, NO_BROWSER } from './set-up.ts';

const SUFFIX = '.bench.ts';
const folder = join(ROOT, 'e2e/bench');
const known = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => file.slice(0, -SUFFIX.length))
      .sort()
  : [];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (known.length === 0 || unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')} in e2e/bench. Known: ${known.join(', ') || 'none'}.`);
  process.exit(2);
}

const failures = failuresOf(await buildStale((line) => console.log(line)));
for (const { failure } of failures) console.error(failure);
const browser = await ensureBrowser();
if (failures.length > 0 || !browser) {
  if (!browser) console.error(NO_BROWSER);
  process.exit(1);
}

const failed: string[] = [];
for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n── ${name}`);
  const code = await run(process.execPath, [join(folder, `${name}${SUFFIX}`)], { env: { CHROMIUM_PATH: browser } });
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
