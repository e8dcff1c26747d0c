import { fork } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that databases and logs of a run take at most. */
const ROOM = 4e9;

/**
 * Tests kill processes, never the machine: their files lie in memory where there is room, so that none waits for a disk.
 * What is measured by a bench lies where it would in production.
 */
function place(): string {
  if (!process.env.VITEST || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM ? MEMORY : tmpdir();
}

declare global {
  /** Of the process: test files share it, and each may load this module anew. */
  var clearScratch: ((folder: string) => void) | undefined;
}

/** A process outside of this one's group, which a Ctrl-C does not reach: it clears the folders once this process has ended. */
function startClearing(): (folder: string) => void {
  const clearing = fork(join(import.meta.dirname, 'clear-scratch.ts'), [], {
    detached: true,
    stdio: 'ignore',
    execArgv: [],
  });
  // A run whose folders cannot be cleared leaves them behind, and is no other run for it.
  clearing.on('error', (error) => console.error('Folders of this run stay behind:', error));
  clearing.unref();
  clearing.channel?.unref();
  return (folder) => void clearing.send(folder);
}

/**
 * A new folder that PostgreSQL's own user can reach, so that its files lie inside and go when the folder goes: with this
 * process at the latest, however it ends.
 */
export function scratchFolder(purpose: string): string {
  const folder = mkdtempSync(join(place(), `tessera-${purpose}-`));
  chmodSync(folder, 0o755);
  globalThis.clearScratch ??= startClearing();
  globalThis.clearScratch(folder);
  return folder;
}
