import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/* Nodes that a killed `serve` left running: they hold the ports and the files of the chains. */

const fileOf = (folder: string): string => join(folder, 'running.json');

/** Whether a process is a node of this folder; process ids are used again. */
function isNodeOf(folder: string, pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).includes(folder);
  } catch {
    // The exit code of ps: there is no such process.
    return false;
  }
}

export const noteRunning = (folder: string, pids: readonly number[]): void =>
  writeFileSync(fileOf(folder), JSON.stringify(pids));

/** Stops the nodes that a former `serve` noted; resolves when they are gone. */
export async function endFormer(folder: string): Promise<void> {
  let pids: readonly number[];
  try {
    pids = JSON.parse(readFileSync(fileOf(folder), 'utf8')) as readonly number[];
  } catch {
    // The first time here.
    return;
  }
  const left = pids.filter((pid) => isNodeOf(folder, pid));
  for (const pid of left) process.kill(pid, 'SIGTERM');
  while (left.some((pid) => isNodeOf(folder, pid))) await pause(50);
}
