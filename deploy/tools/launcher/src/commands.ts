import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './layout.ts';

/** A program that the root package installs. */
export const rootBinary = (name: string): string => join(ROOT, 'node_modules/.bin', name);

export type Print = (text: string) => void;

type RunOptions = {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where its output goes: through to this process's, or to a function as it comes. */
  readonly output?: 'stdout' | 'stderr' | Print;
};

/** Runs a program in the root; resolves with its exit code, 127 where it cannot be started. */
export function run(
  program: string,
  args: readonly string[],
  { env = {}, output = 'stdout' }: RunOptions = {},
): Promise<number> {
  const passes = typeof output === 'function';
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', passes ? 'pipe' : output === 'stdout' ? 'inherit' : 2, passes ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
  });
  const print: Print = passes ? output : (text) => void process.stderr.write(text);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      print(`${program}: ${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}
