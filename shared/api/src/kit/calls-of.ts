import {
  keepPreviousData,
  type ListPage,
  PAGE_SIZE,
  pageAfter,
  type QueryKey,
  rowsOf,
  useInfiniteQuery,
  useQuery,
} from '@tessera/query';
import { useLanguage, useSession } from '@tessera/session';
import type { ZodMiniType } from 'zod/mini';
import type { CallOptions } from './client/config.ts';
import { commandOf } from './command.ts';
import type { Input, Output } from './contract.ts';
import type { CallId, Route } from './route.ts';
import { configuredClient } from './sending.ts';
import { metaOf, ownerOf } from './topics.ts';

type Schematic = { readonly input: ZodMiniType; readonly output: ZodMiniType; readonly idempotent: boolean };
type InputOf<C, K extends keyof C> = C[K] extends infer Call extends Schematic ? Input<Call> & object : never;
type OutputOf<C, K extends keyof C> = C[K] extends infer Call extends Schematic ? Output<Call> : never;
type RowOf<O> = O extends { readonly list: readonly (infer R extends { readonly id: string })[] } ? R : never;
type Paged = 'page' | 'limit';

/** `null` instead of an input: there is nothing to ask for yet. */
type Argument<I, Options> =
  Record<never, never> extends I ? [input?: I | null, options?: Options] : [input: I | null, options?: Options];

export type QueryOptions = {
  readonly enabled?: boolean;
  /** ms */
  readonly staleTime?: number;
  /** ms between polls; false for none. */
  readonly refetchInterval?: number | false;
  /** Keeps the output of the previous input until the new one arrives. */
  readonly keepPrevious?: boolean;
  /** Does not count as waiting, for what loads behind the screen. */
  readonly quiet?: boolean;
};

/**
 * Translation between wire and page names: `write` maps the screen's input to the call's input, `read` maps its output
 * (of a list: one row).
 */
export type Translation<Own extends object, Wire, Output, Seen> = {
  readonly write?: (input: Own) => Wire;
  readonly read?: (output: Output, options: Pick<CallOptions, 'signal'>) => Seen | Promise<Seen>;
};

const asIs = <To>(value: unknown): To => value as To;

/** Cache key of a query: `[account or public, call, shape, input]`, and the language where the output depends on it. */
const keyOf = (callId: string, route: Route, input: object, language: string): QueryKey => [
  ownerOf(route),
  callId,
  route.shape ?? 1,
  input,
  ...(route.localized ? [language] : []),
];

/** Options of react-query that only stand where they are given: it takes `undefined` for a value. */
const given = ({ staleTime, refetchInterval, keepPrevious }: QueryOptions) => ({
  ...(staleTime !== undefined && { staleTime }),
  ...(refetchInterval !== undefined && { refetchInterval }),
  ...(keepPrevious && { placeholderData: keepPreviousData }),
});

/** Calls of a signed-in user wait for a session; public ones are made for guests too. */
function useAllowed({ access }: Route): boolean {
  const signedIn = useSession() !== null;
  return access === 'public' || signedIn;
}

/**
 * The hooks of a domain's calls, typed by its contract: `const { command, query } = callsOf<SpotContract>(spotRoutes)`.
 * Only the routes are there at run time. `queries.ts` of the domain is their one owner.
 */
export function callsOf<C>(routes: Readonly<Record<keyof C & CallId, Route>>) {
  type Id = keyof C & CallId;
  type IdempotentId = { [K in Id]: C[K] extends { readonly idempotent: true } ? K : never }[Id];

  /** The hook of a call that changes something. */
  const command = <K extends Id, I extends object = InputOf<C, K>, O = OutputOf<C, K>>(
    callId: K,
    {
      write = asIs,
      read = asIs,
      quiet = false,
    }: Pick<QueryOptions, 'quiet'> & Translation<I, InputOf<C, K>, OutputOf<C, K>, O> = {},
  ) => commandOf<I, O>(callId, routes[callId], { write, read: (output) => read(output as OutputOf<C, K>, {}), quiet });

  /** The hook of a call that reads: `useX(input, options)`; `useX.key(input)` is its cache key. */
  const query = <K extends Id, I extends object = InputOf<C, K>, O = OutputOf<C, K>>(
    callId: K,
    { write = asIs, read = asIs, ...defaults }: QueryOptions & Translation<I, InputOf<C, K>, OutputOf<C, K>, O> = {},
  ) => {
    const route: Route = routes[callId];
    function useRead(...[input, options = {}]: Argument<I, QueryOptions>) {
      const allowed = useAllowed(route);
      const { code } = useLanguage();
      const { enabled = true, quiet = false, ...rest } = { ...defaults, ...options };
      const asked = input === undefined ? asIs<I>({}) : input;
      return useQuery({
        queryKey: keyOf(callId, route, asked ?? {}, code),
        queryFn: async ({ signal }): Promise<O> => {
          const sent = asked === null ? {} : write(asked);
          return await read(await configuredClient().send<OutputOf<C, K>>(callId, sent, { signal, quiet }), { signal });
        },
        enabled: allowed && enabled && asked !== null,
        meta: metaOf(route),
        ...given(rest),
      });
    }
    return Object.assign(useRead, {
      /** Throws where the output depends on the language and none is given. */
      key(input: I, language?: string): QueryKey {
        if (route.localized && language === undefined) throw new Error(`${callId} needs the language of its output`);
        return keyOf(callId, route, input, language ?? '');
      },
    });
  };

  /** The hook of a paged list; `rows` contains all pages without duplicates. */
  const list = <
    K extends Id,
    F extends object = Omit<InputOf<C, K>, Paged>,
    Row extends { readonly id: string } = RowOf<OutputOf<C, K>>,
  >(
    callId: K,
    {
      write = asIs,
      read = asIs,
      ...defaults
    }: QueryOptions & { readonly pageSize?: number } & Translation<
        F,
        Omit<InputOf<C, K>, Paged>,
        RowOf<OutputOf<C, K>>,
        Row
      > = {},
  ) => {
    const route: Route = routes[callId];
    return function useList(...[filter, options = {}]: Argument<F, QueryOptions>) {
      const allowed = useAllowed(route);
      const { code } = useLanguage();
      const { enabled = true, quiet = false, pageSize = PAGE_SIZE, ...rest } = { ...defaults, ...options };
      const asked = filter === undefined ? asIs<F>({}) : filter;
      const pages = useInfiniteQuery({
        queryKey: [...keyOf(callId, route, asked ?? {}, code), 'pages'],
        queryFn: async ({ pageParam, signal }): Promise<ListPage<Row>> => {
          const from = typeof pageParam === 'string' ? { after: pageParam } : { page: pageParam };
          const sent = { ...(asked && write(asked)), ...from, limit: pageSize };
          const page = await configuredClient().send<ListPage<RowOf<OutputOf<C, K>>>>(callId, sent, {
            signal,
            quiet,
          });
          return { ...page, list: await Promise.all(page.list.map((row) => read(row, { signal }))) };
        },
        initialPageParam: 1 as number | string,
        getNextPageParam: pageAfter,
        enabled: allowed && enabled && asked !== null,
        meta: metaOf(route),
        ...given(rest),
      });
      return { ...pages, rows: pages.data && rowsOf(pages.data.pages) };
    };
  };

  /** A call outside of components. Calls with an idempotency key are commands, so they are not offered here. */
  const call = <K extends Exclude<Id, IdempotentId>>(callId: K) =>
    Object.assign(
      (input: InputOf<C, K>, options?: CallOptions): Promise<OutputOf<C, K>> =>
        configuredClient().send<OutputOf<C, K>>(callId, input, options),
      {
        /** Cache key of what is made of its outputs; beside what a query of the call caches. */
        key: (what: string, input: Partial<InputOf<C, K>>): QueryKey => [
          ...keyOf(callId, routes[callId], input, ''),
          what,
        ],
      },
    );

  return { command, query, list, call };
}
