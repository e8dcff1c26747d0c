import { useTexts } from '@tessera/i18n';
import { Fragment, type ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { ErrorState } from '../empty/ErrorState.tsx';
import { SkeletonRows } from '../skeleton/Skeleton.tsx';
import styles from './PagedList.module.css';

/** What an endless query offers; as much of it as a list needs. */
export type EndlessRows<Row> = {
  /** The rows so far; undefined before the first page. */
  readonly rows: readonly Row[] | undefined;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
};

export type PagedListProps<Row> = {
  readonly label: string;
  readonly query: EndlessRows<Row>;
  /** A list item: a `ListRow`, or an `<li>`. */
  readonly row: (row: Row) => ReactNode;
  /** Shown when there is nothing. */
  readonly empty: ReactNode;
  /** Error of the first page, in the user's language. */
  readonly problem?: string | undefined;
};

/** A list that is read on by a button, with its states: loading, failed, empty. */
export function PagedList<Row extends { readonly id: string }>({
  label,
  query,
  row,
  empty,
  problem,
}: PagedListProps<Row>) {
  const t = useTexts('common');
  const { rows } = query;
  if (!rows) {
    if (problem === undefined) return <SkeletonRows count={6} />;
    return <ErrorState text={problem} retrying={query.isFetching} onRetry={() => query.refetch()} />;
  }
  if (rows.length === 0) return empty;
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {rows.map((each) => (
          <Fragment key={each.id}>{row(each)}</Fragment>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}
