import type { Sql } from '../db/database.ts';
import { tokenHash } from './token.ts';

/** A session as far as its browser goes. */
export type OfBrowser = {
  readonly sessionId: string;
  /** Thumbprint of its key; a session without one is bound to no browser. */
  readonly key: string | null;
  /** Hash of its browser's cookie, hexadecimal; null where it is bound to none. */
  readonly browser: string | null;
};

const BIND = {
  user: 'update session set browser_hash = $2 where id = $1 and browser_hash is null',
  staff: 'update staff_session set browser_hash = $2 where id = $1 and browser_hash is null',
} as const;

/**
 * Whether what came with this cookie (null for none) came from the session's browser: proofs that code in the page has
 * signed ahead are worth nothing without the cookie, which it cannot read. What comes with a cookie first binds the session
 * to its browser; a browser that keeps no cookies stays without.
 */
export async function isOfBrowser(
  database: Sql,
  of: keyof typeof BIND,
  { sessionId, key, browser }: OfBrowser,
  cookie: string | null,
): Promise<boolean> {
  if (key === null) return true;
  const hash = cookie === null ? null : tokenHash(cookie);
  if (browser !== null) return hash?.toString('hex') === browser;
  if (hash !== null) await database.query(BIND[of], [sessionId, hash]);
  return true;
}
