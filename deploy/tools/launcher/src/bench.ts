// `npm run bench`: runs *.bench.ts of e2e/bench, backend/bench and the launcher's own one after another, alone on the
// machine; each prints its tables. Names choose some: `npm run bench -- market-list`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale, failuresOf } from './builds.ts';
import { run } from './commands.ts';
import { ROOT } from './layout.ts';
import { becomeRun } from './own-run.ts';
import { ensureBrowser, NO_BROWSER } from './set-up.ts';

const SUFFIX = '.bench.ts';
/** Those of e2e measure built pages in a browser. */
const IN_BROWSER = join(ROOT, 'e2e/bench');
const benchmarks = new Map(
  [join(ROOT, 'deploy/tools/launcher/bench'), join(ROOT, 'backend/bench'), IN_BROWSER].flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith(SUFFIX))
      .sort()
      .map((file) => [file.slice(0, -SUFFIX.length), { folder, path: join(folder, file) }] as const),
  ),
);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !benchmarks.has(name));
if (benchmarks.size === 0 || unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Known: ${[...benchmarks.keys()].join(', ') || 'none'}.`);
  process.exit(2);
}
const chosen = [...benchmarks].filter(([name]) => asked.length === 0 || asked.includes(name));

let browser: string | undefined;
if (chosen.some(([, { folder }]) => folder === IN_BROWSER)) {
  const failures = failuresOf(await buildStale((line) => console.log(line)));
  for (const { failure } of failures) console.error(failure);
  browser = (await ensureBrowser()) ?? undefined;
  if (failures.length > 0 || !browser) {
    if (!browser) console.error(NO_BROWSER);
    process.exit(1);
  }
}

// What was installed above stays, with what its installation started.
becomeRun();

const failed: string[] = [];
for (const [name, { path }] of chosen) {
  console.log(`\n── ${name}`);
  const code = await run(process.execPath, [path], { env: { ...(browser && { CHROMIUM_PATH: browser }) } });
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
