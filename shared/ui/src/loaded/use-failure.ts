import { useState } from 'react';

type Read = {
  readonly error?: Error | null | undefined;
  readonly isFetching: boolean;
  /** It was read, or could not be, at least once. */
  readonly isFetched?: boolean | undefined;
};

/** Why a query without data could not be read. It stays while the query is read again, which takes the error from it. */
export function useFailure({ error, isFetching, isFetched }: Read): Error | null {
  const [last, setLast] = useState<Error | null>(null);
  if (error && error !== last) setLast(error);
  return error ?? (isFetched && isFetching ? last : null);
}
