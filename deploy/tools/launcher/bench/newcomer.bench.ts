// `npm run bench -- newcomer`: what a newcomer waits for, in fresh clones of the last commit: the first page, all of it, a
// second start, the result of a save. Packages come from the store of this machine where it has them.
// NEWCOMER_ROUNDS=3 clones; NEWCOMER_TEST=1 runs `npm test` in each as well; NEWCOMER_WRITE=1 writes the table into README.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../src/layout.ts';
import { freePort } from '../src/ports.ts';
import { withPart } from '../src/readme-part.ts';
import { program } from './newcomer/program.ts';
import { tableOf } from './newcomer/table.ts';

const ROUNDS = Number(process.env.NEWCOMER_ROUNDS ?? 3);
const SAVED = {
  'a rule': 'shared/api/src/domains/spot/rules.ts',
  'a screen': 'remotes/trading/src/pages/follow/FollowForm.tsx',
  'a call': 'backend/src/domains/spot/place.ts',
} as const;

const times = new Map<string, number[]>();
function took(step: string, ms: number): void {
  console.log(`  ${step}: ${(ms / 1000).toFixed(1)} s`);
  times.set(step, [...(times.get(step) ?? []), ms / 1000]);
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Answers only once host, gateway and backend stand. */
async function requirePage(port: number): Promise<void> {
  for (const path of ['/h5/', '/api/getSiteConfig?lang=en']) {
    const response = await fetch(`http://localhost:${port}${path}`);
    if (!response.ok) throw new Error(`${path} has status ${response.status} though the start says that it runs`);
  }
}

async function start(folder: string, words: string) {
  const port = await freePort();
  const it = program(folder, ['npm', 'start'], { PORT: String(port), DATA_DIR: join(folder, '.data') });
  const ms = await it.line(words);
  await requirePage(port);
  return { it, ms };
}

async function play(folder: string): Promise<void> {
  const first = await start(folder, 'Tessera is running.');
  took('`npm start`: packages, first page', first.ms);
  took('`npm start`: all remotes live', await first.it.line('Everything is built and live.'));
  took('Ctrl-C', await first.it.stop());
  const second = await start(folder, 'Tessera is running.');
  took('`npm start` again', second.ms);
  await second.it.stop();

  for (const [what, path] of Object.entries(SAVED)) {
    const watching = program(folder, ['npm', 'run', 'watch']);
    await watching.line('Ctrl-C ends it.');
    // The first save of all starts workers, and for a call the database.
    for (const save of [1, 2]) {
      const before = performance.now();
      appendFileSync(join(folder, path), `// Save ${save}.\n`);
      await watching.line('What else uses it:', save);
      if (save === 2) took(`from a save of ${what} to the result of its tests`, performance.now() - before);
    }
    await watching.stop();
  }
  git('-C', folder, 'checkout', '--quiet', '.');

  if (process.env.NEWCOMER_TEST !== '1') return;
  const { ms, output, code } = await program(folder, ['npm', 'test']).end();
  console.log(output.trimEnd().split('\n').at(-1));
  if (code !== 0) throw new Error(`npm test failed:\n${output}`);
  took('`npm test`, whole', ms);
}

const commit = git('rev-parse', '--short', 'HEAD');
console.log(`Commit ${commit}, ${availableParallelism()} processors, load before ${loadavg()[0]?.toFixed(1)}.`);
for (let round = 1; round <= ROUNDS; round += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-newcomer-'));
  try {
    console.log(`Round ${round} of ${ROUNDS}`);
    git('clone', '--quiet', ROOT, folder);
    await play(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const table = tableOf(times);
const day = new Date().toISOString().slice(0, 10);
const origin = `Medians of ${ROUNDS} fresh clones of ${commit} on ${day}, ${availableParallelism()} processors, packages from the store of the machine: \`npm run bench -- newcomer\`.`;
console.log(`\n${table}\n\n${origin}`);
if (process.env.NEWCOMER_WRITE === '1') {
  const page = join(ROOT, 'README.md');
  writeFileSync(page, withPart(readFileSync(page, 'utf8'), 'newcomer', `${table}\n\n${origin}`));
}
