import type { z } from 'zod';
import type { ErrorCode } from '../errors/codes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call. `verified` is a signed-in user of identity level 1 or 2; anyone else signed in is answered 998,
 * anyone not signed in 999. `staff` needs a staff token, which no user token can stand in for.
 */
export type Access = 'public' | 'user' | 'verified' | 'staff';

/** How the payload travels. Form payloads arrive as strings; the schemas of `fields.ts` read them back. */
export type Encoding = 'form' | 'multipart';

type CallSpec<
  M extends Method,
  P extends `/${string}`,
  A extends Access,
  In extends z.ZodObject,
  Out extends z.ZodType,
> = {
  readonly method: M;
  /** Path behind `/api`. */
  readonly path: P;
  readonly access: A;
  readonly payload: In;
  /** What `message` of a successful envelope holds. */
  readonly answer: Out;
  /** False answers `function_under_development`. */
  readonly built: boolean;
  /** Codes beyond those any call may answer (fields, session, rate limit) that its screens should expect. */
  readonly errors?: readonly ErrorCode[];
  readonly summary: string;
  readonly encoding?: Encoding;
};

export type Call<
  M extends Method = Method,
  P extends `/${string}` = `/${string}`,
  A extends Access = Access,
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodType = z.ZodType,
  Idempotent extends boolean = boolean,
> = Required<CallSpec<M, P, A, In, Out>> & {
  /** True when the `Idempotency-Key` header is required: the call moves money or makes a claim to some. */
  readonly idempotent: Idempotent;
};

export function defineCall<
  const M extends Method,
  const P extends `/${string}`,
  const A extends Access,
  In extends z.ZodObject,
  Out extends z.ZodType,
  const Idempotent extends boolean = false,
>(spec: CallSpec<M, P, A, In, Out> & { readonly idempotent?: Idempotent }): Call<M, P, A, In, Out, Idempotent> {
  return {
    ...spec,
    errors: spec.errors ?? [],
    encoding: spec.encoding ?? 'form',
    idempotent: (spec.idempotent ?? false) as Idempotent,
  };
}

export type CallMap<C extends readonly Call[]> = {
  readonly [Each in C[number] as `${Each['method']} ${Each['path']}`]: Each;
};

/** The calls under their keys (`'POST /user/login'`); the same key twice is a programming error and throws. */
export function byKey<const C extends readonly Call[]>(...calls: C): CallMap<C> {
  const entries = calls.map((call) => [`${call.method} ${call.path}`, call] as const);
  const map = Object.fromEntries(entries);
  if (Object.keys(map).length !== entries.length) throw new Error('A call is defined twice');
  return map as CallMap<C>;
}
