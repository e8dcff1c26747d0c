import { parentPort, workerData } from 'node:worker_threads';
import { usesOf } from './built-version.ts';
import type { CheckAnswer, CheckWork } from './check-thread.ts';
import { ReleaseError } from './release-error.ts';
import { verifyBuild } from './verify-build.ts';

/* Checks one build that was sent, on a thread of its own: it takes as long as its sender makes it. */

const { folder, stated } = workerData as CheckWork;

async function check(): Promise<CheckAnswer> {
  try {
    await verifyBuild(folder, stated);
    return { uses: [...(await usesOf({ ...stated, folder })).uses] };
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    const { code, message, reasons } = error;
    return { fault: { code, message, reasons } };
  }
}

parentPort?.postMessage(await check());
