import {
  keepPreviousData,
  PAGE_SIZE,
  type PagedAnswer,
  pageAfter,
  type QueryKey,
  rowsOf,
  useInfiniteQuery,
  useQuery,
} from '@tessera/query';
import { useLanguage, useSession } from '@tessera/session';
import type { ZodMiniType } from 'zod/mini';
import type { CallOptions } from './client/client.ts';
import { type Command, commandOf, type Outcomes } from './command.ts';
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
  /** Goes on showing the output of the former input until that of the new one is there. */
  readonly keepPrevious?: boolean;
  /** Does not count as waiting, for what loads behind the screen. */
  readonly quiet?: boolean;
};

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
  const command = <K extends Id>(
    callId: K,
  ): ((outcomes?: Outcomes<InputOf<C, K>, OutputOf<C, K>>) => Command<InputOf<C, K>, OutputOf<C, K>>) =>
    commandOf(callId, routes[callId]);

  /** The hook of a call that reads: `useX(input, options)`; `useX.key(input)` is its cache key. */
  const query = <K extends Id>(callId: K, defaults: QueryOptions = {}) => {
    type I = InputOf<C, K>;
    const route: Route = routes[callId];
    function useRead(...[input, options = {}]: Argument<I, QueryOptions>) {
      const allowed = useAllowed(route);
      const { code } = useLanguage();
      const { enabled = true, quiet = false, ...rest } = { ...defaults, ...options };
      const asked: object | null = input === undefined ? {} : input;
      return useQuery({
        queryKey: keyOf(callId, route, asked ?? {}, code),
        queryFn: ({ signal }) => configuredClient().send<OutputOf<C, K>>(callId, asked ?? {}, { signal, quiet }),
        enabled: allowed && enabled && asked !== null,
        meta: metaOf(route),
        ...given(rest),
      });
    }
    return Object.assign(useRead, {
      key: (input: I, language = 'en'): QueryKey => keyOf(callId, route, input, language),
    });
  };

  /** The hook of a list that comes page by page; `rows` holds all pages, each row once. */
  const list = <K extends Id>(callId: K, defaults: QueryOptions & { readonly pageSize?: number } = {}) => {
    type Row = RowOf<OutputOf<C, K>>;
    type Filter = Omit<InputOf<C, K>, Paged>;
    const route: Route = routes[callId];
    return function useList(...[filter, options = {}]: Argument<Filter, QueryOptions>) {
      const allowed = useAllowed(route);
      const { code } = useLanguage();
      const { enabled = true, quiet = false, pageSize = PAGE_SIZE, ...rest } = { ...defaults, ...options };
      const asked: object | null = filter === undefined ? {} : filter;
      const pages = useInfiniteQuery({
        queryKey: [...keyOf(callId, route, asked ?? {}, code), 'pages'],
        queryFn: ({ pageParam, signal }) =>
          configuredClient().send<PagedAnswer<Row>>(
            callId,
            { ...asked, page: pageParam, limit: pageSize },
            { signal, quiet },
          ),
        initialPageParam: 1,
        getNextPageParam: pageAfter,
        enabled: allowed && enabled && asked !== null,
        meta: metaOf(route),
        ...given(rest),
      });
      return { ...pages, rows: pages.data && rowsOf(pages.data.pages) };
    };
  };

  /** A call outside of components. Calls with an idempotency key are commands, so they are not offered here. */
  const call =
    <K extends Exclude<Id, IdempotentId>>(callId: K) =>
    (input: InputOf<C, K>, options?: CallOptions): Promise<OutputOf<C, K>> =>
      configuredClient().send<OutputOf<C, K>>(callId, input, options);

  return { command, query, list, call };
}
