import type { Answer } from '@tessera/api';

export type RealState = Pick<Answer<'GET /real/state'>, 'level' | 'state' | 'real_type'>;
export type Level = 0 | 1 | 2;

/**
 * How a level stands to a person: passed on the way to a higher one, held, asked for, refused, open to be asked for,
 * or only after the one below it. To a guest everything is for somebody else to open.
 */
export type Standing = 'included' | 'current' | 'review' | 'failed' | 'open' | 'locked';

export function standingOf(level: Level, { level: held, state, real_type }: RealState): Standing {
  if (level < held) return 'included';
  if (level === held) return 'current';
  if (real_type === level && state === 'under_review') return 'review';
  if (level > held + 1) return 'locked';
  return real_type === level && state === 'failed' ? 'failed' : 'open';
}

/** The level that can be asked for now; null when there is none, or one is being looked at. */
export function nextLevel(real: RealState): 1 | 2 | null {
  for (const level of [1, 2] as const) {
    const standing = standingOf(level, real);
    if (standing === 'review') return null;
    if (standing === 'open' || standing === 'failed') return level;
  }
  return null;
}
