import { type Answer, api, type Payload } from '@tessera/api';
import { PAGE_SIZE, pageAfter, rowsOf, useInfiniteQuery } from '@tessera/query';

export type AccountRecord = Answer<'POST /wallet/legal_log'>['list'][number];

const DAY = 86_400_000;

export type Period = 'all' | '1' | '7' | '30';
export type RecordFilter = Pick<Payload<'POST /wallet/legal_log'>, 'account' | 'currency_id' | 'kind'> & {
  readonly period?: Period;
};

/** Unix ms that a period begins with; to the minute, so that the same choice is the same query. */
export const periodStart = (period: Period, now: number): number | undefined =>
  period === 'all' ? undefined : Math.floor((now - Number(period) * DAY) / 60_000) * 60_000;

/** Account-change records, newest first. */
export function useRecords({ period = 'all', ...filter }: RecordFilter, now: () => number = Date.now) {
  const query = useInfiniteQuery({
    queryKey: ['account', 'records', filter, period],
    queryFn: ({ pageParam, signal }) => {
      const from = periodStart(period, now());
      return api(
        'POST /wallet/legal_log',
        { ...filter, ...(from !== undefined && { from }), page: pageParam, limit: PAGE_SIZE },
        { signal },
      );
    },
    initialPageParam: 1,
    getNextPageParam: pageAfter,
  });
  return { ...query, rows: query.data && rowsOf(query.data.pages) };
}
