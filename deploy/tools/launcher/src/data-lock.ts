import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './layout.ts';

/** Who uses a data folder, and the processes that it started. */
type Holder = { readonly pid: number; readonly children: readonly number[] };

const commandOf = (pid: number): string => {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    // The exit code of ps: there is no such process.
    return '';
  }
};

/** A start, or a program that one starts; that of a former version lay one folder higher. */
const OURS =
  /deploy\/(?:(?:tools|release|apps)\/)?(?:launcher|gateway|registry)\/src\/|backend\/(?:src|tools\/chains)\/main/;
const isOurs = (pid: number): boolean => OURS.test(commandOf(pid));

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

export type DataLock = {
  /** Remembers a started process, so that a later start can end it should this one be killed. */
  remember(pid: number): void;
  release(): void;
};

/** Where running platforms of this copy name their data folder, for commands that are not told it. */
const RUNNING = join(ROOT, '.cache/running');

/**
 * Takes a data folder for this process, and names it in `running` meanwhile. Returns the process id of another start that has it. What a killed start left
 * running is ended first: it would write into the same folder.
 */
export function lockData(dataDir: string, running = RUNNING): DataLock | { readonly heldBy: number } {
  const path = join(dataDir, 'running.json');
  mkdirSync(dataDir, { recursive: true });
  const holder = readHolder(path);
  if (holder && holder.pid !== process.pid && isOurs(holder.pid)) return { heldBy: holder.pid };
  for (const orphan of holder?.children ?? []) if (isOurs(orphan)) process.kill(orphan, 'SIGTERM');
  let children: number[] = [];
  const write = () => writeFileSync(path, JSON.stringify({ pid: process.pid, children } satisfies Holder));
  write();
  const entry = join(running, `${process.pid}.json`);
  mkdirSync(running, { recursive: true });
  writeFileSync(entry, JSON.stringify({ pid: process.pid, dataDir }));
  return {
    remember(pid) {
      children = [...children, pid];
      write();
    },
    release() {
      rmSync(path, { force: true });
      rmSync(entry, { force: true });
    },
  };
}
