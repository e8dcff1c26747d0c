// @vitest-environment jsdom
import '../testing/english.ts';
import { ApiError } from '@tessera/api';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EndlessRows, PagedList } from './PagedList.tsx';

type Row = { readonly id: string };

const fetchNextPage = vi.fn();
/** Tells the list that its end came near; null while nothing is watched. */
let reach: (() => void) | null;

beforeEach(() => {
  fetchNextPage.mockReset();
  reach = null;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly notify: (seen: readonly { readonly isIntersecting: boolean }[]) => void;
      constructor(notify: (seen: readonly { readonly isIntersecting: boolean }[]) => void) {
        this.notify = notify;
      }
      observe() {
        reach = () => this.notify([{ isIntersecting: true }]);
      }
      disconnect() {
        reach = null;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const list = (query: Partial<EndlessRows<Row>>) => (
  <PagedList
    label="Entries"
    query={{
      rows: [{ id: '1' }],
      error: null,
      isFetching: false,
      isFetchingNextPage: false,
      isFetchNextPageError: false,
      hasNextPage: true,
      fetchNextPage,
      refetch: () => undefined,
      ...query,
    }}
    row={({ id }) => <li>{id}</li>}
    empty="Nothing"
  />
);

test('the next page is fetched once as the end comes near, and the page after it from the new end', () => {
  const { rerender } = render(list({}));
  act(() => reach?.());
  expect(fetchNextPage).toHaveBeenCalledOnce();
  rerender(list({ isFetching: true, isFetchingNextPage: true }));
  expect(reach).toBeNull();
  rerender(list({ rows: [{ id: '1' }, { id: '2' }] }));
  act(() => reach?.());
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});

test('why the first page could not be read is shown with a retry, and not where there are rows', () => {
  const refetch = vi.fn();
  const error = new ApiError('order_not_payable', 'This order does not exist', { fromServer: true });
  const { rerender } = render(list({ rows: undefined, error, refetch }));
  expect(screen.getByText('This order does not exist')).toBeDefined();
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(refetch).toHaveBeenCalledOnce();
  rerender(list({ error, refetch }));
  expect(screen.queryByText('This order does not exist')).toBeNull();
});

test('nothing is fetched behind the last page', () => {
  render(list({ hasNextPage: false }));
  expect(reach).toBeNull();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('after a failure the next page waits for a tap', () => {
  render(list({ isFetchNextPageError: true }));
  expect(reach).toBeNull();
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

test('rows of one heading stand under it, in their order', () => {
  render(
    <PagedList
      label="Entries"
      query={{
        rows: [
          { id: '3', day: 'Nov 2' },
          { id: '2', day: 'Nov 2' },
          { id: '1', day: 'Nov 1' },
        ],
        error: null,
        isFetching: false,
        isFetchingNextPage: false,
        isFetchNextPageError: false,
        hasNextPage: false,
        fetchNextPage,
        refetch: () => undefined,
      }}
      heading={({ day }) => day}
      row={({ id }) => <li>{id}</li>}
      empty="Nothing"
    />,
  );
  expect(screen.getAllByText(/^Nov/).map(({ textContent }) => textContent)).toEqual(['Nov 2', 'Nov 1']);
  expect(screen.getByRole('list', { name: 'Entries, Nov 2' }).textContent).toBe('32');
  expect(screen.getByRole('list', { name: 'Entries, Nov 1' }).textContent).toBe('1');
});
