/** A remote's name is a folder, a path segment and a text namespace at once. */
export const REMOTE_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Semantic version without build metadata: it is a path segment too. At most 80 characters. */
export const RELEASE_VERSION = /^(?=.{1,80}$)\d+\.\d+\.\d+(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** Name under which the host appears among the changes; no remote can have it. */
export const HOST = '(host)';
