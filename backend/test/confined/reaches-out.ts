import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { answer } from '../../src/platform/process/confined.ts';

/** Error code of what it is kept from, or `done`. */
function tried(act: () => unknown): string {
  try {
    act();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

await answer(() => ({
  env: Object.keys(process.env),
  write: tried(() => writeFileSync(join(tmpdir(), 'reached-out'), '')),
  start: tried(() => spawnSync(process.execPath, ['--version'])),
  thread: tried(() => new Worker('', { eval: true })),
}));
