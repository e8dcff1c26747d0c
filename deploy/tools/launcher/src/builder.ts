import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BuildOptions } from '@tessera/build';
import type { BuildAnswer } from '@tessera/build/build-process';
import { ROOT } from './layout.ts';

const BUILD_PROCESS = join(ROOT, 'shared/build/src/build-process.ts');

/** A process that builds one package after another. */
export type Builder = {
  /** Rejects with the reason if the package does not build. */
  build(options: BuildOptions): Promise<void>;
  /** Lets the process end; nothing may be under way. */
  end(): void;
};

/** `stop` ends what is under way. A process that ended by itself is replaced at the next build. */
export function openBuilder(stop?: AbortSignal, program = BUILD_PROCESS): Builder {
  let running: ChildProcess | undefined;
  const kill = () => running?.kill();
  stop?.addEventListener('abort', kill);
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [program], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    // A build that waits for its answer hears of it as well.
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (running === child) running = undefined;
    });
    running = child;
    return child;
  };
  return {
    async build(options) {
      const child = running ?? start();
      let output = '';
      const hear = (text: Buffer) => {
        output += text;
      };
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear);
      const answered = new AbortController();
      const { signal } = answered;
      try {
        const outcome = Promise.race([
          once(child, 'message', { signal }).then(([answer]) => answer as BuildAnswer),
          once(child, 'close', { signal }).then(([code]) => ({ failure: output.trim() || `exit code ${code}` })),
        ]);
        child.send(options);
        const { failure } = await outcome;
        if (failure) throw new Error(failure);
      } finally {
        answered.abort();
        for (const stream of [child.stdout, child.stderr]) stream?.off('data', hear).resume();
      }
    },
    end() {
      stop?.removeEventListener('abort', kill);
      if (running?.connected) running.disconnect();
    },
  };
}
