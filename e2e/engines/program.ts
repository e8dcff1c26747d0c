import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type Program = {
  /** The first line of its output that matches. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  /** Ends it and what it started. */
  end(): Promise<void>;
};

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Starts a program in a group of processes of its own. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // All of them have ended.
    }
  };
  const endWithUs = () => signal('SIGKILL');
  process.once('exit', endWithUs);
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const listen of listeners) listen();
    });
  return {
    said: (pattern) =>
      new Promise((found, fail) => {
        const look = () => {
          const match = lines.map((line) => pattern.exec(line)).find((each) => each !== null);
          if (!match) return;
          listeners.delete(look);
          found(match);
        };
        listeners.add(look);
        child.once('error', fail);
        child.once('exit', () => fail(new Error(`${command} ended: ${lines.join('\n')}`)));
        look();
      }),
    async end() {
      process.off('exit', endWithUs);
      const ended = isRunning(child) ? once(child, 'exit') : null;
      signal('SIGKILL');
      await ended;
    },
  };
}
