import type { ReactNode } from 'react';
import type { LoadedQuery } from './Loaded.tsx';

type SettledProps<Data> = {
  readonly query: Pick<LoadedQuery<Data>, 'data' | 'isFetching'> & {
    /** It was read, or could not be, at least once. */
    readonly isFetched: boolean;
  };
  readonly children: (data: Data | undefined) => ReactNode;
  /** In the layout of what follows. */
  readonly waiting: ReactNode;
};

/**
 * A query that its screen can do without: what was read, or undefined once it could not be read or is not asked. It waits
 * for the first answer alone: a later read takes away nothing that is typed meanwhile.
 */
export const Settled = <Data,>({ query, children, waiting }: SettledProps<Data>) =>
  !query.isFetched && query.isFetching ? waiting : children(query.data);
