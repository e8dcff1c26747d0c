import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Counts, isGood } from './counts.ts';
import { ROOT } from './layout.ts';

const run = promisify(execFile);

/** Which files a step's result follows from, by their paths from the root. */
export type Inputs = (path: string) => boolean;

/** Hash over paths and contents of a step's inputs as they are in the folder, committed or not. */
export async function inputsHash(inputs: Inputs, root: string = ROOT): Promise<string> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', args, { cwd: root, maxBuffer: 1 << 26 });
  const paths = [...new Set(stdout.split('\0'))].filter((path) => path !== '' && inputs(path)).sort();
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n`);
  for (const path of paths) {
    const content = await readFile(join(root, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    // A file that is deleted and not yet committed is listed still.
    if (content) hash.update(`${path} ${content.length}\n`).update(content);
  }
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
