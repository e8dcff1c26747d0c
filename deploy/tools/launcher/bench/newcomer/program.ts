import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program in a group of its own, as a terminal has it. */
export type Program = {
  /** Resolves with the ms from the start until it has printed these words that often; rejects where it ends before. */
  readonly line: (words: string, often?: number) => Promise<number>;
  /** Ends it as Ctrl-C does. Resolves with the ms until it has ended. */
  readonly stop: () => Promise<number>;
  /** Resolves with the ms until it ends by itself, and all that it printed. */
  readonly end: () => Promise<{ readonly ms: number; readonly output: string; readonly code: number | null }>;
};

export function program(cwd: string, [name = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const began = performance.now();
  const child = spawn(name, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const look of waiting) look();
    });
  }
  // Ended with this process, whatever ends that.
  const kill = () => child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGKILL');
  process.once('exit', kill);
  void exit.then(() => process.off('exit', kill));
  return {
    line: (words, often = 1) =>
      new Promise((found, failed) => {
        const look = () => {
          if (output.split(words).length <= often) return;
          waiting.delete(look);
          found(performance.now() - began);
        };
        waiting.add(look);
        void exit.then(() => failed(new Error(`${[name, ...args].join(' ')} ended before “${words}”:\n${output}`)));
        look();
      }),
    async stop() {
      const from = performance.now();
      if (child.pid) process.kill(-child.pid, 'SIGINT');
      await exit;
      return performance.now() - from;
    },
    async end() {
      const [code] = await exit;
      return { ms: performance.now() - began, output, code };
    },
  };
}
