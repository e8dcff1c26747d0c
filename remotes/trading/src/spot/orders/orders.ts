import { type Answer, api } from '@tessera/api';
import { PAGE_SIZE, pageAfter, useInfiniteQuery, useQuery } from '@tessera/query';
import { useSession } from '@tessera/session';
import type { Side } from '../order-form/form.ts';

export type SpotOrder = Answer<'GET /coin/list'>['list'][number];
export type Fill = SpotOrder['fills'][number];

/** As many open orders as a page of the exchange holds. */
const OPEN_LIMIT = 100;

/** Orders that wait for their price; of every pair unless one is named. */
export function useOpenOrders(symbol?: string) {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: ['account', 'spot-orders', 'open', symbol ?? null],
    queryFn: ({ signal }) =>
      api(
        'GET /coin/list',
        { status: 'pending', limit: OPEN_LIMIT, ...(symbol && { symbol }) },
        { signal, quiet: true },
      ),
    enabled: signedIn,
  });
}

export type PastFilter = {
  readonly status: 'history' | 'filled';
  readonly symbol?: string | undefined;
  readonly side?: Side | undefined;
};

/** Orders that are done, newest first, page by page. */
export function usePastOrders({ status, symbol, side }: PastFilter) {
  const signedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: ['account', 'spot-orders', status, symbol ?? null, side ?? null],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /coin/list',
        { status, page: pageParam, limit: PAGE_SIZE, ...(symbol && { symbol }), ...(side && { type: side }) },
        { signal, quiet: true },
      ),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
    enabled: signedIn,
  });
}
