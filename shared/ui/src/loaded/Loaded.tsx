import { problemText } from '@tessera/i18n';
import type { ReactNode } from 'react';
import { ErrorState } from '../empty/ErrorState.tsx';
import { SkeletonRows } from '../skeleton/Skeleton.tsx';
import { useFailure } from './use-failure.ts';

/** What a query states; as much of it as its states need. */
export type LoadedQuery<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  /** It was read, or could not be, at least once. */
  readonly isFetched?: boolean | undefined;
  refetch(): unknown;
};

export type LoadedProps<Data> = {
  readonly query: LoadedQuery<Data>;
  /** What the data is shown by. Without it only the states before there is data are shown. */
  readonly children?: (data: Data) => ReactNode;
  /** In the layout of the data, before it is there; rows unless given. */
  readonly waiting?: ReactNode;
  /** Of the failure. */
  readonly title?: string | undefined;
  /** A smaller failure, within a card or a tab. */
  readonly compact?: boolean | undefined;
  /** Of why it failed, where not as all screens say it. */
  readonly wording?: ((error: Error) => string) | undefined;
};

/** A query with its states: what was read last, else why nothing could be read with a retry, else a skeleton. */
export function Loaded<Data>({
  query,
  children,
  waiting = <SkeletonRows count={6} />,
  title,
  compact,
  wording = problemText,
}: LoadedProps<Data>) {
  const { data } = query;
  const error = useFailure(query);
  if (data !== undefined) return children?.(data);
  if (!error) return waiting;
  return (
    <ErrorState
      title={title}
      text={wording(error)}
      compact={compact}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
