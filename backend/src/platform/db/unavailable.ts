/**
 * PostgreSQL's codes for a database that cannot take anything now: connections that are lost or not made (08, 57P),
 * a disk, memory or connections that are used up (53), a disk that fails (58030), a server that became a replica (25006),
 * a transaction that was silent for too long (25P03).
 */
const SQL_STATES = /^(?:08\w{3}|53\w{3}|57P0[1-5]|58030|25006|25P03)$/;
/** The same from the operating system, of sockets and of files. */
const SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);
/** Errors of the driver that carry no code. */
const DRIVER_TEXTS = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** Whether an error says that nothing can be stored at the moment, and not that the code is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (DRIVER_TEXTS.test(error.message)) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // The socket of a server on this machine that is not running.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  if (code !== undefined && (SQL_STATES.test(code) || SYSTEM_CODES.has(code))) return true;
  return isUnavailable(error.cause);
}
