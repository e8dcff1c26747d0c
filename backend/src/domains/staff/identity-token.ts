import { createHash } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { DomainError } from '../../platform/http/domain-error.ts';
import { issuerKeys, KeysUnavailable } from './issuer-keys.ts';

/** By a key pair only: a shared secret, or none, shows no issuer. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Seconds that clocks may differ. */
const TOLERANCE = 30;
/** Claims that name a repository: a binding has one of them, else any repository of the issuer would do. */
const NAMES_REPOSITORY = ['sub', 'repository', 'repository_id', 'project_path', 'project_id'];
/** Claims by which a run for a merge request is told, whose code no member of the team may have seen. */
const TRIGGERS = ['event_name', 'pipeline_source'];
const IS_REQUEST = /pull_request|merge_request/;

export type IdentityToken = {
  readonly issuer: string;
  readonly claims: JWTPayload;
  /** Of the part that is signed: another text of the same signature is the same token. */
  readonly hash: Buffer;
};

export type VerifyIdentity = (token: string) => Promise<IdentityToken>;

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** Verifies tokens of the issuers that the settings name: `session_invalid` for any other, `service_unavailable` without keys. */
export function identityVerifier(issuers: ReadonlyMap<string, string>, now: () => number): VerifyIdentity {
  const keys = new Map([...issuers].map(([issuer, address]) => [issuer, issuerKeys(address, now)]));
  return async (token) => {
    const issuer = issuerOf(token);
    const keyOf = issuer === undefined ? undefined : keys.get(issuer);
    if (issuer === undefined || !keyOf) throw new DomainError('session_invalid');
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iat', 'sub', 'aud'],
        maxTokenAge: '1h',
        clockTolerance: TOLERANCE,
        currentDate: new Date(now()),
      });
      const signed = token.slice(0, token.lastIndexOf('.'));
      return { issuer, claims: payload, hash: createHash('sha256').update(signed).digest() };
    } catch (error) {
      if (error instanceof KeysUnavailable) throw new DomainError('service_unavailable', { cause: error });
      if (error instanceof errors.JOSEError || error instanceof TypeError) {
        throw new DomainError('session_invalid', { cause: error });
      }
      throw error;
    }
  };
}

export type Claims = Readonly<Record<string, string>>;

const LINE = /^ *([A-Za-z][A-Za-z0-9_]{0,39}) *= *(\S{1,200}) *$/;

/** Reads `repository = team/raffle`, one a line; null for what is none, or names no repository. */
export function readClaims(text: string): Claims | null {
  const claims = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name, value] = LINE.exec(line) ?? [];
    if (!name || !value || claims.has(name) || !/^[^*]+$|^[^*]*[^*/:][/:]\*$/.test(value)) return null;
    claims.set(name, value);
  }
  return NAMES_REPOSITORY.some((name) => claims.has(name)) ? Object.fromEntries(claims) : null;
}

const isValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Whether a token is one that a binding names. Runs for merge requests only where the binding names their claim. */
export function matches(
  bound: { readonly issuer: string; readonly audience: string; readonly claims: Claims },
  { issuer, claims }: IdentityToken,
): boolean {
  const audiences = [claims.aud ?? []].flat();
  if (bound.issuer !== issuer || audiences.length !== 1 || audiences[0] !== bound.audience) return false;
  const isRequest = TRIGGERS.some(
    (name) => !Object.hasOwn(bound.claims, name) && IS_REQUEST.test(String(claims[name] ?? '')),
  );
  if (isRequest) return false;
  return Object.entries(bound.claims).every(([name, wanted]) => {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
    if (!isValue(value)) return false;
    return wanted.endsWith('*') ? String(value).startsWith(wanted.slice(0, -1)) : String(value) === wanted;
  });
}
