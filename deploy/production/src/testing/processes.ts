import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '@tessera/releases/testing';
import { ROOT } from '../repository.ts';

/** A free port on the loopback interface. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export type Running = {
  /** Its process id. */
  readonly pid: number;
  /** Its output on both streams. */
  said(): string;
  /** Stops it and resolves when it has exited. */
  stop(): Promise<void>;
};

/** Runs a program in the root of the repository; its output goes to a file, as a container's log does. */
export async function start(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Running & { readonly child: ChildProcess }> {
  const log = join(await temporaryFolder(), 'log');
  const file = openSync(log, 'a');
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  return {
    child,
    pid: child.pid ?? 0,
    said: () => readFileSync(log, 'utf8'),
    stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return gone;
    },
  };
}

/** Bytes that a process and its children hold in memory. */
export function memoryOf({ pid }: Pick<Running, 'pid'>): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const kib = processes.flatMap(([id, parent, rss = 0]) => (id === pid || parent === pid ? rss : []));
  return kib.reduce((sum, each) => sum + each, 0) * 1024;
}

const ENDED = (running: Running) => new Error(`It ended before it was well:\n${running.said()}`);

/** Resolves once `isWell` returns true; rejects with its output if it exits or times out. */
export async function untilWell(
  running: Running & { readonly child: ChildProcess },
  isWell: () => Promise<boolean>,
  within = 60_000,
): Promise<void> {
  const until = performance.now() + within;
  while (!(await isWell())) {
    if (running.child.exitCode !== null || running.child.signalCode !== null) throw ENDED(running);
    if (performance.now() > until) {
      await running.stop();
      throw new Error(`It was not well within ${within} ms:\n${running.said()}`);
    }
    await pause(50);
  }
}

/** Whether a URL responds with success. */
export const responds = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
};
