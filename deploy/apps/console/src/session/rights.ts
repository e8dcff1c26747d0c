const RELEASERS = ['operator', 'admin'];

/** Roles that may release. This only avoids a rejection: the registry asks the backend at every release. */
export const mayRelease = (role: string): boolean => RELEASERS.includes(role);
