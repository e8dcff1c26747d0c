import type * as z from 'zod/mini';
import type { Input, Method, Output, ReadInput } from '../contract.ts';

/*
 * Contracts of services that speak plain JSON: parameters in path and query, else a JSON body; the output is the body
 * of a success, and each error has an HTTP status. Calls of the exchange travel as forms and envelopes, see
 * `../contract.ts`.
 */

/** Method and path from the root of the service; `:name` is a parameter: `GET /registry/versions/:name`. */
export type JsonCallId = `${Method} /${string}`;

export type JsonSchemas = {
  /** Who may call, in the words of the service. */
  readonly access: string;
  /** Parameters of path and query, or the fields of the body. */
  readonly input: z.ZodMiniObject;
  /** Body of a success; `z.undefined()` for a success without one (204). */
  readonly output: z.ZodMiniType;
  /** Error codes beyond those that any call of the service may return. */
  readonly errors?: readonly string[];
  readonly summary: string;
};

export type JsonCall = Required<JsonSchemas> & { readonly method: Method; readonly path: `/${string}` };
export type JsonCalls = Readonly<Record<JsonCallId, JsonCall>>;

type CallOf<S> = S extends JsonSchemas
  ? Omit<JsonCall, 'access' | 'input' | 'output'> & Pick<S, 'access' | 'input' | 'output'>
  : never;

/** The calls of a service by their ids, with method, path and errors filled in. */
export function defineJsonContract<const S extends Readonly<Record<JsonCallId, JsonSchemas>>>(
  schemas: S,
): { readonly [K in keyof S]: CallOf<S[K]> } {
  const calls = Object.entries<JsonSchemas>(schemas).map(([id, schema]) => {
    const [method, path] = id.split(' ');
    return [id, { errors: [], ...schema, method, path }] as const;
  });
  return Object.fromEntries(calls) as { readonly [K in keyof S]: CallOf<S[K]> };
}

export type JsonInput<C, K extends keyof C> = C[K] extends infer Call extends JsonCall ? Input<Call> : never;
export type JsonOutput<C, K extends keyof C> = C[K] extends infer Call extends JsonCall ? Output<Call> : never;
type JsonReadInput<C, K extends keyof C> = C[K] extends infer Call extends JsonCall ? ReadInput<Call> : never;

/** What serves the calls: each handler gets the parsed input and its caller. */
export type JsonHandlers<C, Caller> = {
  readonly [K in keyof C]: (input: JsonReadInput<C, K>, caller: Caller) => Promise<JsonOutput<C, K>>;
};
