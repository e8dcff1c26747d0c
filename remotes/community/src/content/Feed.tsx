import { ApiError } from '@tessera/api';
import { useTexts } from '@tessera/i18n';
import { Button, ErrorState, SkeletonRows } from '@tessera/ui';
import type { ReactNode } from 'react';
import styles from './Feed.module.css';
import { rowsOf } from './paging.ts';

type Page<Row> = {
  readonly list: readonly Row[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
};

/** What an endless query offers; as much of it as a list needs. */
export type Endless<Row> = {
  readonly data: { readonly pages: readonly Page<Row>[] } | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
};

type Props<Row> = {
  readonly label: string;
  readonly query: Endless<Row>;
  readonly row: (row: Row) => ReactNode;
  /** Shown when there is nothing. */
  readonly empty: ReactNode;
};

/** The server's own words where it had some. */
export const wordsOf = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.fromServer ? error.message : undefined;

/** A list that is read on by a button, with its states: loading, failed, empty. */
export function Feed<Row extends { readonly id: string }>({ label, query, row, empty }: Props<Row>) {
  const t = useTexts('community');
  const { data, error } = query;
  if (!data) {
    if (!error) return <SkeletonRows count={6} />;
    return <ErrorState text={wordsOf(error)} retrying={query.isFetching} onRetry={() => query.refetch()} />;
  }
  const rows = rowsOf(data.pages);
  if (rows.length === 0) return empty;
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {rows.map((each) => (
          <li key={each.id}>{row(each)}</li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}
