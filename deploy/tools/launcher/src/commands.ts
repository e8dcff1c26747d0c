import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './layout.ts';

/** A program that the root package installs. */
export const rootBinary = (name: string): string => join(ROOT, 'node_modules/.bin', name);

/** Runs a program in the root with its output passing through, to `stdout` or aside; resolves with its exit code. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  output: 'stdout' | 'stderr' = 'stdout',
): Promise<number> {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', output === 'stdout' ? 'inherit' : 2, 'inherit'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}
