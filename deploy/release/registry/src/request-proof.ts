import { createHash, type Hash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';

type Claims = { readonly htm?: unknown; readonly htu?: unknown; readonly content?: unknown };

/** What the proof of a request states; null for none. Whether it is signed, fresh and of the session is the backend's to say. */
function claimsOf({ headers }: Pick<FastifyRequest, 'headers'>): Claims | null {
  const { dpop } = headers;
  if (typeof dpop !== 'string') return null;
  try {
    return JSON.parse(Buffer.from(dpop.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  } catch {
    return {};
  }
}

/** Whether the proof that a request carries, if any, is about its method and path. */
export function isOfRequest(request: Pick<FastifyRequest, 'headers' | 'method' | 'url'>): boolean {
  const claims = claimsOf(request);
  if (claims === null) return true;
  const { htm, htu } = claims;
  if (htm !== request.method || typeof htu !== 'string' || !URL.canParse(htu)) return false;
  return new URL(htu).pathname === request.url.split('?')[0];
}

/** The bytes of a body as they pass, hashed. */
export type Read = { readonly body: Readable; readonly hash: Hash };

export function hashing(payload: Readable): Read {
  const hash = createHash('sha256').update('\n');
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  payload.on('error', (error) => body.destroy(error));
  return { body: payload.pipe(body), hash };
}

/** Whether the proof, if any, is about this body or, without one, this query. */
export function isOfContent(request: FastifyRequest, read: Hash): boolean {
  const claims = claimsOf(request);
  if (claims === null) return true;
  const { url, body } = request;
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const hash = body === undefined ? createHash('sha256').update(`\n${query}`) : read;
  return claims.content === hash.digest('base64url');
}
