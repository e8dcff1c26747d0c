import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ReleaseError } from './release-error.ts';
import type { StatedBuild } from './verify-build.ts';

export type CheckWork = { readonly folder: string; readonly stated: StatedBuild };
export type CheckAnswer =
  | { readonly uses: readonly string[] }
  | { readonly fault: Pick<ReleaseError, 'code' | 'message' | 'reasons'> };

/** ms that a check may take: one of our remotes takes a second. */
const TAKES_AT_MOST = 60_000;
const MEGABYTES = 512;

/**
 * Verifies a build that was sent and reads what its scripts do, on a thread that can be ended: this one goes on to answer, and to
 * halt a ramp. Rejects with `build_incomplete` as `verifyBuild` does, and where it takes too long or too much memory.
 */
export async function checkOnThread(work: CheckWork, takesAtMost = TAKES_AT_MOST): Promise<readonly string[]> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
    workerData: work,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  let answer: CheckAnswer;
  try {
    [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(takesAtMost) })) as [CheckAnswer];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseError('build_incomplete', `This build could not be checked: ${reason}`);
  } finally {
    await worker.terminate();
  }
  if ('uses' in answer) return answer.uses;
  const { code, message, reasons } = answer.fault;
  throw new ReleaseError(code, message, reasons);
}
