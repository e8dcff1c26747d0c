import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Counts, isGood } from './counts.ts';
import { ROOT } from './layout.ts';

const run = promisify(execFile);

/** Which files a step's result follows from, by their paths from the root. */
export type Inputs = (path: string) => boolean;

/** What a step's result follows from beside the files of the repository. */
export type Surroundings = {
  /** The environment in which the step runs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Programs that it runs for real: paths, or names that are looked up in PATH. Where one is missing its tests are skipped. */
  readonly programs?: readonly string[];
};

/** Read by Node, the C library and the tools that every step runs, whose sources are not among the inputs. */
const READ_BY_TOOLS = /^(NODE_|VITEST|PLAYWRIGHT_|PG[A-Z]+$|LC_|LANG$|LANGUAGE$|TZ$|CI$)/;

/** A line for a program, which changes when another version of it is installed. */
async function programLine(program: string, path: string): Promise<string> {
  const places = program.includes('/') ? [program] : path.split(delimiter).map((folder) => join(folder, program));
  for (const place of places) {
    const found = await realpath(place).catch(() => undefined);
    if (found === undefined) continue;
    const { size, mtimeMs } = await stat(found);
    return `${found} ${size} ${mtimeMs}`;
  }
  return `${program} is missing`;
}

/**
 * Hash over what a step's result follows from: paths and contents of its inputs as they are in the folder, committed or
 * not, the programs that it runs, and the variables of the environment that its inputs name.
 */
export async function inputsHash(
  inputs: Inputs,
  { env, programs = [] }: Surroundings = { env: {} },
  root: string = ROOT,
): Promise<string> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', args, { cwd: root, maxBuffer: 1 << 26 });
  const paths = [...new Set(stdout.split('\0'))].filter((path) => path !== '' && inputs(path)).sort();
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n`);
  const read = new Set(Object.keys(env).filter((name) => READ_BY_TOOLS.test(name)));
  for (const path of paths) {
    const content = await readFile(join(root, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    // A file that is deleted and not yet committed is listed still.
    if (!content) continue;
    hash.update(`${path} ${content.length}\n`).update(content);
    for (const [name] of content.toString('latin1').matchAll(/\b[A-Z][A-Z0-9_]+\b/g)) if (name in env) read.add(name);
  }
  for (const name of [...read].sort()) hash.update(`${name}=${env[name]}\n`);
  for (const program of programs) hash.update(`${await programLine(program, env.PATH ?? '')}\n`);
  return hash.digest('hex');
}

type Passed = { readonly inputs: string; readonly counts: Counts };

export type PassedSteps = {
  /** Counts of the last run of a step, if it passed on these inputs. */
  find(step: string, inputs: string): Promise<Counts | undefined>;
  /** Notes the result of a step; of one that failed nothing. */
  keep(step: string, inputs: string, counts: Counts): Promise<void>;
};

/** What passed in this folder, in files of `.cache`. */
export function passedSteps(root: string = ROOT): PassedSteps {
  const pathOf = (step: string) => join(root, '.cache/passed', `${step}.json`);
  return {
    async find(step, inputs) {
      const text = await readFile(pathOf(step), 'utf8').catch(() => undefined);
      if (text === undefined) return undefined;
      const passed = JSON.parse(text) as Passed;
      return passed.inputs === inputs ? passed.counts : undefined;
    },
    async keep(step, inputs, counts) {
      if (!isGood(counts)) return;
      await mkdir(dirname(pathOf(step)), { recursive: true });
      await writeFile(pathOf(step), JSON.stringify({ inputs, counts } satisfies Passed));
    },
  };
}
