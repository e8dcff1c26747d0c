import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { sessionIsOpen } from '../../../platform/session/open-session.ts';
import type { SignedIn } from '../../../platform/session/read-session.ts';

/** ms in which a link can be opened. */
const OPENS_WITHIN = 2 * 60_000;
/** ms that making and sending a statement may take. */
export const TAKES_AT_MOST = 5 * 60_000;

/** Which document a link opens. */
export type Document = 'statement' | 'spot_trades';

/** A document that a user asked for, in its own terms. */
export type AskedFor = { readonly document: Document };
export type Opened<Asked extends AskedFor> = { readonly userId: string; readonly asked: Asked };

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a link that opens once, while the session is open, in place of one that was not opened. Rejects with
 * `statement_busy` while a document of this user is made or sent, on whatever node.
 */
export async function issueLink(
  sql: Sql,
  { user, asked }: { readonly user: Pick<SignedIn, 'id' | 'sessionId'>; readonly asked: AskedFor },
  now: number,
): Promise<{ readonly token: string; readonly until: number }> {
  const token = randomBytes(32).toString('base64url');
  const until = now + OPENS_WITHIN;
  const issued = await sql.query(
    `insert into statement_link as link (user_id, token_hash, request, until, session_id) values ($1, $2, $3, $4, $6)
     on conflict (user_id) do update
        set token_hash = excluded.token_hash, request = excluded.request, until = excluded.until, opened = false,
            session_id = excluded.session_id
      where not link.opened or link.until <= $5
     returning user_id`,
    [user.id, hashOf(token), JSON.stringify(asked), new Date(until), new Date(now), user.sessionId],
  );
  if (issued.length === 0) throw new DomainError('statement_busy');
  return { token, until };
}

/**
 * Opens the link of a document, once; null for one that was opened, is too old or was never given out, of a session that has
 * ended, and of a frozen or disabled user.
 */
export async function openLink<Asked extends AskedFor>(
  sql: Sql,
  token: string,
  document: Asked['document'],
  now: number,
): Promise<Opened<Asked> | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await sql.query<{ user_id: string; request: Asked }>(
    `update statement_link set opened = true, until = $3
      where token_hash = $1 and not opened and until > $2 and request->>'document' = $4
        and ${sessionIsOpen('session_id')}
      returning user_id, request`,
    [hashOf(token), new Date(now), new Date(now + TAKES_AT_MOST), document],
  );
  return row ? { userId: row.user_id, asked: row.request } : null;
}

/** Whether a link opens a document now; it stays as it is. */
export async function isLink(sql: Sql, token: string, document: Document, now: number): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  const found = await sql.query(
    `select from statement_link
      where token_hash = $1 and not opened and until > $2 and request->>'document' = $3
        and ${sessionIsOpen('session_id')}`,
    [hashOf(token), new Date(now), document],
  );
  return found.length > 0;
}

/** The statement was sent, or will not be. */
export const closeLink = (sql: Sql, token: string): Promise<unknown> =>
  sql.query('delete from statement_link where token_hash = $1', [hashOf(token)]);
