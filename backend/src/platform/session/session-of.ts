import type { FastifyRequest } from 'fastify';
import { readBrowser } from '../http/browser-cookies.ts';
import { DomainError } from '../http/domain-error.ts';
import { bearerToken, readStaffSession, type SessionReader, type SignedIn, type StaffMember } from './read-session.ts';
import type { RequestProofs } from './request-proof.ts';
import { isOfBrowser } from './session-browser.ts';
import type { SessionCache } from './session-cache.ts';

type Parts = SessionReader & { readonly requestProofs: Pick<RequestProofs, 'keyOf'> };

/**
 * Rejects unless the session's key made the request, in the session's browser: a token that was read somewhere is worth
 * nothing without the key, and a proof that was signed ahead nothing without the browser's cookie.
 */
async function requireBearer(
  { requestProofs, database }: Parts,
  request: FastifyRequest,
  token: string | null,
  of: 'user' | 'staff',
  session: SignedIn | StaffMember,
): Promise<void> {
  if (session.key === null) return;
  const { key } = session;
  if (key !== (await requestProofs.keyOf(request, { token, key }))) throw new DomainError('session_proof_invalid');
  if (!(await isOfBrowser(database, of, session, readBrowser(request)))) throw new DomainError('session_proof_invalid');
}

/** The user who makes a request; null for a guest. Rejects where the session is bound to what did not make it. */
export async function userOf(
  parts: Parts & { readonly sessions: Pick<SessionCache, 'read'> },
  request: FastifyRequest,
): Promise<SignedIn | null> {
  const token = bearerToken(request);
  const user = await parts.sessions.read(token);
  if (user) await requireBearer(parts, request, token, 'user', user);
  return user;
}

/** The same for staff. The registry asks in their name, with the cookie of the request that it got. */
export async function staffOf(parts: Parts, request: FastifyRequest): Promise<StaffMember | null> {
  const token = bearerToken(request);
  const member = await readStaffSession(parts, token);
  if (member) await requireBearer(parts, request, token, 'staff', member);
  return member;
}
