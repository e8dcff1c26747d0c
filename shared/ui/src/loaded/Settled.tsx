import type { ReactNode } from 'react';
import type { LoadedQuery } from './Loaded.tsx';

type SettledProps<Data> = {
  readonly query: Pick<LoadedQuery<Data>, 'data' | 'error' | 'isFetching'> & {
    /** Without a network. */
    readonly isPaused: boolean;
  };
  readonly children: (data: Data | undefined) => ReactNode;
  /** In the layout of what follows. */
  readonly waiting: ReactNode;
};

/**
 * A query that its screen can do without: what was read, or undefined once it cannot be read or is not asked, so that
 * nothing changes under a finger when it comes.
 */
export const Settled = <Data,>({ query, children, waiting }: SettledProps<Data>) => {
  const { data, error, isFetching, isPaused } = query;
  return data === undefined && !error && (isFetching || isPaused) ? waiting : children(data);
};
