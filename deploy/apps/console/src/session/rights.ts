const RELEASERS = ['operator', 'admin'];

/**
 * Roles that may release. This only avoids a rejection: the registry verifies the role with the backend on every
 * release.
 */
export const mayRelease = (role: string): boolean => RELEASERS.includes(role);
