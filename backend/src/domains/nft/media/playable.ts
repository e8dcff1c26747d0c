import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { mediaRules } from '@tessera/api/nft/artists-rules';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { Remuxed } from './remux.ts';

/** ms that a file may take, the start of its thread included. */
const TAKES_AT_MOST = 15_000;
const MEGABYTES = 256;

export type CleanPlayable = Extract<Remuxed, { readonly problem: null }>;

const PARAMS = {
  media_too_small: { min: mediaRules.least },
  media_too_long: { seconds: mediaRules.videoLasts / 1_000 },
  media_too_large: {},
  media_unreadable: {},
} as const;

async function remuxed(content: Uint8Array): Promise<Remuxed> {
  const worker = new Worker(new URL('./remux-worker.ts', import.meta.url), {
    workerData: content,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  try {
    const [result] = (await once(worker, 'message', { signal: AbortSignal.timeout(TAKES_AT_MOST) })) as [Remuxed];
    return result;
  } catch {
    // Too slow, or too much memory: made for it, or broken.
    return { problem: 'media_unreadable' };
  } finally {
    await worker.terminate();
  }
}

/**
 * Writes a sound or a film anew, without metadata. Rejects with `media_unreadable`, `media_too_small`, `media_too_large`
 * and `media_too_long`.
 */
export async function cleanPlayable(content: Uint8Array): Promise<CleanPlayable> {
  const result = await remuxed(content);
  if (result.problem === null) return result;
  throw new DomainError(result.problem, { field: 'file', params: PARAMS[result.problem] });
}
