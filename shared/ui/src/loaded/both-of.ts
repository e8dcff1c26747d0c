import type { LoadedQuery } from './Loaded.tsx';

/** Two queries of one screen as one: what was read once it is all there, else why it is not, and a retry of what failed. */
export function bothOf<A, B>(first: LoadedQuery<A>, second: LoadedQuery<B>): LoadedQuery<readonly [A, B]> {
  const missing = [first, second].filter(({ data }) => data === undefined);
  const failed = missing.filter(({ error }) => error !== null);
  const { data: a } = first;
  const { data: b } = second;
  return {
    data: a === undefined || b === undefined ? undefined : [a, b],
    error: failed[0]?.error ?? null,
    isFetching: (failed.length > 0 ? failed : missing).some(({ isFetching }) => isFetching),
    isFetched: missing.some(({ isFetched }) => isFetched),
    refetch: () => Promise.all(failed.map((query) => query.refetch())),
  };
}
