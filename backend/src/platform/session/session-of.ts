import type { FastifyRequest } from 'fastify';
import { readDevice } from '../http/device-cookie.ts';
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

const isOf = (user: SignedIn | null, cookie: string | null): boolean =>
  cookie !== null && user?.browser === tokenHash(cookie).toString('hex');

/**
 * Rejects unless the session's browser made the request: proofs that code in the page has signed ahead are worth nothing
 * without the cookie, which it cannot read. The first request with the cookie of a browser that the user was signed in to
 * binds the session to it; one that keeps no cookies stays without.
 */
async function requireBrowser(
  parts: Parts,
  request: FastifyRequest,
  token: string | null,
  user: SignedIn,
): Promise<void> {
  const cookie = readDevice(request);
  if (user.browser !== null) {
    // A log-in to another account gives the browser a new cookie: a session that was read before may name the old one.
    if (isOf(user, cookie) || isOf(await readSession(parts, token), cookie)) return;
    throw new DomainError('session_proof_invalid');
  }
  if (cookie === null) return;
  await parts.database.query(
    `update session s set device_id = d.id from known_device d
      where s.id = $1 and s.device_id is null and d.user_id = s.user_id and d.token_hash = $2`,
    [user.sessionId, tokenHash(cookie)],
  );
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
    await requireBrowser(parts, request, token, user);
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
