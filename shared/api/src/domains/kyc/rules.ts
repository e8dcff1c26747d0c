import type { Output } from '../../kit/contract.ts';
import type { KycContract } from './contract.ts';

export type VerificationLevel = 0 | 1 | 2;
export type VerificationState = Pick<Output<KycContract['GET /real/state']>, 'level' | 'state' | 'real_type'>;

/**
 * State of a level for a user: passed, held, under review, rejected, available, or locked until the one below is held.
 */
export type Standing = 'included' | 'current' | 'review' | 'failed' | 'open' | 'locked';

export function standingOf(level: VerificationLevel, { level: held, state, real_type }: VerificationState): Standing {
  if (level < held) return 'included';
  if (level === held) return 'current';
  if (real_type === level && state === 'under_review') return 'review';
  if (level > held + 1) return 'locked';
  return real_type === level && state === 'failed' ? 'failed' : 'open';
}

/** The level that can be applied for now; null when there is none, or an application is under review. */
export function nextLevel(verification: VerificationState): 1 | 2 | null {
  for (const level of [1, 2] as const) {
    const standing = standingOf(level, verification);
    if (standing === 'review') return null;
    if (standing === 'open' || standing === 'failed') return level;
  }
  return null;
}
