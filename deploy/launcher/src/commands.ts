import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './layout.ts';

/** A program that the root package installs. */
export const rootBinary = (name: string): string => join(ROOT, 'node_modules/.bin', name);

/** Runs a program in the root with its output passing through; resolves with its exit code. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<number> {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
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
