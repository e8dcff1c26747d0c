import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';

/** A process that has not ended this many ms after it was asked to is killed. */
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
 * Starts a program of Node. It has a process group of its own, so that Ctrl-C reaches us alone and we end it in our
 * order.
 */
function start(args: readonly string[], options: SpawnOptions, cleanup: Cleanup): ChildProcess {
  const child = spawn(process.execPath, args, { ...options, detached: true });
  cleanup.add(() => end(child));
  return child;
}

/** Starts a server; should we be killed, the loss of the channel ends it. What it says goes to our standard error. */
export function startServer(root: string, script: string, cleanup: Cleanup, env: Environment): ChildProcess {
  const preload = join(root, 'deploy/tools/launcher/src/end-with-parent.ts');
  return start(['--import', preload, script], { cwd: root, env, stdio: ['ignore', 2, 2, 'ipc'] }, cleanup);
}

export type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs a script to its end. `say` gets what it writes to its standard error as it comes. */
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
