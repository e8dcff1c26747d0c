import { createHash } from 'node:crypto';
import { ReleaseError } from './release-error.ts';
import type { PreviewState, ReleaseState } from './state.ts';

const DAY_MINUTES = 24 * 60;

/** Previews that are open at a time: each page's manifest names them. */
export const MOST_PREVIEWS = 20;

/** The public name of a preview, of which its link does not follow: history and manifests name it. */
export const previewIdOf = (link: string): string => createHash('sha256').update(link).digest('hex').slice(0, 16);

/** Converts the duration of a preview to ms. */
export function previewDuration(minutes: number): number {
  if (!(minutes >= 1 && minutes <= 7 * DAY_MINUTES)) {
    throw new ReleaseError(
      'value_invalid',
      `A preview lasts from one minute to seven days: --minutes 1 to ${7 * DAY_MINUTES}.`,
    );
  }
  return Math.round(minutes * 60_000);
}

/** Previews of a state that neither expired by `at` (Unix ms) nor are of a withdrawn version. */
export const openPreviews = (
  { previews = [], withdrawn }: Pick<ReleaseState, 'previews' | 'withdrawn'>,
  at: number,
): readonly PreviewState[] =>
  previews.filter(({ name, version, expiresAt }) => expiresAt > at && !withdrawn.includes(`${name}@${version}`));
