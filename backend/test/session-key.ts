import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { contract } from '@tessera/api/contract';
import { contentClaim, tokenClaim } from '../src/platform/session/key-proof.ts';

/* Sessions of tests are bound to keys, as those of the page are: their requests carry a proof. */

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export type SessionKey = { readonly privateKey: KeyObject; readonly head: string; readonly thumbprint: string };

export function newSessionKey(): SessionKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  return {
    privateKey,
    head: encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }),
    thumbprint: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'),
  };
}

/** The key of every session of tests that brings none of its own. */
export const SESSION_KEY = newSessionKey();

/** The header, claims and signature of a proof, to be tampered with one by one. */
export function signProof(claims: object, { head, privateKey }: Pick<SessionKey, 'head' | 'privateKey'>): string {
  const text = `${head}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

type Asked = {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly token: string | null;
  /** The form, where there is one. */
  readonly form?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Unix ms. */
  readonly now: number;
};

export function claimsOf({ method, url, token, form, idempotencyKey = '', now }: Asked) {
  const [path = '', query = ''] = url.split('?');
  return {
    jti: randomUUID(),
    htm: method,
    htu: `https://h5.example${path}`,
    iat: now / 1_000,
    ...(token !== null && { ath: tokenClaim(token) }),
    content: contentClaim(idempotencyKey, form ?? query),
  };
}

export const proofOf = (asked: Asked, key: SessionKey = SESSION_KEY): string => signProof(claimsOf(asked), key);

/** What a page sends to sign its realtime connection in. */
export const authFrame = (token: string, now: number) => ({
  op: 'auth',
  token,
  proof: proofOf({ method: 'GET', url: '/realtime', token, now }),
});

const openers = new Set(
  Object.values(contract).flatMap(({ opens, method, path }) => (opens ? [`${method} /api${path}`] : [])),
);

type Headers = Record<string, string | string[] | number | undefined>;

/**
 * The headers of a request with its proof: one with a token, or one that opens a session. Others keep theirs; `dpop` that
 * is undefined stands for none.
 */
export function withProof<H extends Headers>(
  { method, url, headers, form }: Pick<Asked, 'method' | 'url' | 'form'> & { readonly headers: H },
  now: number,
): H | (H & { dpop: string }) | Omit<H, 'dpop'> {
  if ('dpop' in headers && headers.dpop === undefined) {
    const { dpop: _, ...rest } = headers;
    return rest;
  }
  const token = String(headers.authorization ?? '').replace(/^Bearer /, '') || null;
  const opens = openers.has(`${method} ${url}`);
  if ('dpop' in headers || (token === null && !opens)) return headers;
  const key = headers['idempotency-key'];
  const idempotencyKey = key === undefined ? undefined : String(key);
  return { ...headers, dpop: proofOf({ method, url, token: opens ? null : token, form, idempotencyKey, now }) };
}
