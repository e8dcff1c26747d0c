import type { FastifyRequest } from 'fastify';
import { DomainError } from '../http/domain-error.ts';
import { textOf } from '../http/form-body.ts';
import { contentClaim, PROOF_WINDOW, type ProofClaims, readProof, tokenClaim } from './key-proof.ts';
import { createUsedProofs } from './used-proofs.ts';

/** What a proof has to be about. */
export type Proven = {
  readonly method: string;
  readonly path: string;
  /** Null where the proof opens a session. */
  readonly token: string | null;
  readonly content: string;
};

export type RequestProofs = {
  /**
   * The thumbprint of the key that proves exactly this, once and now. Rejects with `session_proof_invalid`, also where the
   * key is not the `expected` one, or with `session_proof_stale` for one of another time and one that was used: the same
   * request may be made with a new one. Ids take places only for sessions with the key that made them: a guest makes up
   * keys and ids, and would have those of others forgotten.
   */
  check(proof: string, proven: Proven, expected: (key: string) => boolean | Promise<boolean>): Promise<string>;
  /**
   * The key that proves this request, made with the token of a session with this key or opening a session (null); null where
   * it carries no proof.
   */
  keyOf(
    request: FastifyRequest,
    session: { readonly token: string | null; readonly key: string } | null,
  ): Promise<string | null>;
};

/** The query of a request that has its input in a form, or uploads a file. */
const WITHOUT_INPUT = /^(?:lang=[^&]*)?$/;

/** What the request does beside its method and path; the bytes of an uploaded file are no part of it. */
function contentOf({ method, raw, headers, body }: FastifyRequest): string {
  const { url = '' } = raw;
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const form = ['GET', 'HEAD', 'DELETE'].includes(method) ? query : textOf(body);
  // The proof of a form would fit a request without it that has the text in its query.
  if (form === null && !WITHOUT_INPUT.test(query)) throw new DomainError('session_proof_invalid');
  return contentClaim(String(headers['idempotency-key'] ?? ''), form ?? query);
}

const pathOf = (url: string): string => new URL(url).pathname;

/** The registry asks with the proof of the operation that a member asked it for, and compares it with that one. */
const isOfRegistry = ({ method, path }: Proven, claims: ProofClaims): boolean =>
  method === 'GET' && path === '/api/staff/me' && pathOf(claims.htu).startsWith('/registry/');

const isAbout = (claims: ProofClaims, proven: Proven): boolean =>
  claims.htm === proven.method && pathOf(claims.htu) === proven.path && claims.content === proven.content;

export function createRequestProofs({ now }: { readonly now: () => number }): RequestProofs {
  // One from the future counts until its own time is over. What opens a session, which each address may try so often, takes
  // no places of sessions.
  const used = { sessions: createUsedProofs(2 * PROOF_WINDOW), opening: createUsedProofs(2 * PROOF_WINDOW) };

  async function check(
    proof: string,
    proven: Proven,
    expected: (key: string) => boolean | Promise<boolean>,
  ): Promise<string> {
    const claims = await readProof(proof);
    const isOfToken = claims.ath === (proven.token === null ? undefined : tokenClaim(proven.token));
    if (!isOfToken || !(isAbout(claims, proven) || isOfRegistry(proven, claims))) {
      throw new DomainError('session_proof_invalid');
    }
    if (!(await expected(claims.key))) throw new DomainError('session_proof_invalid');
    const at = now();
    const ids = proven.token === null ? used.opening : used.sessions;
    if (Math.abs(at - claims.iat * 1_000) > PROOF_WINDOW || !ids.use(claims.jti, at)) {
      throw new DomainError('session_proof_stale', { params: { now: at } });
    }
    return claims.key;
  }

  return {
    check,
    async keyOf(request, session) {
      const { dpop } = request.headers;
      if (dpop === undefined) return null;
      if (typeof dpop !== 'string') throw new DomainError('session_proof_invalid');
      const { method, raw } = request;
      const path = (raw.url ?? '').replace(/\?.*$/s, '');
      const proven = { method, path, token: session?.token ?? null, content: contentOf(request) };
      return check(dpop, proven, (key) => session === null || key === session.key);
    },
  };
}
