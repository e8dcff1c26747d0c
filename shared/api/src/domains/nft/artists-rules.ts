import type { Rarity } from './rules.ts';

/*
 * Limits of what artists upload. Sizes in bytes, lengths in pixels, durations in ms.
 */

const MIB = 1024 * 1024;
const MINUTE = 60_000;

/** Works of an applicant that staff look at. */
export const MOST_PORTFOLIO = 6;
export const MOST_EDITIONS = 100;
export const MOST_PROPERTIES = 8;
/** Parts of a waveform. */
export const MOST_PEAKS = 200;
/** What an artist may upload, and submit, in 24 hours. */
export const UPLOADS_A_DAY = 30;
export const SUBMISSIONS_A_DAY = 10;

/** What a file may be; its kind is found out by content. */
export const mediaRules = {
  maxBytes: 10 * MIB,
  /** The longer side of a picture is at least this long, and is made at most that long. */
  least: 320,
  most: 2_000,
  /** Pixels that are decoded, of all frames together. */
  pixels: 60_000_000,
  /** Of a moving picture. */
  frames: 240,
  /** The longer side of a film, and how long it and a sound may last. */
  videoSide: 1_920,
  videoLasts: MINUTE,
  audioLasts: 10 * MINUTE,
} as const;

/** What the page lets the user choose from. */
export const acceptedMedia =
  'image/jpeg,image/png,image/webp,image/avif,image/gif,audio/*,video/mp4,video/quicktime,video/webm';

/** How rare a work is follows from how many there can be: an artist does not call a work rare, its number does. */
export function rarityOf(editions: number): Rarity {
  if (editions === 1) return 'legendary';
  if (editions <= 5) return 'epic';
  return editions <= 25 ? 'rare' : 'common';
}

export const submissionStates = ['pending', 'approved', 'rejected', 'withdrawn', 'taken_down'] as const;
export type SubmissionState = (typeof submissionStates)[number];
