import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The workspace could not take the new package in; the message says what to do. */
export class LinkFailure extends Error {
  override name = 'LinkFailure';
  readonly code = 'not_linked';
}

/** Runs a program in the repository and answers its exit code. */
export type Run = (program: string, args: readonly string[]) => Promise<number>;

/** Its words are the person's to read, on standard error; what is asked for stays on standard output. */
export const runIn =
  (root: string): Run =>
  (program, args) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: root,
        env: { ...process.env, CI: 'true' },
        shell: process.platform === 'win32',
        stdio: ['ignore', 2, 2],
      });
      child.on('error', ({ message }) => reject(new LinkFailure(`${program} could not be started: ${message}`)));
      child.on('close', (code) => resolve(code ?? 1));
    });

const LAUNCHER = 'deploy/tools/launcher/run.mjs';

/** The package manager as the launcher names it. */
async function packageManager(root: string): Promise<string> {
  const [, named] = /const PNPM = '(pnpm@[\d.]+)'/.exec(await readFile(join(root, LAUNCHER), 'utf8')) ?? [];
  if (!named) throw new LinkFailure(`${LAUNCHER} does not say which pnpm it uses.`);
  return named;
}

/**
 * Takes a new remote into the workspace: the lockfile gets its entry, and the launcher installs what that says, as it
 * would at the next start. Where that fails, remote and lockfile are as they were before. Rejects with LinkFailure.
 */
export async function linkRemote(root: string, name: string, run: Run): Promise<void> {
  const lockfile = join(root, 'pnpm-lock.yaml');
  const before = await readFile(lockfile);
  const undo = async () => {
    await rm(join(root, 'remotes', name), { recursive: true, force: true });
    await writeFile(lockfile, before);
  };
  try {
    const pnpm = ['-y', await packageManager(root), 'install', '--lockfile-only'];
    const steps = [
      () => run('npx', [...pnpm, '--no-frozen-lockfile', '--prefer-offline']),
      () => run(process.execPath, [LAUNCHER, 'deploy/tools/cli/src/scaffold/linked.ts', name]),
    ];
    for (const step of steps) {
      if ((await step()) !== 0) {
        throw new LinkFailure(
          `The workspace could not take ${name} in; the reason stands above. Nothing was left behind: try again.`,
        );
      }
    }
  } catch (error) {
    await undo();
    throw error;
  }
}
