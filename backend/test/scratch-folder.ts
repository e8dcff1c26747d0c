import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder that PostgreSQL's own user can reach, so that its files lie inside and go when the folder goes. */
export function scratchFolder(purpose: string, within: string = tmpdir()): string {
  const folder = mkdtempSync(join(within, `tessera-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}
