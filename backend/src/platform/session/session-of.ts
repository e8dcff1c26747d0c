import type { FastifyRequest } from 'fastify';
import { readBrowser } from '../http/browser-cookies.ts';
import { DomainError } from '../http/domain-error.ts';
import {
  bearerToken,
  readSession,
  readStaffSession,
  type SessionReader,
  type SignedIn,
  type StaffMember,
} from './read-session.ts';
import type { RequestProofs } from './request-proof.ts';
import { tokenHash } from './token.ts';

type Parts = SessionReader & { readonly requestProofs: Pick<RequestProofs, 'keyOf'> };

/** Rejects unless the session's key made the request: a token that was read somewhere is worth nothing without it. */
async function requireKey(
  { requestProofs }: Pick<Parts, 'requestProofs'>,
  request: FastifyRequest,
  token: string | null,
  key: string,
): Promise<void> {
  if (key !== (await requestProofs.keyOf(request, token))) throw new DomainError('session_proof_invalid');
}

/**
 * Rejects unless the session's browser made the request: proofs that code in the page has signed ahead are worth nothing
 * without the cookie, which it cannot read. The first request with a cookie binds the session to its browser; one that
 * keeps no cookies stays without.
 */
async function requireBrowser({ database }: Parts, request: FastifyRequest, user: SignedIn): Promise<void> {
  const cookie = readBrowser(request);
  const hash = cookie === null ? null : tokenHash(cookie);
  if (user.browser !== null) {
    if (hash?.toString('hex') !== user.browser) throw new DomainError('session_proof_invalid');
  } else if (hash !== null) {
    await database.query('update session set browser_hash = $2 where id = $1 and browser_hash is null', [
      user.sessionId,
      hash,
    ]);
  }
}

/** The user who makes a request; null for a guest. Rejects where the session is bound to a key that did not make it. */
export async function userOf(
  parts: Parts,
  request: FastifyRequest,
  read: (token: string | null) => Promise<SignedIn | null> = (token) => readSession(parts, token),
): Promise<SignedIn | null> {
  const token = bearerToken(request);
  const user = await read(token);
  if (user?.key) {
    await requireKey(parts, request, token, user.key);
    await requireBrowser(parts, request, user);
  }
  return user;
}

/** The same for staff, whose page runs no code of remotes; the registry asks in their name, without their cookie. */
export async function staffOf(parts: Parts, request: FastifyRequest): Promise<StaffMember | null> {
  const token = bearerToken(request);
  const member = await readStaffSession(parts, token);
  if (member?.key) await requireKey(parts, request, token, member.key);
  return member;
}
