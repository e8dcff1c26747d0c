import type { QueryClient } from '@tessera/query';
import type { Route, Topic } from './route.ts';

type Meta = { readonly reads?: readonly Topic[] };

/** `meta` of a query, by which a change of a topic finds it. */
export const metaOf = ({ reads = [] }: Route): { reads: readonly Topic[] } => ({ reads });

/** Marks every cached query that reads one of the topics as stale; those on screen are fetched again. */
export function invalidateTopics(client: QueryClient, topics: readonly Topic[]): Promise<void> {
  if (topics.length === 0) return Promise.resolve();
  const predicate = ({ meta }: { readonly meta?: unknown }): boolean =>
    ((meta as Meta | undefined)?.reads ?? []).some((topic) => topics.includes(topic));
  // A response under way may be older than the change. The client starts again where it has shown data before; a first
  // read it would let go on, and take for fresh.
  for (const query of client.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching', predicate })) {
    if (query.state.data === undefined) void query.cancel({ silent: true });
  }
  return client.invalidateQueries({ predicate });
}

/** First part of the cache keys of everything that belongs to the signed-in user. */
export const ACCOUNT_OWNER = 'account';

export const ownerOf = ({ access }: Route): string => (access === 'public' ? 'public' : ACCOUNT_OWNER);
