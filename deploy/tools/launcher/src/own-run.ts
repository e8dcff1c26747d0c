import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './layout.ts';

/** Of every process of a run, by inheritance: the ids of the runs that it belongs to, the outer one first. */
export const RUN_VARIABLE = 'TESSERA_RUN';

/**
 * Makes this process a run: what it and the processes that it starts write for the moment lies in one folder, and both,
 * folder and processes, are gone a moment after this process has ended, by whatever signal. To be called before the first of
 * them is started.
 */
export function becomeRun(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-'));
  // PostgreSQL's own user, where the tests run as root.
  chmodSync(folder, 0o755);
  const id = randomUUID();
  const keeper = fork(join(import.meta.dirname, 'keeper.ts'), [id, folder], {
    // A Ctrl-C in the terminal reaches the group of this process alone.
    detached: true,
    stdio: 'ignore',
    execArgv: [],
  });
  keeper.on('error', (error) => console.error(`${folder}, and what this command started, stay behind:`, error));
  keeper.unref();
  keeper.channel?.unref();
  process.env.TMPDIR = folder;
  process.env[RUN_VARIABLE] = [process.env[RUN_VARIABLE], id].filter(Boolean).join(' ');
  // Kept from run to run: what Playwright has compiled of the journeys.
  process.env.PWTEST_CACHE_DIR ??= join(ROOT, '.cache/playwright');
}
