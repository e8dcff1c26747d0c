import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The new package could not be linked; the message states what to do. */
export class LinkFailure extends Error {
  override name = 'LinkFailure';
  readonly code = 'not_linked';
}

/** Runs a program in the repository and returns its exit code. */
export type Run = (program: string, args: readonly string[]) => Promise<number>;

/** Its output goes to standard error; standard output is reserved for the result. */
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
const PACKAGE_MANAGER = 'deploy/tools/launcher/package-manager.mjs';

/**
 * Links a new remote into the workspace: updates the lockfile and runs the launcher's installation, as the next start
 * would. On failure, remote and lockfile are restored. Rejects with LinkFailure.
 */
export async function linkRemote(root: string, name: string, run: Run): Promise<void> {
  const lockfile = join(root, 'pnpm-lock.yaml');
  const before = await readFile(lockfile);
  const undo = async () => {
    await rm(join(root, 'remotes', name), { recursive: true, force: true });
    await writeFile(lockfile, before);
  };
  try {
    const update = ['install', '--lockfile-only', '--no-frozen-lockfile', '--prefer-offline'];
    const steps = [
      () => run(process.execPath, [PACKAGE_MANAGER, ...update]),
      () => run(process.execPath, [LAUNCHER, 'deploy/tools/cli/src/scaffold/linked.ts', name]),
    ];
    for (const step of steps) {
      if ((await step()) !== 0) {
        throw new LinkFailure(
          `${name} could not be linked into the workspace; see the reason above. Nothing was changed: try again.`,
        );
      }
    }
  } catch (error) {
    await undo();
    throw error;
  }
}
