import type { FastifyRequest } from 'fastify';
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

type Parts = SessionReader & { readonly requestProofs: Pick<RequestProofs, 'keyOf'> };

/** The session, if its key made the request: a token that was read somewhere is worth nothing without it. */
async function provenBy<S extends { readonly key: string | null }>(
  { requestProofs }: Pick<Parts, 'requestProofs'>,
  request: FastifyRequest,
  token: string | null,
  session: S | null,
): Promise<S | null> {
  if (!session?.key || session.key === (await requestProofs.keyOf(request, token))) return session;
  throw new DomainError('session_proof_invalid');
}

/** The user who makes a request; null for a guest. Rejects where the session is bound to a key that did not make it. */
export async function userOf(
  parts: Parts,
  request: FastifyRequest,
  read: (token: string | null) => Promise<SignedIn | null> = (token) => readSession(parts, token),
): Promise<SignedIn | null> {
  const token = bearerToken(request);
  return provenBy(parts, request, token, await read(token));
}

/** The same for staff. */
export async function staffOf(parts: Parts, request: FastifyRequest): Promise<StaffMember | null> {
  const token = bearerToken(request);
  return provenBy(parts, request, token, await readStaffSession(parts, token));
}
