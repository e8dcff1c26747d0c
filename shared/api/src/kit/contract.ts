import type * as z from 'zod/mini';
import type { ErrorCode } from './errors/codes.ts';
import type { Access, CallId, LimitGroup, Route, Routes, Topic } from './route.ts';
import type { StaffPolicy } from './staff-policy.ts';
import type { ValuePolicy } from './value-policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How the input travels. Form fields arrive as strings; the schemas of `fields.ts` read them back. */
export type Encoding = 'form' | 'multipart';

export type Schemas = {
  readonly input: z.ZodMiniObject;
  /** Content of `message` in a successful envelope. */
  readonly output: z.ZodMiniType;
  /** Codes beyond those any call may return (fields, session, rate limit) that its screens should expect. */
  readonly errors?: readonly ErrorCode[];
  readonly summary: string;
  readonly encoding?: Encoding;
  /** What it costs the backend, in calls that read one row; 1 by default. Counted against the caller's budget. */
  readonly weight?: number;
  /**
   * It reaches the market without an idempotency key: like each call with one it waits until the index has followed what its
   * caller can have seen at the venues. One that does not say so is refused there, and fails.
   */
  readonly reachesMarket?: true;
};

/** A call of staff says who may make it, and whether a second member decides: one that does not say so does not compile. */
type StaffOf<R> = R extends { readonly access: 'staff' } ? { readonly staff: StaffPolicy } : { readonly staff?: never };

type Moved = Extract<Topic, 'balance' | 'order' | 'deposit' | 'withdrawal'>;

type Moves<R> = R extends { readonly access: 'user' | 'verified' }
  ? R extends { readonly idempotent: true }
    ? true
    : R extends { readonly changes: readonly (infer T)[] }
      ? Extract<T, Moved> extends never
        ? false
        : true
      : false
  : false;

/** A call of a user that changes balances or positions says whom it can enrich: one that does not say so does not compile. */
type ValueOf<R> = Moves<R> extends true ? { readonly value: ValuePolicy } : { readonly value?: never };

type SchemasFor<R> = Schemas & StaffOf<R> & ValueOf<R>;

type MethodOf<K> = K extends `${infer M extends Method} /${string}` ? M : never;
type PathOf<K> = K extends `${Method} ${infer P extends `/${string}`}` ? P : never;

export type CallOf<K, R extends Route, S extends Schemas> = {
  readonly method: MethodOf<K>;
  /** Path behind `/api`. */
  readonly path: PathOf<K>;
  readonly access: R['access'];
  /** True when the `Idempotency-Key` header is required. */
  readonly idempotent: R extends { readonly idempotent: true } ? true : false;
  /** Whether it waits until the index has followed the venues: all that moves money does, and what reaches the market. */
  readonly followsVenues: boolean;
  readonly opens: boolean;
  readonly input: S['input'];
  readonly output: S['output'];
  readonly errors: readonly ErrorCode[];
  readonly summary: string;
  readonly encoding: Encoding;
  readonly limit: LimitGroup | null;
  readonly weight: number;
  /** Of calls with the access `staff`; null of others. */
  readonly staff: S extends { readonly staff: infer P extends StaffPolicy } ? P : null;
  /** Of calls of users that change balances or positions; null of others. */
  readonly value: S extends { readonly value: infer V extends ValuePolicy } ? V : null;
};

/** Any call, for code that treats all of them alike. */
export type Call = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  readonly idempotent: boolean;
  readonly followsVenues: boolean;
  readonly opens: boolean;
  readonly input: z.ZodMiniObject;
  readonly output: z.ZodMiniType;
  readonly errors: readonly ErrorCode[];
  readonly summary: string;
  readonly encoding: Encoding;
  readonly limit: LimitGroup | null;
  readonly weight: number;
  readonly staff: StaffPolicy | null;
  readonly value: ValuePolicy | null;
};

export type Calls = Readonly<Record<CallId, Call>>;

/** The calls of a domain: its routes with their schemas. A route without schemas, or the reverse, does not compile. */
export function defineContract<const R extends Routes, const S extends { readonly [K in keyof R]: SchemasFor<R[K]> }>(
  routes: R,
  schemas: S & { readonly [K in Exclude<keyof S, keyof R>]: never },
): { readonly [K in keyof R]: CallOf<K, R[K] & Route, S[K]> } {
  const calls = Object.entries<Route>(routes).map(
    ([id, { access, idempotent = false, opens = false, limit = null }]) => {
      const [method, path] = id.split(' ');
      const schema = schemas[id as CallId & keyof R] as Schemas;
      return [
        id,
        {
          errors: [],
          encoding: 'form',
          weight: 1,
          staff: null,
          value: null,
          ...schema,
          method,
          path,
          access,
          idempotent,
          followsVenues: idempotent || schema.reachesMarket === true,
          opens,
          limit,
        },
      ] as const;
    },
  );
  return Object.fromEntries(calls) as { readonly [K in keyof R]: CallOf<K, R[K] & Route, S[K]> };
}

type Schematic = { readonly input: z.ZodMiniType; readonly output: z.ZodMiniType };

/** What callers pass: typed values, defaults left out. */
export type Input<C extends Schematic> = z.input<C['input']>;
/** What handlers receive: read and defaulted. */
export type ReadInput<C extends Schematic> = z.output<C['input']>;
export type Output<C extends Schematic> = z.output<C['output']>;
