import type { S3Settings } from '../s3-settings.ts';
import { S3Storage } from '../s3-storage.ts';
import type { S3Timing } from '../s3-tries.ts';

/** Pauses are event loop turns instead of milliseconds, always the longest; no try times out. */
export const timing: S3Timing = {
  async wait(milliseconds) {
    for (let turn = 0; turn < milliseconds; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  },
  random: () => 1,
  deadline: () => new AbortController().signal,
};

/** The storage in a bucket, without pauses between tries. */
export const storageAt = (settings: S3Settings): S3Storage => new S3Storage(settings, timing);
