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

/** A new folder that PostgreSQL's own user can reach, so that its files lie inside and go when the folder goes. */
export function scratchFolder(purpose: string): string {
  const folder = mkdtempSync(join(place(), `tessera-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}
