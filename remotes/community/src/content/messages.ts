import { type Answer, api } from '@tessera/api';
import { PAGE_SIZE, pageAfter, rowsOf, useInfiniteQuery } from '@tessera/query';
import { useLanguage, useSession } from '@tessera/session';

export type Message = Answer<'GET /mailMessage/getList'>['list'][number];

/** What was written to the signed-in user, newest first; a guest has none. */
export function useMessages() {
  const { code } = useLanguage();
  const signedIn = useSession() !== null;
  const query = useInfiniteQuery({
    queryKey: ['account', 'messages', code],
    queryFn: ({ pageParam, signal }) =>
      api('GET /mailMessage/getList', { page: pageParam, limit: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
    enabled: signedIn,
  });
  return { ...query, rows: query.data && rowsOf(query.data.pages) };
}
