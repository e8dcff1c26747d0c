import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { RECOVERED_AFTER, restartPause } from './restart-pause.ts';

const END_WITH_PARENT = join(import.meta.dirname, 'end-with-parent.ts');
/** A process that has not stopped this many milliseconds after it was asked to is ended. */
const STOPS_WITHIN = 20_000;

export type SupervisedOptions = {
  /** Prefix of each line of its output. */
  readonly name: string;
  /** Arguments of Node: its flags, the script and what it gets. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly print: (line: string) => void;
  /** Called with the process id of every start. */
  readonly onStart?: (pid: number) => void;
};

export type Supervised = {
  /** Asks it to stop (SIGTERM) and resolves when it is gone; it is not started again. */
  stop(): Promise<void>;
  /** Ends it and all that it started, at once. */
  kill(): void;
  /** Crashes since it last ran well. */
  crashes(): number;
};

/**
 * Keeps a process running: restarts a crashed one after a growing pause. It has a separate process group, so that
 * Ctrl-C in the terminal reaches only the launcher, which stops processes in their order.
 */
export function supervise({ name, args, env, cwd, print, onStart }: SupervisedOptions): Supervised {
  let child: ChildProcess | undefined;
  let crashes = 0;
  let stopping = false;
  let pause: NodeJS.Timeout | undefined;
  let gone: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    gone = resolve;
  });

  function start(): void {
    const startedAt = performance.now();
    const started = spawn(process.execPath, ['--import', END_WITH_PARENT, ...args], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    if (started.pid) onStart?.(started.pid);
    for (const stream of [started.stdout, started.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => print(`${name} │ ${line}`));
    }
    started.once('error', (error) => print(`${name} │ ${error.message}`));
    started.once('exit', (code, signal) => {
      child = undefined;
      if (stopping) return gone();
      crashes = performance.now() - startedAt > RECOVERED_AFTER ? 1 : crashes + 1;
      const wait = restartPause(crashes);
      print(`${name} │ ended (${signal ?? `exit code ${code}`}); starting it again in ${wait / 1000} s`);
      pause = setTimeout(start, wait);
    });
  }

  function kill(): void {
    stopping = true;
    clearTimeout(pause);
    if (!child?.pid) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It ended between the check and the signal.
    }
  }

  start();
  return {
    crashes: () => crashes,
    kill,
    stop() {
      stopping = true;
      clearTimeout(pause);
      if (!child) gone();
      else child.kill('SIGTERM');
      const deadline = setTimeout(kill, STOPS_WITHIN);
      return stopped.finally(() => clearTimeout(deadline));
    },
  };
}
