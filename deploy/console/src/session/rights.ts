const RELEASERS = ['operator', 'admin'];

const TERMS = ['treasury', 'admin'];
const HALTS = ['treasury', 'operator', 'admin'];

/** Roles that may change instruments, and that may halt them and pause services. The backend verifies both on every call. */
export const mayChangeTerms = (role: string): boolean => TERMS.includes(role);
export const mayHalt = (role: string): boolean => HALTS.includes(role);

const AGENTS = ['support', 'admin'];

const MODERATORS = ['reviewer', 'admin'];

/** Roles that keep order in the chat rooms. */
export const mayModerate = (role: string): boolean => MODERATORS.includes(role);

/** Roles that write announcements. */
export const mayAnnounce = (role: string): boolean => RELEASERS.includes(role);

/** Roles that answer users. */
export const mayAnswer = (role: string): boolean => AGENTS.includes(role);

/**
 * Roles that may release. This only avoids a rejection: the registry verifies the role with the backend on every
 * release.
 */
export const mayRelease = (role: string): boolean => RELEASERS.includes(role);
