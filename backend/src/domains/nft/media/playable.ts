import { join } from 'node:path';
import { mediaRules } from '@tessera/api/nft/artists-rules';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { confined } from '../../../platform/process/confined.ts';
import type { Remuxed } from './remux.ts';

const REMUX = { program: join(import.meta.dirname, 'remux-process.ts'), takesAtMost: 30_000, megabytes: 256 } as const;

export type CleanPlayable = Extract<Remuxed, { readonly problem: null }>;

const PARAMS = {
  media_too_small: { min: mediaRules.least },
  media_too_long: { seconds: mediaRules.videoLasts / 1_000 },
  media_too_large: {},
  media_unreadable: {},
} as const;

/**
 * Writes a sound or a film anew, without metadata. Rejects with `media_unreadable`, `media_too_small`, `media_too_large`
 * and `media_too_long`.
 */
export async function cleanPlayable(content: Uint8Array): Promise<CleanPlayable> {
  const result = (await confined<Remuxed>(content, REMUX)) ?? { problem: 'media_unreadable' };
  if (result.problem === null) return result;
  throw new DomainError(result.problem, { field: 'file', params: PARAMS[result.problem] });
}
