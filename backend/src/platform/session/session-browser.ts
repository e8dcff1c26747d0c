import type { Sql } from '../db/database.ts';
import { inTurn } from '../limits/in-turn.ts';
import { tokenHash } from './token.ts';

/** A session as far as its browser goes. */
export type OfBrowser = {
  readonly sessionId: string;
  /** Thumbprint of its key; a session without one is bound to no browser. */
  readonly key: string | null;
  /** Hash of its browser's cookie, hexadecimal; null where it is bound to none. */
  readonly browser: string | null;
};

/** Bound since it was read, it stays with the browser that was first. */
const BOUND = 'browser_hash = $2 where id = $1 and (browser_hash is null or browser_hash = $2) returning 1';
const BIND = { user: `update session set ${BOUND}`, staff: `update staff_session set ${BOUND}` } as const;

/**
 * Those of one session one after the other: this is outside of the turns of its account, and each that waits for the session
 * would hold a connection.
 */
const binding = inTurn();

/** What a session is bound to that is opened with this cookie (null for none); one without a key is bound to no browser. */
export const browserHash = (opened: { readonly key: string | null; readonly browser: string | null }): Buffer | null =>
  opened.key === null || opened.browser === null ? null : tokenHash(opened.browser);

/**
 * Whether what came with this cookie (null for none) came from the session's browser: proofs that code in the page has
 * signed ahead are worth nothing without the cookie, which it cannot read. A session that was opened without a cookie is
 * bound by the first that comes with one; a browser that keeps no cookies stays without.
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
  if (hash === null) return true;
  return binding(`${of} ${sessionId}`, async () => (await database.query(BIND[of], [sessionId, hash])).length > 0);
}
