import type { QueryClient } from '@tessera/query';
import type { Route, Topic } from './route.ts';

type Meta = { readonly reads?: readonly Topic[] };

/** `meta` of a query, by which a change of a topic finds it. */
export const metaOf = ({ reads = [] }: Route): { reads: readonly Topic[] } => ({ reads });

/** Marks every cached query that reads one of the topics as stale; those on screen are fetched again. */
export function invalidateTopics(client: QueryClient, topics: readonly Topic[]): Promise<void> {
  if (topics.length === 0) return Promise.resolve();
  return client.invalidateQueries({
    predicate: ({ meta }) => ((meta as Meta | undefined)?.reads ?? []).some((topic) => topics.includes(topic)),
  });
}

/** First part of the cache keys of everything that belongs to the signed-in user. */
export const ACCOUNT_OWNER = 'account';

export const ownerOf = ({ access }: Route): string => (access === 'public' ? 'public' : ACCOUNT_OWNER);
