import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '@tessera/api/contract';
import type { Progress } from './document.ts';

/** The backend runs as a separate program and lists its handlers itself. */
async function builtCalls(root: string): Promise<ReadonlySet<string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'backend/src/built-calls.ts')], {
    cwd: root,
  });
  return new Set(JSON.parse(stdout) as string[]);
}

/** Calls that are not implemented, from contract and handlers. */
export async function readProgress(root: string): Promise<Progress> {
  const built = await builtCalls(root);
  const calls = Object.entries<{ readonly summary: string }>(contract)
    .filter(([callId]) => !built.has(callId))
    .map(([callId, { summary }]) => ({ callId, summary }));
  return { calls };
}
