import { MONEY_ROLES, type ReleaseRight, STOP_ROLES } from '@tessera/api/kit/rights';

const WRITERS = ['operator', 'admin'];

/** Roles that may change instruments, and that may halt them and pause services. The backend verifies both on every call. */
export const mayChangeTerms = (role: string): boolean => MONEY_ROLES.some((each) => each === role);
export const mayHalt = (role: string): boolean => STOP_ROLES.some((each) => each === role);

const AGENTS = ['support', 'admin'];

const MODERATORS = ['reviewer', 'admin'];

/** Roles that keep order in the chat rooms. */
export const mayModerate = (role: string): boolean => MODERATORS.includes(role);

/** Roles that write announcements. */
export const mayAnnounce = (role: string): boolean => WRITERS.includes(role);

/** Roles that answer users. */
export const mayAnswer = (role: string): boolean => AGENTS.includes(role);

/**
 * Whether a member has any right to change what is live, at some time and in some environment. This only avoids a rejection:
 * the registry verifies the right to the remote with the backend on every release.
 */
export const mayRelease = (rights: readonly ReleaseRight[]): boolean =>
  rights.some(({ action }) => action !== 'publish');
