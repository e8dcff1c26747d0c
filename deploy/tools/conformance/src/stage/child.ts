import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';

/** ms after which a process that did not end is killed. */
const ENDS_WITHIN = 10_000;

type Environment = Readonly<Record<string, string | undefined>>;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN);
  await ended;
  clearTimeout(late);
}

/**
 * Starts a program of Node. It has a separate process group: only this process gets Ctrl-C and ends its children in
 * order.
 */
function start(args: readonly string[], options: SpawnOptions, cleanup: Cleanup): ChildProcess {
  const child = spawn(process.execPath, args, { ...options, detached: true });
  cleanup.add(() => end(child));
  return child;
}

/** Starts a server, which ends with the IPC channel if this process is killed. Its output goes to standard error. */
export function startServer(root: string, script: string, cleanup: Cleanup, env: Environment): ChildProcess {
  const preload = join(root, 'deploy/tools/launcher/src/end-with-parent.ts');
  return start(['--import', preload, script], { cwd: root, env, stdio: ['ignore', 2, 2, 'ipc'] }, cleanup);
}

export type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs a script to its end. `say` receives its standard error. */
export async function runScript(
  root: string,
  args: readonly string[],
  cleanup: Cleanup,
  say: (text: string) => void = () => undefined,
): Promise<Outcome> {
  const child = start(args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }, cleanup);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => {
    stdout += text;
  });
  child.stderr?.on('data', (text) => {
    stderr += text;
    say(String(text));
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, stdout, stderr };
}
