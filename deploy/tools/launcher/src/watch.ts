// `npm run watch`: runs, on each save, the tests nearest to the saved file, in processes and on a PostgreSQL that stay
// ready. What else uses the file is for `npm test -- --changed`. Names choose the part of the tree: `npm run watch -- backend`.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { watch } from 'chokidar';
import { createVitest } from 'vitest/node';
import { ROOT } from './layout.ts';
import { nearestTests } from './nearest-tests.ts';
import { becomeRun } from './own-run.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const PARTS = ['backend', 'deploy', 'host', 'remotes', 'shared'];
/** Milliseconds within which saved files are one change: an editor that saves all writes them one after another. */
const ONE_SAVE = 30;

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. What can be watched: ${PARTS.join(', ')}.`);
  process.exit(2);
}
const parts = asked.length > 0 ? asked : PARTS;

const notOurs = (path: string): boolean => /\/(?:node_modules|dist|\.data)(?:\/|$)/.test(path);
const isSource = (path: string): boolean => /\.(?:tsx?|css|json|sql)$/.test(path);
const fromRoot = (path: string): string => relative(ROOT, path);

becomeRun();

const vitest = await createVitest({ root: ROOT, watch: false });
await vitest.standalone();

const saved = new Set<string>();
let timer: NodeJS.Timeout | undefined;
let running: Promise<void> | undefined;
let stopped = false;

async function runNearest(): Promise<void> {
  while (saved.size > 0 && !stopped) {
    const changed = [...saved];
    saved.clear();
    const tests = globSync(
      parts.map((part) => `${part}/**/*.test.{ts,tsx}`),
      { cwd: ROOT, exclude: notOurs },
    );
    const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
    for (const path of changed) vitest.invalidateFile(join(ROOT, path));
    const nearest = new Set(changed.flatMap((path) => nearestTests(path, { tests, read })));
    const specifications = [...nearest].flatMap((path) => vitest.getModuleSpecifications(join(ROOT, path)));
    console.log(`\n${changed.join(', ')}: ${specifications.length > 0 ? [...nearest].join(', ') : 'no test is near'}`);
    const began = performance.now();
    if (specifications.length > 0) await vitest.runTestSpecifications(specifications);
    console.log(`${((performance.now() - began) / 1000).toFixed(1)} s. What else uses it: npm test -- --changed`);
  }
}

const watcher = watch(
  parts.map((part) => join(ROOT, part)),
  {
    ignored: (path, stats) => notOurs(path) || (stats?.isFile() === true && !isSource(path)),
    ignoreInitial: true,
  },
);
for (const event of ['add', 'change'] as const) {
  watcher.on(event, (path) => {
    saved.add(fromRoot(path));
    clearTimeout(timer);
    timer = setTimeout(() => {
      running ??= runNearest().finally(() => {
        running = undefined;
      });
    }, ONE_SAVE);
  });
}
watcher.on('ready', () => console.log(`Watching ${parts.join(', ')}. Ctrl-C ends it.`));

// Vitest ends the process a millisecond after a signal, before it has stopped the database of the tests.
for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
stopOnSignal(
  async () => {
    stopped = true;
    clearTimeout(timer);
    await watcher.close();
    await vitest.cancelCurrentRun('keyboard-input');
    await running;
    await vitest.close();
    process.exit(0);
  },
  () => process.exit(130),
);
