import { problemText, useTexts } from '@tessera/i18n';
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../button/Button.tsx';
import { ErrorState } from '../empty/ErrorState.tsx';
import { PullToRefresh } from '../gestures/PullToRefresh.tsx';
import { useFailure } from '../loaded/use-failure.ts';
import { SkeletonRows } from '../skeleton/Skeleton.tsx';
import styles from './PagedList.module.css';

/** What an endless query offers; as much of it as a list needs. */
export type EndlessRows<Row> = {
  /** The rows so far; undefined before the first page. */
  readonly rows: readonly Row[] | undefined;
  /** Why the first page could not be read. */
  readonly error?: Error | null | undefined;
  readonly isFetching: boolean;
  /** The first page was read, or could not be, at least once. */
  readonly isFetched?: boolean | undefined;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
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
  /** Lays the items out otherwise than as rows. */
  readonly className?: string | undefined;
  /** Stands over rows that share it, and names their list: their day. Lists stand below headings of any level. */
  readonly heading?: ((row: Row) => string) | undefined;
  /** In the layout of the items, before the first page; rows unless given. */
  readonly waiting?: ReactNode;
};

/** How far below the screen the end of a list is when the next page is fetched. */
const AHEAD = '600px';

/** Reads on while the end of the list is near. Not after a failure: then the button does. */
function useReadingOn({ isFetching, isFetchNextPageError, hasNextPage, fetchNextPage }: EndlessRows<unknown>) {
  const end = useRef<HTMLDivElement>(null);
  const due = hasNextPage && !isFetching && !isFetchNextPageError;
  const read = useEffectEvent(() => void fetchNextPage());
  // False while a page is fetched: the end of the longer list is watched anew.
  useEffect(() => {
    if (!end.current || !due || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && read(), {
      rootMargin: AHEAD,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [due]);
  return end;
}

/** Rows under their headings, in the order of the list. */
function groupsOf<Row>(rows: readonly Row[], heading: (row: Row) => string): (readonly [string, Row[]])[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const title = heading(row);
    const known = groups.get(title);
    if (known) known.push(row);
    else groups.set(title, [row]);
  }
  return [...groups];
}

/** A list that reads on as it is scrolled and anew as it is pulled, with its states: loading, failed, empty. */
export function PagedList<Row extends { readonly id: string }>({
  label,
  query,
  row,
  empty,
  className = styles.list,
  heading,
  waiting = <SkeletonRows count={6} />,
}: PagedListProps<Row>) {
  const t = useTexts('common');
  const { rows } = query;
  const error = useFailure(query);
  const item = (each: Row) => <Fragment key={each.id}>{row(each)}</Fragment>;
  const end = useReadingOn(query);
  if (!rows) {
    if (!error) return waiting;
    return <ErrorState text={problemText(error)} retrying={query.isFetching} onRetry={() => query.refetch()} />;
  }
  if (rows.length === 0) return empty;
  return (
    <>
      <PullToRefresh refresh={() => query.refetch()} />
      {heading ? (
        groupsOf(rows, heading).map(([title, some]) => (
          <section key={title} className={className}>
            <p className={styles.day}>{title}</p>
            <ul className={className} aria-label={`${label}, ${title}`}>
              {some.map(item)}
            </ul>
          </section>
        ))
      ) : (
        <ul className={className} aria-label={label}>
          {rows.map(item)}
        </ul>
      )}
      {query.hasNextPage && (
        <div ref={end} className={styles.more}>
          <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t(query.isFetchNextPageError ? 'retry' : 'loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}
